"""What a companion thinks of an option."""

from __future__ import annotations

from typing import NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64


class Advice(NamedTuple):
    """An action with the winning chance it promises the one who decides."""

    action: int
    chance: float
    playouts: int
    """How many games were played on to find that out; 0 for a judgement at once."""
    error: float = 0.0
    """The standard error of how much less its chance is than the best one's; 0 for a judgement at once."""


def with_also(options: vec[i64], also: int | None) -> vec[i64]:
    """The options, and one more action that somebody wants to know about."""
    if also is None or also in list(options):
        return options
    return append(options[:], also)
