"""The winning chance over a game as a graph: in the terminal, or as a file through matplotlib."""

from __future__ import annotations

import errno
import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.text import Text

from spuk.lab import numbers
from spuk.lab.analyse import Analysis
from spuk.language.catalog import say
from spuk.language.words import words_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLOCKS: Final = " ▁▂▃▄▅▆▇█"
HEIGHT: Final = 6
TOPS: Final = (0.05, 0.1, 0.25, 0.5, 1.0)
"""Possible ends of the scale: one that is too low hides values, one that is too high flattens the graph."""

_MARKS: Final = {
    "?!": ("ui.analyse.mark.inaccuracy", "#b07d1c", "o", 26),
    "?": ("ui.analyse.mark.mistake", "#c14d00", "D", 32),
    "??": ("ui.analyse.mark.blunder", "#a3192b", "X", 64),
}
"""Words, colour, sign and size of each mark."""

Points = Sequence[tuple[int, float]]


def chart(points: Points, width: int, lang: str) -> list[Text]:
    """A filled graph with its scale on the left, as many lines as `HEIGHT`."""
    if not points:
        return []
    top = _top(points)
    labels = [numbers.percent(top, lang, 0), *[""] * (HEIGHT - 2), numbers.percent(0.0, lang, 0)]
    margin = max(map(len, labels))
    columns = _columns([chance / top for _, chance in points], width - margin - 2)
    lines = []
    for row, label in enumerate(labels):
        base = HEIGHT - 1 - row
        signs = "".join(_block(column * HEIGHT - base) for column in columns)
        lines.append(Text.assemble((f"{label:>{margin}} ", "dim"), ("│", "dim"), (signs, "green")))
    return lines


def sparkline(points: Points, width: int) -> Text:
    """The graph in one line, on a scale from 0 to 1."""
    columns = _columns([chance for _, chance in points], width)
    return Text("".join(_block(max(column, 0.01)) for column in columns), style="green")


def _top(points: Points) -> float:
    return next(top for top in TOPS if top >= max(chance for _, chance in points) or top == TOPS[-1])


def _columns(values: Sequence[float], width: int) -> list[float]:
    """At most this many columns, each the average of its values. Short games are stretched."""
    count = min(width, max(len(values), 1) * max(1, width // max(len(values), 1)))
    columns = []
    for column in range(count):
        first = column * len(values) // count
        last = max(first + 1, (column + 1) * len(values) // count)
        part = values[first:last]
        columns.append(sum(part) / len(part))
    return columns


def _block(height: float) -> str:
    """One cell, filled from below. Any value above zero shows at least a little."""
    eighths = round(min(max(height, 0.0), 1.0) * 8)
    return BLOCKS[max(eighths, 1) if height > 0 else 0]


class NoMatplotlib(Exception):
    """Images need the extra `lab`."""


def check(file: Path) -> None:
    """NoMatplotlib or OSError if an image could not be written there. Check this before a long analysis."""
    if importlib.util.find_spec("matplotlib") is None:
        raise NoMatplotlib
    if not file.absolute().parent.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))


def save(analysis: Analysis, file: Path, lang: str, format: str) -> None:
    """Write the graph as an image (svg or png). NoMatplotlib or OSError if that is impossible."""
    check(file)
    from matplotlib.figure import Figure

    from spuk.lab.report.plots import style

    with style():
        figure = Figure(figsize=(9, 4), layout="constrained")
        axes = figure.add_subplot()
        _lines(axes, analysis, lang)
        _marks(axes, analysis, lang)
        axes.set_ylim(bottom=0)
        axes.set_xlabel(say(lang, "ui.analyse.action_number"))
        axes.set_ylabel(f"{say(lang, 'ui.analyse.winning_chance')} (%)")
        axes.grid(axis="y")
        if analysis.outcome is not None:
            axes.set_title(words_of(analysis.record.game).ending(analysis.outcome, lang))
        if axes.get_legend_handles_labels()[0]:
            axes.legend()
        figure.savefig(file, format=format, dpi=150)


def _lines(axes: Axes, analysis: Analysis, lang: str) -> None:
    """One for all, or one for every seat."""
    from spuk.lab.report.plots import DASHES, SERIES

    seats: Sequence[int | None] = [None]
    if not analysis.together:
        seats = sorted({move.seat for move in analysis.moves})
    telling = words_of(analysis.record.game)
    for number, seat in enumerate(seats):
        points = analysis.curve(seat)
        label = None if seat is None else telling.player_name(analysis.last, seat, lang)
        look = {"color": SERIES[number % len(SERIES)], "linestyle": DASHES[number % len(DASHES)]}
        axes.plot([n for n, _ in points], [100 * chance for _, chance in points], label=label, **look)


def _marks(axes: Axes, analysis: Analysis, lang: str) -> None:
    """Mistakes: the worse, the more prominent."""
    for mark, (id, color, sign, size) in _MARKS.items():
        found = [
            (move.number, 100 * move.verdict.played.chance)
            for move in analysis.moves
            if move.verdict is not None and move.verdict.mark == mark
        ]
        if found:
            across, up = zip(*found, strict=True)
            label = f"{mark} {say(lang, id)}"
            axes.scatter(across, up, s=size, color=color, marker=sign, label=label, zorder=3)
