"""A table as one person sees it on the page: data from `web/shown.py`, drawn, and made into HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from spuk.web.pages.frame import fragment
from spuk.web.room import Room
from spuk.web.shown import shown
from spuk.web.tables import OPEN, Table
from spuk.web.updates import Eye, Update

Told = Mapping[str, Any]
"""An update as somebody is told it (`Update.told`)."""

TEMPLATES: Final = {"ghost-stories": "stories/table.html", "ghosts": "ghosts/table.html"}
"""What shows a table that has started, by game."""
DRAW: Final[dict[str, Callable[[dict[str, Any], str], Any]]] = {}
"""What makes the scene for that template out of the shown table and the language, by game."""


def context(room: Room, person: str | None, eye: Eye, lang: str) -> dict[str, Any]:
    """What the templates of a table get: nothing but what this person may see."""
    table = room.table
    seen = shown(table, person, eye, lang)
    draw = DRAW.get(table.game)
    scene = draw(seen, lang) if draw is not None and table.status != OPEN else None
    return {"t": seen, "scene": scene, "present": present(room), "inner": template_of(table)}


def template_of(table: Table) -> str:
    """What shows this table."""
    return "lobby.html" if table.status == OPEN else TEMPLATES[table.game]


def table_html(room: Room, person: str | None, eye: Eye, lang: str) -> str:
    """The inside of `#table`."""
    return fragment("parts/table.html", lang, **context(room, person, eye, lang))


def log_html(updates: Sequence[Told], room: Room, lang: str) -> str:
    """Lines of the log, oldest first."""
    seats = [seat.name for seat in room.table.seats]
    return fragment("parts/log.html", lang, updates=updates, seats=seats)


def told(updates: Sequence[Update], eye: Eye, lang: str) -> list[Told]:
    """Updates as somebody with these seats is told them."""
    return [update.told(eye, lang) for update in updates]


def present(room: Room) -> dict[str, Any]:
    """Who looks at the table now: the seats of those who play, and how many others."""
    people = room.watchers.present()
    here = [number for number, seat in enumerate(room.table.seats) if seat.owner in people and seat.owner]
    owners = {seat.owner for seat in room.table.seats}
    return {"seats": here, "watching": sum(person is None or person not in owners for person in people)}
