"""The parts of a picture that every table has: its people, and what changes in the header."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from spuk.render.parts import Part
from spuk.table.table import OPEN, PLAYING

PEOPLE: Final = "people"
CLOSED: Final = "closed"
TOP: Final = "top"
"""Lies in the header of the page, not in `#table`."""


class InOrder(NamedTuple):
    """Somebody in the order of turns."""

    color: str
    name: str
    now: bool
    alive: bool


class Top(NamedTuple):
    """What changes in the header."""

    table: str
    started: bool
    order: tuple[InOrder, ...] | None
    """None where the board knows of none."""
    watching: int
    undo: bool | None
    """Whether something can be taken back; None for those who never can."""


class Sitting(NamedTuple):
    """Somebody at the table."""

    name: str
    kind: str
    bot: str | None
    handed_over: bool
    resigned: bool
    yours: bool
    here: bool
    colors: tuple[str, ...]


class People(NamedTuple):
    """Everybody at the table."""

    table: str
    playing: bool
    plays: bool
    """The viewer does."""
    seats: tuple[Sitting, ...]
    watching: int


def top(context: Mapping[str, Any]) -> Part:
    """What changes in the header."""
    seen, order = context["t"], getattr(context["scene"], "order", None)
    shown = None if order is None else tuple(InOrder(o.color, o.name, o.now, o.alive) for o in order)
    undo = bool(seen["can_undo"]) if seen["status"] == PLAYING and seen["your_seats"] else None
    value = Top(seen["id"], seen["status"] != OPEN, shown, context["present"]["watching"], undo)
    return Part(TOP, "parts/top.html", value)


def closed(context: Mapping[str, Any]) -> list[Part]:
    """That operators have closed the table, and why; nothing if they have not."""
    reason = context["t"].get("closed")
    return [] if reason is None else [Part(CLOSED, "parts/closed.html", reason)]


def people(context: Mapping[str, Any]) -> Part:
    """Everybody at the table."""
    seen, present = context["t"], context["present"]
    order = getattr(context["scene"], "order", ())
    seats = tuple(
        Sitting(
            seat["name"],
            seat["kind"],
            seat["bot"],
            seat["handed_over"],
            seat["resigned"],
            seat["yours"],
            number in present["seats"],
            tuple(one.color for one in order if one.seat == number),
        )
        for number, seat in enumerate(seen["seats"])
    )
    playing = seen["status"] == PLAYING
    value = People(seen["id"], playing, bool(seen["your_seats"]), seats, present["watching"])
    return Part(PEOPLE, "parts/people.html", value)
