"""The rules of Pig, and that its mind plays well enough to be a test of bots."""

from __future__ import annotations

from typing import Any

import pytest
from spuk_pig import PACK

import spuk

GAME = PACK.game


def after(line: str, *actions: str) -> str:
    state = GAME.from_text(line)
    for action in actions:
        state.apply(GAME.action(action))
    return state.text()


def test_a_turn_begins_with_a_roll() -> None:
    state = GAME.new(players=2, target=50)
    assert state.text() == "2p target=50 scores=0,0 turn=1 total=0 roll"
    assert state.chances() == [(GAME.action(f"die:{pips}"), pytest.approx(1 / 6)) for pips in range(1, 7)]


def test_a_roll_is_added_to_the_total() -> None:
    line = "2p target=50 scores=0,0 turn=1 total=0 roll"
    assert after(line, "die:6", "roll", "die:3") == "2p target=50 scores=0,0 turn=1 total=9 choose"


def test_holding_keeps_the_total_and_the_next_player_rolls() -> None:
    line = "3p target=50 scores=0,0,4 turn=3 total=9 choose"
    assert after(line, "hold") == "3p target=50 scores=0,0,13 turn=4 total=0 roll"


def test_a_1_loses_the_total_and_nothing_else() -> None:
    line = "2p target=100 scores=30,0 turn=3 total=14 choose"
    assert after(line, "roll", "die:1") == "2p target=100 scores=30,0 turn=4 total=0 roll"


def test_reaching_the_target_wins_only_by_holding() -> None:
    line = "2p target=20 scores=0,18 turn=4 total=5 choose"
    assert after(line, "roll", "die:1") == "2p target=20 scores=0,18 turn=5 total=0 roll"
    state = GAME.from_text(after(line, "hold"))
    assert state.text() == "2p target=20 scores=0,23 turn=4 total=0 over"
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.score, outcome.scores) == ((1,), 23, (0, 23))
    assert outcome.returns == (-1.0, 1.0)


def test_it_tells_what_happens() -> None:
    state, events = GAME.from_text("2p target=50 scores=0,9 turn=2 total=4 choose"), list[spuk.Event]()
    for action in ("roll", "die:1"):
        state.apply(GAME.action(action), events)
    assert events == [
        spuk.Event("rolled", {"seat": 1, "pips": 1}),
        spuk.Event("lost", {"seat": 1, "total": 4}),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "2p target=50 scores=0,0,0 turn=1 total=0 roll",
        "2p target=30 scores=0,0 turn=1 total=0 roll",
        "2p target=50 scores=0,60 turn=1 total=0 roll",
        "2p target=50 scores=0,60 turn=2 total=7 over",
        "2p target=50 scores=0,0 turn=1 total=0 choose",
        "2p target=50 scores=0,0 turn=1 total=1 roll",
        "2p target=50 scores=0,0 turn=1 total=5 over",
        "2p target=50 scores=0,0 turn=0 total=0 roll",
    ],
)
def test_a_position_that_cannot_be_is_refused(line: str) -> None:
    with pytest.raises(spuk.BrokenText):
        GAME.from_text(line)


def test_better_bots_win_more_often(pig: spuk.Game) -> None:
    def wins(bots: list[Any], games: int) -> int:
        """Of the first bot; seats are changed in every second game."""
        won = 0
        for seed in range(games):
            turn = seed % 2
            record = spuk.play(pig, {"players": 2}, bots[::-1] if turn else bots, seed)
            outcome = record.replay().outcome()
            assert outcome is not None
            won += outcome.winners == (turn,)
        return won

    assert wins(["monk", "random"], 100) > 75
    assert wins([spuk.bot("master", seed=1, playouts=60), spuk.bot("coward")], 20) >= 12
