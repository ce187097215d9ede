"""Fast evaluation of a position by a small network, trained in the lab (bench/train_stories.py).

It has two outputs: the winning chance, and progress: the share of the deck that will have been drawn at the
end, all of it in case of a victory. There is one hidden layer, and a direct connection from every input to
both outputs. Consecutive positions are similar: of about 140 inputs, 18 change. So the sums of the first
layer are updated from the last position to the next. Inputs and weights have so few binary places that all
sums are exact: the result does not depend on what was evaluated before.
"""

from __future__ import annotations

import math
from array import array
from importlib.resources import files
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories.features import NAMES, Sight, look
from spuk.games.ghost_stories.position_hash import footprint
from spuk.games.ghost_stories.state import RUNNING, WON, State

HIDDEN: Final[i64] = 62
COLUMNS: Final[i64] = 64
"""Of the first layer: the hidden units and the direct connections to the two outputs."""
ANSWERS: Final[i64] = 2
_FOR_THE_WIN: Final[vec[float]] = vec[float]([0.6])
"""The weight of the winning chance in a position's worth. The rest is progress, because wins alone give no
guidance where they are rare.
"""

_SHIFT: Final[vec[float]] = vec[float]([0.73, 1.12, 1.14, 1.24])
_SLOPE: Final[vec[float]] = vec[float]([0.83, 0.96, 0.91, 0.85])
"""By number of players: turns the raw output into a chance that is right for monks
(bench/chances_stories.py). The network learned from games that were played less well than it plays now, and
from its own estimates.
"""

_GRAIN: Final = 1048576.0
"""Weights are multiples of one over this."""


def _read() -> list[float]:
    """The trained weights, 32-bit floats: the first layer by inputs, then the second by outputs."""
    weights = array("f")
    weights.frombytes((files("spuk.games.ghost_stories") / "network.bin").read_bytes())
    return [_in_grains(weight) for weight in weights]


def _in_grains(weight: float) -> float:
    return round(weight * _GRAIN) / _GRAIN


_WEIGHTS: Final[vec[float]] = vec[float](_read())
_SECOND: Final[i64] = COLUMNS * len(NAMES)
"""Where the weights of the second layer begin."""
if len(_WEIGHTS) != _SECOND + ANSWERS * HIDDEN:
    raise ValueError(
        f"network.bin has {len(_WEIGHTS)} weights: it was trained with other inputs (features.py)"
    )


# Plans and playouts reach the same position in several ways. Evaluations are cached, each position
# at the place given by its hash, replacing whatever was there.
_PLACES: Final[i64] = 1 << 16
_SEEN: Final[vec[i64]] = vec[i64]([0] * 65536)
_WORTH: Final[vec[float]] = vec[float]([0.0] * 65536)


@final
class _Changes:
    """Inputs that have changed, and by how much."""

    def __init__(self) -> None:
        self.inputs = vec[i64]([0] * 1024)
        self.values = vec[float]([0.0] * 1024)
        self.count: i64 = 0

    def note(self, input: i64, more: float) -> None:
        """One more."""
        self.inputs[self.count] = input
        self.values[self.count] = more
        self.count += 1


@final
class _Ground:
    """The last evaluated position with the same board in the north: its inputs and their sums."""

    def __init__(self) -> None:
        self._last = Sight()
        self._next = Sight()
        self._changes = _Changes()
        self.sums = vec[float]([0.0] * int(COLUMNS))

    def move(self, s: State) -> None:
        """Move on to the next position: only what has changed is added."""
        look(s, self._next)
        self._compare()
        last = self._last
        self._last = self._next
        self._next = last
        for column in range(0, COLUMNS, 8):
            _sum_eight(self._changes, column, self.sums)

    def _compare(self) -> None:
        changes = self._changes
        changes.count = 0
        was = self._last.values
        now = self._next.values
        for k in range(self._next.count):
            seen: i64 = self._next.inputs[k]
            more: float = now[seen] - was[seen]
            if more != 0.0:
                changes.note(seen, more)
                was[seen] = now[seen]  # so that it is noted once, no matter how often it was seen
        for k in range(self._last.count):
            gone: i64 = self._last.inputs[k]
            if now[gone] == 0.0 and was[gone] != 0.0:
                changes.note(gone, -was[gone])
                was[gone] = 0.0
        for k in range(changes.count):
            was[changes.inputs[k]] = 0.0


_GROUNDS: Final[list[list[_Ground]]] = [[], [], [], []]
"""By the board in the north. An evaluation takes one out and puts it back, so an incomplete one is never
used.
"""


def _forget() -> None:
    for place in range(_PLACES):
        _SEEN[place] = 0
    for grounds in _GROUNDS:
        grounds.clear()


def set_weights(weights: list[float]) -> None:
    """Use other weights from now on, for training only."""
    for i in range(i64(len(weights))):
        _WEIGHTS[i] = _in_grains(weights[i])
    _forget()


def set_aim(for_the_win: float) -> None:
    """The weight of the winning chance against progress, for training only."""
    _FOR_THE_WIN[0] = for_the_win
    _forget()


def judge(s: State) -> float:
    """The value of a position for the group, 0 … 1: the winning chance, with some credit for progress."""
    merit: float = 1.0 - _FOR_THE_WIN[0]
    if s.end != RUNNING:
        return 1.0 if s.end == WON else merit * (1.0 - float(s.deck) / float(s.setup.deck))
    mark: i64 = footprint(s)
    place: i64 = mark & (_PLACES - 1)
    if _SEEN[place] != mark:
        ground = _take_ground(s)
        _WORTH[place] = _FOR_THE_WIN[0] * _answer(ground.sums, 0) + merit * _answer(ground.sums, 1)
        _GROUNDS[s.active].append(ground)
        _SEEN[place] = mark
    return _WORTH[place]


def chance(s: State) -> float:
    """The winning chance if monks play on: 0 … 1."""
    if s.end != RUNNING:
        return 1.0 if s.end == WON else 0.0
    number: i64 = s.setup.players - 1
    return _share(_SHIFT[number] + _SLOPE[number] * odds(s))


def odds(s: State) -> float:
    """The network's raw first output, as the logarithm of odds."""
    ground = _take_ground(s)
    answer: float = _total(ground.sums, 0)
    _GROUNDS[s.active].append(ground)
    return answer


def _take_ground(s: State) -> _Ground:
    """From the sums of this position."""
    waiting = _GROUNDS[s.active]
    ground = waiting.pop() if len(waiting) > 0 else _Ground()
    ground.move(s)
    return ground


def _answer(sums: vec[float], number: i64) -> float:
    return _share(_total(sums, number))


def _total(sums: vec[float], number: i64) -> float:
    total: float = sums[HIDDEN + number]
    place: i64 = _SECOND + HIDDEN * number
    for unit in range(HIDDEN):
        if sums[unit] > 0.0:
            total += sums[unit] * _WEIGHTS[place + unit]
    return total


def _share(odds: float) -> float:
    """A chance from the logarithm of its odds."""
    return 1.0 / (1.0 + math.exp(-odds))


def _sum_eight(changes: _Changes, column: i64, sums: vec[float]) -> None:
    """Eight columns at once, so that their sums stay in registers: half the time of one after the other."""
    a: float = sums[column]
    b: float = sums[column + 1]
    c: float = sums[column + 2]
    d: float = sums[column + 3]
    e: float = sums[column + 4]
    f: float = sums[column + 5]
    g: float = sums[column + 6]
    h: float = sums[column + 7]
    inputs = changes.inputs
    values = changes.values
    weights = _WEIGHTS
    for k in range(changes.count):
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
