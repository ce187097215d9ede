"""Finding rules by number or by words. Case, accents and typos do not matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from spuk.kernel.registry import when_games_change
from spuk.language.languages import when_languages_change
from spuk.rules.blocks import (
    Block,
    Differences,
    Example,
    Figure,
    Paragraph,
    Points,
    Ruling,
    Section,
    plain,
)
from spuk.rules.book import book, rulebooks
from spuk.rules.parts import Difference, RulesPart, rules_part
from spuk.rules.spelling import nearest, vocabulary

SNIPPET = 150
"""Letters shown around the first word found."""
_LETTERS = str.maketrans({"ł": "l", "ß": "s", "’": "'", "–": "-"})


@dataclass(frozen=True)
class Hit:
    """A section that was found, with the words around the match."""

    game: str
    section: Section
    title: str
    snippet: str


Spellings = tuple[str, ...]
"""What matches one search word: the word itself, or the words that were probably meant."""


def fold(text: str) -> str:
    """The text for comparing, letter by letter: lower case, without accents, of the same length."""
    return "".join(_fold(letter) for letter in text)


@cache
def _fold(letter: str) -> str:
    small = letter.lower()[:1].translate(_LETTERS)
    return unicodedata.normalize("NFKD", small)[:1]


def section_lines(part: RulesPart, section: Section, lang: str, edition: str) -> list[str]:
    """All a section says, line by line, without its title."""
    return [line for block in section.blocks for line in block_lines(part, block, lang, edition)]


def block_lines(part: RulesPart, block: Block, lang: str, edition: str) -> list[str]:
    """All a block says, line by line."""
    match block:
        case Paragraph(line) | Example(line) | Ruling(line):
            return [plain(line)]
        case Points(items):
            return [plain(item) for item in items]
        case Differences(rows):
            return [_difference(part.differences[row], lang) for row in rows]
        case Figure():
            return part.figure_words(block, lang, edition)


def _difference(row: Difference, lang: str) -> str:
    return f"{row.point(lang)}: {'; '.join(value for _, value in row.groups(lang))}"


Words = tuple[Section, str, str]
"""A section with its title and its words."""


def _words(game: str, lang: str, asked: str) -> list[Words]:
    part = rules_part(game)
    edition = part.edition(asked, lang)
    return _words_in(game, lang, edition, tuple(part.editions()))


@cache
def _words_in(game: str, lang: str, edition: str, editions: tuple[str, ...]) -> list[Words]:
    """Everything in a book. What it says about differences depends on the editions."""
    part, found = rules_part(game), book(game, lang, edition)
    return [
        (section, plain(section.title), " ".join(section_lines(part, section, lang, edition)))
        for section in found.sections()
    ]


when_games_change(_words_in.cache_clear)
when_languages_change(_words_in.cache_clear)


def words_of(query: str) -> list[str]:
    """The words that are looked for."""
    return [word for word in re.split(r"[\s,;]+", fold(query.strip())) if word][:8]


def search(query: str, lang: str, edition: str = "", games: Sequence[str] | None = None) -> list[Hit]:
    """Sections that contain all the words, the best first: a number, then titles, then texts.

    If no section does, the words that were probably meant are used. A game without this edition is searched
    in the one printed in the language.
    """
    games = tuple(rulebooks()) if games is None else games
    return _find([(word,) for word in words_of(query)], lang, edition, games) or _find(
        _meant(query, lang, edition, games), lang, edition, games
    )


def words_found(query: str, lang: str, edition: str = "", games: Sequence[str] | None = None) -> list[str]:
    """The words that `search` finds, as spelled in the rules, for highlighting."""
    games = tuple(rulebooks()) if games is None else games
    exact = words_of(query)
    if not exact or _find([(word,) for word in exact], lang, edition, games):
        return exact
    return [word for meant in _meant(query, lang, edition, games) for word in meant]


def _meant(query: str, lang: str, edition: str, games: Sequence[str]) -> list[Spellings]:
    texts = [fold(f"{title} {text}") for game in games for _, title, text in _words(game, lang, edition)]
    known = vocabulary(texts)
    return [
        (word,) if any(word in text for text in texts) else nearest(word, known) for word in words_of(query)
    ]


def _find(words: Sequence[Spellings], lang: str, edition: str, games: Sequence[str]) -> list[Hit]:
    if not words:
        return []
    found = []
    for game in games:
        for order, (section, title, text) in enumerate(_words(game, lang, edition)):
            score = _score(words, section, title, text)
            if score:
                hit = Hit(game, section, title, _snippet(text, [one for word in words for one in word]))
                found.append((-score, games.index(game), order, hit))
    return [hit for *_, hit in sorted(found, key=lambda each: each[:3])]


def _score(words: Sequence[Spellings], section: Section, title: str, text: str) -> int:
    """How well a section matches; 0 if one of the words is missing."""
    scores = [max((_worth(one, section, title, text) for one in word), default=0) for word in words]
    return sum(scores) if all(scores) else 0


def _worth(word: str, section: Section, title: str, text: str) -> int:
    numbers = [fold(number) for number in section.numbers]
    if word in numbers or any(number.split("-")[1] == word for number in numbers):
        return 100
    if word in fold(title):
        return 10
    return int(word in fold(text) or any(number.startswith(word) for number in numbers))


def _snippet(text: str, words: list[str]) -> str:
    """The text around the first match, cut at spaces."""
    folded = fold(text)
    places = [place for word in words if (place := folded.find(word)) >= 0]
    start = max(0, min(places, default=0) - SNIPPET // 3)
    if start:
        start = text.find(" ", start) + 1
    end = len(text) if len(text) <= start + SNIPPET else text.rfind(" ", start, start + SNIPPET)
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")


def marked(text: str, words: list[str]) -> list[tuple[str, bool]]:
    """The text in pieces, with the matches marked."""
    if not words:
        return [(text, False)]
    pattern = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    parts, end = [], 0
    for found in re.finditer(pattern, fold(text)):
        if found.start() > end:
            parts.append((text[end : found.start()], False))
        parts.append((text[found.start() : found.end()], True))
        end = found.end()
    if end < len(text):
        parts.append((text[end:], False))
    return parts
