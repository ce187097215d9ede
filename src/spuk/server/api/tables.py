"""Tables: creating them, taking seats, playing, watching."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Request, Response

from spuk.server.access import log_for, resume_after, room_for, share_links, stream_to
from spuk.server.addresses import address
from spuk.server.api.common import (
    AsSeat,
    Key,
    Lang,
    SeatNumber,
    Someone,
    TableId,
    TheServer,
    Visitor,
    answer,
    errors,
    known,
    server_of,
)
from spuk.server.api.models import (
    Act,
    Answer,
    AtNumber,
    Chat,
    Links,
    NewTable,
    SeatOrder,
    TableList,
    TableState,
    Updates,
)
from spuk.server.api.new_table import check_counts, make_table, may_sit, new_id, order_seat
from spuk.server.idempotency import REPEATABLE, request_id
from spuk.server.room import Command, Room
from spuk.server.server import Server
from spuk.server.stream import Watcher
from spuk.store.contract import Person
from spuk.table import play, seating
from spuk.table.errors import NotThere, NotYours, Stale
from spuk.table.table import FINISHED, Table
from spuk.table.view import eye_of, listed, record_of, shown, viewing_seat

router = APIRouter(prefix="/tables", tags=["tables"])


# ── finding and making tables ───────────────────────────────────────────────────────────────


@router.get("", response_model=TableList, responses=errors())
async def list_tables(
    request: Request,
    server: TheServer,
    visitor: Visitor,
    which: Annotated[
        Literal["open", "playing", "finished", "own"],
        Query(description="Which list; own: yours, of any kind."),
    ] = "open",
    before: Annotated[
        float | None, Query(allow_inf_nan=False, description="Only those that changed before this time.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """List open, running, finished or your own tables, the latest first."""
    if which == "own":
        own = (
            [] if visitor is None else await server.rooms.list(person=visitor.id, before=before, limit=limit)
        )
        found = own
    else:
        found = await server.rooms.list(status=which, listed=True, before=before, limit=limit)
    person = visitor.id if visitor else None
    return answer(
        request,
        {"tables": [listed(one, person, damaged=server.rooms.is_damaged(one.table)) for one in found]},
    )


@router.post("", response_model=TableState, status_code=201, responses=errors(), openapi_extra=REPEATABLE)
async def create(request: Request, order: NewTable, person: Someone, server: TheServer) -> Response:
    """Create a table. A new person gets a cookie."""
    room = await make_table(request, server, person, order)
    return answer(request, _state(room.table, person), 201)


# ── looking ─────────────────────────────────────────────────────────────────────────────────


def _state(
    table: Table, person: Person | None, seat: int | None = None, lang: str | None = None
) -> dict[str, Any]:
    id = person.id if person else None
    return shown(table, id, eye_of(table, id, seat), lang)


@router.get("/{table}", response_model=TableState, responses=errors(404))
async def look(
    request: Request,
    table: TableId,
    server: TheServer,
    visitor: Visitor,
    seat: AsSeat = None,
    lang: Lang = None,
    key: Key = None,
) -> Response:
    """The table as you may see it."""
    room = await room_for(server, table, visitor, key)
    return answer(request, _state(room.table, visitor, seat, lang))


@router.get("/{table}/links", response_model=Links, responses=errors(404))
async def links(request: Request, table: TableId, server: TheServer, visitor: Visitor) -> Response:
    """Get links to share. Only people at the table can."""
    room = await room_for(server, table, visitor, None)
    if known(visitor).id not in room.table.people:
        raise NotYours("Only players at this table can share it.")
    join, watch = share_links(request, server, room.table)
    keys = {f"{what}_key": server.identities.key(room.table, what) for what in ("join", "watch")}
    return answer(request, {"join": join, "watch": watch, **keys})


@router.get("/{table}/log", response_model=Updates, responses=errors(404, 409))
async def log(
    request: Request,
    table: TableId,
    server: TheServer,
    visitor: Visitor,
    after: Annotated[int, Query(ge=0, le=2**31 - 1, description="Only what came after this number.")] = 0,
    seat: AsSeat = None,
    lang: Lang = None,
    key: Key = None,
) -> Response:
    """Everything that happened, as you may know it, including undone decisions."""
    room = await room_for(server, table, visitor, key)
    eye = eye_of(room.table, visitor.id if visitor else None, seat)
    updates = await log_for(request, server, room, after, lang)
    return answer(request, {"updates": [update.told(eye, lang) for update in updates]})


@router.get("/{table}/record", response_model=dict[str, Any], responses=errors(404))
async def record(
    request: Request,
    table: TableId,
    server: TheServer,
    visitor: Visitor,
    seat: AsSeat = None,
    key: Key = None,
) -> Response:
    """The record for `spuk replay`: complete, with its seed, when the game is over; before that, what you may
    know.
    """
    room = await room_for(server, table, visitor, key)
    eye = eye_of(room.table, visitor.id if visitor else None, seat)
    server.limits.spend("replays", address(request.scope))
    return answer(request, record_of(room.table, viewing_seat(room.table, eye)))


@router.get(
    "/{table}/stream",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}, **errors(404, 409)},
)
async def stream(
    request: Request,
    table: TableId,
    server: TheServer,
    visitor: Visitor,
    after: Annotated[int | None, Query(ge=0, le=2**31 - 1, description="Like Last-Event-ID.")] = None,
    states: Annotated[bool, Query(description="Also send the whole table after each change.")] = False,
    seat: AsSeat = None,
    lang: Lang = None,
    key: Key = None,
    last_event_id: Annotated[str | None, Header(description="The number seen last: resume after it.")] = None,
) -> Response:
    """Server-sent events: first `state`, the whole table, then one `update` per number.

    With `Last-Event-ID` or `after`, updates continue where you stopped. The whole table is sent again only if
    that number is unknown. Clients that read too slowly are disconnected and can continue in the same way.
    """
    room = await room_for(server, table, visitor, key)
    room.table.check_playable()
    person = visitor.id if visitor else None
    eye_of(room.table, person, seat)
    watcher = Watcher(person, seat, lang, states=states)
    return await stream_to(watcher, request, server, room, visitor, resume_after(after, last_event_id))


# ── sitting down and starting ───────────────────────────────────────────────────────────────


async def _do(
    request: Request, id: str, person: Person, command: Command, key: str | None = None, number: int = 0
) -> dict[str, Any]:
    """Execute a command. Returns the table afterwards; if the command was based on an older number, the error
    contains it.
    """
    room = await room_for(server_of(request), id, person, key)
    await room.catch_up(number)  # the number may come from another server process
    try:
        table = await room.do(command, request_id(request, person.id))
    except Stale as stale:
        stale.state = _state(room.table, person)
        raise
    return _state(table, person)


@router.put(
    "/{table}/seats/{seat}", response_model=TableState, responses=errors(404, 409), openapi_extra=REPEATABLE
)
async def set_seat(
    request: Request, table: TableId, seat: SeatNumber, order: SeatOrder, person: Someone, server: TheServer
) -> Response:
    """Take a seat, leave it, hand it to a bot, or take it back. A new person gets a cookie."""
    room = await room_for(server, table, person, order.key)
    invited = may_sit(server, room.table, person.id, order.key)

    def command(draft: Table) -> None:
        order_seat(draft, person, seat, order, invited=invited)

    return answer(request, await _do(request, table, person, command, order.key))


@router.post(
    "/{table}/start", response_model=TableState, responses=errors(404, 409), openapi_extra=REPEATABLE
)
async def start(request: Request, table: TableId, visitor: Visitor) -> Response:
    """Start the game. All seats must be taken."""
    person = known(visitor)
    return answer(request, await _do(request, table, person, lambda draft: play.start(draft, person.id)))


# ── playing ─────────────────────────────────────────────────────────────────────────────────


@router.post(
    "/{table}/actions", response_model=TableState, responses=errors(404, 409), openapi_extra=REPEATABLE
)
async def act(request: Request, table: TableId, order: Act, visitor: Visitor) -> Response:
    """Decide for your seat, or enter the result of your dice and cards. `asked` lists what is legal."""
    person, server = known(visitor), server_of(request)
    server.limits.spend("actions", person.id)

    def command(draft: Table) -> None:
        play.act(draft, person.id, order.number, order.action)

    return answer(request, await _do(request, table, person, command, number=order.number))


@router.post("/{table}/undo", response_model=TableState, responses=errors(404, 409), openapi_extra=REPEATABLE)
async def undo(
    request: Request, table: TableId, order: AtNumber, visitor: Visitor, server: TheServer
) -> Response:
    """Ask to undo the last decision. If nobody else has to agree, it is undone at once."""
    person = known(visitor)
    server.limits.spend("actions", person.id)

    def command(draft: Table) -> None:
        play.ask_undo(draft, person.id, order.number)

    return answer(request, await _do(request, table, person, command, number=order.number))


@router.post(
    "/{table}/undo/answer", response_model=TableState, responses=errors(404, 409), openapi_extra=REPEATABLE
)
async def answer_undo(request: Request, table: TableId, order: Answer, visitor: Visitor) -> Response:
    """Agree to an undo, or refuse it."""
    person = known(visitor)

    def command(draft: Table) -> None:
        play.answer_undo(draft, person.id, order.agree)

    return answer(request, await _do(request, table, person, command))


@router.post(
    "/{table}/resign", response_model=TableState, responses=errors(404, 409), openapi_extra=REPEATABLE
)
async def resign(request: Request, table: TableId, visitor: Visitor) -> Response:
    """Resign. In a cooperative game everyone must agree; otherwise a bot takes over your seat."""
    person = known(visitor)
    return answer(request, await _do(request, table, person, lambda draft: play.resign(draft, person.id)))


@router.post(
    "/{table}/resign/answer", response_model=TableState, responses=errors(404, 409), openapi_extra=REPEATABLE
)
async def answer_resignation(request: Request, table: TableId, order: Answer, visitor: Visitor) -> Response:
    """Agree to resign together, or refuse."""
    person = known(visitor)

    def command(draft: Table) -> None:
        play.answer_resignation(draft, person.id, order.agree)

    return answer(request, await _do(request, table, person, command))


@router.post("/{table}/chat", response_model=TableState, responses=errors(404, 409), openapi_extra=REPEATABLE)
async def chat(
    request: Request, table: TableId, order: Chat, visitor: Visitor, server: TheServer
) -> Response:
    """Send a message to the table."""
    person = known(visitor)
    server.limits.spend("chat", person.id)
    return answer(
        request, await _do(request, table, person, lambda draft: play.chat(draft, person.id, order.text))
    )


@router.post(
    "/{table}/rematch", response_model=TableState, responses=errors(404, 409), openapi_extra=REPEATABLE
)
async def rematch(request: Request, table: TableId, visitor: Visitor, server: TheServer) -> Response:
    """Play again: a new table for the same people and bots, created by the first who asks."""
    person = known(visitor)
    found = await rematch_of(request, table, person, server)
    return answer(request, _state(found.table, person))


async def rematch_of(request: Request, table: str, person: Person, server: Server) -> Room:
    """The room of the next game, created if it does not exist yet."""
    room = await room_for(server, table, person, None)
    old = room.table
    id = new_id()
    if old.rematch is None and old.status == FINISHED:
        await check_counts(request, person, server)
    old = await room.do(lambda draft: play.note_rematch(draft, person.id, id))
    assert old.rematch is not None
    try:
        return await server.rooms.room(old.rematch)
    except NotThere:  # we are the first, or the server was killed between the two tables
        return await server.rooms.make(old.rematch, lambda draft: _again(draft, old))


def _again(draft: Table, old: Table) -> None:
    if draft.number:  # someone else was faster
        return
    fields = ("game", "options", "title", "chance", "free_undo", "listed")
    wish = {name: getattr(old, name) for name in fields} | {"before": old.id}
    seating.create(draft, old.creator, wish, seating.seats_again(old))
