"""What came of one option more often than of another, in futures that met the same luck two by two.

Only pairs tell anything in which a consequence came of one option and not of the other. If it made no
difference which option was taken, these would fall to either side like the toss of a coin (McNemar's test).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.bots.advice import Difference
from spuk.kernel.game import Mind, State

_SHOWN: Final = 3
"""So many differences are told at most."""
_CLEARLY: Final = 3.0
"""A difference is clear from so many standard errors on: of the dozens looked at, few get there by luck."""
_WORTH_TELLING: Final = 0.05
"""… and it must show in this part of the futures."""


@final
class Futures:
    """What came of one option, future by future: its consequences, and the winning chance at the end."""

    def __init__(self) -> None:
        self.came: list[vec[i64]] = []
        self.chances: vec[float] = vec[float]()


@final
class _Count:
    """How often one consequence came."""

    def __init__(self) -> None:
        self.best: i64 = 0
        self.other: i64 = 0
        self.only_best: i64 = 0
        self.only_other: i64 = 0
        self.chances: float = 0.0
        """Sum of the winning chances of the futures in which it came."""

    def is_clear(self, futures: i64) -> bool:
        """The options differ in it beyond doubt, and by enough to tell."""
        behind: float = float(self.only_best - self.only_other)
        spread: float = float(self.only_best + self.only_other)
        is_large = abs(behind) >= _WORTH_TELLING * float(futures)
        return is_large and behind * behind >= _CLEARLY * _CLEARLY * spread

    def weight(self, futures: i64, total: float) -> float:
        """How much of the winning chance goes with the difference.

        The difference in how often it came, times how the chance differs where it came and where not.
        """
        with_it: float = float(self.best + self.other)
        without: float = 2.0 * float(futures) - with_it
        if with_it == 0.0 or without == 0.0:
            return 0.0
        effect: float = self.chances / with_it - (total - self.chances) / without
        return abs(effect * float(self.best - self.other))


def differences(mind: Mind, state: State, best: Futures, other: Futures) -> tuple[Difference, ...]:
    """The clear ones between two options, those that go with most of the winning chance first."""
    futures: i64 = min(len(best.came), len(other.came))
    counts: dict[int, _Count] = {}
    total: float = 0.0
    for i in range(futures):
        total += best.chances[i] + other.chances[i]
        for number in best.came[i]:
            count = _count_of(counts, number)
            count.best += 1
            count.chances += best.chances[i]
            if not _has(other.came[i], number):
                count.only_best += 1
        for number in other.came[i]:
            count = _count_of(counts, number)
            count.other += 1
            count.chances += other.chances[i]
            if not _has(best.came[i], number):
                count.only_other += 1
    found = sorted([(-one.weight(futures, total), number) for number, one in counts.items()])
    clear = [number for _, number in found if counts[number].is_clear(futures)]
    return tuple([_told(mind, state, number, counts[number], futures) for number in clear[:_SHOWN]])


def _count_of(counts: dict[int, _Count], number: i64) -> _Count:
    found = counts.get(int(number))
    if found is None:
        found = counts[int(number)] = _Count()
    return found


def _has(came: vec[i64], wanted: i64) -> bool:
    for number in came:
        if number == wanted:
            return True
    return False


def _told(mind: Mind, state: State, number: int, count: _Count, futures: i64) -> Difference:
    consequence = mind.consequence(state, number)
    best, other = int(count.best), int(count.other)
    return Difference(consequence.id, consequence.values, best, other, int(futures))
