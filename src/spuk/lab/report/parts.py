"""The parts of a report, for any game: sections with tables and plots, already in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from spuk.lab import numbers
from spuk.lab.stats import Interval
from spuk.language.catalog import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Table(NamedTuple):
    """The first column names the row. A row that is a single text is a heading for the rows below it. Text
    after a line break in a cell is small.
    """

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str] | str]
    words: int = 1
    """How many columns on the left contain words."""


class Plot(NamedTuple):
    """A plot: the name of its files, what a screen reader says, and how it is drawn."""

    name: str
    alt: str
    draw: Callable[[], Figure]


class Section(NamedTuple):
    """A part of the page."""

    title: str
    about: str
    plots: Sequence[Plot]
    tables: Sequence[Table]
    wide: bool = False
    """Whether the tables need the whole width, below the plots."""


class Headline(NamedTuple):
    """A large number at the top, its meaning, and its background."""

    number: str
    label: str
    note: str = ""


class Chapter(NamedTuple):
    """Everything about one game, or about one line-up of bots in it."""

    title: str
    headlines: Sequence[Headline]
    sections: Sequence[Section]


# ── figures as all chapters write them ──────────────────────────────────────────────────────


def games_headline(number: int, lang: str, asked: int) -> Headline:
    """How many games it is about, and how many were planned if some are missing."""
    note = say(lang, "ui.lab.report.of", total=numbers.whole(asked, lang)) if number < asked else ""
    return Headline(numbers.whole(number, lang), say(lang, "ui.lab.report.games"), note)


def share_headline(share: Interval, label: str, lang: str) -> Headline:
    """A share with its interval."""
    return Headline(numbers.share_alone(share, lang), label, numbers.share_between(share, lang))


def mean_headline(mean: Interval, label: str, lang: str) -> Headline:
    """A mean with its interval."""
    return Headline(numbers.decimal(mean.value, lang), label, numbers.between(mean, lang))


def with_interval(name: str, lang: str) -> str:
    """The heading of a column of estimates."""
    return name + "\n" + say(lang, "ui.lab.head.interval")


def share_cell(share: Interval, lang: str) -> str:
    """A share, its interval below."""
    return numbers.share_alone(share, lang) + "\n" + numbers.share_between(share, lang)


def mean_cell(mean: Interval, lang: str) -> str:
    """A mean, its interval below."""
    return numbers.decimal(mean.value, lang) + "\n" + numbers.between(mean, lang)


def grouped(lines: Sequence[tuple[str, Sequence[str]]]) -> list[Sequence[str] | str]:
    """Rows below the headings they belong to. Rows without one come first."""
    groups: dict[str, list[Sequence[str]]] = {}
    for heading, row in lines:
        groups.setdefault(heading, []).append(row)
    return [row for heading, rows in groups.items() for row in [*([heading] if heading else []), *rows]]
