"""Reading the texts: a small dialect of Markdown, line by line.

`## 4 Yin` opens a chapter, `### GS-4.1 Haunters walk` a rule (several numbers may share a heading, with
commas). Below: paragraphs, `- ` and `1. ` lists, `> ` an example, `! ` a ruling, `% rows` points in which
the editions differ, `@kind id` a figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from spuk.games.ghost_stories.words.names import DEFAULT_EDITION
from spuk.language.catalog import check_language
from spuk.rules.blocks import (
    Block,
    Book,
    Chapter,
    Differences,
    Example,
    Figure,
    Paragraph,
    Points,
    Ruling,
    Section,
)
from spuk.rules.inline import MARK, Names

GAMES: Final = {"ghost-stories": "GS", "ghosts": "GH"}
"""Games that have rules, and how their rule numbers begin."""

_NUMBERS: Final = re.compile(r"(G[SH]-\d+(?:\.\d+)?(?:, G[SH]-\d+(?:\.\d+)?)*) (.+)")


def source(game: str, lang: str) -> str:
    """The text as it stands in its file."""
    check_language(lang)
    if game not in GAMES:
        raise ValueError(f"no rules of {game!r}; the games are {', '.join(GAMES)}")
    return (files(f"spuk.games.{game.replace('-', '_')}") / "rules" / f"{lang}.md").read_text(
        encoding="utf-8"
    )


@cache
def book(game: str, lang: str, edition: str = DEFAULT_EDITION) -> Book:
    """The rules of a game in a language, with the names and effects of an edition."""
    text = source(game, lang)
    words = Names(lang, edition, _rules_of_things(text))
    title, *parts = _split(text, "## ")
    heading, opening = _heading(title.removeprefix("# "))
    chapters = tuple(_chapter(game, part, words) for part in parts)
    return Book(game, lang, edition, heading, _blocks(opening, words), chapters)


def rule_numbers(game: str) -> list[str]:
    """All rule numbers that have a section, in order."""
    return [number for section in book(game, "en").sections() for number in section.numbers]


def _rules_of_things(text: str) -> dict[tuple[str, str], str]:
    """Which rule's heading names a tile, a power or an incarnation."""
    return {
        (mark["kind"], mark["id"]): number.split(",")[0]
        for number, title in re.findall(rf"^### {_NUMBERS.pattern}$", text, re.MULTILINE)
        for mark in MARK.finditer(title)
    }


def _split(text: str, sign: str) -> list[str]:
    """What stands before the first heading of this kind, then part by part without the sign."""
    return re.split(rf"^{sign}", text, flags=re.MULTILINE)


def _heading(part: str) -> tuple[str, str]:
    title, _, rest = part.partition("\n")
    return title.strip(), rest


def _chapter(game: str, part: str, words: Names) -> Chapter:
    opening, *sections = _split(part, "### ")
    heading, rest = _heading(opening)
    number, _, title = heading.partition(" ")
    return Chapter(
        number=number,
        anchor=f"{GAMES[game]}-{number}",
        title=words.line(title),
        blocks=_blocks(rest, words),
        sections=tuple(_section(section, words) for section in sections),
    )


def _section(part: str, words: Names) -> Section:
    heading, rest = _heading(part)
    found = _NUMBERS.fullmatch(heading)
    if found is None:
        raise ValueError(f"a rule needs a number and a title, not {heading!r}")
    return Section(tuple(found[1].split(", ")), words.line(found[2]), _blocks(rest, words))


def _blocks(text: str, words: Names) -> tuple[Block, ...]:
    return tuple(block for part in re.split(r"\n\s*\n", text.strip()) if part for block in _read(part, words))


def _read(part: str, words: Names) -> Iterator[Block]:
    lines = part.splitlines()
    sign = lines[0].partition(" ")[0]
    if sign == "-" or sign.rstrip(".").isdigit():
        items = tuple(words.line(line.partition(" ")[2]) for line in lines)
        yield Points(items, numbered=sign != "-")
    elif sign == ">":
        yield Example(words.line(_rest(lines)))
    elif sign == "!":
        yield Ruling(words.line(_rest(lines)))
    elif sign == "%":
        yield Differences(tuple(_rest(lines).split()))
    elif sign.startswith("@"):
        yield Figure(sign[1:], _rest(lines))
    else:
        yield Paragraph(words.line(" ".join(lines)))


def _rest(lines: list[str]) -> str:
    return " ".join(line.partition(" ")[2] for line in lines)
