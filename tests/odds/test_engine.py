"""The odds are those of the engine: expectimax through its own chance nodes gives the same fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.odds.expectimax import EXORCISE, Expectimax
from tests.odds.positions import EDITIONS, GAME, states

import spuk
from spuk.games.ghost_stories.board import FACING, GODS_FAVORITE
from spuk.games.ghost_stories.cards import (
    BLOCK_ALL_POWERS,
    BLOCK_POWER,
    CAPTURE_DIE,
    DICE_IMMUNE,
    LOCK_TAO,
    MANY_COLORED,
    WHITE_NOT_WILD,
)
from spuk.games.ghost_stories.odds import solver

COMPILED = solver.__file__.endswith(".so")
POSITIONS = 200 if COMPILED else 30
"""Per edition."""
MIDST = POSITIONS // 3


def asked(odds: spuk.Odds) -> list[Fraction]:
    """The answers in the order of the goals."""
    return [odds.targets[0].chance, odds.targets[-1].chance, odds.some, odds.all, odds.expected]


def near(state: Any) -> list[int]:
    return [int(space) for space in FACING[state.at[state.active]] if state.ghosts[space]]


def compare(state: Any, start: Any, spaces: list[int], line: str, **how: bool) -> None:
    assert asked(spuk.odds(state)) == Expectimax(start, spaces, **how).fractions(state), line


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_odds_are_what_the_engine_gives(edition: str) -> None:
    positions = states(1, edition, POSITIONS)
    for line, state in positions:
        compare(state, state, near(state), line)
    if COMPILED:
        _check_variety([spuk.odds(state) for _, state in positions], [state for _, state in positions])


def _check_variety(answers: list[spuk.Odds], positions: list[Any]) -> None:
    """What is special about exorcisms is in the sample more than once."""
    few = POSITIONS // 100
    assert sum(odds.exorcisms == 2 and len(odds.targets) == 2 for odds in answers) > 3 * few
    assert sum(0 < odds.all < odds.some < 1 for odds in answers) > 3 * few
    assert sum(odds.exorcisms == 0 for odds in answers) > few
    assert sum(odds.curse for odds in answers) > few
    for dice in (1, 2, 3, 4):
        assert any(odds.dice == dice for odds in answers)
    for ability in (LOCK_TAO, WHITE_NOT_WILD, BLOCK_POWER, BLOCK_ALL_POWERS, DICE_IMMUNE, CAPTURE_DIE):
        assert any(state.abilities & ability for state in positions)
    assert any(state.mantra >= 0 and MANY_COLORED[state.ghosts[state.mantra]] for state in positions)
    assert sum(state.has_power(state.active, GODS_FAVORITE) for state in positions) > few


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_odds_in_the_midst_of_an_exorcism_are_what_the_engine_gives(edition: str) -> None:
    random = Random(edition)
    compared: Counter[str] = Counter()
    for line, start in states(2, edition, MIDST):
        state, spaces = start.clone(), near(start)
        if EXORCISE not in state.options:
            continue
        state.step(EXORCISE)
        while state.actor != spuk.OVER and state.turn == start.turn:
            names = {GAME.action_text(action).partition(":")[0] for action in state.options}
            if not names <= {"roll", "reroll", "weaken", "banish", "pay"}:
                break
            compare(state, start, spaces, f"{line} → {state.text()}")
            compared.update(names)
            state.step(random.choice(list(state.options)))
    assert compared["roll"] > MIDST
    assert compared["banish"] + compared["pay"] > MIDST // 20, compared


RARE = {
    "the last incarnation ends the game before the second exorcism, even if the dice force it": (
        "en normal 4p N=blue/wind/@1/tao: E=red N1=64 W3=14 circle=y turn=N"
    ),
    "tokens of one colour are worth more later than those of another": (
        "en nightmare 4p N=blue/wind/@1/tao:ybbgg E=red/spires/@1/tao:rr W=green S=yellow/mantra "
        "N1=58m W3=9 turn=N"
    ),
    "a reward of two tokens pays for the other ghost": (
        "de2 normal 4p N=blue/wind/@1/tao:rr E=red N1=43 W3=49 circle=r turn=N"
    ),
    "the other ghost blocks Second Wind until it goes": (
        "pl normal 4p N=blue/wind/@1/tao:k E=red N1=3 W3=45 turn=N"
    ),
    "all powers are back when the Forgotten Ones are gone": (
        "en nightmare 4p N=blue/wind/@1/tao:kk E=red N1=60 W3=34 turn=N"
    ),
}


@pytest.mark.parametrize("line", RARE.values(), ids=RARE.keys())
def test_the_odds_where_something_rare_matters(line: str) -> None:
    state = GAME.from_text(line)
    compare(state, state, near(state), line)


def test_the_order_of_the_dice_is_not_taken_for_granted() -> None:
    """The comparison above takes rolls of the same faces for one; here every sequence is played."""
    for line in (
        "en normal 4p N=green/favorite/tao:r/@2 E=red N2=38 turn=N",
        "en normal 4p N=green/mountain/tao:r/@1 E=red N1=38 W3=14 turn=N",
        "de2 normal 4p N=yellow/mantra/tao:rrg/@2 E=red W=green N2=58m circle=b turn=N",
    ):
        state = GAME.from_text(line)
        compare(state, state, near(state), line, memo=False)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_odds_of_another_place_are_those_after_the_move(edition: str) -> None:
    compared = 0
    for line, state in states(3, edition, 120):
        here = int(state.at[state.active]) + 1
        for action in state.legal():
            verb, _, place = GAME.action_text(action).partition(":")
            if verb == "move":
                moved = state.clone()
                moved.apply(action)
                if moved.turn == state.turn and len(near(moved)):
                    assert spuk.odds(state, int(place)) == spuk.odds(moved), line
                    compared += 1
        assert spuk.odds(state, here) == spuk.odds(state)
    assert compared > 10
