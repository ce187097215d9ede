"""Choices as numbered sentences, in columns where they fit. No game."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from rich.text import Text

INDENT: Final = 4
"""Columns for the number and its space."""


def columns(first: int, words: Sequence[str], width: int) -> list[Text]:
    """Sentences with their numbers, column by column."""
    widest = max(len(sentence) for sentence in words) + INDENT + 2
    number = max(1, min(width // widest, 3, len(words)))
    rows = -(-len(words) // number)
    if number == 1:
        return [line for place, text in enumerate(words) for line in folded(first + place, text, width)]
    lines: list[Text] = []
    for row in range(rows):
        line = Text()
        for place in range(row, len(words), rows):
            cell = _number(first + place).append(words[place], style="not bold default")
            cell.pad_right(width // number - cell.cell_len)
            line.append_text(cell)
        line.rstrip()
        lines.append(line)
    return lines


def _number(number: int) -> Text:
    return Text(f"{number:>{INDENT - 1}} ", style="bold cyan")


def folded(number: int, sentence: str, width: int) -> list[Text]:
    """A long sentence on several lines, with its number next to the first."""
    first, *rest = textwrap.wrap(sentence, max(width - INDENT, 20)) or [""]
    return [
        _number(number).append(first, style="not bold default"),
        *[Text(" " * INDENT + line) for line in rest],
    ]
