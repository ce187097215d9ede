"""Random games over all tables: what must hold at every single step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from math import isclose
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.property import checks
from tests.property.players import Hasty, Steered
from tests.property.tables import GAME, every_table, examples, seeds, tables

import spuk
from spuk.kernel.seeds import Random
from spuk.stories.events import EVENTS
from spuk.stories.state import REASONS

players = st.sampled_from([Hasty, Steered, lambda seed: Steered(seed, luck=0.5)])
LIMIT = 3000
"""No game of these players is longer; more would be a game that does not end."""


def walk(table: dict[str, Any], player: Any) -> Iterator[spuk.State]:
    """Every state of one game, the first and the last included; one object that moves on."""
    state = GAME.new(**table)
    yield state
    for _ in range(LIMIT):
        if state.actor == spuk.OVER:
            return
        state.apply(player.choose(state))
        yield state
    raise AssertionError(f"no end after {LIMIT} actions: {state.text()}")


def finished(table: dict[str, Any], player: Any) -> tuple[list[int], spuk.State]:
    """All actions of one game and its last state."""
    state, actions = GAME.new(**table), []
    while state.actor != spuk.OVER:
        actions.append(player.choose(state))
        state.apply(actions[-1])
    return actions, state


@pytest.mark.parametrize("table", list(every_table()), ids=lambda t: " ".join(map(str, t.values())))
def test_no_step_of_a_steered_game_breaks_an_invariant(table: dict[str, Any]) -> None:
    for state in walk(table, Steered(17, luck=0.4)):
        assert state.invariants() == [], state.text()


@examples(80)
@given(tables(), seeds, players)
def test_no_step_of_any_game_breaks_an_invariant(table: dict[str, Any], seed: int, player: Any) -> None:
    for state in walk(table, player(seed)):
        assert state.invariants() == [], state.text()


@given(tables(), seeds, players)
def test_there_is_always_a_real_choice_until_the_game_is_over(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    for state in walk(table, player(seed)):
        legal = state.legal()
        if state.actor == spuk.OVER:
            assert legal == []
            assert state.outcome() is not None
        else:
            assert len(legal) >= 2, f"forced: {legal} in {state.text()}"
            assert legal == sorted(set(legal)) or len(set(legal)) == len(legal)
            assert all(0 <= action < GAME.actions for action in legal)
            assert state.outcome() is None


@given(tables(), seeds, players)
def test_chances_sum_to_one_and_sampling_keeps_to_them(table: dict[str, Any], seed: int, player: Any) -> None:
    random = Random(seed)
    for state in walk(table, player(seed)):
        chances = dict(state.chances())
        if state.actor == spuk.CHANCE:
            assert list(chances) == state.legal()
            assert isclose(sum(chances.values()), 1.0)
            assert all(chance > 0 for chance in chances.values())
            before = state.text()
            assert all(int(state.sample(random)) in chances for _ in range(5))
            assert state.text() == before
        else:
            assert chances == {}


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
    for state in walk(table, player(seed)):
        line = state.text()
        again = GAME.from_text(line)
        assert again.text() == line
        assert again.actor == state.actor
        assert again.legal() == state.legal()
        assert again.chances() == state.chances()
        assert _table_of(again) == _table_of(state), line
        assert again.outcome() == state.outcome()


def _table_of(state: spuk.State) -> str:
    """All that is seen, but how the table was agreed on (a laid table needs no fixed options)."""
    view = state.view(None)
    del view["options"]
    return json.dumps(view, indent=1)


@examples(20)
@given(tables(), seeds, players, st.floats(0, 1))
def test_a_position_read_from_text_goes_on_the_same(
    table: dict[str, Any], seed: int, player: Any, share: float
) -> None:
    actions, _ = finished(table, player(seed))
    start = int(share * len(actions))
    played = GAME.new(**table)
    for action in actions[:start]:
        played.apply(action)
    read = GAME.from_text(played.text())
    for action in actions[start:]:
        heard: tuple[list[spuk.Event], list[spuk.Event]] = ([], [])
        played.apply(action, heard[0])
        read.apply(action, heard[1])
        assert heard[0] == heard[1]
        assert read.text() == played.text()
        assert read.legal() == played.legal()
    assert read.outcome() == played.outcome()


@examples(15)
@given(tables(), seeds, players)
def test_clones_go_their_own_ways(table: dict[str, Any], seed: int, player: Any) -> None:
    random = Random(seed)
    for state in walk(table, player(seed)):
        line, twin = state.text(), state.clone()
        assert twin.text() == line
        assert twin.legal() == state.legal()
        for _ in range(4):
            legal = twin.legal()
            if legal:
                twin.apply(legal[random.below(len(legal))])
        assert state.text() == line


@examples(15)
@given(tables(), seeds, players)
def test_a_record_replays_every_step(table: dict[str, Any], seed: int, player: Any) -> None:
    lines, actions, state, chooser = [], [], GAME.new(**table), player(seed)
    while state.actor != spuk.OVER:
        lines.append(state.text())
        actions.append(chooser.choose(state))
        state.apply(actions[-1])
    lines.append(state.text())
    record = spuk.Record(GAME.id, table, actions, seed=seed, players=["someone"])
    again = spuk.Record.from_json(record.to_json())
    assert again == record
    assert [step.text() for step in again.states()] == lines
    assert again.replay().text() == lines[-1]


@given(tables(), seeds, players)
def test_events_have_the_fields_their_id_promises(table: dict[str, Any], seed: int, player: Any) -> None:
    state, chooser = GAME.new(**table), player(seed)
    silent = state.clone()
    while state.actor != spuk.OVER:
        action = chooser.choose(state)
        events: list[spuk.Event] = []
        state.apply(action, events)
        silent.apply(action)
        assert silent.text() == state.text(), "listening changed the game"
        for event in events:
            assert tuple(event.values) == EVENTS[event.id]
            assert all(type(value) is int for value in event.values.values())
    last = events[-1]
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
