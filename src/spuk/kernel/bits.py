"""Small sets as bits of one number."""

from __future__ import annotations

from mypy_extensions import i64


def count(bits: i64) -> i64:
    """How many bits are set."""
    found: i64 = 0
    while bits != 0:
        bits &= bits - 1
        found += 1
    return found
