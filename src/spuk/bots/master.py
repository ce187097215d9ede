"""The bot that thinks: it tries every sensible option in playouts and drops the poor ones.

A round of playouts starts from one state that agrees with everything the seat knows (`dreams`). Every option
still in the race (race.py) is applied there, the game's mind plays on for a while with sampled dice and cards
and returns the worth of the position. All options of a round get the same luck (common random numbers), so
the options are compared and not their dice. When one is left, the bot stops, even if there is time left.
"""

from __future__ import annotations

import math
import time
from typing import Final, final

from librt.vecs import append
from mypy_extensions import i64

from spuk.bots.advice import Advice, with_also
from spuk.bots.differences import Futures, differences
from spuk.bots.race import Race
from spuk.kernel.errors import Fault
from spuk.kernel.game import Mind, State
from spuk.kernel.seeds import Random, seeded

DEFAULT_SECONDS: Final = 0.5
_BREATH: Final = 0.005
"""How often other threads may run, one of which may want to stop us. Compiled code alone never lets them."""
_NO_LIMIT: Final = 1e18


@final
class Master:
    """Thinks for `seconds` per decision, or for a number of `playouts`, which is reproducible."""

    name = "master"

    def __init__(self, seed: object = 0, seconds: float | None = None, playouts: int | None = None) -> None:
        if seconds is None and playouts is None:
            seconds = DEFAULT_SECONDS
        if seconds is not None and not 0.0 < seconds < _NO_LIMIT:
            raise ValueError(
                Fault("bot.seconds", "seconds={seconds!r}: must be greater than 0", seconds=seconds)
            )
        if playouts is not None and playouts < 0:
            raise ValueError(
                Fault("bot.playouts", "playouts={playouts!r}: must be 0 or more", playouts=playouts)
            )
        self._random = seeded(seed)
        self._seconds: float = _NO_LIMIT if seconds is None else seconds
        self._playouts: float = _NO_LIMIT if playouts is None else float(playouts)
        self._stopped = False

    def stop(self) -> None:
        """End the current search at once, with what it has found (from another thread)."""
        self._stopped = True

    def choose(self, state: State) -> int:
        """The action that turned out best."""
        return self._think(state, None, counts=False).best()

    def advise(self, state: State, also: int | None = None) -> list[Advice]:
        """All sensible actions with their winning chances, the best first.

        The action `also` is judged as well, sensible or not. It never drops out of the race, and even when it
        is the only one left, the whole budget is spent on it. Each option says what came of the best one more
        or less often, counted in the futures in which both were played on.
        """
        return self._think(state, also, counts=True).advice()

    def _think(self, state: State, also: int | None, *, counts: bool) -> _Search:
        """Try the options until the budget is used up or the race is over; `choose` counts nothing."""
        self._stopped = False
        start = time.perf_counter()
        breath = start
        search = _Search(state, int(self._random.bits()), also, counts)
        while search.race.is_open() and not self._stopped:
            now = time.perf_counter()
            if now - breath > _BREATH:
                time.sleep(0)
                breath = now
            used = self._used(now - start, search.playouts)
            if used >= 1.0:
                break
            search.playout(used)
        return search

    def _used(self, seconds: float, playouts: i64) -> float:
        """The share of the budget that is used up."""
        if float(playouts) >= self._playouts:
            return 1.0
        return max(seconds / self._seconds, float(playouts) / self._playouts)


@final
class _Search:
    """One decision: the options, their race, and the winning chances from its playouts."""

    def __init__(self, state: State, seed: int, also: int | None, counts: bool) -> None:
        self._state = state
        self._mind: Mind = state.mind()
        self._seat: i64 = state.actor
        self._seed = seed
        self._options = with_also(self._mind.sensible(state), also)
        ratings = self._mind.rate(state, self._options)
        self._promised = self._mind.promise(state, ratings)
        self._trust: float = self._mind.trust()
        self._futures: list[Futures] = [Futures() for _ in range(len(self._options))]
        """For each option, round by round."""
        self._counts = counts
        """Consequences of options are counted."""
        self.race = Race(ratings, self._trust, None if also is None else list(self._options).index(also))
        self._next: i64 = 0
        self._dreams = self._mind.dreams(state, self._seat)
        self._imagined = state
        self.playouts: i64 = 0

    def playout(self, used: float) -> None:
        """One more playout. `used` is the share of the budget that is used up."""
        if self._next == 0:
            self.race.begin_round(used)
            if not self.race.is_open():
                return
            rounds = self.race.tried(self.race.racers[0])
            self._imagined = self._dreams.next(Random(self._seed - 1 - int(rounds)))
        option = self.race.racers[self._next]
        random = Random(self._seed + int(self.race.tried(option)))
        state = self._imagined.clone()
        state.step(self._options[option])
        futures = self._futures[option]
        if self._counts:
            futures.came.append(self._mind.foresee(self._imagined, state, random))
        else:
            self._mind.play_on(state, random)
        self.race.note(option, self._mind.worth(state, self._seat))
        futures.chances = append(futures.chances, self._mind.chance(state, self._seat))
        self.playouts += 1
        self._next += 1
        if self._next == len(self.race.racers):
            self._next = 0

    def best(self) -> int:
        """The action that turned out best."""
        return int(self._options[self.race.order(self.race.racers)[0]])

    def advice(self) -> list[Advice]:
        """The results. Options that stayed in the race longest come first."""
        race = self.race
        racers = race.order(race.racers)
        others = race.order([i for i in range(len(self._options)) if i not in racers])
        return [self._opinion(option, racers[0]) for option in racers + others]

    def _opinion(self, option: int, first: int) -> Advice:
        """An option's chance, from how far it is behind the first one. None is shown as better than that."""
        behind, error = self._behind(option, first)
        chance = max(0.0, self._chance(first) - max(0.0, behind))
        told = differences(self._mind, self._state, self._futures[first], self._futures[option])
        return Advice(int(self._options[option]), chance, int(self.race.tried(option)), error, told)

    def _chance(self, option: int) -> float:
        """The winning chance: the playouts' results, with the judgement at a glance as a few more of them."""
        total: float = self._trust * self._promised[option]
        for chance in self._futures[option].chances:
            total += chance
        return total / (float(len(self._futures[option].chances)) + self._trust)

    def _behind(self, option: int, first: int) -> tuple[float, float]:
        """How much less its chance is in rounds that met the same luck, and the standard error of that."""
        ours, best = self._futures[option].chances, self._futures[first].chances
        rounds: i64 = min(len(ours), len(best))
        total: float = 0.0
        squares: float = 0.0
        for i in range(rounds):
            less = best[i] - ours[i]
            total += less
            squares += less * less
        promised: float = self._trust * (self._promised[first] - self._promised[option])
        behind: float = (total + promised) / (float(rounds) + self._trust)
        if rounds < 2:  # a single round says nothing about its error
            return behind, 0.0 if rounds == 0 else abs(behind)
        mean = total / float(rounds)
        variance = max(0.0, squares / float(rounds) - mean * mean)
        return behind, math.sqrt(variance / float(rounds - 1))
