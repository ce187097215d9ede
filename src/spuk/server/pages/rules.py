"""The rules of all games that have some: learning, looking things up, comparing editions, extra pages."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from markupsafe import Markup
from starlette.responses import RedirectResponse

from spuk.language.languages import FALLBACK
from spuk.language.words import words_of
from spuk.render.html import ENVIRONMENT, fragment
from spuk.rules.blocks import Block, plain
from spuk.rules.book import NUMBER, book, rule_numbers, rulebooks
from spuk.rules.parts import EDITIONS_PAGE, RulesPart, rules_part
from spuk.rules.search import marked, search, words_found
from spuk.server.language import language_of
from spuk.server.pages.frame import render
from spuk.table.errors import NotThere

router = APIRouter(prefix="/rules")

_LONGEST_QUERY: Final = 100
_NUMBER: Final = re.compile(NUMBER)

Asked = Annotated[str, Query(max_length=_LONGEST_QUERY)]
"""The search text."""


def _kind(block: Block) -> str:
    return type(block).__name__


ENVIRONMENT.filters["plain"] = plain
ENVIRONMENT.filters["kind"] = _kind


# ── what the templates draw rules with ──────────────────────────────────────────────────────


def _tools(game: str, lang: str, edition: str, query: str = "") -> dict[str, Any]:
    """For the pages of one game."""
    part = rules_part(game)
    return {
        **_plain_tools(game, query, words_found(query, lang, edition, (game,))),
        "game": game,
        "game_title": words_of(game).title(lang),
        "edition_label": words_of(game).option_name("edition", lang),
        "edition": edition,
        "default_edition": part.default_edition(),
        "all_editions": list(part.editions()),
        "edition_name": lambda which: part.edition_name(which, lang),
        "rows": part.differences,
        "drawing": part.template,
        "figure_words": lambda figure: part.figure_words(figure, lang, edition),
        "doors": part.doors(lang),
        "editions_about": part.editions_about(lang) if part.differences else "",
        **part.tools(lang, edition),
    }


def _plain_tools(game: str | None, query: str, words: list[str]) -> dict[str, Any]:
    """For pages that belong to no game; this game only serves as an example."""
    numbers = rule_numbers(game) if game else []
    return {
        "example": numbers[len(numbers) // 2] if numbers else "",
        "edition": "",
        "default_edition": "",
        "drawing": RulesPart.template,
        "figure_words": lambda figure: [],
        "query": query,
        "found": lambda text: marked(text, words),
    }


# ── the pages ───────────────────────────────────────────────────────────────────────────────


@router.get("")
async def contents(request: Request, q: Asked = "") -> Response:
    """The rules of all games, and a search through all of them."""
    return _contents(request, q)


def _contents(request: Request, query: str, status: int = 200) -> Response:
    lang = language_of(request)
    games = list(rulebooks())
    return render(
        request,
        "rules/index.html",
        status,
        **_plain_tools(next(iter(games), None), query.strip(), words_found(query, lang)),
        hits=search(query, lang),
        covers=[_cover(game, lang) for game in games],
        doors=[door for game in games for door in rules_part(game).doors(lang)],
    )


def _cover(game: str, lang: str) -> Markup:
    """A game on the page of all rules, drawn in its own way."""
    tools = _tools(game, lang, rules_part(game).edition("", lang))
    return Markup(fragment("rules/cover.html", lang, book=book(game, lang), **tools))


@router.get("/{game}")
async def rules(request: Request, game: str, q: Asked = "", edition: str = "") -> Response:
    """The rules of a game; with ?q=, only the search results. A rule's number leads to its place."""
    if _NUMBER.fullmatch(game):
        place = address(game)
        return RedirectResponse(place, 307) if place else _contents(request, game, 404)
    lang = language_of(request)
    chosen = _part(game).edition(edition, lang)
    hits = search(q, lang, chosen, (game,))
    return render(
        request,
        "rules/book.html",
        **_tools(game, lang, chosen, q.strip()),
        book=book(game, lang, chosen),
        hits=[hit.section for hit in hits],
    )


@router.get("/{game}/{page}")
async def further(request: Request, game: str, page: str) -> Response:
    """A game's editions side by side, or another of its extra pages."""
    part, lang = _part(game), language_of(request)
    asked = {name: value[:_LONGEST_QUERY] for name, value in request.query_params.items()}
    chosen = part.edition(asked.get("edition", ""), lang)
    if page == EDITIONS_PAGE and part.differences:
        tools = _tools(game, lang, part.default_edition())
        return render(request, "rules/editions.html", **tools, **_compared(part, asked, lang))
    if page not in part.pages:
        raise NotThere(f"No such page; {game} has {', '.join(part.links())}.")
    own = part.pages[page]
    return render(
        request, own.template, **_tools(game, lang, chosen), page=own, **own.context(asked, lang, chosen)
    )


def _part(game: str) -> RulesPart:
    if game not in rulebooks():
        raise NotThere(f"No rules for that name; choose from {', '.join(rulebooks())}.")
    return rules_part(game)


def _compared(part: RulesPart, asked: dict[str, str], lang: str) -> dict[str, Any]:
    """All editions of a game, or two of them, point by point."""
    every = list(part.editions())
    pair = [asked.get("a", ""), asked.get("b", "")]
    chosen = pair if set(pair) <= set(every) and pair[0] != pair[1] else []
    shown, rows = chosen or every, part.differences.values()
    default = part.default_edition()
    table = [(row, [row.value(edition, lang) for edition in shown]) for row in rows]
    differing = [(row, cells) for row, cells in table if len(set(cells)) > 1]
    return {
        "chosen": chosen,
        "offered": chosen or [default, next((edition for edition in every if edition != default), default)],
        "shown": shown,
        "table": differing if asked.get("only") else table,
        "differing": {row.id for row, _ in differing},
        "only": bool(asked.get("only")),
        "usual": {row.id: row.value(default, lang) for row in rows},
    }


# ── where a rule stands ─────────────────────────────────────────────────────────────────────


def address(rule: str) -> str:
    """The address of a rule by its number; None if there is no such rule."""
    prefix = rule.partition("-")[0]
    game = next((game for game, start in rulebooks().items() if start == prefix), "")
    return f"/rules/{game}#{rule}" if game and _is_there(rule, game) else ""


def _is_there(rule: str, game: str) -> bool:
    chapters = {chapter.anchor for chapter in book(game, FALLBACK).chapters}
    return rule in chapters or rule in rule_numbers(game)
