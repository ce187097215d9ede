"""Whole games as data; the rules revision they were played under; how far they may be undone."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest

import spuk
from spuk.kernel.errors import BrokenText, OtherRules
from spuk.kernel.game import CHANCE, OVER, Game
from spuk.kernel.record import Record
from spuk.kernel.seeds import Random
from spuk.kernel.undo import ACTED, NOTHING, SHOWN, UndoLimit
from spuk.testing.base import Contract
from spuk.testing.tables import Options, choose


class RecordContract(Contract):
    """Records."""

    def test_the_same_seed_gives_the_same_record(self, table: Options) -> None:
        first = spuk.play(self.id, table, ["random"], seed=11)
        again = spuk.play(self.game, dict(table), ["random"], seed=11)
        assert first == again
        assert first.to_json() == again.to_json()
        assert (first.game, first.options, first.seed) == (self.id, table, 11)
        assert len(first.players) == table["players"]

    def test_a_record_replays_to_its_end(self, table: Options) -> None:
        record = spuk.play(self.id, table, ["random"], seed=12)
        state = record.replay()
        assert state.actor == OVER
        assert state.outcome() is not None
        lines = [step.text() for step in record.states()]
        assert len(lines) == len(record.actions) + 1
        assert lines[0] == self.game.new(**table).text()
        assert lines[-1] == state.text()

    def test_a_record_survives_json(self, table: Options) -> None:
        record = spuk.play(self.id, table, ["random"], seed=13)
        text = record.to_json()
        assert isinstance(json.loads(text), dict)
        again = Record.from_json(text)
        assert again == record
        assert again.to_json() == text
        assert again.replay().text() == record.replay().text()

    def test_a_finished_record_is_open_and_one_under_way_shows_what_each_seat_may_see(
        self, table: Options
    ) -> None:
        record = spuk.play(self.id, table, ["random"], seed=14)
        half = Record(self.id, table, record.actions[: len(record.actions) // 2], seed=14)
        for seat in (None, *range(table["players"])):
            assert record.seen_by(seat)["actions"] == record.actions
            seen = half.seen_by(seat)
            assert json.loads(json.dumps(seen)) == seen
            assert "seed" not in seen, "the seed tells every card to come"
            assert len(seen["actions"]) == len(half.actions)
            for state, action, shown in zip(half.states(), half.actions, seen["actions"], strict=False):
                assert shown == (action if state.reveals(action, seat) else None)
                if state.actor not in (CHANCE, OVER):
                    assert shown == action, "what a player does is seen by all"

    def test_other_seeds_give_other_games(self) -> None:
        records = [spuk.play(self.id, {}, ["random"], seed) for seed in range(4)]
        assert len({tuple(record.actions) for record in records}) == 4

    def test_a_game_needs_bots_that_exist(self) -> None:
        with pytest.raises(ValueError, match="random"):
            spuk.play(self.id, {}, ["nonsense"], seed=1)
        with pytest.raises(ValueError, match="bot"):
            spuk.play(self.id, {}, [], seed=1)

    def test_a_wrong_option_stops_a_game_before_it_begins(self) -> None:
        allowed = [str(players) for players in self.game.options()["players"]]
        wrong_ones: list[Any] = ["nonsense", None, -1, 2.5, 10**9, [], True]
        for wrong in wrong_ones:
            with pytest.raises(ValueError, match="players") as refusal:
                spuk.play(self.id, {"players": wrong}, ["random"], seed=1)
            assert all(players in str(refusal.value) for players in allowed)
        with pytest.raises(ValueError, match="players"):
            spuk.play(self.id, {"nonsense": 1}, ["random"], seed=1)


class RevisionContract(Contract):
    """Every game has a rules revision. Records state theirs, and another one is never read as ours."""

    def _played(self) -> Record:
        return spuk.play(self.id, {"players": 2}, "random", seed=4)

    def test_a_record_states_the_revision_it_was_played_under(self) -> None:
        now = self.game.rules_revision
        assert type(now) is int
        assert now >= 1
        record = self._played()
        assert record.rules == now
        assert Record(self.id, {}).rules == now
        assert json.loads(record.to_json())["rules"] == now
        assert Record.from_json(record.to_json()).rules == now
        assert record.seen_by(None)["rules"] == now
        with rules(self.game, now + 5):
            assert self._played().rules == now + 5
            assert Record(self.id, {}).rules == now + 5

    @pytest.mark.parametrize("change", [-1, 1, 40])
    def test_a_record_of_another_revision_is_rejected_and_both_are_named(self, change: int) -> None:
        record = self._played()
        there = 10
        with rules(self.game, there):
            text = self._played().to_json()
        with rules(self.game, there + change), pytest.raises(OtherRules) as refused:
            Record.from_json(text)
        other = refused.value
        assert isinstance(other, BrokenText)
        assert (other.game, other.found, other.known) == (self.id, there, there + change)
        assert other.newer == (change < 0)
        assert self.id in str(other)
        assert f"revision {there}," in str(other)
        assert f"revision {there + change}." in str(other)
        assert ("Update Spuk" in str(other)) == (change < 0)
        again = pickle.loads(pickle.dumps(other))
        assert (str(again), again.found, again.known) == (str(other), there, there + change)
        assert record.replay().actor == OVER

    def test_a_record_in_memory_does_not_go_on_under_other_rules(self) -> None:
        record = self._played()
        attempts: list[Callable[[], Any]] = [
            record.start,
            record.replay,
            lambda: record.seen_by(None),
            lambda: next(record.states()),
        ]
        with rules(self.game, 7):
            for attempt in attempts:
                with pytest.raises(OtherRules, match="revision 7"):
                    attempt()
            assert json.loads(record.to_json())["rules"] == record.rules, "it can be kept all the same"

    def test_a_record_without_a_revision_is_of_the_first(self) -> None:
        data = self._played().as_data()
        del data["rules"]
        with rules(self.game, 1):
            assert Record.from_json(json.dumps(data)).rules == 1
        with rules(self.game, 2), pytest.raises(OtherRules, match=r"revision 1, .*revision 2"):
            Record.from_json(json.dumps(data))


class UndoContract(Contract):
    """How far a game may be undone, checked at every step of random games."""

    def test_every_undo_is_refused_that_another_seat_or_chance_forbids(self) -> None:
        found = set()
        for players in self.game.options()["players"]:
            actors = self._actors(3, players)
            for played in range(1, len(actors) + 1, 3):
                limit = undo_limit(actors[:played])
                for to in range(max(0, played - 12), played):
                    found.add(self._checked_refusal(limit, actors, to, played))
        assert found == ({None, SHOWN, ACTED} if self.game.hides() else {None, SHOWN})

    def _actors(self, seed: int, players: int) -> list[int]:
        """Who acted in a random game, action by action."""
        state, random, actors = self.game.new(players=players), Random(seed), list[int]()
        while state.actor != OVER:
            actors.append(int(state.actor))
            state.apply(choose(state, random))
        return actors

    def _checked_refusal(self, limit: UndoLimit, actors: list[int], to: int, played: int) -> str | None:
        since = actors[to + 1 : played]
        shown = CHANCE in actors[to:played]
        acted = any(seat not in (CHANCE, actors[to]) for seat in since)
        strict, free = (limit.refusal(self.game, to, free=free) for free in (False, True))
        assert (strict is None) == (not shown and not (self.game.hides() and acted))
        assert free == (strict if self.game.hides() else None)
        return strict

    def test_where_nobody_has_decided_there_is_nothing_to_undo(self) -> None:
        assert UndoLimit().refusal(self.game, None, free=True) == NOTHING

    def test_a_game_hides_something_if_and_only_if_a_draw_is_not_shown_to_all(self) -> None:
        state, random = self.game.new(), Random(1)
        hidden = False
        while state.actor != OVER:
            action = choose(state, random)
            eyes = [state.reveals(action, seat) for seat in (None, *range(state.seats()))]
            hidden |= any(one != other for one, other in pairwise(eyes))
            state.apply(action)
        assert self.game.hides() == hidden


def undo_limit(actors: list[int], entered: bool = False) -> UndoLimit:
    """The limit after the actions of these actors."""
    limit, before = UndoLimit(), None
    for number, actor in enumerate(actors):
        limit, before = limit.after(number, actor, before, entered=entered), actor
    return limit


@contextmanager
def rules(game: Game, revision: int) -> Iterator[None]:
    """As if the game had this rules revision."""
    now, game.rules_revision = game.rules_revision, revision
    try:
        yield
    finally:
        game.rules_revision = now
