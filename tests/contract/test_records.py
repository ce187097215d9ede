"""Whole games as data, for every registered game and every bot."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.contract.tables import all_tables, label

import spuk

every_table = pytest.mark.parametrize(("name", "table"), all_tables(), ids=label)
every_game = pytest.mark.parametrize("name", spuk.games())


@every_table
def test_the_same_seed_gives_the_same_record(name: str, table: dict[str, Any]) -> None:
    first = spuk.play(name, table, ["random"], seed=11)
    again = spuk.play(spuk.game(name), dict(table), ["random"], seed=11)
    assert first == again
    assert first.to_json() == again.to_json()
    assert (first.game, first.options, first.seed) == (name, table, 11)
    assert len(first.players) == table["players"]


@every_table
def test_a_record_replays_to_its_end(name: str, table: dict[str, Any]) -> None:
    record = spuk.play(name, table, ["random"], seed=12)
    state = record.replay()
    assert state.actor == spuk.OVER
    assert state.outcome() is not None
    lines = [step.text() for step in record.states()]
    assert len(lines) == len(record.actions) + 1
    assert lines[0] == spuk.game(name).new(**table).text()
    assert lines[-1] == state.text()


@every_table
def test_a_record_survives_json(name: str, table: dict[str, Any]) -> None:
    record = spuk.play(name, table, ["random"], seed=13)
    text = record.to_json()
    assert isinstance(json.loads(text), dict)
    again = spuk.Record.from_json(text)
    assert again == record
    assert again.to_json() == text
    assert again.replay().text() == record.replay().text()


@every_table
def test_a_finished_record_is_open_and_one_under_way_shows_what_each_seat_may_see(
    name: str, table: dict[str, Any]
) -> None:
    record = spuk.play(name, table, ["random"], seed=14)
    half = spuk.Record(name, table, record.actions[: len(record.actions) // 2], seed=14)
    for seat in (None, *range(table["players"])):
        assert record.seen_by(seat)["actions"] == record.actions
        seen = half.seen_by(seat)
        assert json.loads(json.dumps(seen)) == seen
        assert "seed" not in seen, "the seed tells every card to come"
        assert len(seen["actions"]) == len(half.actions)
        for state, action, shown in zip(half.states(), half.actions, seen["actions"], strict=False):
            assert shown == (action if state.reveals(action, seat) else None)
            if state.actor not in (spuk.CHANCE, spuk.OVER):
                assert shown == action, "what a player does is seen by all"


@every_game
def test_other_seeds_give_other_games(name: str) -> None:
    records = [spuk.play(name, {}, ["random"], seed) for seed in range(4)]
    assert len({tuple(record.actions) for record in records}) == 4


@every_game
@pytest.mark.parametrize("bot", spuk.bots())
def test_every_bot_chooses_something_legal(name: str, bot: str) -> None:
    companion = spuk.bot(bot, seed=3)
    state = spuk.game(name).new()
    for _ in range(40):
        while state.actor == spuk.CHANCE:
            state.apply(state.legal()[0])
        if state.actor == spuk.OVER:
            return
        before = state.text()
        action = companion.choose(state)
        assert action in state.legal()
        assert state.text() == before, "thinking changed the game"
        state.apply(action)


@every_game
def test_a_game_needs_bots_that_exist(name: str) -> None:
    with pytest.raises(ValueError, match="random"):
        spuk.play(name, {}, ["nonsense"], seed=1)
    with pytest.raises(ValueError, match="bot"):
        spuk.play(name, {}, [], seed=1)


@every_game
def test_a_wrong_option_stops_a_game_before_it_begins(name: str) -> None:
    allowed = [str(players) for players in spuk.game(name).options()["players"]]
    for wrong in ("nonsense", None, -1, 2.5, 10**9, [], True):
        with pytest.raises(ValueError, match="players") as refusal:
            spuk.play(name, {"players": wrong}, ["random"], seed=1)
        assert all(players in str(refusal.value) for players in allowed)
    with pytest.raises(ValueError, match="players"):
        spuk.play(name, {"nonsense": 1}, ["random"], seed=1)
