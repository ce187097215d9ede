"""Plots in our style: dots with intervals, bars, distributions. Marks differ, not only colours.

Colours are those of the paper theme. The page replaces each by a token (`TOKENS`), so that plots follow light
and dark. Every colour used here must therefore be in that table.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from spuk.lab import numbers
from spuk.lab.stats import Interval, quantile

INK: Final = "#231d2b"
SOFT: Final = "#51495a"
LINE: Final = "#cfc1a4"
PAPER: Final = "#fffaf0"
# After Okabe and Ito, whose colours are distinguishable for all kinds of colour vision; darker, for paper.
SERIES: Final = ("#0067a3", "#c14d00", "#00805d", "#a8437f", "#5d5566", "#7a6a00")
TOKENS: Final = {
    INK: "--ink",
    SOFT: "--ink-soft",
    LINE: "--line",
    PAPER: "--raised",
    **{color: f"--series-{number}" for number, color in enumerate(SERIES, 1)},
}
_MARKS: Final = "osD^vP"
DASHES: Final[Any] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)), (0, (1, 1)))
_WIDTH: Final = 4.2
"""Inches: narrow enough for a phone."""
_ROW: Final = 0.34
_WRAP: Final = 18
_BAR_WRAP: Final = 44
_LABEL_LINE: Final = 0.19
"""Inches for a line of a label on the side."""
_TITLE_LINE: Final = 0.2
"""Inches for a further line of a title."""

_STYLE: Final[Any] = {
    "font.size": 10.5,
    "font.family": "sans-serif",
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "axes.titlecolor": INK,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "figure.facecolor": PAPER,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": SOFT,
    "ytick.labelcolor": INK,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "text.parse_math": False,  # a $ in a name is a $
    "svg.fonttype": "none",
    "svg.hashsalt": "spuk",  # the same data, the same file
}


class Dots(NamedTuple):
    """A series of shares with their intervals, one for each label (None: no value)."""

    name: str
    values: Sequence[Interval | None]


def style() -> Any:
    """The look of all plots, as a context."""
    return mpl.rc_context(_STYLE)


def _figure(height: float, columns: int = 1, rows: int = 1) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharey=True, sharex=True)
    return figure, list(grid.flat)


def _percent_axis(axis: Any, lang: str) -> None:
    axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda share, _: _short_percent(share, lang)))


def _short_percent(share: float, lang: str) -> str:
    digits = 0 if abs(100 * share - round(100 * share)) < 1e-6 else 1
    return numbers.percent(share, lang, digits)


def _ceiling(values: Sequence[Interval | None]) -> float:
    """Where the axis of shares ends: slightly above the highest interval."""
    highest = max((value.high for value in values if value is not None), default=1.0)
    return min(1.0, max(0.02, 1.08 * highest))


def _window(values: Sequence[Interval | None], more: Sequence[float]) -> tuple[float, float]:
    """The visible part of the axis. Unlike bars, dots need no zero, and differences matter most."""
    ends = [end for value in values if value is not None for end in (value.low, value.high)]
    low, high = min([*ends, *more]), max([*ends, *more])
    room = max(0.01, 0.08 * (high - low))
    return max(-0.01, low - room), min(1.01, high + room)


def dots(
    labels: Sequence[str],
    series: Sequence[Dots],
    lang: str,
    axis: str,
    expected: Sequence[float] | None = None,
    expected_name: str = "",
) -> Figure:
    """Labels on the side, shares with intervals on the right; `expected` are reference marks."""
    labels = ["\n".join(textwrap.wrap(label, _WRAP)) for label in labels]
    lines = 1 + max((label.count("\n") for label in labels), default=0)
    row = max(_ROW * max(1.0, 0.62 * len(series)), _LABEL_LINE * lines)
    figure, (axes,) = _figure(0.75 + row * len(labels) + (0.35 if len(series) > 1 else 0))
    step = 0.7 / len(series)
    for number, one in enumerate(series):
        shift = (number - (len(series) - 1) / 2) * step
        found = [(row + shift, value) for row, value in enumerate(one.values) if value is not None]
        _whiskers(axes, number, one.name, found)
    if expected is not None:
        marks = {"marker": "|", "s": 120, "linewidths": 1.4, "color": INK}
        axes.scatter(expected, range(len(labels)), label=expected_name, zorder=1, **marks)  # type: ignore[arg-type]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlim(*_window([value for one in series for value in one.values], expected or ()))
    _percent_axis(axes.xaxis, lang)
    axes.grid(axis="x")
    axes.set_xlabel(axis)
    if len(series) > 1 or expected is not None:
        _legend(figure, axes)
    return figure


def _whiskers(axes: Axes, number: int, name: str, found: Sequence[tuple[float, Interval]]) -> None:
    """Dots with horizontal intervals."""
    values = [value.value for _, value in found]
    errors = _errors([value for _, value in found])
    look = _look(number)
    axes.errorbar(values, [row for row, _ in found], xerr=errors, label=name, linestyle="none", **look)


def _errors(found: Sequence[Interval]) -> list[list[float]]:
    """The distance to the ends of the intervals. Rounding must not make it negative."""
    below = [max(0.0, value.value - value.low) for value in found]
    return [below, [max(0.0, value.high - value.value) for value in found]]


def _look(number: int) -> dict[str, Any]:
    color = SERIES[number % len(SERIES)]
    return {
        "color": color,
        "marker": _MARKS[number % len(_MARKS)],
        "markersize": 5,
        "markeredgecolor": color,
        "elinewidth": 1.6,
        "clip_on": False,  # at 0% and 100%, marks extend over the edge
        "in_layout": False,  # and need no room for it: a series without any would be measured at the origin
        "zorder": 3,
    }


def _legend(figure: Figure, axes: Axes) -> None:
    handles, names = axes.get_legend_handles_labels()
    figure.legend(handles, names, loc="outside upper left", ncols=2, borderaxespad=0, handlelength=1.4)


def panels(
    ticks: Sequence[str],
    shown: Mapping[str, Sequence[Dots]],
    lang: str,
    axis: str,
    share: str,
) -> Figure:
    """Small multiples: each panel (by title) has ticks at the bottom and a series for each mark."""
    columns = min(2, len(shown))
    rows = -(-len(shown) // columns)
    titles = ["\n".join(textwrap.wrap(title, 38 // columns)) for title in shown]
    longest = [max(title.count("\n") for title in titles[columns * row :][:columns]) for row in range(rows)]
    figure, grid = _figure(0.9 + 1.75 * rows + _TITLE_LINE * sum(longest), columns, rows)
    everything = [value for series in shown.values() for one in series for value in one.values]
    for axes, title, series in zip(grid, titles, shown.values(), strict=False):
        _panel(axes, ticks, series)
        axes.set_title(title)
        axes.set_ylim(0, _ceiling(everything))
        _percent_axis(axes.yaxis, lang)
    for axes in grid[len(shown) :]:
        axes.set_visible(False)
        grid[len(shown) - columns].tick_params(labelbottom=True)  # the one above the gap
    figure.supxlabel(axis, fontsize=10.5, color=SOFT)
    figure.supylabel(share, fontsize=10.5, color=SOFT)
    _legend(figure, max(grid[: len(shown)], key=lambda axes: len(axes.get_legend_handles_labels()[0])))
    return figure


def _panel(axes: Axes, ticks: Sequence[str], series: Sequence[Dots]) -> None:
    step = 0.64 / max(1, len(series))
    for number, one in enumerate(series):
        shift = (number - (len(series) - 1) / 2) * step
        found = [(place + shift, value) for place, value in enumerate(one.values) if value is not None]
        errors = _errors([value for _, value in found])
        places = [place for place, _ in found]
        values = [value.value for _, value in found]
        axes.errorbar(places, values, yerr=errors, label=one.name, linestyle="none", **_look(number))
    axes.set_xticks(range(len(ticks)), ticks)
    axes.set_xlim(-0.5, len(ticks) - 0.5)
    axes.grid(axis="y")


def bars(labels: Sequence[str], values: Sequence[Interval], lang: str, axis: str) -> Figure:
    """Horizontal bars with intervals. Long labels are above their bar."""
    labels = ["\n".join(textwrap.wrap(label, _BAR_WRAP)) for label in labels]
    lines = max(label.count("\n") for label in labels)
    figure, (axes,) = _figure(0.6 + (0.58 + 0.18 * lines) * len(labels))
    places = range(len(labels))
    shares = [value.value for value in values]
    axes.barh(places, shares, height=0.34, color=SERIES[0])
    axes.errorbar(shares, places, xerr=_errors(values), linestyle="none", color=INK, elinewidth=1.4)
    for place, label in enumerate(labels):
        axes.text(0, place - 0.27, label, va="bottom", ha="left", fontsize=10)
    axes.set_yticks([])
    axes.set_ylim(len(labels) - 0.7, -0.95)
    axes.set_xlim(0, _ceiling(values))
    axes.spines["left"].set_visible(False)
    _percent_axis(axes.xaxis, lang)
    axes.grid(axis="x")
    axes.set_xlabel(axis)
    return figure


def distribution(
    counted: Mapping[str, Counter[int]], lang: str, axis: str, share: str, step: int = 1
) -> Figure:
    """How often each number came up: a stepped line for each series, with bins for large ranges.

    If numbers come in steps, bins hold whole steps; otherwise the plot would look like a comb.
    """
    figure, (axes,) = _figure(2.7)
    found = {name: counts for name, counts in counted.items() if counts.total()}
    low = min(min(counts) for counts in found.values())
    high = max(quantile(counts, 0.999) for counts in found.values())
    fewest = min(counts.total() for counts in found.values())
    width = max(1, (high - low + 1) // max(8, min(40, math.isqrt(fewest))))
    width = step * -(-width // step)
    edges = [*range(low, high + 1, width)]
    edges.append(edges[-1] + width)
    for number, (name, counts) in enumerate(found.items()):
        heights = [_between(counts, edge, width) / counts.total() for edge in edges[:-1]]
        color, dashes = SERIES[number % len(SERIES)], DASHES[number % len(DASHES)]
        sides = [edge - 0.5 for edge in edges]
        axes.stairs(heights, sides, color=color, label=name, linewidth=1.7, linestyle=dashes)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: numbers.whole(value, lang)))
    _percent_axis(axes.yaxis, lang)
    axes.grid(axis="y")
    axes.set_xlabel(axis)
    axes.set_ylabel(share)
    if len(found) > 1:
        _legend(figure, axes)
    return figure


def _between(counts: Counter[int], low: int, width: int) -> int:
    return sum(counts[value] for value in range(low, low + width))
