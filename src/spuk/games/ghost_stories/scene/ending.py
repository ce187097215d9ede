"""The end of a game: won or lost, why, and the score line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spuk.games.ghost_stories import words
from spuk.language.catalog import say


@dataclass(frozen=True)
class Ending:
    """How it ended."""

    won: bool
    resigned: bool
    title: str
    reason: str
    rule: str
    score: int | None
    lines: tuple[tuple[str, int], ...]


def ending(t: dict[str, Any], lang: str) -> Ending | None:
    """The end of the table; None while it goes on."""
    result = t["result"]
    if result is None:
        return None
    if result["reason"] == "resigned":
        title = say(lang, "ui.table.end.given_up")
        return Ending(False, True, title, say(lang, "ui.table.end.given_up_why"), "", None, ())
    title = say(lang, "ui.table.end.won" if result["won"] else "ui.table.end.lost")
    lines = tuple((words.score_words(line, lang), value) for line, value in t["view"]["score"].items())
    why = words.reason_words(result["reason"], lang)
    return Ending(result["won"], False, title, why, result["rule"], result["score"], lines)
