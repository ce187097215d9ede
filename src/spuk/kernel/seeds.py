"""Seeds and random numbers that are the same on every machine, compiled or not."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final, final

from mypy_extensions import i64

_MASK: Final[i64] = 0xFFFFFFFF


def derive(seed: int, *path: object) -> int:
    """An independent 96-bit seed for one purpose (`path`), no matter what else was drawn."""
    label = "/".join(str(part) for part in (seed, *path))
    return int.from_bytes(hashlib.blake2b(label.encode(), digest_size=12).digest(), "big")


@final
class Random:
    """The generator sfc32: only 32-bit sums and shifts, so i64 never overflows."""

    def __init__(self, seed: int) -> None:
        word = derive(seed, "sfc32")
        self._a: i64 = (word >> 64) & 0xFFFFFFFF
        self._b: i64 = (word >> 32) & 0xFFFFFFFF
        self._c: i64 = word & 0xFFFFFFFF
        self._count: i64 = 1
        for _ in range(12):
            self.bits()

    def bits(self) -> i64:
        """32 random bits."""
        out: i64 = (self._a + self._b + self._count) & _MASK
        self._count = (self._count + 1) & _MASK
        self._a = self._b ^ (self._b >> 9)
        self._b = (self._c + (self._c << 3)) & _MASK
        rotated: i64 = ((self._c << 21) | (self._c >> 11)) & _MASK
        self._c = (rotated + out) & _MASK
        return out

    def below(self, limit: i64) -> i64:
        """A number in range(limit), for small limits (the bias is below limit / 2**32)."""
        return (self.bits() * limit) >> 32

    def fraction(self) -> float:
        """A number in [0, 1)."""
        return float(self.bits()) / 4294967296.0

    def __reduce__(self) -> tuple[Callable[[int, int, int, int], Random], tuple[int, int, int, int]]:
        """A copy continues with the same numbers."""
        return _resumed, (int(self._a), int(self._b), int(self._c), int(self._count))


def as_random(source: object) -> Random:
    """Our generator as it is. Python's and numpy's provide the seed for one of ours."""
    if isinstance(source, Random):
        return source
    foreign: Any = source
    if hasattr(foreign, "getrandbits"):  # random.Random
        return Random(foreign.getrandbits(96))
    if hasattr(foreign, "bytes"):  # numpy's Generator and RandomState
        return Random(int.from_bytes(foreign.bytes(12), "big"))
    raise TypeError(
        f"{repr(source)[:80]} is not a random generator: give a spuk.Random, a random.Random "
        "or one from numpy"
    )


def seeded(seed: object) -> Random:
    """The generator for a seed, which may also be a generator itself."""
    if isinstance(seed, int):
        return Random(seed)
    return as_random(seed)


def _resumed(a: int, b: int, c: int, count: int) -> Random:
    random = Random(0)
    random._a, random._b, random._c, random._count = a, b, c, count
    return random
