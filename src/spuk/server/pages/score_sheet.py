"""The score sheet of past games: a line for each level of Ghost Stories and for each length of Ghosts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from spuk.games.ghost_stories.editions import LEVELS
from spuk.games.ghost_stories.words.names import level_name
from spuk.language.catalog import say, say_number
from spuk.language.people import capital
from spuk.server.pages.frame import number
from spuk.server.pages.new_table_options import STORIES


class Line(NamedTuple):
    """A line of the sheet."""

    game: str
    name: str
    played: int
    won: int
    rate: str
    best: str
    mean: str


def sheet_of(tables: Sequence[Mapping[str, Any]], lang: str) -> list[Line]:
    """The sheet for finished tables in which somebody had seats."""
    groups: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for table in tables:
        if table["your_seats"]:
            groups.setdefault((table["game"], _rank(table)), []).append(table)
    return [_line(game, rank, groups[game, rank], lang) for game, rank in sorted(groups)]


def _rank(table: Mapping[str, Any]) -> int:
    options = table["options"]
    if table["game"] == STORIES:
        return list(LEVELS).index(options.get("level", "normal"))
    return int(options.get("rounds", 3))


def _line(game: str, rank: int, tables: Sequence[Mapping[str, Any]], lang: str) -> Line:
    together = game == STORIES
    won = sum(_won(table) for table in tables)
    scores = [score for table in tables if (score := own_score(table)) is not None]
    level = capital(level_name(list(LEVELS)[rank], lang)) if together else ""
    best = (max if together else min)(scores) if scores else None
    mean = sum(scores) / len(scores) if scores else None
    return Line(
        game=game,
        name=level or say_number(lang, "ui.list.rounds", rank),
        played=len(tables),
        won=won,
        rate=say(lang, "ui.mine.percent", number=round(100 * won / len(tables))),
        best="–" if best is None else number(best, lang),
        mean="–" if mean is None else number(round(mean, 1), lang),
    )


def _won(table: Mapping[str, Any]) -> bool:
    result = table["result"]
    if table["game"] == STORIES:
        return bool(result["won"])
    return bool(set(result["winners"]) & set(table["your_seats"]))


def own_score(table: Mapping[str, Any]) -> int | None:
    """The points or the fear of whoever looks; the best of his, if he has several seats."""
    scores = table["result"].get("scores")
    mine = [scores[seat] for seat in table["your_seats"]] if scores else []
    if not mine:
        return None
    return int(max(mine) if table["game"] == STORIES else min(mine))
