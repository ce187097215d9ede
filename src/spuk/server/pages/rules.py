"""The rules of both games: to learn, to look up, to compare editions, and all cards."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import RedirectResponse

from spuk.games.ghost_stories.board import COLORS, TILES
from spuk.games.ghost_stories.editions import EDITIONS
from spuk.games.ghost_stories.rules.editions import ROWS
from spuk.games.ghost_stories.words.names import DEFAULT_EDITION, EDITION_OF, color_name, edition_name
from spuk.language.catalog import say
from spuk.render.html import ENVIRONMENT
from spuk.rules import figures
from spuk.rules.blocks import Block, plain
from spuk.rules.book import GAMES, book, rule_numbers
from spuk.rules.search import fold, marked, search, words_found
from spuk.server.language import language_of
from spuk.server.pages.frame import render
from spuk.table.errors import NotThere

router = APIRouter(prefix="/rules")

_LONGEST_QUERY: Final = 100
_NUMBER: Final = re.compile(r"(GS|GH)-\d+(?:\.\d+)?")

PAGES: Final = {"cards": "/rules/ghost-stories/cards", "tutorial": "/tutorial"}
"""Other pages that the texts lead to."""

Asked = Annotated[str, Query(max_length=_LONGEST_QUERY)]
"""What is looked for."""


def _kind(block: Block) -> str:
    return type(block).__name__


ENVIRONMENT.filters["plain"] = plain
ENVIRONMENT.filters["kind"] = _kind


def _tools(lang: str, edition: str, query: str = "") -> dict[str, Any]:
    """What the templates draw rules with."""
    words = words_found(query, lang, edition)
    return {
        "edition": edition,
        "figures": figures,
        "rows": ROWS,
        "tiles": TILES,
        "stones": figures.STONES,
        "edition_name": lambda which: edition_name(which, lang),
        "pages": PAGES,
        "query": query,
        "found": lambda text: marked(text, words),
    }


def _edition(asked: str, lang: str) -> str:
    """The edition asked for, else the one that is printed in the language."""
    return asked if asked in EDITIONS else EDITION_OF[lang]


@router.get("")
async def contents(request: Request, q: Asked = "") -> Response:
    """The rules of both games, and a search through both."""
    return _contents(request, q)


def _contents(request: Request, query: str, status: int = 200) -> Response:
    lang = language_of(request)
    return render(
        request,
        "rules/index.html",
        status,
        **_tools(lang, EDITION_OF[lang], query.strip()),
        hits=search(query, lang, EDITION_OF[lang]),
        books=[book(game, lang) for game in GAMES],
    )


@router.get("/ghost-stories/editions")
async def editions(request: Request, a: str = "", b: str = "", only: str = "") -> Response:
    """The four editions side by side, or two of them."""
    lang = language_of(request)
    chosen = [a, b] if a in EDITIONS and b in EDITIONS and a != b else []
    shown = chosen or list(EDITIONS)
    table = [(row, [row.value(edition, lang) for edition in shown]) for row in ROWS.values()]
    differing = [(row, cells) for row, cells in table if len(set(cells)) > 1]
    return render(
        request,
        "rules/editions.html",
        **_tools(lang, DEFAULT_EDITION),
        chosen=chosen,
        shown=shown,
        table=differing if only else table,
        differing={row.id for row, _ in differing},
        only=bool(only),
        usual=_usual(lang),
        all_editions=list(EDITIONS),
    )


def _usual(lang: str) -> dict[str, str]:
    """What the default edition says, point by point."""
    return {row.id: row.value(DEFAULT_EDITION, lang) for row in ROWS.values()}


INCARNATIONS: Final = "incarnations"
"""Beside the five colours, what cards can be chosen by."""


@router.get("/ghost-stories/cards")
async def cards(
    request: Request, color: str = "", ability: str = "", name: Asked = "", edition: str = ""
) -> Response:
    """All 65 cards."""
    lang = language_of(request)
    chosen = _edition(edition, lang)
    shown = figures.cards(lang, chosen)
    every = [(each, _suits(each, color, ability, name)) for each in shown]
    colors = {id: color_name(id, lang) for id in COLORS[:5]}
    return render(
        request,
        "rules/cards.html",
        **_tools(lang, chosen),
        cards=every,
        number=sum(suits for _, suits in every),
        colors={**colors, INCARNATIONS: say(lang, "ui.rules.cards.incarnations")},
        abilities=figures.abilities(lang, chosen),
        asked={"color": color, "ability": ability, "name": name},
    )


def _suits(card: figures.Card, color: str, ability: str, name: str) -> bool:
    kind = INCARNATIONS if card.incarnation else card.color
    return (
        color in ("", kind, card.color)
        and ability in ("", *(f"{each.stone}-{each.id}" for each in card.abilities))
        and (fold(name.strip()) in fold(card.name) or name.strip() == str(card.number))
    )


@router.get("/{game}")
async def rules(request: Request, game: str, q: Asked = "", edition: str = "") -> Response:
    """The rules of a game; with ?q= only what was found. A rule's number leads to its place."""
    if _NUMBER.fullmatch(game):
        place = address(game)
        return RedirectResponse(place, 307) if place else _contents(request, game, 404)
    if game not in GAMES:
        raise NotThere(f"There are no rules of that name; the games are {', '.join(GAMES)}.")
    lang = language_of(request)
    chosen = _edition(edition, lang)
    hits = search(q, lang, chosen, (game,))
    return render(
        request,
        "rules/book.html",
        **_tools(lang, chosen, q.strip()),
        book=book(game, lang, chosen),
        hits=[hit.section for hit in hits],
        all_editions=list(EDITIONS),
    )


def address(rule: str) -> str:
    """Where a rule stands, by its number; nowhere if there is none of that number."""
    game = next((game for game, start in GAMES.items() if rule.startswith(start)), "")
    return f"/rules/{game}#{rule}" if game and _is_there(rule, game) else ""


def _is_there(rule: str, game: str) -> bool:
    chapters = {chapter.anchor for chapter in book(game, "en").chapters}
    return rule in chapters or rule in rule_numbers(game)
