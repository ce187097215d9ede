"""States behave as Python users expect: copies are copies, pickles can be loaded, any integer type works."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from operator import index
from typing import Any

import pytest

import spuk
from spuk.kernel.errors import IllegalAction
from spuk.kernel.game import CHANCE, OVER, State
from spuk.kernel.seeds import Random
from spuk.testing.base import Contract
from spuk.testing.tables import begun, some_states


class _Number:
    """Another integer type, like numpy's."""

    def __init__(self, value: int) -> None:
        self._value = value

    def __index__(self) -> int:
        return self._value


def _pickled(state: State) -> State:
    found: State = pickle.loads(pickle.dumps(state))
    return found


class MannersContract(Contract):
    """Copies, comparison, kinds of numbers and generators."""

    @pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, _pickled])
    def test_a_copy_is_an_independent_state(self, way: Callable[[State], State]) -> None:
        for state in some_states(self.game, {}, seed=5, every=15):
            before = state.text()
            other = way(state)
            assert other.text() == before
            assert other.legal() == state.legal()
            if state.legal():
                other.apply(other.legal()[-1])
            assert state.text() == before

    def test_states_are_equal_when_their_positions_are(self) -> None:
        state = begun(self.game)
        same, other = state.clone(), state.clone()
        other.apply(other.legal()[-1])
        assert state == same
        assert hash(state) == hash(same)
        assert state != other
        assert len({state, same, other}) == 2
        assert state != state.text()
        assert repr(state) == f"<{self.id}: {state.text()}>"

    @pytest.mark.parametrize("kind", [int, _Number])
    def test_actions_may_be_any_kind_of_integer(self, kind: Callable[[int], Any]) -> None:
        state = begun(self.game)
        action = state.legal()[0]
        other = state.clone()
        assert index(kind(action)) == action
        state.apply(kind(action))
        other.apply(action)
        assert state == other

    @pytest.mark.parametrize("wrong", [True, False, 1.0, "1", None, 10**30, -1, b"", [1]])
    def test_what_is_no_integer_is_no_action(self, wrong: Any) -> None:
        state = begun(self.game)
        before = state.text()
        with pytest.raises(IllegalAction):
            state.apply(wrong)
        assert state.text() == before

    @pytest.mark.parametrize("make", [spuk.Random, random.Random])
    def test_generators_of_python_serve_as_well_as_ours(self, make: Callable[[int], Any]) -> None:
        ways = []
        for _ in range(2):
            state, dice = self.game.new(), make(5)
            for _ in range(30):
                if state.actor == CHANCE:
                    outcome = state.sample(dice)
                    assert outcome in state.legal()
                    state.apply(outcome)
                elif state.actor != OVER:
                    imagined = state.imagine(int(state.actor), dice)
                    assert imagined.view(int(state.actor)) == state.view(int(state.actor))
                    state.apply(spuk.bot("random", seed=make(5)).choose(imagined))
            ways.append(state.text())
        assert ways[0] == ways[1], "the same seed, the same game"

    def test_apply_inside_apply_is_refused(self) -> None:
        state = self.game.new()
        state.busy = True
        with pytest.raises(RuntimeError, match="clone"):
            state.apply(state.legal()[0])
        state.busy = False
        state.apply(state.legal()[0])

    def test_the_fast_lane_plays_the_same_game(self) -> None:
        """`step` and `sample` instead of `apply`, which checks."""
        for seed in range(5):
            careful, fast = self.game.new(), self.game.new()
            dice = Random(seed)
            while careful.actor != OVER:
                side = int(fast.options[dice.below(len(fast.options))])
                fast.step(side)
                careful.apply(side)
                assert careful.text() == fast.text()
