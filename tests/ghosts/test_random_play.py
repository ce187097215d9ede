"""Random games of Ghosts over all tables: what must hold at every single step."""

from __future__ import annotations

import json
from itertools import pairwise
from math import isclose
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ghosts import checks
from tests.ghosts.tables import GAME, Keen, every_table, examples, finished, players, seeds, tables, walk

import spuk
from spuk.kernel.seeds import Random


@pytest.mark.parametrize("table", list(every_table()), ids=lambda t: " ".join(map(str, t.values())))
def test_no_step_of_a_game_breaks_an_invariant_or_loses_a_card(table: dict[str, Any]) -> None:
    for step, state in enumerate(walk(table, Keen(17))):
        if step % 3 == 0:
            assert state.invariants() == [], state.text()
            assert checks.material(state) == [], state.text()


@examples(12)
@given(tables(), seeds, players)
def test_no_step_of_any_game_breaks_an_invariant(table: dict[str, Any], seed: int, player: Any) -> None:
    for state in walk(table, player(seed)):
        assert state.invariants() == [], state.text()


@examples(12)
@given(tables(), seeds, players)
def test_60_cards_are_there_at_every_step(table: dict[str, Any], seed: int, player: Any) -> None:
    for state in walk(table, player(seed)):
        assert checks.material(state) == [], state.text()


