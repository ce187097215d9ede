"""The documented API takes what people have: any integer, any generator; and says what it is."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

import spuk
from spuk.games.ghost_stories.editions import EDITIONS, Edition
from spuk.kernel.seeds import Random
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
    with pytest.raises(TypeError, match=r"'dice' is not a random generator.*spuk\.Random"):
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


@pytest.mark.parametrize("game", spuk.games())
def test_chances_are_those_of_the_sides(game: str) -> None:
    state, dice = spuk.game(game).new(), Random(9)
    for _ in range(400):
        if state.actor == spuk.OVER:
            break
        sides = list(state.options)
        if state.actor == spuk.CHANCE:
            assert state.chances() == [(s, sides.count(s) / len(sides)) for s in sorted(set(sides))]
            assert state.legal() == sorted(set(sides))
        else:
            assert (state.chances(), state.legal()) == ([], sides)
        state.step(sides[dice.below(len(sides))])


@pytest.mark.parametrize(
    "sides",
    [[3], [9, 5, 9, 5000], [4095, 4096], [7, 7, 7], [8, 8, 2], [2**40, 1], []],
    ids=["one", "unsorted", "large", "equal", "falling", "far", "none"],
)
def test_legal_and_chances_hold_for_any_sides(sides: list[int]) -> None:
    state = spuk.game("ghosts").new()
    state.options = vec[i64](sides)
    assert state.actor == spuk.CHANCE
    assert state.legal() == sorted(set(sides))
    assert state.chances() == [(s, sides.count(s) / len(sides)) for s in sorted(set(sides))]
    state.actor = 0
    assert state.legal() == sides


def test_options_are_checked_every_time_however_often_they_were_right() -> None:
    game = spuk.game("ghost-stories")
    for _ in range(2):
        assert game.new(players=1).seats() == 1
        for wrong in (True, 1.0, "1"):
            with pytest.raises(ValueError, match="players"):
                game.new(players=wrong)
        assert (
            game.new(colors=["red", "blue", "green", "yellow"]).text()
            == game.new(colors=("red", "blue", "green", "yellow")).text()
        )


def test_an_edition_that_changes_counts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = spuk.game("ghost-stories")
    assert game.new(level="initiation").view(None)["haunted_limit"] == 3
    kinder = Edition("en", initiation_haunted_limit=5)
    monkeypatch.setitem(EDITIONS, "en", kinder)
    assert game.new(level="initiation").view(None)["haunted_limit"] == 5
    monkeypatch.undo()
    assert game.new(level="initiation").view(None)["haunted_limit"] == 3


@pytest.mark.parametrize("game", spuk.games())
def test_a_copy_has_every_field_and_shares_none_that_changes(game: str) -> None:
    state, dice = spuk.game(game).new(), Random(4)
    while state.actor != spuk.OVER:
        copy, before = state.clone(), fields(state)
        assert fields(copy) == before
        copy.step(copy.options[dice.below(len(copy.options))])
        assert fields(state) == before
        state = copy


def fields(state: spuk.State) -> dict[str, Any]:
    """All that a state holds, found by looking."""
    names = [name for name in dir(state) if not name.startswith("_")]
    found = {name: getattr(state, name) for name in names if not callable(getattr(state, name))}
    return {name: list(value) if hasattr(value, "__len__") else value for name, value in found.items()}


def test_compiled_functions_explain_themselves() -> None:
    state = spuk.State
    for function in (state.apply, state.legal, state.chances, state.imagine, spuk.Random.below):
        assert (function.__doc__ or "").strip(), function
