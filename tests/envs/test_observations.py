"""Observations: pinned, documented, within their bounds, and silent about hidden hands."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path
from typing import Any

import pytest
from tests.envs.walks import TABLES, positions

import spuk
from spuk.envs.tables import encoder_of
from spuk.kernel.seeds import Random

ROOT = Path(__file__).parents[2]
ENCODERS = {game: encoder_of(game) for game in ("ghost-stories", "ghosts")}
PINNED = {
    # game: (version, features, hash of their names, hash of all observations of a game at every table)
    "ghost-stories": (1, 990, "33039c78607eceb8", "db73f109c608965d"),
    "ghosts": (1, 123, "fe2569fa8f1d9316", "eda24d43a8381596"),
}
"""A change here is a new version: count up `env_version` in the pack, and say what changed.

Unless only the last hash changed because corrected rules lead to other positions.
"""


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


@pytest.mark.parametrize("game", ENCODERS)
def test_the_observation_of_this_version_is_what_it_always_was(game: str) -> None:
    encoder = ENCODERS[game]
    names = _hash("\n".join(encoder.features.names).encode())
    seen = b"".join(
        bytes(encoder.look(state, seat))
        for other, options in TABLES
        if other == game
        for state in positions(game, options, seed=5)
        for seat in range(state.seats())
    )
    assert (spuk.pack(game).env_version, encoder.width, names, _hash(seen)) == PINNED[game]


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_every_feature_keeps_within_its_bounds_at_every_table(game: str, options: dict[str, Any]) -> None:
    encoder = ENCODERS[game]
    for state in positions(game, options, seed=3):
        for seat in range(state.seats()):
            seen = encoder.look(state, seat)
            assert len(seen) == encoder.width
            features = encoder.features
            bounds = zip(features.names, seen, features.highs, strict=True)
            assert [(name, value, high) for name, value, high in bounds if value > high] == []


@pytest.mark.parametrize("game", ENCODERS)
def test_features_have_names_of_their_own(game: str) -> None:
    names = ENCODERS[game].features.names
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_what_looks_the_same_can_do_the_same(game: str, options: dict[str, Any]) -> None:
    encoder = ENCODERS[game]
    masks: dict[bytes, bytes] = {}
    for seed in range(3):
        for state in positions(game, options, seed):
            if state.actor >= 0:
                seen = bytes(encoder.look(state, state.actor))
                mask = bytes(encoder.mask(state, state.actor))
                assert masks.setdefault(seen, mask) == mask, state.text()
                assert [action for action, legal in enumerate(mask) if legal] == sorted(state.legal())


def test_a_mask_is_for_the_one_who_decides_only() -> None:
    for state in positions("ghosts", {"players": 3}, seed=1):
        for seat in range(3):
            assert (sum(ENCODERS["ghosts"].mask(state, seat)) > 0) == (state.actor == seat)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_hidden_hands_leave_no_trace_in_an_observation(players: int) -> None:
    encoder, random = ENCODERS["ghosts"], Random(4)
    for state in positions("ghosts", {"players": players}, seed=2):
        for seat in range(players):
            other = state.imagine(seat, random)
            assert bytes(encoder.look(other, seat)) == bytes(encoder.look(state, seat))


def test_the_start_of_ghost_stories_reads_as_it_lies() -> None:
    state = spuk.game("ghost-stories").from_text(
        "en normal 4p N=red/spires/2qi/tao:rr/@2 N2=38! circle=r turn=N"
    )
    encoder = ENCODERS["ghost-stories"]
    seen = dict(zip(encoder.features.names, encoder.look(state, 0), strict=True))
    expected = {
        **{"players_4": 1, "level_normal": 1, "you_N": 1, "decides_N": 1, "active_N": 1},
        **{"rule_solo_changes": 1, "rule_hell_win_bonus": 20, "rule_twin_winds_after_move": 0},
        **{"color_N_red": 1, "power_N_dance_of_the_spires": 1, "qi_N": 2, "tao_N_red": 2, "at_N_2": 1},
        **{"space_N2_ghost": 1, "space_N2_centre_haunter": 1, "stone_N2": 1, "space_N1_ghost": 0},
        **{"circle_red": 1, "unseen_38": 0, "unseen_37": 1},
    }
    assert {name: seen[name] for name in expected} == expected


def test_the_tables_of_features_in_the_docs_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("make_research", ROOT / "docs" / "make_research.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "run make docs"
