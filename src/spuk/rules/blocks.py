"""The structure of rules: a book has chapters, a chapter sections, a section blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Run:
    """A stretch of text, or a picture, inside a paragraph."""

    text: str = ""
    strong: bool = False
    symbol: str = ""
    """A drawing from the sprite sheet. The text is its label for people who cannot see it."""
    rule: str = ""
    """The text leads to this rule …"""
    thing: str = ""
    """… or to the address of what it names …"""
    page: str = ""
    """… or to that of another page."""


Line: TypeAlias = tuple[Run, ...]


@dataclass(frozen=True)
class Paragraph:
    """Plain words."""

    line: Line


@dataclass(frozen=True)
class Example:
    """An example at the table."""

    line: Line


@dataclass(frozen=True)
class Ruling:
    """Our decision where the rulebooks are silent or disagree."""

    line: Line


@dataclass(frozen=True)
class Points:
    """A list, numbered or not."""

    items: tuple[Line, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Figure:
    """A picture or a list of things of the game, such as `tile cemetery`."""

    kind: str
    id: str = ""


@dataclass(frozen=True)
class Differences:
    """Differences between editions: rows of the edition table."""

    rows: tuple[str, ...]


Block: TypeAlias = Paragraph | Example | Ruling | Points | Figure | Differences


@dataclass(frozen=True)
class Section:
    """One rule, or several that belong together."""

    numbers: tuple[str, ...]
    title: Line
    blocks: tuple[Block, ...]

    @property
    def anchor(self) -> str:
        """The id of the section on its page."""
        return self.numbers[0]


@dataclass(frozen=True)
class Chapter:
    """Rules about one thing. The text of a chapter without rules is an introduction."""

    number: str
    anchor: str
    title: Line
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Book:
    """The rules of a game in one language."""

    game: str
    lang: str
    edition: str
    title: str
    opening: tuple[Block, ...]
    chapters: tuple[Chapter, ...]

    def sections(self) -> list[Section]:
        """All rules in order. A chapter with a text of its own counts as a section, too."""
        found = []
        for chapter in self.chapters:
            if chapter.blocks:
                found.append(Section((chapter.anchor,), chapter.title, chapter.blocks))
            found += chapter.sections
        return found


def plain(line: Line) -> str:
    """The text of a line. A picture is represented by its label."""
    return " ".join("".join(run.text for run in line).split())
