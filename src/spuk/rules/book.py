"""Reading the texts: a small dialect of Markdown, line by line.

`## 4 Yin` opens a chapter, `### GS-4.1 Haunters walk` a rule (several numbers may share a heading, separated
by commas). Below: paragraphs, `- ` and `1. ` lists, `> ` an example, `! ` a ruling, `% rows` differences
between editions, `@kind id` a figure. Anything without a number is numbered in the order of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from spuk.kernel.pack import GamePack
from spuk.kernel.registry import pack, packs, when_games_change
from spuk.language.languages import FALLBACK, language, when_languages_change
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
from spuk.rules.parts import rules_part

NUMBER: Final = r"[A-Z]+-\d+(?:\.\d+)?"
_NUMBERS: Final = re.compile(rf"({NUMBER}(?:, {NUMBER})*) (.+)")


def rulebooks() -> dict[str, str]:
    """The games that have rules for players, and the prefix of their rule numbers."""
    return {found.id: _prefix(found) for found in packs() if _texts(found)}


def _prefix(found: GamePack) -> str:
    return found.rule_prefix or re.sub("[^A-Z]", "", found.id.upper())[:2]


def _texts(found: GamePack) -> dict[str, Traversable]:
    """The rules texts in its package, by language."""
    folder = found.folder("rules")
    files = sorted(folder.iterdir(), key=lambda file: file.name) if folder is not None else []
    return {file.name.removesuffix(".md"): file for file in files if file.name.endswith(".md")}


def source(game: str, lang: str) -> str:
    """The content of its file: in this language, otherwise in English, otherwise in any language."""
    brought = language(lang).folder
    if game not in rulebooks():
        raise ValueError(f"no rules for {game!r}; choose from {', '.join(rulebooks())}")
    texts = _texts(pack(game))
    if lang not in texts and brought is not None and (brought / "rules" / f"{game}.md").is_file():
        return (brought / "rules" / f"{game}.md").read_text(encoding="utf-8")
    text = texts.get(lang) or texts.get(FALLBACK) or next(iter(texts.values()))
    return text.read_text(encoding="utf-8")


def book(game: str, lang: str, edition: str = "") -> Book:
    """The rules of a game in a language, with the names and effects of an edition (default: the game's)."""
    return _book(game, lang, edition or rules_part(game).default_edition())


@cache
def _book(game: str, lang: str, edition: str) -> Book:
    text = source(game, lang)
    words = Names(rules_part(game), lang, edition, _rules_of_things(text))
    title, *parts = _split(text, "## ")
    heading, opening = _heading(title.removeprefix("# "))
    prefix = rulebooks()[game]
    chapters = tuple(_chapter(prefix, place, part, words) for place, part in enumerate(parts, start=1))
    return Book(game, lang, edition, heading, _blocks(opening, words), chapters)


when_games_change(_book.cache_clear)
when_languages_change(_book.cache_clear)


def rule_numbers(game: str) -> list[str]:
    """All rule numbers that have a section, in order."""
    return [number for section in book(game, FALLBACK).sections() for number in section.numbers]


def _rules_of_things(text: str) -> dict[tuple[str, str], str]:
    """Which rule's heading names a tile, a power or an incarnation."""
    return {
        (mark["kind"], mark["id"]): number.split(",")[0]
        for number, title in re.findall(rf"^### {_NUMBERS.pattern}$", text, re.MULTILINE)
        for mark in MARK.finditer(title)
    }


def _split(text: str, sign: str) -> list[str]:
    """What comes before the first heading of this kind, then part by part without the marker."""
    return re.split(rf"^{sign}", text, flags=re.MULTILINE)


def _heading(part: str) -> tuple[str, str]:
    title, _, rest = part.partition("\n")
    return title.strip(), rest


def _chapter(prefix: str, place: int, part: str, words: Names) -> Chapter:
    opening, *sections = _split(part, "### ")
    heading, rest = _heading(opening)
    number, _, title = heading.partition(" ")
    if not number.isdecimal():
        number, title = str(place), heading
    anchor = f"{prefix}-{number}"
    return Chapter(
        number=number,
        anchor=anchor,
        title=words.line(title),
        blocks=_blocks(rest, words),
        sections=tuple(_section(f"{anchor}.{n}", each, words) for n, each in enumerate(sections, start=1)),
    )


def _section(number: str, part: str, words: Names) -> Section:
    heading, rest = _heading(part)
    found = _NUMBERS.fullmatch(heading)
    numbers, title = (found[1], found[2]) if found else (number, heading)
    return Section(tuple(numbers.split(", ")), words.line(title), _blocks(rest, words))


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
