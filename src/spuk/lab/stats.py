"""The little statistics the laboratory needs."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054
"""A normal variable lies within ± this in 95% of cases."""


class Interval(NamedTuple):
    """An estimate with its 95% interval."""

    value: float
    low: float
    high: float


def wilson(successes: float, trials: int) -> Interval:
    """Wilson's score interval of a share.

    With shared wins, `successes` is a fraction. The interval is then conservative, because a value between 0
    and 1 varies most if it is always 0 or 1.
    """
    if trials == 0:
        return Interval(math.nan, 0.0, 1.0)
    share = successes / trials
    square = Z95 * Z95 / trials
    centre = (share + square / 2) / (1 + square)
    half = Z95 / (1 + square) * math.sqrt(share * (1 - share) / trials + square / (4 * trials))
    # The ends are exact if nothing or everything was a success; rounding must not change that.
    low = 0.0 if successes <= 0 else max(0.0, centre - half)
    high = 1.0 if successes >= trials else min(1.0, centre + half)
    return Interval(share, low, high)


def mean(values: Counter[int]) -> Interval:
    """The mean of counted numbers, with the usual normal interval."""
    trials = values.total()
    if trials == 0:
        return Interval(math.nan, math.nan, math.nan)
    average = sum(value * n for value, n in values.items()) / trials
    if trials == 1:
        return Interval(average, math.nan, math.nan)
    squares = sum(n * (value - average) ** 2 for value, n in values.items())
    half = Z95 * math.sqrt(squares / (trials - 1) / trials)
    return Interval(average, average - half, average + half)


def quantile(values: Counter[int], share: float) -> int:
    """The smallest number that at least this share of all does not exceed."""
    needed = share * values.total()
    seen = 0
    for value in sorted(values):
        seen += values[value]
        if seen >= needed:
            return value
    raise ValueError("a quantile needs at least one number")
