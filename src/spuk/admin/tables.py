"""Viewing, closing and deleting tables, and revoking their links."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from spuk.admin.database import Open
from spuk.admin.errors import CannotDo
from spuk.server.loading import load_table
from spuk.store.contract import PERSON, Conflict, Listed
from spuk.table.errors import NotThere
from spuk.table.table import FINISHED, Table
from spuk.table.text import clean_line

_TRIES: Final = 20
"""How often we try to append while people play on."""
_CHAT: Final = 20
"""How many messages are shown, the latest ones."""
_LONGEST_REASON: Final = 200


async def list_tables(database: Open, status: str | None, limit: int) -> list[dict[str, Any]]:
    """Tables, last changed first."""
    return [_listed(one) for one in await database.store.list(status=status, limit=limit)]


def _listed(one: Listed) -> dict[str, Any]:
    about = one.card.about
    seats = about.get("seats", [])
    return {
        "id": one.table,
        "game": about.get("game", "?"),
        "status": one.card.status,
        "public": one.card.listed,
        "rows": one.number,
        "changed_at": one.changed_at,
        "title": about.get("title", ""),
        "seats": [seat.get("name") or seat.get("bot") or "" for seat in seats],
        "damaged": one.damaged,
    }


async def show_table(database: Open, id: str) -> dict[str, Any]:
    """Everything an operator may want to know about a table, including its chat."""
    table = await _load(database, id)
    banned = {ban.value for ban in await database.store.bans() if ban.kind == PERSON}
    names = await database.admin.names(table.people)
    rows = await database.store.read(id)
    chat = [row for row in rows if row.kind == "chat"][-_CHAT:]
    return {
        "id": table.id,
        "game": table.game,
        "title": table.title,
        "status": table.status,
        "closed": table.closed,
        "public": table.listed,
        "created_at": table.created_at,
        "changed_at": table.changed_at,
        "rows": table.number,
        "damage": table.damage,
        "seats": [
            {"seat": number, "name": seat.name, "bot": seat.bot, "person": seat.owner}
            for number, seat in enumerate(table.seats)
        ],
        "people": [
            {"id": id, "name": names[id].name if id in names else "", "banned": id in banned}
            for id in table.people
        ],
        "chat": [
            {"at": row.at, "name": row.data.get("name", ""), "text": row.data.get("text", "")} for row in chat
        ],
    }


async def close_table(database: Open, id: str, reason: str) -> None:
    """End a game. It stays in the lists and can be viewed."""
    said = clean_line(reason)[:_LONGEST_REASON]

    def close(table: Table) -> None:
        if table.damage or not table.replayable:
            raise CannotDo("ui.admin.cannot_close", id=id)
        if table.status == FINISHED:
            raise CannotDo("ui.admin.is_over", id=id)
        table.note("closed", reason=said)

    await _append(database, id, close)


async def revoke_links(database: Open, id: str) -> None:
    """Revoke the links to join and to watch. People at the table find new ones there."""

    def revoke(table: Table) -> None:
        if table.damage:
            raise CannotDo("ui.admin.cannot_close", id=id)
        table.note("links_revoked")

    await _append(database, id, revoke)


async def delete_tables(database: Open, ids: Sequence[str]) -> None:
    """Remove tables and everything known of them."""
    for id in ids:
        await database.admin.delete_table(id)


async def check_tables(database: Open, ids: Sequence[str]) -> list[dict[str, Any]]:
    """The summaries of tables, all of which must exist."""
    found = []
    for id in ids:
        one = await database.store.find(id)
        if one is None:
            raise CannotDo("ui.admin.no_table", id=id)
        found.append(_listed(one))
    return found


async def _load(database: Open, id: str) -> Table:
    try:
        return await load_table(database.store, id)
    except NotThere as error:
        raise CannotDo("ui.admin.no_table", id=id) from error


async def _append(database: Open, id: str, command: Any) -> None:
    """Note something at a table, however fast people are playing there."""
    for _ in range(_TRIES):
        table = await _load(database, id)
        draft = table.draft(time.time())
        command(draft)
        try:
            await database.store.append(id, table.number, draft.fresh, draft.card(), at=draft.now)
        except Conflict:
            continue
        await database.admin.tell_servers()
        return
    raise CannotDo("ui.admin.too_busy", id=id)
