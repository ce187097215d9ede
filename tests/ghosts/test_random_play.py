"""Random games of Ghosts over all tables: what must hold at every single step."""

from __future__ import annotations

import json
from itertools import pairwise
from math import isclose
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.common import random_play as check
from tests.ghosts import checks
from tests.ghosts.tables import GAME, Keen, every_table, examples, finished, players, seeds, tables, walk

import spuk
from spuk.games.ghosts.events import EVENTS
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
    check.invariants_hold(walk(table, player(seed)))


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
    """Nothing is passed over, and nobody is asked for nothing."""
    check.somebody_chooses_until_the_end(walk(table, player(seed)), fewest=1)


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
    check.chances_are_sound(walk(table, player(seed)), Random(seed))


@examples(5)
@given(tables(), seeds, players)
def test_every_position_survives_its_text(table: dict[str, Any], seed: int, player: Any) -> None:
    check.texts_survive(walk(table, player(seed)), _seen)


def _seen(state: spuk.State) -> str:
    """What everybody sees, and what the first and the last seat do."""
    return json.dumps([state.view(seat) for seat in (None, 0, state.seats() - 1)])


@examples(12)
@given(tables(), seeds, players, st.floats(0, 1))
def test_a_position_read_from_text_goes_on_the_same(
    table: dict[str, Any], seed: int, player: Any, share: float
) -> None:
    check.read_and_played_go_on_the_same(GAME, table, player(seed), share)


@examples(8)
@given(tables(), seeds, players)
def test_clones_go_their_own_ways(table: dict[str, Any], seed: int, player: Any) -> None:
    check.clones_are_on_their_own(walk(table, player(seed)), Random(seed))


@examples(12)
@given(tables(), seeds, players)
def test_a_record_replays_every_step(table: dict[str, Any], seed: int, player: Any) -> None:
    check.a_record_replays(GAME, table, player(seed), seed)


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
    _, last = check.events_keep_their_promise(GAME, table, player(seed), EVENTS)
    assert last.id == "game_ended"


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
