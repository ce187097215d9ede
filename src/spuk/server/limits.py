"""Rate limits that are named in the error when they are exceeded."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple

from spuk.table.errors import TooMuch


class Rate(NamedTuple):
    """A burst, and a sustained number per second."""

    burst: float
    a_second: float


RATES: Final[dict[str, Rate]] = {
    "connections": Rate(300, 60),
    "requests": Rate(300, 60),
    "actions": Rate(100, 25),
    "chat": Rate(10, 0.5),
    "tables": Rate(30, 0.02),
    "people": Rate(60, 0.05),
    "recovery": Rate(10, 0.02),
    "records": Rate(20, 0.2),
    "replays": Rate(40, 2),
    "steps": Rate(100, 15),
    "hints": Rate(20, 0.2),
    "analyses": Rate(10, 0.05),
}
"""By name. `actions`, `chat`, `hints` and `analyses` count per person, the others per address."""
_OWN_WORDS: Final = ("hints", "analyses")
"""Limits for which pages have a text of their own."""
_REMEMBERED: Final = 50_000


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Limits:
    """Counts requests in token buckets. Unused buckets are dropped, since they are full again anyway."""

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._buckets: OrderedDict[tuple[str, str], _Bucket] = OrderedDict()

    def spend(self, name: str, who: str) -> None:
        """Spend one. `TooMuch` names the limit and says when to try again."""
        if self._factor <= 0:
            return
        rate = RATES[name]
        burst, a_second = rate.burst * self._factor, rate.a_second * self._factor
        now = time.monotonic()
        bucket = self._buckets.get((name, who))
        if bucket is None:
            bucket = self._buckets[name, who] = _Bucket(burst, now)
            if len(self._buckets) > _REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end((name, who))
        bucket.left = min(burst, bucket.left + (now - bucket.at) * a_second)
        bucket.at = now
        if bucket.left < 1:
            wait = (1 - bucket.left) / a_second
            said = f"Rate limit '{name}': bursts of {burst:g}, then {a_second:g} per second"
            code = f"too_many_{name}" if name in _OWN_WORDS else None
            raise TooMuch(name, f"{said}; try again in {ceil(wait)} s.", wait, code=code)
        bucket.left -= 1


class Counted:
    """How many of something an address holds open at the same time."""

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._most = most
        self._open: dict[str, int] = {}

    def enter(self, who: str) -> None:
        """Add one. Raises `TooMuch` if that is too many."""
        if self._open.get(who, 0) >= self._most:
            raise TooMuch(self._name, f"Limit '{self._name}': at most {self._most} at the same time.", 5)
        self._open[who] = self._open.get(who, 0) + 1

    def leave(self, who: str) -> None:
        """One less."""
        self._open[who] -= 1
        if not self._open[who]:
            del self._open[who]
