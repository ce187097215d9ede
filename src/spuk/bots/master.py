"""The companion that thinks: it tries every sensible option in games played on, and drops the poor ones.

A round of playouts starts from one state that agrees with all the seat knows (`dreams`). Every option
still in the race is taken there, the game's mind plays on for a while on real dice and cards, and says the
worth it sees. All options of a round meet the same luck (common random numbers), so that the options
are compared and not their dice. Half of them drop out after each stage (sequential halving), and an option
that is clearly worse drops out at once; when one is left, thinking is over, whatever time there was.
"""

from __future__ import annotations

import math
import time
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.bots.advice import Advice, with_also
from spuk.kernel.game import State
from spuk.kernel.mind import Mind
from spuk.kernel.seeds import Random

DEFAULT_SECONDS: Final = 0.5
_CLEARLY: Final = 3.0
"""An option is clearly worse when it is this many standard errors behind."""
_START: Final = 8
"""So many options, those with the best ratings, are tried at all."""
_LOOK_EVERY: Final[i64] = 8
"""Rounds between two looks for options that are clearly worse."""
_NO_LIMIT: Final = 1e18


@final
class Master:
    """Thinks for `seconds` a decision, or for a number of `playouts`: then it is reproducible."""

    name = "master"

    def __init__(self, seed: int = 0, seconds: float | None = None, playouts: int | None = None) -> None:
        if seconds is None and playouts is None:
            seconds = DEFAULT_SECONDS
        if seconds is not None and not 0.0 < seconds < _NO_LIMIT:
            raise ValueError(f"seconds={seconds!r}: a number above 0 is needed")
        if playouts is not None and playouts < 0:
            raise ValueError(f"playouts={playouts!r}: 0 or more are needed")
        self._random = Random(seed)
        self._seconds: float = _NO_LIMIT if seconds is None else seconds
        self._playouts: float = _NO_LIMIT if playouts is None else float(playouts)
        self._stopped = False

    def stop(self) -> None:
        """Make the thinking under way end at once, with what it has found (from another thread)."""
        self._stopped = True

    def choose(self, state: State) -> int:
        """The action that turned out best."""
        return self.advise(state)[0].action

    def advise(self, state: State, also: int | None = None) -> list[Advice]:
        """All sensible actions with their winning chances, the best first.

        The action `also` is judged as well, sensible or not: it never drops out of the race, and even
        when it is the only one left, the whole budget is spent on it.
        """
        self._stopped = False
        start = time.perf_counter()
        search = _Search(state, int(self._random.bits()), also)
        while search.racing() and not self._stopped:
            used = self._used(time.perf_counter() - start, search.playouts)
            if used >= 1.0:
                break
            search.playout(used)
        return search.advice()

    def _used(self, seconds: float, playouts: i64) -> float:
        """Which part of the budget is gone."""
        if float(playouts) >= self._playouts:
            return 1.0
        return max(seconds / self._seconds, float(playouts) / self._playouts)


@final
class _Search:
    """One decision: the options, those still in the race, and what their playouts gave."""

    def __init__(self, state: State, seed: int, also: int | None = None) -> None:
        self._state = state
        self._mind: Mind = state.mind()
        self._seat: i64 = state.actor
        self._seed = seed
        self._options = with_also(self._mind.sensible(state), also)
        self._also = -1 if also is None else list(self._options).index(also)
        self._ratings = self._mind.rate(state, self._options)
        self._promised = self._mind.promise(state, self._ratings)
        self._trust: float = self._mind.trust()
        self._values: list[vec[float]] = [vec[float]() for _ in range(len(self._options))]
        self._chances = vec[float]([0.0] * len(self._options))
        self._racers: list[int] = self._keep(list(range(len(self._options))), _START)
        self._stages: float = max(1.0, math.ceil(math.log2(len(self._racers))))
        self._stage: i64 = 0
        self._next: i64 = 0
        self._dreams = self._mind.dreams(state, self._seat)
        self._imagined = state
        self.playouts: i64 = 0

    def racing(self) -> bool:
        """More than one option is left, or one that somebody wants to know about."""
        return len(self._racers) > 1 or self._also >= 0

    def playout(self, used: float) -> None:
        """One more playout; `used` says which part of the budget is gone."""
        if self._next == 0:
            self._begin_round(used)
            if not self.racing():
                return
        option = self._racers[self._next]
        random = Random(self._seed + len(self._values[option]))
        state = self._imagined.clone()
        state.step(self._options[option])
        self._mind.play_on(state, random)
        self._values[option] = append(self._values[option], self._mind.worth(state, self._seat))
        self._chances[option] += self._mind.chance(state, self._seat)
        self.playouts += 1
        self._next += 1
        if self._next == len(self._racers):
            self._next = 0

    def _begin_round(self, used: float) -> None:
        rounds: i64 = len(self._values[self._racers[0]])
        if used * self._stages >= float(self._stage + 1) and rounds > 0:
            self._stage += 1
            self._racers = self._keep(self._racers, (len(self._racers) + 1) // 2)
        elif rounds % _LOOK_EVERY == 0 and rounds > 0:
            self._racers = self._order(self._racers)
            self._racers = [racer for racer in self._racers if not self._is_clearly_worse(racer)]
        self._imagined = self._dreams.next(Random(self._seed - 1 - int(rounds)))

    def _keep(self, racers: list[int], count: int) -> list[int]:
        """The most promising ones, and the one that somebody wants to know about."""
        ordered = self._order(racers)
        return ordered[:count] + [racer for racer in ordered[count:] if racer == self._also]

    def _is_clearly_worse(self, racer: int) -> bool:
        """Than the leader, in the same rounds."""
        if racer == self._also:
            return False
        ours = self._values[racer]
        best = self._values[self._racers[0]]
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

    def _order(self, racers: list[int]) -> list[int]:
        """The most promising first."""
        return [number for _worth, number in sorted([(-self._worth(number), number) for number in racers])]

    def _chance(self, option: int) -> float:
        """The winning chance: what the playouts gave, and the one judged at once as a few more of them."""
        total: float = self._trust * self._promised[option] + self._chances[option]
        return total / (float(len(self._values[option])) + self._trust)

    def _worth(self, option: int) -> float:
        """What the playouts gave, and the rating as a few more of them."""
        values = self._values[option]
        total: float = self._trust * self._ratings[option]
        for value in values:
            total += value
        return total / (float(len(values)) + self._trust)

    def advice(self) -> list[Advice]:
        """What was found out; those that stayed longest in the race come first.

        The best has the chance its playouts gave. The others are less in the ratio of their worth, and none
        is shown better than the one that won the race.
        """
        racers = self._order(self._racers)
        others = self._order([i for i in range(len(self._options)) if i not in racers])
        most = max(self._worth(racers[0]), 1e-9)
        chance = self._chance(racers[0])
        return [
            Advice(int(self._options[i]), chance * min(1.0, self._worth(i) / most), len(self._values[i]))
            for i in racers + others
        ]
