"""Versions: adding an edition is none, and what was replaced says by what."""

from __future__ import annotations

import importlib
import re
from dataclasses import replace
from pathlib import Path

import gymnasium
import pettingzoo
import pytest
from tests.envs.walks import GhostStoriesEnv

import spuk
import spuk.envs
from spuk.envs.tables import encoder_of
from spuk.games.ghost_stories.editions import EDITIONS
from spuk.games.ghost_stories.options import ALLOWED
from spuk.games.ghosts import options as ghosts_options

ENVS = Path(spuk.envs.__file__).parent
STORIES = "spuk/GhostStories-v0 was replaced by spuk/GhostStories-v1: observations tell what an edition"
GHOSTS = "spuk/Ghosts-v0 was replaced by spuk/Ghosts-v1: observations also tell what an edition"


def named(game: str, state: spuk.State) -> dict[str, int]:
    encoder = encoder_of(game)
    return dict(zip(encoder.features.names, encoder.look(state, 0), strict=True))


def test_another_edition_changes_no_feature_and_is_told_by_what_it_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = list(encoder_of("ghost-stories").features.names)
    made_up = replace(EDITIONS["pl"], id="moon", dead_lose_power_tokens=True, hell_win_bonus=33)
    monkeypatch.setitem(EDITIONS, "moon", made_up)
    monkeypatch.setitem(ALLOWED, "edition", (*ALLOWED["edition"], "moon"))
    state = spuk.game("ghost-stories").new(edition="moon")
    seen = named("ghost-stories", state)
    assert list(seen) == before
    assert seen["rule_dead_lose_power_tokens"] == seen["rule_overrun_judged_at_start"] == 1
    assert seen["rule_yin_yang_to_the_dead"] == 0
    assert seen["rule_hell_win_bonus"] == 33
    env = GhostStoriesEnv(edition="moon")
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space


def test_every_edition_looks_different() -> None:
    game = spuk.game("ghost-stories")
    seen = {tuple(named("ghost-stories", game.new(edition=edition)).values()) for edition in EDITIONS}
    assert len(seen) == len(EDITIONS)


def test_the_starting_fear_of_an_edition_is_told() -> None:
    for edition, row in ghosts_options.EDITIONS.items():
        state = spuk.game("ghosts").new(edition=edition)
        assert named("ghosts", state)["starting_fear"] == row.starting_fear


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_gymnasium_says_what_replaced_an_old_version(make: object) -> None:
    with pytest.raises(gymnasium.error.DeprecatedEnv, match=STORIES):
        make("spuk/GhostStories-v0")


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_pettingzoo_says_what_replaced_an_old_version(kind: str) -> None:
    with pytest.raises(ValueError, match=GHOSTS):
        pettingzoo.make(kind, "spuk/Ghosts-v0", players=3)


def test_an_old_module_says_what_replaced_it() -> None:
    with pytest.raises(ImportError, match="ghosts_v0 was replaced by ghosts_v1: "):
        from spuk.envs import ghosts_v0  # noqa: F401
    with pytest.raises(ImportError, match="ghost_stories_v0 was replaced by ghost_stories_v1: "):
        importlib.import_module("spuk.envs.ghost_stories_v0")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("spuk.envs.ghosts_v2")  # never was one
    with pytest.raises(AttributeError, match="ghoosts_v1"):
        _ = spuk.envs.ghoosts_v1


def test_modules_are_found_in_every_way_of_importing() -> None:
    from spuk.envs import ghosts_v1

    assert importlib.import_module("spuk.envs.ghosts_v1") is ghosts_v1 is spuk.envs.ghosts_v1
    assert ghosts_v1.raw_env(players=3).metadata["name"] == "ghosts_v1"


def test_nothing_here_names_a_game() -> None:
    names = re.compile(
        "|".join([r"spuk\.games", *(re.sub("[-_]", "[-_ ]?", id) for id in spuk.games())]), re.I
    )
    for file in ENVS.rglob("*.py"):
        assert names.findall(file.read_text(encoding="utf-8")) == [], file
