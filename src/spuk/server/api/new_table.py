"""Creating tables and seating people and bots there, for API and pages."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from functools import partial
from typing import Final

from fastapi import Request

import spuk
from spuk.server.addresses import address
from spuk.server.api.models import NewTable, SeatOrder
from spuk.server.idempotency import request_id
from spuk.server.room import Room
from spuk.server.server import Server
from spuk.store.contract import Person
from spuk.table import play, seating
from spuk.table.errors import NotThere, TooMuch, WrongRequest
from spuk.table.table import OPEN, PLAYING, Table, rules_in_force

_REPEATED: Final = 600.0
"""Within this many seconds, the same request for a table is a repeat."""
_FORGOTTEN: Final = 14 * 24 * 3600
"""After this many seconds without activity, a table no longer counts: people leave without a word."""


def new_id() -> str:
    """An unguessable id for a table."""
    return secrets.token_urlsafe(12)


async def find_place(
    request: Request, server: Server, person: Person, fields: Mapping[str, str] | None = None
) -> tuple[str, Room | None]:
    """The id for the new table of this request, and the table itself if a repeated request has created it
    already.
    """
    repeat = request_id(request, person.id, fields)
    if repeat is None:
        return new_id(), None
    id = server.identities.sign("table", repeat)[:24]
    try:
        room = await server.rooms.room(id)
    except NotThere:
        return id, None
    if time.time() - room.table.created_at < _REPEATED:
        return id, room
    return (
        new_id(),
        None,
    )  # not a repeat: a page that was left open and sent once more


async def make_table(
    request: Request,
    server: Server,
    person: Person,
    order: NewTable,
    *,
    start: bool = False,
    fields: Mapping[str, str] | None = None,
) -> Room:
    """Create a table; with `start`, its game begins at once. A repeated request finds the first one."""
    seating.new_state(order.game, order.options)
    id, room = await find_place(request, server, person, fields)
    if room is not None:
        return room
    await check_counts(request, person, server)
    wish = order.model_dump(include={"game", "options", "title", "chance", "free_undo", "listed"})

    def begin(draft: Table) -> None:
        seating.create(draft, person.id, wish)
        for number, seat in enumerate(order.seats or ()):
            order_seat(draft, person, number, seat, invited=True)
        if start:
            play.start(draft, person.id)

    return await server.rooms.make(id, begin)


async def check_counts(request: Request, person: Person, server: Server) -> None:
    """Limit the unfinished tables per person and in total."""
    server.limits.spend("tables", address(request.scope))
    most, in_all = server.settings.tables_per_person, server.settings.tables_in_all
    # Tables under other rules cannot be finished, so like abandoned ones, they do not count.
    count = partial(
        server.store.count,
        status=[OPEN, PLAYING],
        since=time.time() - _FORGOTTEN,
        rules=rules_in_force(),
    )
    if await count(person=person.id) >= most:
        raise TooMuch("tables_per_person", f"Limit 'tables_per_person': at most {most} unfinished tables.")
    if await count() >= in_all:
        raise TooMuch("tables_in_all", f"Limit 'tables_in_all': at most {in_all} unfinished tables.")


def order_seat(draft: Table, person: Person, number: int, order: SeatOrder, *, invited: bool) -> None:
    """Seat a person, free the seat, or give it to a bot."""
    if order.who == "me":
        seating.sit_down(draft, person.id, number, order.name or person.name, invited=invited)
    elif order.who == "nobody":
        seating.clear_seat(draft, person.id, seating.seat_number(draft, number))
    elif order.bot is None:
        raise WrongRequest("Name a bot.", code="wrong_bot", allowed=spuk.bots())
    else:
        seating.place_bot(draft, person.id, number, order.bot, order.seconds)


def may_sit(server: Server, table: Table, person: str, key: str | None) -> bool:
    """Whether this person may take a free seat."""
    return table.listed or person == table.creator or server.identities.opens(table, key, "join")
