"""Who may see a table and read its stream. API and pages share these checks."""

from __future__ import annotations

from fastapi import Request

from spuk.server.addresses import address
from spuk.server.loading import told_again
from spuk.server.open_streams import RELOAD, OpenStream
from spuk.server.room import Room
from spuk.server.server import Server
from spuk.server.stream import MOVED_AWAY, Stream, Watcher
from spuk.store.contract import Person
from spuk.table.errors import NotThere
from spuk.table.table import Table
from spuk.table.updates import Update


async def room_for(server: Server, id: str, visitor: Person | None, key: str | None) -> Room:
    """The room of a table, if this visitor may see it; otherwise it does not exist for them."""
    room = await server.rooms.room(id)
    if not _may_see(server, room.table, visitor, key):
        raise NotThere("There is no such table.")
    return room


def _may_see(server: Server, table: Table, visitor: Person | None, key: str | None) -> bool:
    if table.listed or (visitor is not None and visitor.id in table.people):
        return True
    return any(server.identities.opens(table, key, what) for what in ("join", "watch"))


def base_url(request: Request, server: Server) -> str:
    """How people reach this server: the beginning of links."""
    return server.settings.public_url or str(request.base_url).rstrip("/")


def share_links(request: Request, server: Server, table: Table) -> tuple[str, str]:
    """The links to a table, to join and to watch."""
    base = base_url(request, server)
    join, watch = (f"{base}/t/{table.id}?key={server.identities.key(table, w)}" for w in ("join", "watch"))
    return join, watch


def resume_after(after: int | None, last_event_id: str | None) -> int | None:
    """The last number a reader has seen. The browser's own header takes precedence over the address."""
    if last_event_id is not None and last_event_id.isdecimal():
        return min(int(last_event_id[:12]), 2**31 - 1)
    return after


async def log_for(request: Request, server: Server, room: Room, after: int, lang: str | None) -> list[Update]:
    """The log after a number. This replays the whole game, so it has a rate limit of its own."""
    room.table.check_playable()
    server.limits.spend("replays", address(request.scope))
    return await told_again(server.store, room.table.id, after, lang)


async def stream_to(
    watcher: Watcher,
    request: Request,
    server: Server,
    room: Room,
    visitor: Person | None,
    after: int | None,
    *,
    page: bool = False,
) -> Stream:
    """The stream of a table. It counts towards this address until it ends."""
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
    if visitor is not None and server.identities.has_moved(visitor):  # while the table was being read
        watcher.end(MOVED_AWAY)

    key = request.query_params.get("key")
    host = str(request.client.host) if request.client else ""
    stream = OpenStream(host, lambda: _may_see(server, room.table, visitor, key), page=page)
    server.open_streams.add(watcher, stream)
    if server.bans.keeps_out(watcher.person, host):  # while the table was read
        watcher.end(RELOAD)

    def leave() -> None:
        room.watchers.remove(watcher)
        server.open_streams.remove(watcher)
        server.streams.leave(where)

    settings = server.settings
    return Stream(watcher, leave, heartbeat=settings.heartbeat_seconds, patience=settings.send_seconds)