@examples(15)
@given(tables(), seeds, players)
def test_there_is_always_something_to_do_until_the_game_is_over(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    for state in walk(table, player(seed)):
        legal = state.legal()
        if state.actor == spuk.OVER:
            assert legal == []
            assert state.outcome() is not None
        else:
            assert legal, "nothing is passed over, and nobody is asked for nothing"
            assert len(set(legal)) == len(legal)
            assert all(0 <= action < GAME.actions for action in legal)
            assert state.outcome() is None


@examples(12)
@given(tables(), seeds, players)
def test_who_is_on_turn_may_do_exactly_what_his_hand_allows(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    for state in walk(table, player(seed)):
        if state.actor >= 0 and state.view(None)["phase"] == "play":
            seat = int(state.actor)
            hand = checks.hands(state.text())[seat]
            names = {GAME.action_text(action) for action in state.legal()}
            assert names == checks.choices(state.view(None), hand), state.text()
            assert hand, "a seat without cards was asked"


@examples(12)
@given(tables(), seeds, players)
def test_the_level_is_what_the_trick_makes_and_never_above_7(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    for state in walk(table, player(seed)):
        view = state.view(None)
        assert 0 <= view["level"] <= 7
        assert view["level"] == checks.level(view["trick"])
        ghosts = [card["family"] for card in view["trick"] if card["card"] != "x"]
        assert view["family"] == (ghosts[-1] if ghosts else None)
        assert all(player["cards"] <= 5 for player in view["players"])
        assert all(0 <= player["gained"] <= player["fear"] for player in view["players"])


@examples(15)
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
            assert all(int(state.sample(random)) in chances for _ in range(3))
            assert state.text() == before
        else:
            assert chances == {}


@examples(5)
@given(tables(), seeds, players)
def test_every_position_survives_its_text(table: dict[str, Any], seed: int, player: Any) -> None:
    for state in walk(table, player(seed)):
        line = state.text()
        again = GAME.from_text(line)
        assert again.text() == line
        assert (again.actor, again.legal()) == (state.actor, state.legal())
        assert again.chances() == state.chances()
        assert again.outcome() == state.outcome()
        for seat in (None, 0, table["players"] - 1):
            assert json.dumps(again.view(seat)) == json.dumps(state.view(seat))


@examples(12)
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
    assert read.outcome() == played.outcome()


@examples(8)
@given(tables(), seeds, players)
def test_clones_go_their_own_ways(table: dict[str, Any], seed: int, player: Any) -> None:
    random = Random(seed)
    for state in walk(table, player(seed)):
        line, legal, twin = state.text(), state.legal(), state.clone()
        assert twin.text() == line
        for _ in range(4):
            ways = twin.legal()
            if ways:
                twin.apply(ways[random.below(len(ways))])
        assert (state.text(), state.legal()) == (line, legal)


@examples(12)
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


@examples(15)
@given(tables(), seeds, players)
def test_a_round_ends_exactly_when_the_player_on_turn_has_no_card(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    """GH-4.1, followed by the events: who plays, in which direction, and what he holds then."""
    state, chooser = GAME.new(**table), player(seed)
    seats, held, turn, step, rounds = table["players"], [0] * table["players"], 0, 1, 0
    while state.actor != spuk.OVER:
        events: list[spuk.Event] = []
        state.apply(chooser.choose(state), events)
        for event in events:
            values = event.values
            if event.id == "round_began":
                held, turn, step, rounds = [0] * seats, values["starter"], 1, rounds + 1
                assert values["round"] == rounds
            elif event.id == "card_drawn":
                held[values["seat"]] += 1
            elif event.id == "hand_reshuffled":
                held[values["seat"]] = 0
            elif event.id in ("trick_opened", "ghost_added", "mirror", "mist_played"):
                assert values["seat"] == turn, event
                assert held[turn] > 0, "a seat without cards was on turn and the round went on"
                held[turn] -= 1
                step = -step if event.id == "mirror" else step
                turn = (turn + step) % seats
            elif event.id == "pile_taken":
                assert values["seat"] == turn, event
                assert held[turn] > 0
            elif event.id == "round_ended":
                assert values["seat"] == turn, event
                assert held[turn] == 0, "the round ended though the player on turn held cards"
    assert rounds == table["rounds"]


@examples(12)
@given(tables(), seeds, players)
def test_only_who_took_no_fear_gives_back_and_at_most_3(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    """GH-4.2, and fear changes in no other way than by taking and giving back."""
    taken = [0] * table["players"]
    state, chooser = GAME.new(**table), player(seed)
    while state.actor != spuk.OVER:
        before = state.view(None)
        action = chooser.choose(state)
        if before["phase"] == "giveback":
            fear = before["players"][state.actor]["fear"]
            assert taken[int(state.actor)] == 0
            assert len(state.legal()) == min(3, fear) + 1
        events: list[spuk.Event] = []
        state.apply(action, events)
        fear = [player["fear"] for player in before["players"]]
        for event in events:
            if event.id == "pile_taken":
                taken[event.values["seat"]] += 1
                fear[event.values["seat"]] += 1
                assert event.values["fear"] == fear[event.values["seat"]]
            elif event.id == "fear_given_back":
                assert taken[event.values["seat"]] == 0
                assert 0 <= event.values["number"] <= 3
                fear[event.values["seat"]] -= event.values["number"]
            elif event.id == "round_began":
                taken = [0] * table["players"]
        assert fear == [player["fear"] for player in state.view(None)["players"]]
        assert min(fear) >= 0


@examples(15)
@given(tables(), seeds, players)
def test_the_fewest_fear_wins_and_the_returns_add_up(table: dict[str, Any], seed: int, player: Any) -> None:
    _, state = finished(table, player(seed))
    outcome = state.outcome()
    assert outcome is not None
    fear = [player["fear"] for player in state.view(None)["players"]]
    assert list(outcome.scores) == fear
    assert outcome.score == min(fear)
    assert outcome.winners == tuple(seat for seat, points in enumerate(fear) if points == min(fear))
    assert outcome.won is True
    assert isclose(sum(outcome.returns), 0, abs_tol=1e-9)
    assert len({outcome.returns[seat] for seat in outcome.winners}) == 1


@examples(12)
@given(tables(), seeds, players)
def test_listening_changes_nothing_and_events_have_the_fields_they_promise(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    from spuk.ghosts.events import EVENTS

    state, chooser, silent = GAME.new(**table), player(seed), GAME.new(**table)
    while state.actor != spuk.OVER:
        action, events = chooser.choose(state), list[spuk.Event]()
        state.apply(action, events)
        silent.apply(action)
        assert silent.text() == state.text()
        for event in events:
            assert tuple(event.values) == EVENTS[event.id]
            assert all(type(value) is int for value in event.values.values())
    assert events[-1].id == "game_ended"


@examples(10)
@given(tables(), seeds, players)
def test_starters_go_round_clockwise(table: dict[str, Any], seed: int, player: Any) -> None:
    views = [state.view(None) for state in walk(table, player(seed))]
    for before, after in pairwise(views):
        if after["round"] != before["round"]:
            assert after["round"] == before["round"] + 1
            assert after["starter"] == (before["starter"] + 1) % table["players"]
            assert after["direction"] == 1
        elif before["phase"] != "starter":
            assert after["starter"] == before["starter"]
