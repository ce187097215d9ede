"""A bot's opinion of an option."""

from __future__ import annotations

from typing import NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64


class Advice(NamedTuple):
    """An action with its winning chance for the player who decides."""

    action: int
    chance: float
    playouts: int
    """How many playouts the chance is based on; 0 for a judgement at a glance."""
    error: float = 0.0
    """The standard error of the difference to the best option's chance; 0 for a judgement at a glance."""


def with_also(options: vec[i64], also: int | None) -> vec[i64]:
    """The options, plus one more action to be judged."""
    if also is None or also in list(options):
        return options
    return append(options[:], also)
