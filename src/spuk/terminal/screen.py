"""The whole screen: headline, table, what has happened, the question and its choices."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

import spuk
from spuk.terminal import look
from spuk.terminal.board import board_lines
from spuk.terminal.cells import shorten
from spuk.terminal.choices import verb
from spuk.terminal.guide import about_ghost
from spuk.terminal.session import Session
from spuk.terminal.status import drawn_ghost, facts, fold, in_a_row, legend, log_lines, supply
from spuk.words.catalog import say
from spuk.words.stories import edition_name, level_name, turn_words

SIDE_BY_SIDE = 116
"""From this width on, facts and log stand beside the table instead of above and below it."""
SIDE = 36


def table_lines(
    state: spuk.State, lang: str, width: int, news: Sequence[str], *, closed: bool = True
) -> list[Text]:
    """Everything but the question."""
    head = headline(state, lang, width)
    if width >= SIDE_BY_SIDE:
        return [head, *_wide(state, lang, width, news)]
    return [head, *_narrow(state, lang, width, news, closed=closed)]


def headline(state: spuk.State, lang: str, width: int) -> Text:
    """What is being played, and which turn it is."""
    view = state.view(None)
    parts = [
        say(lang, "ui.title"),
        level_name(view["options"]["level"], lang),
        edition_name(view["options"]["edition"], lang),
        say(lang, "ui.turn", n=view["turn"]),
    ]
    text = f" {' · '.join(parts)}"
    return Text(shorten(text, width).ljust(width), style=f"bold {look.LANTERN} on {look.NIGHT}")


def _narrow(state: spuk.State, lang: str, width: int, news: Sequence[str], *, closed: bool) -> list[Text]:
    view = state.view(None)
    return [
        *in_a_row([*facts(view, lang), supply(view, lang)], width),
        *board_lines(view, lang, width, closed=closed),
        *legend(lang, width),
        *log_lines(news, width, 6),
    ]


def _wide(state: spuk.State, lang: str, width: int, news: Sequence[str]) -> list[Text]:
    view = state.view(None)
    left = board_lines(view, lang, width - SIDE - 2)
    room = width - left[0].cell_len - 2
    top: list[Text] = []
    for fact in (*facts(view, lang), supply(view, lang)):
        top.extend(fold(fact, room))
    bottom = [Text(), *legend(lang, room)]
    log = [Text(), Text(say(lang, "ui.log"), style=look.ACCENT)]
    most = max(len(left) - len(top) - len(bottom) - len(log), 1)
    log.extend(log_lines(news, room, most))
    filler = [Text()] * max(len(left) - len(top) - len(log) - len(bottom), 0)
    right = [*top, *log, *filler, *bottom]
    rows = max(len(left), len(right))
    blank = Text(" " * left[0].cell_len)
    left += [blank] * (rows - len(left))
    right += [Text()] * (rows - len(right))
    return [Text.assemble(one, "  ", two) for one, two in zip(left, right, strict=True)]


def question_lines(session: Session, lang: str, width: int) -> list[Text]:
    """Who has to decide what; before a ghost is placed, also what it can do."""
    state = session.state
    lines = [Text()]
    if session.drawn and any(verb(action) == "place" for action in state.legal()):
        ghost = drawn_ghost(session.drawn)
        lines += about_ghost(state.view(None), ghost, lang, width)
    lines += fold(Text(turn_words(state, lang), style=look.ACCENT), width)
    return lines
