"""The bot that plays well without thinking: it takes what looks best to the game's mind."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from spuk.bots.advice import Advice, with_also
from spuk.kernel.game import State


@final
class Monk:
    """Takes the option with the best rating; among equal ones, the first in the action space."""

    name = "monk"

    def __init__(self, seed: object = 0) -> None:
        pass

    def choose(self, state: State) -> int:
        """The action that looks best."""
        return self.advise(state)[0].action

    def advise(self, state: State, also: int | None = None) -> list[Advice]:
        """All sensible actions, and `also`, with their winning chances, the best first."""
        mind = state.mind()
        options = with_also(mind.sensible(state), also)
        ratings = mind.rate(state, options)
        chances = mind.promise(state, ratings)
        order = sorted([(-ratings[i], int(options[i]), chances[i]) for i in range(i64(len(options)))])
        return [Advice(action, chance, 0) for _rating, action, chance in order]
