"""The protocol that every game keeps (design.md, section 2). A new game only has to be registered."""

from __future__ import annotations

import json
from math import isclose
from typing import Any

import pytest
from tests.contract.tables import all_tables, choose, label, some_states, walk

import spuk
from spuk.kernel.seeds import Random

every_table = pytest.mark.parametrize(("name", "table"), all_tables(), ids=label)
every_game = pytest.mark.parametrize("name", spuk.games())
HIDDEN = ("ghosts",)
"""Games with hidden hands ask a player even if he has no choice: passing him over would tell his hand."""
LANGUAGES = ("en", "de", "pl")


@every_table
def test_a_game_goes_from_its_first_choice_to_its_outcome(name: str, table: dict[str, Any]) -> None:
    seats = range(table["players"])
    for state in walk(name, table, seed=1):
        legal = state.legal()
        assert all(type(action) is int for action in legal)
        assert len(set(legal)) == len(legal)
        assert all(0 <= action < spuk.game(name).actions for action in legal)
        if state.actor == spuk.OVER:
            assert legal == []
        else:
            assert state.actor == spuk.CHANCE or state.actor in seats
            assert len(legal) >= (1 if name in HIDDEN else 2), "no real choice"
            assert state.outcome() is None
        assert state.invariants() == []
    _check_outcome(state.outcome(), seats)


def _check_outcome(outcome: spuk.Outcome | None, seats: range) -> None:
    assert outcome is not None
    assert type(outcome.won) is bool
    assert set(outcome.winners) <= set(seats)
    assert outcome.reason
    assert outcome.rule
    assert type(outcome.score) is int
    assert len(outcome.returns) == len(seats)
    assert all(type(value) is float for value in outcome.returns)


@every_table
def test_chances_sum_to_one_and_are_the_legal_outcomes(name: str, table: dict[str, Any]) -> None:
    random = Random(5)
    for state in walk(name, table, seed=2):
        chances = state.chances()
        if state.actor == spuk.CHANCE:
            assert [outcome for outcome, _ in chances] == state.legal()
            assert isclose(sum(chance for _, chance in chances), 1.0)
            assert min(chance for _, chance in chances) > 0
            assert int(state.sample(random)) in state.legal()
        else:
            assert chances == []


@every_table
def test_an_illegal_action_is_refused_with_a_reason_and_changes_nothing(
    name: str, table: dict[str, Any]
) -> None:
    game = spuk.game(name)
    for state in some_states(name, table, seed=3):
        before, legal = state.text(), state.legal()
        wrong = [action for action in range(game.actions) if action not in legal][::41]
        for action in [*wrong, -1, game.actions, 10**30, "end", None, 1.5, [0]]:
            with pytest.raises(spuk.IllegalAction) as refusal:
                state.apply(action)
            reason = str(refusal.value)
            assert reason
            assert all(game.action_text(allowed) in reason for allowed in legal)
            assert state.text() == before
            assert state.legal() == legal


@every_table
def test_a_clone_and_its_original_do_not_feel_each_other(name: str, table: dict[str, Any]) -> None:
    random = Random(7)
    for state in some_states(name, table, seed=4):
        line = state.text()
        for mover, other in ((state.clone(), state), (state, state.clone())):
            assert mover.text() == other.text() == line
            assert mover.legal() == other.legal()
            for _ in range(6):
                if mover.actor != spuk.OVER:
                    mover.apply(choose(mover, random))
            assert other.text() == line


@every_table
def test_what_a_caller_does_to_the_answers_does_not_reach_the_state(name: str, table: dict[str, Any]) -> None:
    for state in some_states(name, table, seed=5, every=19):
        line, legal, twin = state.text(), state.legal(), state.clone()
        state.legal().clear()
        state.chances().clear()
        state.view(None).clear()
        assert (state.text(), state.legal(), twin.legal()) == (line, legal, legal)


@every_table
def test_text_round_trips(name: str, table: dict[str, Any]) -> None:
    game = spuk.game(name)
    for state in some_states(name, table, seed=6):
        line = state.text()
        assert "\n" not in line
        again = game.from_text(line)
        assert again.text() == line
        assert (again.actor, again.legal()) == (state.actor, state.legal())
        assert again.chances() == state.chances()
        assert again.outcome() == state.outcome()


