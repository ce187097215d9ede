"""What a report is made of, whatever the game: sections with tables and plots, in words already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from spuk.lab import numbers
from spuk.lab.stats import Interval
from spuk.language.catalog import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Table(NamedTuple):
    """The first column names the row; a row that is one text is a heading for those below it.

    What stands after a line break in a cell is set small, below the rest.
    """

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str] | str]
    words: int = 1
    """How many columns at the left hold words."""


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
    """The tables need the whole width, below the plots."""


class Headline(NamedTuple):
    """A large number at the top, what it is, and what lies behind it."""

    number: str
    label: str
    note: str = ""


class Chapter(NamedTuple):
    """All about one game, or about one line-up of bots in it."""

    title: str
    headlines: Sequence[Headline]
    sections: Sequence[Section]


# ── figures as all chapters write them ──────────────────────────────────────────────────────


def games_headline(number: int, lang: str, asked: int) -> Headline:
    """How many games it is about; and how many were asked for, where some are missing."""
    note = say(lang, "ui.lab.report.of", total=numbers.whole(asked, lang)) if number < asked else ""
    return Headline(numbers.whole(number, lang), say(lang, "ui.lab.report.games"), note)


def share_headline(share: Interval, label: str, lang: str) -> Headline:
    """A share with its interval."""
    return Headline(numbers.share_alone(share, lang), label, numbers.share_between(share, lang))


def mean_headline(mean: Interval, label: str, lang: str) -> Headline:
    """A mean with its interval."""
    return Headline(numbers.decimal(mean.value, lang), label, numbers.between(mean, lang))


def with_interval(name: str, lang: str) -> str:
    """The head of a column of estimates."""
    return name + "\n" + say(lang, "ui.lab.head.interval")


def share_cell(share: Interval, lang: str) -> str:
    """A share, its interval below."""
    return numbers.share_alone(share, lang) + "\n" + numbers.share_between(share, lang)


def mean_cell(mean: Interval, lang: str) -> str:
    """A mean, its interval below."""
    return numbers.decimal(mean.value, lang) + "\n" + numbers.between(mean, lang)


def grouped(lines: Sequence[tuple[str, Sequence[str]]]) -> list[Sequence[str] | str]:
    """Rows below the headings they belong to; rows without one come first."""
    groups: dict[str, list[Sequence[str]]] = {}
    for heading, row in lines:
        groups.setdefault(heading, []).append(row)
    return [row for heading, rows in groups.items() for row in [*([heading] if heading else []), *rows]]
