"""A table as one person sees it on the page: data from `table/view.py`, drawn, and made into HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup

import spuk
from spuk.games.ghost_stories import scene as stories
from spuk.games.ghosts.scene.page import draw_ghosts
from spuk.render.log import lines
from spuk.server.pages.frame import fragment
from spuk.server.room import Room
from spuk.table.event_history import history
from spuk.table.people import named, names_of, read_name
from spuk.table.table import OPEN, Table
from spuk.table.updates import Eye, Update
from spuk.table.view import shown, study

Told = Mapping[str, Any]
"""An update as somebody is told it (`Update.told`)."""

TEMPLATES: Final = {"ghost-stories": "ghost_stories/table.html", "ghosts": "ghosts/table.html"}
"""What shows a table that has started, by game."""
DRAW: Final[dict[str, Callable[[dict[str, Any], str], Any]]] = {
    "ghost-stories": stories.scene,
    "ghosts": draw_ghosts,
}
"""What makes the scene for that template out of the shown table and the language, by game."""


Lobby = Callable[[Table, str], Mapping[str, Any]]
"""What somebody finds at a table that has not started, beside what is shown of it (`pages/lobby.py`)."""


def context(room: Room, person: str | None, eye: Eye, lang: str, lobby: Lobby) -> dict[str, Any]:
    """What the templates of a table get: nothing but what this person may see."""
    table = room.table
    seen = {**shown(table, person, eye, lang), "study": study(table, lang)}
    seen["seats"] = named(seen["seats"], lang)
    if spuk.game(table.game).hides() and table.status != OPEN:
        seen["history"] = history(table, eye)
    seen["step"] = len(table.actions)
    draw = DRAW.get(table.game)
    scene = draw(seen, lang) if draw is not None and table.status != OPEN else None
    more = lobby(table, lang) if table.status == OPEN else {}
    return {"t": seen, "scene": scene, "present": present(room), "inner": template_of(table), **more}


def template_of(table: Table) -> str:
    """What shows this table."""
    return "lobby.html" if table.status == OPEN else TEMPLATES[table.game]


def table_html(room: Room, person: str | None, eye: Eye, lang: str, lobby: Lobby) -> str:
    """The inside of `#table`, and with it what changes in the header."""
    seen = context(room, person, eye, lang, lobby)
    top = fragment("parts/top.html", lang, **seen, oob=True)
    return fragment("parts/table.html", lang, **seen) + top


def log_html(updates: Sequence[Told], room: Room, lang: str) -> Markup:
    """Lines of the log, the oldest first."""
    seats = names_of([vars(seat) for seat in room.table.seats], lang)
    return Markup(fragment("parts/log.html", lang, lines=lines(updates), seats=seats, table=room.table.id))


def chat_html(updates: Sequence[Told], room: Room, lang: str) -> Markup:
    """What was said, and what everyone at the table should hear of, the latest last."""
    names = names_of([vars(seat) for seat in room.table.seats], lang)
    said = [
        {**update, "name": read_name(update["name"], update["seat"], lang)}
        if update["kind"] == "chat"
        else update
        for update in updates
        if update["kind"] in ("chat", "entry_refused")
    ]
    return Markup(fragment("parts/said.html", lang, updates=said, seats=names))


def told(updates: Sequence[Update], eye: Eye, lang: str) -> list[Told]:
    """Updates as somebody with these seats is told them."""
    return [update.told(eye, lang) for update in updates]


def present(room: Room) -> dict[str, Any]:
    """Who looks at the table now: the seats of those who play, and how many others."""
    people = room.watchers.present()
    here = [number for number, seat in enumerate(room.table.seats) if seat.owner in people and seat.owner]
    owners = {seat.owner for seat in room.table.seats}
    return {"seats": here, "watching": sum(person is None or person not in owners for person in people)}
