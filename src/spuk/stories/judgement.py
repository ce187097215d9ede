"""A position judged at once, by a small network that the lab has trained (bench/train_stories.py).

It answers two questions: will this be won, and which part of the deck will have been drawn when it is over.
One hidden layer, and a direct way from every input to both answers.
"""

from __future__ import annotations

import math
from array import array
from importlib.resources import files
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.stories.footprint import footprint
from spuk.stories.sight import NAMES, Sight, look
from spuk.stories.state import RUNNING, WON, State

HIDDEN: Final[i64] = 30
COLUMNS: Final[i64] = 32
"""Of the first layer: the hidden units, and the direct way to the two answers."""
ANSWERS: Final[i64] = 2
_FOR_THE_WIN: Final[vec[float]] = vec[float]([0.6])
"""How much of a position's worth is the chance to win; the rest is how far the group comes.

Where wins are rare, who looks only at them sees no difference between good and bad.
"""


def _read() -> list[float]:
    """The trained weights, 32-bit floats: the first layer by inputs, then the second by answers."""
    weights = array("f")
    weights.frombytes((files("spuk.stories") / "network.bin").read_bytes())
    return list(weights)


_WEIGHTS: Final[vec[float]] = vec[float](_read())
_SECOND: Final[i64] = COLUMNS * len(NAMES)
"""Where the weights of the second layer begin."""
_NO_SUMS: Final[vec[float]] = vec[float]([0.0] * 32)
if len(_WEIGHTS) != _SECOND + ANSWERS * HIDDEN:
    raise ValueError(f"network.bin has {len(_WEIGHTS)} weights: it was trained with other inputs (sight.py)")


# Plans and playouts come to the same position by several ways. What was judged is remembered, each position
# at the place its footprint says, over whatever was there.
_PLACES: Final[i64] = 1 << 16
_SEEN: Final[vec[i64]] = vec[i64]([0] * 65536)
_WORTH: Final[vec[float]] = vec[float]([0.0] * 65536)


def _forget() -> None:
    for place in range(_PLACES):
        _SEEN[place] = 0


def set_weights(weights: list[float]) -> None:
    """Judge with other weights from now on: for the training only."""
    for i in range(i64(len(weights))):
        _WEIGHTS[i] = weights[i]
    _forget()


def set_aim(for_the_win: float) -> None:
    """How much the win counts beside how far one comes: for the training only."""
    _FOR_THE_WIN[0] = for_the_win
    _forget()


def judge(s: State) -> float:
    """What a position is worth to the group, 0 … 1: chances to win, and some merit for coming far."""
    merit: float = 1.0 - _FOR_THE_WIN[0]
    if s.end != RUNNING:
        return 1.0 if s.end == WON else merit * (1.0 - float(s.deck) / float(s.setup.deck))
    mark: i64 = footprint(s)
    place: i64 = mark & (_PLACES - 1)
    if _SEEN[place] != mark:
        sums = _first_layer(look(s))
        _WORTH[place] = _FOR_THE_WIN[0] * _answer(sums, 0) + merit * _answer(sums, 1)
        _SEEN[place] = mark
    return _WORTH[place]


def chance(s: State) -> float:
    """The chance to win: 0 … 1."""
    if s.end != RUNNING:
        return 1.0 if s.end == WON else 0.0
    return _answer(_first_layer(look(s)), 0)


def _answer(sums: vec[float], number: i64) -> float:
    total: float = sums[HIDDEN + number]
    place: i64 = _SECOND + HIDDEN * number
    for unit in range(HIDDEN):
        if sums[unit] > 0.0:
            total += sums[unit] * _WEIGHTS[place + unit]
    return 1.0 / (1.0 + math.exp(-total))


def _first_layer(sight: Sight) -> vec[float]:
    sums = _NO_SUMS[:]
    for column in range(0, 32, 8):
        _sum_eight(sight, column, sums)
    return sums


def _sum_eight(sight: Sight, column: i64, sums: vec[float]) -> None:
    """Eight columns at once, so that their sums stay in registers: half the time of one after the other."""
    a: float = 0.0
    b: float = 0.0
    c: float = 0.0
    d: float = 0.0
    e: float = 0.0
    f: float = 0.0
    g: float = 0.0
    h: float = 0.0
    inputs = sight.inputs
    values = sight.values
    weights = _WEIGHTS
    for k in range(sight.count):
        at: i64 = COLUMNS * inputs[k] + column
        value: float = values[k]
        a += value * weights[at]
        b += value * weights[at + 1]
        c += value * weights[at + 2]
        d += value * weights[at + 3]
        e += value * weights[at + 4]
        f += value * weights[at + 5]
        g += value * weights[at + 6]
        h += value * weights[at + 7]
    sums[column] = a
    sums[column + 1] = b
    sums[column + 2] = c
    sums[column + 3] = d
    sums[column + 4] = e
    sums[column + 5] = f
    sums[column + 6] = g
    sums[column + 7] = h
