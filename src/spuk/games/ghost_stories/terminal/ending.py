"""The last screen: won or lost, why, and the score line by line."""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

import spuk
from spuk.games.ghost_stories.words import reason_words, score_words
from spuk.language.catalog import say, say_number
from spuk.terminal import look
from spuk.terminal.lines import fold

RARE: Final = ("incarnations", "empty_spaces")
"""Lines of the score that most editions and levels do not have."""


def end_lines(state: spuk.State, lang: str, width: int) -> list[Text]:
    """How the game ended; empty while it is in progress."""
    outcome = state.outcome()
    if outcome is None:
        return []
    color = look.JADE if outcome.won else look.GHOSTFIRE
    verdict = say(lang, "ui.won" if outcome.won else "ui.lost")
    reason = f"{reason_words(outcome.reason, lang)} ({outcome.rule})"
    return [
        Text(),
        Text(f" {verdict} ".center(width, "━"), style=f"bold {color} on {look.NIGHT}"),
        *fold(Text(reason), width),
        Text(),
        Text(say(lang, "ui.score"), style=look.ACCENT),
        *_score(state, lang),
        Text(_minus(say_number(lang, "ui.total", outcome.score)), style=look.ACCENT),
    ]


def _minus(text: str) -> str:
    """A real minus sign, as wide as the plus."""
    return re.sub(r"-(?=\d)", "−", text)


def _score(state: spuk.State, lang: str) -> list[Text]:
    sheet = state.view(None)["score"]
    shown = {line: points for line, points in sheet.items() if points or line not in RARE}
    signed = {line: _minus(f"{points:+}") for line, points in shown.items()}
    return [Text(f"  {points:>4}  {score_words(line, lang)}") for line, points in signed.items()]
