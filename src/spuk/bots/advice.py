"""A bot's opinion of an option, and its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64


class Difference(NamedTuple):
    """A consequence that came much more often, or much less often, of the best option than of another one.

    Both were played on in the same number of futures, in pairs that met the same luck.
    """

    id: str
    """Which consequence (`spuk.kernel.game.Consequence`): for the words of the game."""
    values: Mapping[str, int]
    best: int
    """In how many futures of the best option it came."""
    other: int
    """In how many futures of the other option."""
    futures: int
    """How many of each there were."""


class Advice(NamedTuple):
    """An action with its winning chance for the player who decides."""

    action: int
    chance: float
    playouts: int
    """How many playouts the chance is based on; 0 for a judgement at a glance."""
    error: float = 0.0
    """The standard error of the difference to the best option's chance; 0 for a judgement at a glance."""
    differences: tuple[Difference, ...] = ()
    """What clearly came of the best option more or less often than of this one; what matters most first."""


def advice_data(advice: Advice) -> dict[str, Any]:
    """Advice ready for JSON."""
    return {**advice._asdict(), "differences": [one._asdict() for one in advice.differences]}


def read_advice(data: Mapping[str, Any]) -> Advice:
    """Advice from its `advice_data`."""
    differences = tuple([Difference(**one) for one in data["differences"]])
    return Advice(**{**data, "differences": differences})


def with_also(options: vec[i64], also: int | None) -> vec[i64]:
    """The options, plus one more action to be judged."""
    if also is None or also in list(options):
        return options
    return append(options[:], also)
