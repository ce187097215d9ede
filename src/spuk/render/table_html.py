"""A table as one person sees it on the page: data from `table/view.py`, drawn, and made into HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup

from spuk.kernel.registry import pack
from spuk.language.people import at_a_table
from spuk.language.words import words_of
from spuk.render.asks import asks_of
from spuk.render.board import board_of
from spuk.render.html import fragment
from spuk.render.log import ToldUpdate, log_lines
from spuk.render.parts import Part, Picture
from spuk.render.table_parts import TOP, closed, people, top
from spuk.table.event_history import history
from spuk.table.people import named, names_of, read_name
from spuk.table.table import OPEN, Table
from spuk.table.updates import Eye, Update
from spuk.table.view import Sight, called, shown

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


class Moment(Sight):
    """A table as it is now, and what a page tells of it."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, one_view=board_of(table.game).one_view)
        self._studies: Final[dict[str, dict[str, Any]]] = {}

    def study(self, lang: str) -> dict[str, Any]:
        """What a page tells of the position."""
        if lang not in self._studies:
            self._studies[lang] = study(self.table, lang)
        return self._studies[lang]


def seen_by(
    table: Table, person: str | None, eye: Eye, lang: str, moment: Moment | None = None
) -> dict[str, Any]:
    """Everything a board may draw: nothing but what this person may see."""
    moment = moment or Moment(table)
    seen = {**shown(table, person, eye, lang, moment), "study": moment.study(lang)}
    seen["seats"] = named(seen["seats"], lang)
    seen["step"] = len(table.actions)
    if board_of(table.game).shows_log and table.status != OPEN:
        seen["history"] = history(table, eye)
    return seen


def context(
    table: Table,
    person: str | None,
    eye: Eye,
    lang: str,
    lobby: Lobby,
    present: Present,
    moment: Moment | None = None,
) -> dict[str, Any]:
    """What the templates of a table get."""
    seen = seen_by(table, person, eye, lang, moment)
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
        "asks": asks_of(seen, lang),
        "hides": pack(seen["game"]).game.hides(),
        "rule_prefix": pack(seen["game"]).rule_prefix,
        "inner": "lobby.html" if is_open else board.template,
    }


def picture(context: Mapping[str, Any], lang: str, before: Picture | None = None) -> Picture:
    """All that changes on the page of a table; what is as it was `before` is taken from there."""
    if context["t"]["status"] == OPEN:
        whole = Part("", "parts/inner.html", context, fixed=False)
        return Picture(("", TOP), [whole, top(context)], lang, before)
    outermost, parts = context["board"].parts(context, lang)
    more = [*closed(context), people(context), top(context)]
    return Picture((*outermost, *(part.id for part in more)), [*parts, *more], lang, before)


def inside(picture: Picture) -> Markup:
    """The inside of `#table`."""
    return Markup(picture.html(*(id for id in picture.top if id != TOP)))  # made by templates


def header(picture: Picture) -> Markup:
    """What changes in the header."""
    return Markup(picture.html(TOP))  # made by templates


def table_html(
    table: Table, person: str | None, eye: Eye, lang: str, lobby: Lobby, present: Present = NOBODY_PRESENT
) -> str:
    """The inside of `#table`."""
    return inside(picture(context(table, person, eye, lang, lobby, present), lang))


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
