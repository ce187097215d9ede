"""The score sheet of past games: a line for each kind of game that can be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import spuk
from spuk.language.catalog import say
from spuk.language.words import words_of
from spuk.render.board import Board, board_of
from spuk.render.lists import best_score
from spuk.render.numbers import number


class SheetLine(NamedTuple):
    """A line of the sheet."""

    board: Board
    name: str
    played: int
    won: int
    rate: str
    best: str
    mean: str


def sheet_of(tables: Sequence[Mapping[str, Any]], lang: str) -> list[SheetLine]:
    """The sheet for finished tables in which someone had seats."""
    groups: dict[tuple[str, int, str], list[Mapping[str, Any]]] = {}
    for table in tables:
        if table["your_seats"]:
            place, name = words_of(table["game"]).comparable(table["options"], lang)
            groups.setdefault((table["game"], place, name), []).append(table)
    return [_line(game, name, groups[game, place, name], lang) for game, place, name in sorted(groups)]


def _line(game: str, name: str, tables: Sequence[Mapping[str, Any]], lang: str) -> SheetLine:
    won = sum(_won(table) for table in tables)
    scores = [score for table in tables if (score := own_score(table)) is not None]
    best = best_score(game, scores)
    mean = sum(scores) / len(scores) if scores else None
    return SheetLine(
        board=board_of(game),
        name=name,
        played=len(tables),
        won=won,
        rate=say(lang, "ui.mine.percent", number=round(100 * won / len(tables))),
        best="–" if best is None else number(best, lang),
        mean="–" if mean is None else number(round(mean, 1), lang),
    )


def _won(table: Mapping[str, Any]) -> bool:
    result = table["result"]
    if spuk.game(table["game"]).together():
        return bool(result["won"])
    return bool(set(result["winners"]) & set(table["your_seats"]))


def own_score(table: Mapping[str, Any]) -> int | None:
    """The viewer's score; the best one, if they have several seats."""
    scores = table["result"].get("scores")
    return best_score(table["game"], [scores[seat] for seat in table["your_seats"]] if scores else [])
