"""A table as one person sees it on the page: data from `table/view.py`, drawn, and made into HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from spuk.kernel.registry import pack
from spuk.language.people import at_a_table
from spuk.language.words import words_of
from spuk.render.board import board_of
from spuk.render.html import fragment
from spuk.render.log import ToldUpdate, log_lines
from spuk.table.event_history import history
from spuk.table.people import named, names_of, read_name
from spuk.table.table import OPEN, Table
from spuk.table.updates import Eye, Update
from spuk.table.view import called, shown

Lobby = Callable[[Table, str], Mapping[str, Any]]
"""What somebody finds at a table that has not started, beside what is shown of it."""
Present = Mapping[str, Any]
"""Who looks at the table now: `seats` of those who play, and how many others are `watching`."""
NOBODY_PRESENT: Present = {"seats": [], "watching": 0}


def study(table: Table, lang: str) -> dict[str, Any]:
    """What a page tells besides what is shown: whatever the game's board makes of the position."""
    if table.state is None:
        return {"phase": "", "question": ""}
    with at_a_table(called(table, lang)):
        return board_of(table.game).study(table.state, lang)


def seen_by(table: Table, person: str | None, eye: Eye, lang: str) -> dict[str, Any]:
    """Everything a board may draw: nothing but what this person may see."""
    seen = {**shown(table, person, eye, lang), "study": study(table, lang)}
    seen["seats"] = named(seen["seats"], lang)
    seen["step"] = len(table.actions)
    if board_of(table.game).shows_log and table.status != OPEN:
        seen["history"] = history(table, eye)
    return seen


def context(
    table: Table, person: str | None, eye: Eye, lang: str, lobby: Lobby, present: Present
) -> dict[str, Any]:
    """What the templates of a table get."""
    seen = seen_by(table, person, eye, lang)
    more = lobby(table, lang) if table.status == OPEN else {}
    return {**drawn(seen, lang), "present": present, **more}


def drawn(seen: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """What somebody sees, its scene, and the template that shows it."""
    board = board_of(seen["game"])
    is_open = seen["status"] == OPEN
    return {
        "t": seen,
        "board": board,
        "game_title": words_of(seen["game"]).title(lang),
        "scene": None if is_open else board.scene(seen, lang),
        "hides": pack(seen["game"]).game.hides(),
        "rule_prefix": pack(seen["game"]).rule_prefix,
        "inner": "lobby.html" if is_open else board.template,
    }


def table_html(
    table: Table, person: str | None, eye: Eye, lang: str, lobby: Lobby, present: Present = NOBODY_PRESENT
) -> str:
    """The inside of `#table`, and with it what changes in the header."""
    seen = context(table, person, eye, lang, lobby, present)
    top = fragment("parts/top.html", lang, **seen, oob=True)
    return fragment("parts/table.html", lang, **seen) + top


def log_html(updates: Sequence[ToldUpdate], table: Table, lang: str) -> Markup:
    """Lines of the log, the oldest first; none where the board has its own."""
    board = board_of(table.game)
    if board.shows_log:
        return Markup("")
    seats = names_of([vars(seat) for seat in table.seats], lang)
    lines = log_lines(updates, board)
    return Markup(fragment("parts/log.html", lang, lines=lines, seats=seats, table=table.id, board=board))


def chat_html(updates: Sequence[ToldUpdate], table: Table, lang: str) -> Markup:
    """What was said, and what everyone at the table should hear of, the latest last."""
    names = names_of([vars(seat) for seat in table.seats], lang)
    said = [
        {**update, "name": read_name(update["name"], update["seat"], lang)}
        if update["kind"] == "chat"
        else update
        for update in updates
        if update["kind"] in ("chat", "entry_refused")
    ]
    return Markup(fragment("parts/said.html", lang, updates=said, seats=names))


def told(updates: Sequence[Update], eye: Eye, lang: str) -> list[ToldUpdate]:
    """Updates as somebody with these seats is told them."""
    return [update.told(eye, lang) for update in updates]
