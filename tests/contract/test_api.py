"""The documented API takes what people have: any integer, any generator; and says what it is."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import spuk
from spuk.testing.tables import begun as begun_game

GENERATORS = [
    lambda: spuk.Random(5),
    lambda: random.Random(5),
    lambda: np.random.default_rng(5),
    lambda: np.random.RandomState(5),
]


def begun(game: str) -> spuk.State:
    """A game after its setup."""
    return begun_game(spuk.game(game))


@pytest.mark.parametrize("game", spuk.games())
@pytest.mark.parametrize("kind", [int, np.int64, np.int32, np.uint8])
def test_actions_may_be_any_kind_of_integer(game: str, kind: Any) -> None:
    state = begun(game)
    action = next(action for action in state.legal() if action < 256)
    other = state.clone()
    state.apply(kind(action))
    other.apply(action)
    assert state == other


@pytest.mark.parametrize(
    "wrong", [True, False, np.True_, 1.0, np.float64(1), "1", None, 10**30, -1, b"", [1]]
)
def test_what_is_no_integer_is_no_action(wrong: Any) -> None:
    state = begun("ghosts")
    before = state.text()
    with pytest.raises(spuk.IllegalAction):
        state.apply(wrong)
    assert state.text() == before


@pytest.mark.parametrize("game", spuk.games())
@pytest.mark.parametrize("make", GENERATORS)
def test_generators_of_python_and_numpy_serve_as_well_as_ours(game: str, make: Any) -> None:
    ways = []
    for _ in range(2):
        state, dice = spuk.game(game).new(), make()
        for _ in range(30):
            if state.actor == spuk.CHANCE:
                outcome = state.sample(dice)
                assert outcome in state.legal()
                state.apply(outcome)
            else:
                imagined = state.imagine(int(state.actor), dice)
                assert imagined.view(int(state.actor)) == state.view(int(state.actor))
                state.apply(spuk.bot("random", seed=make()).choose(imagined))
        ways.append(state.text())
    assert ways[0] == ways[1], "the same seed, the same game"


def test_what_is_no_generator_is_named() -> None:
    with pytest.raises(TypeError, match=r"'dice' is no random generator.*spuk\.Random"):
        spuk.game("ghosts").new().sample("dice")


def test_a_bot_may_answer_with_numpys_integers() -> None:
    class Learner:
        def choose(self, state: spuk.State) -> Any:
            return np.int64(state.legal()[0])

    record = spuk.play("ghosts", {"players": 2}, [Learner()], seed=4)
    assert all(type(action) is int for action in record.actions)
    assert record.replay().actor == spuk.OVER


def test_games_of_the_same_text_differ() -> None:
    assert begun("ghosts") != begun("ghost-stories")


def test_compiled_functions_explain_themselves() -> None:
    state = spuk.State
    for function in (state.apply, state.legal, state.chances, state.imagine, spuk.Random.below):
        assert (function.__doc__ or "").strip(), function
