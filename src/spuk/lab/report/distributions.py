"""A number that every game has, such as its turns: table and distribution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from spuk.lab import numbers
from spuk.lab.report import plots
from spuk.lab.report.parts import Plot, Section, Table
from spuk.lab.stats import mean, quantile
from spuk.language.catalog import say

Counts = Mapping[str, Counter[int]]
"""By what is counted together, such as games won."""


class Spread(NamedTuple):
    """What is told about a number."""

    name: str
    """Of the plot's files."""
    title: str
    about: str
    axis: str
    groups: Mapping[str, Counts]
    """The lines of the table below their headings; games of two groups are never counted together."""
    drawn: Counts
    step: int = 1
    """The number moves in steps of this."""


def spread(told: Spread, lang: str) -> Section:
    """A section about it."""
    head = [
        say(lang, "ui.lab.head.which"),
        say(lang, "ui.lab.head.mean") + "\n" + say(lang, "ui.lab.head.interval"),
        say(lang, "ui.lab.head.median"),
        say(lang, "ui.lab.head.middle"),
        say(lang, "ui.lab.head.games"),
    ]
    rows: list[list[str] | str] = []
    for heading, counted in told.groups.items():
        rows += [heading] if len(told.groups) > 1 else []
        rows += [_row(which, counts, lang) for which, counts in counted.items() if counts.total()]
    share = say(lang, "ui.lab.report.of_games")
    plot = Plot(
        told.name,
        told.title,
        lambda: plots.distribution(told.drawn, lang, told.axis, share, told.step),
    )
    return Section(told.title, told.about, [plot], [Table(told.title, head, rows)])


def _row(which: str, counts: Counter[int], lang: str) -> list[str]:
    average = mean(counts)
    low, high = quantile(counts, 0.1), quantile(counts, 0.9)
    between = say(
        lang,
        "ui.lab.from_to" if low < 0 else "ui.lab.range",
        low=numbers.whole(low, lang),
        high=numbers.whole(high, lang),
    )
    return [
        which,
        numbers.decimal(average.value, lang) + "\n" + numbers.between(average, lang),
        numbers.whole(quantile(counts, 0.5), lang),
        between,
        numbers.whole(counts.total(), lang),
    ]
