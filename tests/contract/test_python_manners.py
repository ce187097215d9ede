"""States behave as Python people expect: copies are copies, pickles come back, apply does not nest."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import spuk
from spuk.kernel.seeds import Random


def _some_states(name: str) -> list[spuk.State]:
    state, random, states = spuk.game(name).new(), Random(5), []
    while state.actor != spuk.OVER:
        states.append(state.clone())
        state.apply(int(state.options[random.below(len(state.options))]))
    return [*states[::15], state]


@pytest.mark.parametrize("name", spuk.games())
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_a_copy_is_an_independent_state(name: str, way: Any) -> None:
    for state in _some_states(name):
        before = state.text()
        other = way(state)
        assert other.text() == before
        assert other.legal() == state.legal()
        if state.legal():
            other.apply(other.legal()[-1])
        assert state.text() == before


@pytest.mark.parametrize("name", spuk.games())
def test_apply_inside_apply_is_refused(name: str) -> None:
    state = spuk.game(name).new()
    state.busy = True
    with pytest.raises(RuntimeError, match="clone"):
        state.apply(state.legal()[0])
    state.busy = False
    state.apply(state.legal()[0])


@pytest.mark.parametrize("name", spuk.games())
@pytest.mark.parametrize("nonsense", [None, 7, b"en", ["en"]])
def test_a_position_must_be_text(name: str, nonsense: Any) -> None:
    with pytest.raises(spuk.BrokenText, match="line of text"):
        spuk.game(name).from_text(nonsense)


def test_a_game_wants_as_many_bots_as_seats_or_fewer() -> None:
    with pytest.raises(ValueError, match="1…2 bots"):
        spuk.play("ghosts", {"players": 2}, bots=["random"] * 3)
    with pytest.raises(ValueError, match="1…4 bots"):
        spuk.play("ghosts", bots=[])
    wrong: Any = "x"
    with pytest.raises(ValueError, match="whole number"):
        spuk.play("ghosts", seed=wrong)
    assert spuk.play("ghosts", {"players": 2}, bots="random").players == ["random", "random"]
