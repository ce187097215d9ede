"""Small sets as bits of one number."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64


def count(bits: i64) -> i64:
    """How many bits are set."""
    found: i64 = 0
    while bits != 0:
        bits &= bits - 1
        found += 1
    return found


_ONE: Final[list[i64]] = [1]


def single(position: i64) -> i64:
    """The number with only this bit set; `1 << position` is 32 bits wide in mypyc's C."""
    return _ONE[0] << position
