"""How to play Pig well: hold at 20, or as soon as you have enough to win.

A 1 costs one roll in six the whole total, the other rolls bring 4 on average: below 20 it pays to roll again.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from spuk import CHANCE, OVER, Mind, Random, State

if TYPE_CHECKING:
    from spuk_pig.state import Position

_TURN: Final = 8.14
"""What a turn that holds at 20 brings on average."""
_STEEP: Final = 0.35
"""How much a turn of lead says about who wins."""
_POINT: Final = 0.01
"""What a point more or less than enough is worth."""


class PigMind(Mind):
    """What bots know of Pig."""

    def sensible(self, state: State) -> vec[i64]:
        """With enough to win only a fool rolls again."""
        position = cast("Position", state)
        return vec[i64]([position.hold]) if position.wins_by_holding() else state.options

    def rate(self, state: State, options: vec[i64]) -> vec[float]:
        """Holding as it turns out; rolling again better or worse than that by how far off enough is."""
        position = cast("Position", state)
        after = position.clone()
        after.step(position.hold)
        held = self.chance(after, state.actor)
        rolled = min(1.0, max(0.0, held + _POINT * (self._enough(position) - position.total)))
        return vec[float]([held if option == position.hold else rolled for option in options])

    def play_on(self, state: State, random: Random) -> None:
        """To the end, holding at 20."""
        position = cast("Position", state)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.step(state.sample(random))
            elif position.total >= self._enough(position):
                state.step(position.hold)
            else:
                state.step(position.roll)

    def chance(self, state: State, seat: int) -> float:
        """By how many turns everyone still needs."""
        position = cast("Position", state)
        if state.actor == OVER:
            return 1.0 if seat == position.seat() else 0.0
        weights = [exp(-_STEEP * self._turns_left(position, other)) for other in range(state.seats())]
        return weights[seat] / sum(weights)

    def _enough(self, position: Position) -> int:
        return min(20, position.target - position.scores[position.seat()])

    def _turns_left(self, position: Position, seat: int) -> float:
        """About; half a turn less for having the die."""
        has_die = seat == position.seat()
        points = position.scores[seat] + (position.total if has_die else 0)
        return max(0.0, position.target - points) / _TURN - (0.5 if has_die else 0.0)


MIND: Final = PigMind()
