"""Options in a race: each round tries every option that is left once, and the poor ones drop out.

Half of them drop out after each stage of the budget (sequential halving), and those clearly worse than the
leader at once. The value of an option is the average of its rounds, with its rating counted as a few more.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

_START: Final = 8
"""How many options are tried at all: those with the best ratings."""
_CLEARLY: Final = 3.0
"""An option is clearly worse when it is this many standard errors behind."""
_LOOK_AGAIN: Final = 1.25
"""Clearly worse options are looked for whenever the rounds have grown by this factor."""


@final
class Race:
    """Which options are left, and the results of the rounds."""

    def __init__(self, ratings: vec[float], trust: float, also: int | None) -> None:
        """A rating counts as `trust` rounds. The option `also` never drops out."""
        self._ratings = ratings
        self._trust = trust
        self._also = also
        self._values: list[vec[float]] = [vec[float]() for _ in range(len(ratings))]
        self.racers: list[int] = self._keep(list(range(len(ratings))), _START)
        self._stages: float = max(1.0, math.ceil(math.log2(len(self.racers))))
        self._stage: i64 = 0
        self._look: float = trust
        """The round at which clearly worse ones are next looked for: not before rounds outweigh ratings."""

    def is_open(self) -> bool:
        """Whether more than one option is left, or one that must be judged."""
        return len(self.racers) > 1 or self._also is not None

    def tried(self, option: int) -> i64:
        """The rounds of this option."""
        return len(self._values[option])

    def note(self, option: int, value: float) -> None:
        """What a round gave."""
        self._values[option] = append(self._values[option], value)

    def begin_round(self, used: float) -> None:
        """Let options drop out. `used` is the share of the budget that is used up."""
        rounds: float = float(self.tried(self.racers[0]))
        if rounds == 0.0:
            return
        if used * self._stages >= float(self._stage + 1):
            self._stage += 1
            self.racers = self._keep(self.racers, (len(self.racers) + 1) // 2)
        elif rounds >= self._look:
            self._look = max(rounds + 1.0, rounds * _LOOK_AGAIN)
            self.racers = self.order(self.racers)
            self.racers = [racer for racer in self.racers if not self._is_clearly_worse(racer)]

    def _keep(self, racers: list[int], count: int) -> list[int]:
        """The most promising ones, and the one that must be judged."""
        ordered = self.order(racers)
        return ordered[:count] + [racer for racer in ordered[count:] if racer == self._also]

    def _is_clearly_worse(self, racer: int) -> bool:
        """Than the leader, in the same rounds."""
        if racer == self._also:
            return False
        ours = self._values[racer]
        best = self._values[self.racers[0]]
        rounds: i64 = len(ours)
        total: float = 0.0
        squares: float = 0.0
        for i in range(rounds):
            behind = best[i] - ours[i]
            total += behind
            squares += behind * behind
        mean = total / float(rounds)
        variance = max(0.0, squares / float(rounds) - mean * mean)
        return mean > _CLEARLY * math.sqrt(variance / float(rounds)) + 1e-9

    def order(self, options: list[int]) -> list[int]:
        """The most promising first."""
        return [number for _worth, number in sorted([(-self.worth(number), number) for number in options])]

    def worth(self, option: int) -> float:
        """The average of the rounds, with the rating counted as a few more."""
        values = self._values[option]
        total: float = self._trust * self._ratings[option]
        for value in values:
            total += value
        return total / (float(len(values)) + self._trust)
