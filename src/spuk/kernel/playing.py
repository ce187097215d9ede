"""The loop of a whole game, compiled: with fast bots, it is most of what a simulation does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from mypy_extensions import i64

from spuk.kernel.game import CHANCE, OVER, State
from spuk.kernel.seeds import Random, derive


class Bot(Protocol):
    """Anything that can choose one of the legal actions."""

    def choose(self, state: State) -> int:
        """The action to play."""
        ...


def play_on(state: State, bots: Sequence[Bot], seed: int, actions: list[int]) -> int:
    """Play to the end in place and append every action. Returns how many were decisions of players.

    A bot is given what its seat may know. Dice and cards come from the state itself and need no check.
    """
    chance = Random(derive(seed, "chance"))
    minds = [Random(derive(seed, "imagine", seat)) for seat in range(state.seats())]
    decisions: i64 = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            drawn = state.sample(chance)
            state.step(drawn)
            actions.append(int(drawn))
        else:
            seat = int(state.actor)
            bot: Any = bots[seat]  # its answer may be any kind of integer, such as numpy's
            action = state.checked(bot.choose(state.imagine(seat, minds[seat])))
            state.step(action)
            actions.append(int(action))
            decisions += 1
    return int(decisions)
