"""Dice, cards and the setup have the odds of the real things, and sampling keeps to them.

The seeds are fixed, so these counts are the same in every run.
"""

from __future__ import annotations

from collections import Counter

import pytest
from tests.property.tables import GAME

import spuk
from spuk.kernel.seeds import Random

SAMPLES = 12_000
ROLL = "en normal 4p N=@1 N1=1 turn=N"


def _after(line: str, *actions: str) -> spuk.State:
    state = GAME.from_text(line)
    for name in actions:
        state.apply(GAME.action(name))
    assert state.actor == spuk.CHANCE
    return state


def _tao_die() -> spuk.State:
    return _after(ROLL, "exorcise")


def _curse_die() -> spuk.State:
    return _after("en normal 4p N1=11 turn=N:yin")


def _draw() -> spuk.State:
    return _after("en normal 4p N1=1 N2=55 gone=30,31 turn=N", "end")


def _draw_solo() -> spuk.State:
    return _after("en normal 1p N1=1 turn=S:yin")


def _incarnation() -> spuk.State:
    return _after("en normal 4p deck=11 turn=N", "end")


def _odds(state: spuk.State) -> dict[str, float]:
    return {GAME.action_text(action): chance for action, chance in state.chances()}


def test_a_tao_die_has_six_even_faces() -> None:
    assert _odds(_tao_die()) == pytest.approx({f"roll:{face}": 1 / 6 for face in "ybgrkw"})


def test_the_curse_die_is_blank_twice() -> None:
    rest = {f"curse:{face}": 1 / 6 for face in ("haunt", "ghost", "tao", "qi")}
    assert _odds(_curse_die()) == pytest.approx({"curse:blank": 2 / 6, **rest})


def test_every_unseen_ghost_is_as_likely_as_any_other() -> None:
    left = [card for card in range(1, 56) if card not in (1, 55, 30, 31)]
    assert _odds(_draw()) == pytest.approx({f"draw:{card}": 1 / 51 for card in left})


def test_ghosts_taken_out_unseen_do_not_change_the_odds() -> None:
    """GS-3.3: with fewer players some are out of the game, but nobody knows which."""
    assert _odds(_draw_solo()) == pytest.approx({f"draw:{card}": 1 / 54 for card in range(2, 56)})


def test_every_incarnation_is_as_likely_as_any_other() -> None:
    assert _odds(_incarnation()) == pytest.approx({f"draw:{card}": 0.1 for card in range(56, 66)})


def test_the_setup_is_even() -> None:
    state = GAME.new(players=3)
    while state.actor == spuk.CHANCE:
        chances = state.chances()
        even = {chance for _, chance in chances}
        assert even == {1 / len(chances)}
        state.apply(chances[0][0])


@pytest.mark.parametrize(
    "make", [_tao_die, _curse_die, _draw, _draw_solo, _incarnation, GAME.new], ids=lambda m: m.__name__
)
def test_sampling_keeps_to_the_odds(make: object) -> None:
    state, random = make(), Random(2024)
    drawn = Counter(int(state.sample(random)) for _ in range(SAMPLES))
    chances = dict(state.chances())
    assert set(drawn) == set(chances)
    # Chi squared: its mean is the degrees of freedom, its variance twice that.
    distance = sum((drawn[a] - SAMPLES * p) ** 2 / (SAMPLES * p) for a, p in chances.items())
    freedom = len(chances) - 1
    assert distance < freedom + 4 * (2 * freedom) ** 0.5
