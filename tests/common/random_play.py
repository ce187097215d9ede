"""What must hold at every single step of a random game, whatever the game.

Each game's `test_random_play.py` says on which tables, with which players and how often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isclose
from typing import Any

from tests.common.walks import Player, finished

import spuk
from spuk.kernel.seeds import Random


def invariants_hold(states: Iterable[spuk.State]) -> None:
    for state in states:
        assert state.invariants() == [], state.text()


def somebody_chooses_until_the_end(states: Iterable[spuk.State], fewest: int) -> None:
    """At least `fewest` different actions of the game are legal as long as it goes on, then none."""
    for state in states:
        legal = state.legal()
        if state.actor == spuk.OVER:
            assert legal == []
            assert state.outcome() is not None
        else:
            assert len(legal) >= fewest, f"{legal} in {state.text()}"
            assert len(set(legal)) == len(legal)
            assert all(0 <= action < spuk.game(state.game_id()).actions for action in legal)
            assert state.outcome() is None


def chances_are_sound(states: Iterable[spuk.State], random: Random) -> None:
    """They sum to one, and sampling keeps to them and changes nothing."""
    for state in states:
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


def texts_survive(states: Iterable[spuk.State], seen: Callable[[spuk.State], object]) -> None:
    """A position read from its text is the same; `seen` is what can be seen of it."""
    for state in states:
        line = state.text()
        again = spuk.game(state.game_id()).from_text(line)
        assert again.text() == line
        assert (again.actor, again.legal()) == (state.actor, state.legal())
        assert again.chances() == state.chances()
        assert seen(again) == seen(state), line
        assert again.outcome() == state.outcome()


def read_and_played_go_on_the_same(
    game: spuk.Game, table: Mapping[str, Any], player: Player, share: float
) -> None:
    """A position read from text, after this share of a game, and the one that was played."""
    actions, _ = finished(game, table, player)
    start = int(share * len(actions))
    played = game.new(**table)
    for action in actions[:start]:
        played.apply(action)
    read = game.from_text(played.text())
    for action in actions[start:]:
        heard: tuple[list[spuk.Event], list[spuk.Event]] = ([], [])
        played.apply(action, heard[0])
        read.apply(action, heard[1])
        assert heard[0] == heard[1]
        assert read.text() == played.text()
        assert read.legal() == played.legal()
    assert read.outcome() == played.outcome()


def clones_are_on_their_own(states: Iterable[spuk.State], random: Random) -> None:
    for state in states:
        line, legal, twin = state.text(), state.legal(), state.clone()
        assert (twin.text(), twin.legal()) == (line, legal)
        for _ in range(4):
            ways = twin.legal()
            if ways:
                twin.apply(ways[random.below(len(ways))])
        assert (state.text(), state.legal()) == (line, legal)


def a_record_replays(game: spuk.Game, table: dict[str, Any], player: Player, seed: int) -> None:
    lines, actions, state = [], [], game.new(**table)
    while state.actor != spuk.OVER:
        lines.append(state.text())
        actions.append(player.choose(state))
        state.apply(actions[-1])
    lines.append(state.text())
    record = spuk.Record(game.id, table, actions, seed=seed, players=["someone"])
    again = spuk.Record.from_json(record.to_json())
    assert again == record
    assert [step.text() for step in again.states()] == lines
    assert again.replay().text() == lines[-1]


def events_keep_their_promise(
    game: spuk.Game, table: Mapping[str, Any], player: Player, promised: Mapping[str, Sequence[str]]
) -> tuple[spuk.State, spuk.Event]:
    """Each has the fields its id promises, and listening changes nothing. The last state and event."""
    state, silent = game.new(**table), game.new(**table)
    events: list[spuk.Event] = []
    while state.actor != spuk.OVER:
        action, events = player.choose(state), []
        state.apply(action, events)
        silent.apply(action)
        assert silent.text() == state.text(), "listening changed the game"
        for event in events:
            assert tuple(event.values) == tuple(promised[event.id])
            assert all(type(value) is int for value in event.values.values())
    return state, events[-1]
