"""Lines of text: folding, the log, lists with a key before each item. No game."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from spuk.terminal import look
from spuk.terminal.cells import flow

_CONSOLE: Final = Console(width=80)
"""Only for breaking lines; nothing is ever printed to it."""


def fold(text: Text, width: int) -> list[Text]:
    """Break a text into lines."""
    return list(text.wrap(_CONSOLE, width))


def log_lines(news: Sequence[str], width: int, most: int, more: str = "") -> list[Text]:
    """The latest events, the newest last and at full strength, at most this many lines.

    `more` comes first if something is left out and there is room for two lines.
    """
    lines: list[Text] = []
    for number, entry in enumerate(news[::-1]):
        style = "" if number == 0 else look.QUIET
        folded = textwrap.wrap(entry, width, initial_indent="· ", subsequent_indent="  ")
        if lines and len(lines) + len(folded) > most:
            return _cut(lines, most, more)
        lines = [*[Text(line, style=style) for line in folded], *lines]
    return lines[-most:] if most > 0 else []


def _cut(lines: list[Text], most: int, more: str) -> list[Text]:
    if most < 2 or not more:
        return lines[-most:] if most > 0 else []
    return [Text(more, style=look.QUIET), *lines[-(most - 1) :]]


def in_a_row(parts: Sequence[Text], width: int) -> list[Text]:
    """Facts side by side, for narrow screens."""
    return flow(parts, width, gap=" · ")


def item(key: str, meaning: str, width: int, column: int) -> list[Text]:
    """A key or sign and, in its own column, its meaning."""
    first, *rest = fold(Text(meaning), width - column - 2)
    lines = [Text.assemble("  ", (key.ljust(column), "bold cyan"), first)]
    return [*lines, *[Text(" " * (column + 2)).append_text(line) for line in rest]]


def bar(text: str, width: int) -> Text:
    """A line with the table's background from edge to edge."""
    return Text(text.ljust(width), style=f"bold {look.LANTERN} on {look.NIGHT}")


def first_that_fits(layouts: Sequence[Callable[[], list[Text]]], room: int | None) -> list[Text]:
    """The first of several layouts, from roomy to tight, that fits; otherwise the last."""
    for layout in layouts[:-1]:
        lines = layout()
        if room is None or len(lines) <= room:
            return lines
    return layouts[-1]()