@every_table
def test_a_view_is_plain_json_for_everyone_at_the_table(name: str, table: dict[str, Any]) -> None:
    players = table["players"]
    for state in some_states(name, table, seed=7, every=11):
        for seat in (None, *range(players)):
            view = state.view(seat)
            assert json.loads(json.dumps(view, allow_nan=False)) == view
        for seat in (-1, players, players + 1, 10**20):
            with pytest.raises(ValueError, match=str(players - 1)):
                state.view(seat)


@every_table
def test_what_a_seat_imagines_looks_the_same_to_it_and_is_sound(name: str, table: dict[str, Any]) -> None:
    for state in some_states(name, table, seed=9, every=23):
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
                if dream.actor != spuk.OVER:
                    dream.apply(choose(dream, Random(seat)))
                    assert dream.invariants() == []
        assert state.text() == line, "imagining changed the truth"


@every_game
def test_redacting_keeps_what_happened_and_adds_nothing(name: str) -> None:
    random, state = Random(3), spuk.game(name).new()
    while state.actor != spuk.OVER:
        events: list[spuk.Event] = []
        state.apply(choose(state, random), events)
        for event in events:
            for seat in (None, *range(state.seats())):
                shown = state.redact(event, seat)
                assert shown.id == event.id
                assert shown.values.items() <= event.values.items()


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_legal_action_has_words_of_its_own(name: str, lang: str) -> None:
    game = spuk.game(name)
    for players in game.options()["players"]:
        for state in walk(name, {"players": players}, seed=8):
            words = [game.words(state, action, lang) for action in state.legal()]
            assert all(any(letter.isalpha() for letter in word) for word in words), words
            if state.actor != spuk.CHANCE:  # cards may bear the same name
                assert len(set(words)) == len(words), f"two actions read the same: {words}"


@every_game
def test_names_and_numbers_of_actions_are_each_others_inverse(name: str) -> None:
    game = spuk.game(name)
    names = [game.action_text(action) for action in range(game.actions)]
    assert [game.action(text) for text in names] == list(range(game.actions))
    assert all(names)
    assert not any(" " in text for text in names)


@every_game
def test_names_and_numbers_of_no_action_are_refused(name: str) -> None:
    game = spuk.game(name)
    for number in (-1, game.actions, 10**30):
        with pytest.raises(ValueError, match=str(game.actions - 1)):
            game.action_text(number)
    for text in ("", "nonsense", "nonsense:1", " ", game.action_text(0) + "x"):
        with pytest.raises(spuk.BrokenText):
            game.action(text)


@every_game
def test_every_option_is_named_with_its_default_first(name: str) -> None:
    game = spuk.game(name)
    options = game.options()
    assert "players" in options
    for option, values in options.items():
        assert len(values) == len(set(values)) > 1, option
        assert game.new(**{option: values[0]}).text() == game.new().text()
    defaults = {option: values[0] for option, values in options.items()}
    assert game.new(**defaults).text() == game.new().text()


@every_game
def test_a_wrong_option_is_refused_and_the_allowed_ones_are_named(name: str) -> None:
    game = spuk.game(name)
    with pytest.raises(ValueError, match="nonsense") as refusal:
        game.new(nonsense=1)
    assert all(option in str(refusal.value) for option in game.options())
    for option, values in game.options().items():
        for wrong in ("nonsense", ["nonsense"], -1, 10**30, 2.5, {}, object()):
            with pytest.raises(ValueError, match=option) as refusal:
                game.new(**{option: wrong})
            allowed = [str(value) for value in values if value is not None]
            assert all(value in str(refusal.value) for value in allowed), refusal.value


@every_game
def test_a_game_is_known_by_its_id(name: str) -> None:
    assert spuk.game(name).id == name
    with pytest.raises(ValueError, match=name):
        spuk.game("nonsense")


@every_game
def test_what_is_no_position_is_refused(name: str) -> None:
    with pytest.raises(spuk.BrokenText):
        spuk.game(name).from_text("nonsense")
