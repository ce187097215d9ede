"""The winning chance over a game as an SVG graph, with costly mistakes marked. Works for any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

WIDTH: Final = 640
HEIGHT: Final = 200
_LEFT: Final = 40
_RIGHT: Final = 8
_TOP: Final = 10
_BOTTOM: Final = 10
TOPS: Final = (0.1, 0.25, 0.5, 1.0)
"""Possible ends of the scale: one that is too high would flatten the graph of a hard game."""
KINDS: Final = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}


class Judged(NamedTuple):
    """A decision and its value."""

    at: int
    """The number of the action in the game, from 1."""
    seat: int
    chance: float
    """The winning chance after it."""
    cost: float
    """How much better the best option would have been."""
    mark: str
    """?!, ?, ?? or nothing."""


@dataclass(frozen=True)
class CurveLine:
    """The line of one seat, or of everyone together."""

    name: str
    path: str
    tone: int
    """Its colour and dash."""
    own: bool
    last: str
    """The height of its end."""


@dataclass(frozen=True)
class CurveMark:
    """A costly decision on the graph."""

    x: str
    y: str
    kind: str
    at: int
    """The position before it."""
    turn: int
    """Its place in the list of decisions."""


@dataclass(frozen=True)
class Curve:
    """The picture."""

    width: int
    height: int
    lines: tuple[CurveLine, ...]
    marks: tuple[CurveMark, ...]
    ticks: tuple[tuple[str, str], ...]
    """Heights with their percentages."""
    left: int
    right: int
    now: str
    """The horizontal position of the shown step."""


def curve(
    judged: Sequence[Judged],
    actions: int,
    finals: Sequence[float],
    names: Sequence[str],
    own: int | None = None,
    now: int = 0,
) -> Curve:
    """The graph of a game with this many actions. `names` are those of the lines; one if all win together."""
    together = len(names) == 1
    top = _top_of([one.chance for one in judged] + list(finals[: len(names)]))
    lines = []
    for seat, name in enumerate(names):
        points = [(one.at, one.chance) for one in judged if together or one.seat == seat]
        if finals:
            points.append((actions, finals[seat]))
        if points:
            path = _path(points, actions, top)
            last = f"{_y(points[-1][1], top):.1f}"
            lines.append(CurveLine(name, path, seat, together or seat == own, last))
    marks = tuple(
        CurveMark(
            f"{_x(one.at, actions):.1f}", f"{_y(one.chance, top):.1f}", KINDS[one.mark], one.at - 1, turn
        )
        for turn, one in enumerate(judged)
        if one.mark
    )
    ticks = tuple((f"{_y(top * part, top):.1f}", f"{round(100 * top * part)} %") for part in (0, 0.5, 1))
    return Curve(WIDTH, HEIGHT, tuple(lines), marks, ticks, _LEFT, WIDTH - _RIGHT, f"{_x(now, actions):.1f}")


def costliest(judged: Sequence[Judged], number: int = 5) -> list[Judged]:
    """The most costly decisions, in the order of the game."""
    marked = sorted((one for one in judged if one.mark), key=lambda one: -one.cost)[:number]
    return sorted(marked, key=lambda one: one.at)


def _top_of(chances: Sequence[float]) -> float:
    most = max(chances, default=1.0)
    return next(top for top in TOPS if top >= most or top == TOPS[-1])


def _path(points: Sequence[tuple[int, float]], actions: int, top: float) -> str:
    places = [f"{_x(at, actions):.1f} {_y(chance, top):.1f}" for at, chance in points]
    return "M" + "L".join(places)


def _x(at: int, actions: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * at / max(1, actions)


def _y(chance: float, top: float) -> float:
    return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * min(chance / top, 1.0)
