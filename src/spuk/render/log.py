"""The log in lines: what happened, in words, for a table in progress and for a replay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from spuk.language.catalog import say

ToldUpdate = Mapping[str, Any]
"""An update as it is told (`spuk.table.updates.Update.told`)."""


@dataclass
class LogLine:
    """A line of the log next to a table."""

    number: int
    words: str
    head: bool = False
    """Begins a turn."""
    symbol: str = ""
    dice: list[str] = field(default_factory=list)
    """What dice rolled together show, or one other die."""
    kind: str = ""
    """For anything that is not an event of the game: the kind of its row."""
    about: ToldUpdate = field(default_factory=dict)


@dataclass(frozen=True)
class PastLine:
    """A line about what happened, with a link to the position it led to."""

    at: int
    """The position it led to, for the replay."""
    who: str
    """The name at its beginning; may be empty."""
    text: str
    """What follows the name."""
    family: str = ""
    """The drawing of a card that was played."""
    sign: str = ""
    """The symbol for anything else."""
    heading: bool = False
    order: int = 0
    """Its number, counted from the first line of the game."""
    dice: tuple[str, ...] = ()
    """What dice rolled together show."""


class LogBoard(Protocol):
    """What the log needs from a board (`spuk.render.board.Board`)."""

    def add_line(self, found: list[LogLine], number: int, event: ToldUpdate, words: str) -> None:
        """Add the text of an event, or complete the line before it."""
        ...


def closed_words(about: ToldUpdate, lang: str) -> str:
    """That operators have closed a table, and why if they said so."""
    reason = about.get("reason")
    return say(lang, "ui.table.closed_because", reason=reason) if reason else say(lang, "ui.table.closed")


def log_lines(updates: Iterable[ToldUpdate], board: LogBoard) -> list[LogLine]:
    """The lines for updates, oldest first."""
    found: list[LogLine] = []
    for update in updates:
        if "words" in update:
            for event, words in zip(update["events"], update["words"], strict=True):
                board.add_line(found, update["number"], event, words)
        else:
            found.append(LogLine(update["number"], "", kind=update["kind"], about=update))
    return found
