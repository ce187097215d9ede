"""`spuk rules`: the rules in the terminal, by number, by keyword, or the contents."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from spuk.language.catalog import say, say_number
from spuk.rules.blocks import Block, Differences, Example, Figure, Points, Ruling, plain
from spuk.rules.book import book, rule_numbers, rulebooks
from spuk.rules.parts import RulesPart, rules_part
from spuk.rules.search import Hit, block_lines, marked, search, words_found
from spuk.terminal.look import ACCENT, QUIET

FEW = 3
"""How many results are shown in full."""
WIDEST = 100
"""Longer lines are hard to read."""


def editions() -> list[str]:
    """All editions of games that have rules."""
    return [edition for game in rulebooks() for edition in rules_part(game).editions()]


def rules(query: str, lang: str, console: Console, edition: str = "") -> int:
    """Print what was asked for; the exit code is 1 if nothing was found.

    A game without the edition shows the one printed in the language.
    """
    console.width = min(console.width, WIDEST)
    if not query.strip():
        _contents(lang, console, edition)
        return 0
    found = search(query, lang, edition)
    numbered = _by_number(query, found)
    if numbered or 0 < len(found) <= FEW:
        for hit in numbered or found:
            _show(hit, lang, console, edition)
        return 0
    if not found:
        console.print(say(lang, "ui.rules.search.none", query=query.strip()), highlight=False, markup=False)
        return 1
    console.print(
        say_number(lang, "ui.rules.search.found", len(found), query=query.strip()),
        style=ACCENT,
        highlight=False,
        markup=False,
    )
    for hit in found:
        _mention(hit, words_found(query, lang, edition), console)
    return 0


def _contents(lang: str, console: Console, edition: str) -> None:
    for game in rulebooks():
        whole = book(game, lang, rules_part(game).edition(edition, lang))
        console.print(Text(whole.title, style=ACCENT))
        for chapter in whole.chapters:
            console.print(Text(f"{chapter.anchor:<8}{plain(chapter.title)}"))
            for section in chapter.sections:
                console.print(Text(f"  {section.anchor:<9}{plain(section.title)}", style=QUIET))
        console.print()


def _by_number(query: str, found: list[Hit]) -> list[Hit]:
    """The sections that the query names: one rule, or all rules of a chapter."""
    asked = query.strip().upper()
    wanted = (asked, *(f"{start}-{asked}" for start in rulebooks().values()))
    known = [number for game in rulebooks() for number in rule_numbers(game)]
    named = [hit for hit in found if any(_is(number, wanted) for number in hit.section.numbers)]
    return sorted(named, key=lambda hit: known.index(hit.section.anchor))


def _is(number: str, wanted: tuple[str, ...]) -> bool:
    return number in wanted or number.rpartition(".")[0] in wanted


def _show(hit: Hit, lang: str, console: Console, asked: str) -> None:
    section, part = hit.section, rules_part(hit.game)
    edition = part.edition(asked, lang)
    console.print(Text(f"{', '.join(section.numbers)}  {plain(section.title)}", style=ACCENT))
    for block in section.blocks:
        for text in _block_texts(part, block, lang, edition):
            console.print(Padding(text, (0, 0, 0, 2)))
    console.print()


def _block_texts(part: RulesPart, block: Block, lang: str, edition: str) -> list[Text]:
    match block:
        case Points(items, numbered):
            signs = [f"{n}." if numbered else "–" for n in range(1, len(items) + 1)]
            return [Text(f"{sign} {plain(item)}") for sign, item in zip(signs, items, strict=True)]
        case Example(line):
            return [Text(f"{say(lang, 'ui.rules.example')}: {plain(line)}", style="italic")]
        case Ruling(line):
            return [Text(f"{say(lang, 'ui.rules.ruling')}: {plain(line)}", style=QUIET)]
        case Differences(rows):
            return [text for row in rows for text in _difference(part, row, lang)]
        case Figure("editions"):
            return [text for row in part.differences for text in _difference(part, row, lang)]
    return [Text(line) for line in block_lines(part, block, lang, edition)]


def _difference(part: RulesPart, row: str, lang: str) -> list[Text]:
    found = part.differences[row]
    shown = [Text(f"{found.point(lang)}:")]
    for editions, value in found.groups(lang):
        who = " · ".join(part.edition_name(edition, lang) for edition in editions)
        shown.append(Text(f"  {who}: {value}", style=QUIET))
    return shown


def _mention(hit: Hit, words: list[str], console: Console) -> None:
    console.print(Text.assemble((f"{hit.section.anchor:<9}", ACCENT), hit.title))
    snippet = Text()
    for part, found in marked(hit.snippet, words):
        snippet.append(part, style=ACCENT if found else QUIET)
    console.print(Padding(snippet, (0, 0, 0, 9)))
