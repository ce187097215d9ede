"""Who may come in: to look at a table, and to read its stream. API and pages use the same doors."""

from __future__ import annotations

from fastapi import Request

from spuk.server.loading import told_again
from spuk.server.room import Room
from spuk.server.security import address
from spuk.server.server import Server
from spuk.server.stream import MOVED_AWAY, Stream, Watcher
from spuk.store.contract import Person
from spuk.table.errors import NotThere
from spuk.table.updates import Update


async def room_for(server: Server, id: str, visitor: Person | None, key: str | None) -> Room:
    """The room of a table that this visitor may see; to others it is not there."""
    room = await server.rooms.room(id)
    table = room.table
    known_here = visitor is not None and visitor.id in table.people
    if not (
        table.listed or known_here or any(server.identities.opens(id, key, w) for w in ("join", "watch"))
    ):
        raise NotThere("There is no such table.")
    return room


def base_url(request: Request, server: Server) -> str:
    """How people reach this server: what links begin with."""
    return server.settings.public_url or str(request.base_url).rstrip("/")


def share_links(request: Request, server: Server, table: str) -> tuple[str, str]:
    """The links to a table, to join and to watch."""
    base = base_url(request, server)
    join, watch = (f"{base}/t/{table}?key={server.identities.key(table, w)}" for w in ("join", "watch"))
    return join, watch


def resume_after(after: int | None, last_event_id: str | None) -> int | None:
    """The number a reader has seen last; what the browser says of itself counts more than the address."""
    if last_event_id is not None and last_event_id.isdecimal():
        return min(int(last_event_id[:12]), 2**31 - 1)
    return after


async def log_for(request: Request, server: Server, room: Room, after: int, lang: str | None) -> list[Update]:
    """The log after a number, told anew: the whole game is played for it, so it has a rate of its own."""
    room.table.check_playable()
    server.limits.spend("replays", address(request.scope))
    return await told_again(server.store, room.table.id, after, lang)


async def stream_to(
    watcher: Watcher, request: Request, server: Server, room: Room, visitor: Person | None, after: int | None
) -> Stream:
    """The stream of a table; it counts as one of this address until it ends."""
    watcher.generation = visitor.generation if visitor else 0
    where = address(request.scope)
    server.check_in_touch()
    if after is not None and not room.remembers(after):
        server.limits.spend("replays", where)
    server.streams.enter(where)
    try:
        await room.watch(watcher, after)
    except BaseException:
        server.streams.leave(where)
        raise
    if visitor is not None and server.identities.has_moved(visitor):  # while the table was read
        watcher.end(MOVED_AWAY)

    def leave() -> None:
        room.watchers.remove(watcher)
        server.streams.leave(where)

    settings = server.settings
    return Stream(watcher, leave, heartbeat=settings.heartbeat_seconds, patience=settings.send_seconds)
