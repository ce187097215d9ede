"""Random games over all tables: what must hold at every single step."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.common import random_play as check
from tests.property import checks
from tests.property.players import Hasty, Steered
from tests.property.tables import GAME, every_table, examples, finished, seeds, tables, walk

import spuk
from spuk.games.ghost_stories.events import EVENTS
from spuk.games.ghost_stories.state import REASONS
from spuk.kernel.seeds import Random

players = st.sampled_from([Hasty, Steered, lambda seed: Steered(seed, luck=0.5)])


@pytest.mark.parametrize("table", list(every_table()), ids=lambda t: " ".join(map(str, t.values())))
def test_no_step_of_a_steered_game_breaks_an_invariant(table: dict[str, Any]) -> None:
    check.invariants_hold(walk(table, Steered(17, luck=0.4)))


@examples(80)
@given(tables(), seeds, players)
def test_no_step_of_any_game_breaks_an_invariant(table: dict[str, Any], seed: int, player: Any) -> None:
    check.invariants_hold(walk(table, player(seed)))


@given(tables(), seeds, players)
def test_there_is_always_a_real_choice_until_the_game_is_over(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    check.somebody_chooses_until_the_end(walk(table, player(seed)), fewest=2)


@given(tables(), seeds, players)
def test_chances_sum_to_one_and_sampling_keeps_to_them(table: dict[str, Any], seed: int, player: Any) -> None:
    check.chances_are_sound(walk(table, player(seed)), Random(seed))


@examples(30)
@given(tables(), seeds, players)
def test_material_is_conserved_as_the_view_shows_it(table: dict[str, Any], seed: int, player: Any) -> None:
    views = []
    for state in walk(table, player(seed)):
        views.append(state.view(None))
        assert checks.material(views[-1]) == [], state.text()
    for before, after in pairwise(views):
        assert checks.grew(before, after) == []


@examples(25)
@given(tables(), seeds, players)
def test_every_position_survives_its_text(table: dict[str, Any], seed: int, player: Any) -> None:
    check.texts_survive(walk(table, player(seed)), _seen)


def _seen(state: spuk.State) -> str:
    """All that is seen, but how the table was agreed on (a laid table needs no fixed options)."""
    view = state.view(None)
    del view["options"]
    return json.dumps(view, indent=1)


@examples(20)
@given(tables(), seeds, players, st.floats(0, 1))
def test_a_position_read_from_text_goes_on_the_same(
    table: dict[str, Any], seed: int, player: Any, share: float
) -> None:
    check.read_and_played_go_on_the_same(GAME, table, player(seed), share)


@examples(15)
@given(tables(), seeds, players)
def test_clones_go_their_own_ways(table: dict[str, Any], seed: int, player: Any) -> None:
    check.clones_are_on_their_own(walk(table, player(seed)), Random(seed))


@examples(15)
@given(tables(), seeds, players)
def test_a_record_replays_every_step(table: dict[str, Any], seed: int, player: Any) -> None:
    check.a_record_replays(GAME, table, player(seed), seed)


@given(tables(), seeds, players)
def test_events_have_the_fields_their_id_promises(table: dict[str, Any], seed: int, player: Any) -> None:
    state, last = check.events_keep_their_promise(GAME, table, player(seed), EVENTS)
    assert last.id in ("game_won", "game_lost")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.won == (last.id == "game_won")
    if not outcome.won:
        assert REASONS[last.values["reason"]] == (outcome.reason, outcome.rule)


@given(tables(), seeds, players)
def test_an_outcome_counts_the_same_for_everybody(table: dict[str, Any], seed: int, player: Any) -> None:
    _, state = finished(table, player(seed))
    outcome = state.outcome()
    assert outcome is not None
    seats = tuple(range(table["players"]))
    assert outcome.winners == (seats if outcome.won else ())
    assert outcome.returns == tuple(1.0 if outcome.won else -1.0 for _ in seats)
    assert (outcome.reason, outcome.rule) in REASONS[1:]
    assert outcome.score == sum(state.view(None)["score"].values())
