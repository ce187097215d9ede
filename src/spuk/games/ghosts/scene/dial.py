"""The dial of fear and the ring that shows which way play goes, as SVG paths in a square of 100."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from spuk.games.ghosts.cards import HIGHEST_LEVEL
from spuk.language.catalog import say

MOST: Final = int(HIGHEST_LEVEL)
_CENTRE: Final = 50.0
_RADIUS: Final = 39.5
_NUMBERS: Final = 33.5
_FIRST: Final = 220.0
"""The dial begins at the lower left, in degrees clockwise from the top, and ends at the lower right."""
_SWEEP: Final = 280.0
_GAP: Final = 3.0
_WAY: Final = 46.5
_ARROW: Final = 96.0
"""How far each of the three arrows of the ring reaches."""


@dataclass(frozen=True)
class Segment:
    """One of the seven places."""

    number: int
    path: str
    x: str
    y: str
    tone: str
    """low, mid or top: gold, coral, ghostfire."""
    on: bool
    is_level: bool


@dataclass(frozen=True)
class Dial:
    """The fear level out of seven, and the direction of play."""

    level: int
    most: int
    back: bool
    """Play goes anticlockwise."""
    segments: tuple[Segment, ...]
    arrows: tuple[tuple[str, str], ...]
    """The arcs of the ring, each with the turn of its head (drawn for clockwise); none for two players."""
    label: str


def dial(level: int, direction: int, players: int, lang: str) -> Dial:
    """The dial at this level; between two players no direction has an effect (GH-3.3)."""
    back = direction < 0 and players > 2
    way = say(lang, "ui.cards.way.back" if back else "ui.cards.way.on")
    label = say(lang, "ui.cards.dial", n=level, most=MOST, way=way)
    if players == 2:
        label = say(lang, "ui.cards.dial.two", n=level, most=MOST)
    segments = tuple(_segment(n, level) for n in range(1, MOST + 1))
    return Dial(level, MOST, back, segments, _arrows() if players > 2 else (), label)


def _segment(number: int, level: int) -> Segment:
    width = _SWEEP / MOST
    start = _FIRST + (number - 1) * width
    x, y = _point(start + width / 2, _NUMBERS)
    tone = "low" if number <= 3 else "mid" if number <= 5 else "top"
    path = _arc(start + _GAP / 2, start + width - _GAP / 2, _RADIUS)
    return Segment(number, path, f"{x:.1f}", f"{y:.1f}", tone, number <= level, number == level)


def _arrows() -> tuple[tuple[str, str], ...]:
    ends = (12.0, 132.0, 252.0)
    return tuple((_arc(end - _ARROW, end, _WAY), f"rotate({end:g} 50 50)") for end in ends)


def _arc(start: float, end: float, radius: float) -> str:
    (x, y), (u, v) = _point(start, radius), _point(end, radius)
    return f"M{x:.2f} {y:.2f}A{radius:g} {radius:g} 0 0 1 {u:.2f} {v:.2f}"


def _point(degrees: float, radius: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return _CENTRE + radius * math.sin(angle), _CENTRE - radius * math.cos(angle)
