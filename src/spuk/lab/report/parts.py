"""What a report is made of, whatever the game: sections with tables and plots, in words already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

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
