"""The protocol that every game keeps (`spuk.kernel.game`)."""

from __future__ import annotations

import json
from math import isclose
from typing import Any

import pytest

from spuk.kernel import registry
from spuk.kernel.errors import BrokenText, IllegalAction
from spuk.kernel.game import CHANCE, OVER, Event, Outcome
from spuk.kernel.seeds import Random
from spuk.testing.base import Contract
from spuk.testing.tables import Options, choose, some_states, walk


class ProtocolContract(Contract):
    """Positions, actions, chance, texts, views and options."""

    def test_a_game_goes_from_its_first_choice_to_its_outcome(self, table: Options) -> None:
        seats = range(table["players"])
        # Games with hidden hands ask players even if they have no choice: passing them over would tell.
        fewest = 1 if self.game.hides() else 2
        for state in walk(self.game, table, seed=1):
            legal = state.legal()
            assert all(type(action) is int for action in legal)
            assert len(set(legal)) == len(legal)
            assert all(0 <= action < self.game.actions for action in legal)
            if state.actor == OVER:
                assert legal == []
            else:
                assert state.actor == CHANCE or state.actor in seats
                assert len(legal) >= fewest, "no real choice: pass over it"
                assert state.outcome() is None
            assert state.invariants() == []
        _check_outcome(state.outcome(), seats)

    def test_chances_sum_to_one_and_are_the_legal_outcomes(self, table: Options) -> None:
        random = Random(5)
        for state in walk(self.game, table, seed=2):
            chances = state.chances()
            if state.actor == CHANCE:
                assert [outcome for outcome, _ in chances] == state.legal()
                assert isclose(sum(chance for _, chance in chances), 1.0)
                assert min(chance for _, chance in chances) > 0
                assert int(state.sample(random)) in state.legal()
            else:
                assert chances == []

    def test_chances_are_those_of_the_sides(self) -> None:
        state, dice = self.game.new(), Random(9)
        for _ in range(400):
            if state.actor == OVER:
                break
            sides = list(state.options)
            if state.actor == CHANCE:
                assert state.chances() == [(s, sides.count(s) / len(sides)) for s in sorted(set(sides))]
                assert state.legal() == sorted(set(sides))
            else:
                assert (state.chances(), state.legal()) == ([], sides)
            state.step(sides[dice.below(len(sides))])

    def test_an_illegal_action_is_refused_with_a_reason_and_changes_nothing(self, table: Options) -> None:
        for state in some_states(self.game, table, seed=3):
            before, legal = state.text(), state.legal()
            wrong = [action for action in range(self.game.actions) if action not in legal][::41]
            nonsense: list[Any] = [-1, self.game.actions, 10**30, "end", None, 1.5, [0]]
            for action in wrong + nonsense:
                with pytest.raises(IllegalAction) as refusal:
                    state.apply(action)
                reason = str(refusal.value)
                assert reason
                assert all(self.game.action_text(allowed) in reason for allowed in legal)
                assert state.text() == before
                assert state.legal() == legal

    def test_a_clone_and_its_original_do_not_feel_each_other(self, table: Options) -> None:
        random = Random(7)
        for state in some_states(self.game, table, seed=4):
            line = state.text()
            for mover, other in ((state.clone(), state), (state, state.clone())):
                assert mover.text() == other.text() == line
                assert mover.legal() == other.legal()
                for _ in range(6):
                    if mover.actor != OVER:
                        mover.apply(choose(mover, random))
                assert other.text() == line

    def test_what_a_caller_does_to_the_answers_does_not_reach_the_state(self, table: Options) -> None:
        for state in some_states(self.game, table, seed=5, every=19):
            line, legal, twin = state.text(), state.legal(), state.clone()
            state.legal().clear()
            state.chances().clear()
            state.view(None).clear()
            assert (state.text(), state.legal(), twin.legal()) == (line, legal, legal)

    def test_text_round_trips(self, table: Options) -> None:
        for state in some_states(self.game, table, seed=6):
            line = state.text()
            assert "\n" not in line
            again = self.game.from_text(line)
            assert again.text() == line
            assert (again.actor, again.legal()) == (state.actor, state.legal())
            assert again.chances() == state.chances()
            assert again.outcome() == state.outcome()

    def test_a_view_is_plain_json_for_everyone_at_the_table(self, table: Options) -> None:
        players = table["players"]
        for state in some_states(self.game, table, seed=7, every=11):
            for seat in (None, *range(players)):
                view = state.view(seat)
                assert json.loads(json.dumps(view, allow_nan=False)) == view
            for wrong in (-1, players, players + 1, 10**20):
                with pytest.raises(ValueError, match=str(players - 1)):
                    state.view(wrong)

    def test_what_a_seat_imagines_looks_the_same_to_it_and_is_sound(self, table: Options) -> None:
        for state in some_states(self.game, table, seed=9, every=23):
            line = state.text()
            for seat in range(table["players"]):
                dream = state.imagine(seat, Random(seat))
                assert dream is not state
                assert json.dumps(dream.view(seat)) == json.dumps(state.view(seat))
                assert json.dumps(dream.view(None)) == json.dumps(state.view(None))
                assert dream.actor == state.actor
                if state.actor == seat:
                    assert dream.legal() == state.legal()
                assert dream.invariants() == []
                for _ in range(3):
                    if dream.actor != OVER:
                        dream.apply(choose(dream, Random(seat)))
                        assert dream.invariants() == []
            assert state.text() == line, "imagining changed the truth"

    def test_redacting_keeps_what_happened_and_adds_nothing(self) -> None:
        random, state = Random(3), self.game.new()
        while state.actor != OVER:
            events: list[Event] = []
            state.apply(choose(state, random), events)
            for event in events:
                assert all(type(value) is int for value in event.values.values())
                for seat in (None, *range(state.seats())):
                    shown = state.redact(event, seat)
                    assert shown.id == event.id
                    assert shown.values.items() <= event.values.items()

    def test_listening_changes_nothing(self, table: Options) -> None:
        random, state = Random(4), self.game.new(**table)
        silent = state.clone()
        while state.actor != OVER:
            action = choose(state, random)
            state.apply(action, [])
            silent.apply(action)
            assert silent.text() == state.text()

    def test_names_and_numbers_of_actions_are_each_others_inverse(self) -> None:
        names = [self.game.action_text(action) for action in range(self.game.actions)]
        assert [self.game.action(text) for text in names] == list(range(self.game.actions))
        assert all(names)
        assert not any(" " in text for text in names)

    def test_names_and_numbers_of_no_action_are_refused(self) -> None:
        for number in (-1, self.game.actions, 10**30):
            with pytest.raises(ValueError, match=str(self.game.actions - 1)):
                self.game.action_text(number)
        for text in ("", "nonsense", "nonsense:1", " ", self.game.action_text(0) + "x"):
            with pytest.raises(BrokenText):
                self.game.action(text)

    def test_every_option_is_named_with_its_default_first(self) -> None:
        options = self.game.options()
        assert "players" in options
        for option, values in options.items():
            assert len(values) == len(set(values)) > 1, option
            assert self.game.new(**{option: values[0]}).text() == self.game.new().text()
        assert self.game.new(**self.game.defaults()).text() == self.game.new().text()

    def test_a_wrong_option_is_refused_and_the_allowed_ones_are_named(self) -> None:
        with pytest.raises(ValueError, match="nonsense") as refusal:
            self.game.new(nonsense=1)
        assert all(option in str(refusal.value) for option in self.game.options())
        for option, values in self.game.options().items():
            for wrong in ("nonsense", ["nonsense"], -1, 10**30, 2.5, {}, object()):
                with pytest.raises(ValueError, match=option) as refusal:
                    self.game.new(**{option: wrong})
                allowed = [str(value) for value in values if value is not None]
                assert all(value in str(refusal.value) for value in allowed), refusal.value

    def test_a_game_is_known_by_its_id(self) -> None:
        assert registry.game(self.id) is self.game
        with pytest.raises(ValueError, match=self.id):
            registry.game("nonsense")

    def test_what_is_no_position_is_refused(self) -> None:
        with pytest.raises(BrokenText):
            self.game.from_text("nonsense")

    @pytest.mark.parametrize("nonsense", [None, 7, b"en", ["en"]])
    def test_a_position_must_be_text(self, nonsense: Any) -> None:
        with pytest.raises(BrokenText):
            self.game.from_text(nonsense)

    def test_what_a_finished_game_tells_is_what_its_columns_promise(self, table: Options) -> None:
        *_, last = walk(self.game, table, seed=8)
        facts, outcome = self.game.facts(last), last.outcome()
        assert outcome is not None
        assert list(facts) == list(self.game.columns())
        assert json.loads(json.dumps(facts)) == facts
        told = {**outcome._asdict(), **facts}
        assert self.game.plausible(told, last.seats())


def _check_outcome(outcome: Outcome | None, seats: range) -> None:
    assert outcome is not None
    assert type(outcome.won) is bool
    assert set(outcome.winners) <= set(seats)
    assert outcome.reason
    assert outcome.rule
    assert type(outcome.score) is int
    assert len(outcome.returns) == len(seats)
    assert all(type(value) is float for value in outcome.returns)
