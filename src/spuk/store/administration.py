"""What operators do with the whole database while a server is running. Servers are
notified of every change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, or_, select, text, update

from spuk.store.connecting import Connecting
from spuk.store.contract import PERSON, Person
from spuk.store.listen import OPERATORS_CHANNEL
from spuk.store.schema import BANS, KEPT, LOG, METADATA, PARTS, PEOPLE, SNAPSHOTS, TABLES

CHANGES: Final = "operator changes"
"""The name under which changes are counted."""
_COUNT: Final = text(
    f"INSERT INTO kept (name, value) VALUES ('{CHANGES}', '1') "
    "ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(kept.value AS INTEGER) + 1 AS VARCHAR)"
)
_TELL: Final = text(f"SELECT pg_notify('{OPERATORS_CHANNEL}', ' 0')")


def announce(connection: Connection) -> None:
    """Tell all servers to look at operators' changes as soon as this transaction is committed."""
    connection.execute(_COUNT)
    if connection.dialect.name == "postgresql":
        connection.execute(_TELL)


class Someone(NamedTuple):
    """A person, as operators see them."""

    id: str
    name: str
    tables: int
    banned: bool


class Administration:
    """The database without a server."""

    def __init__(self, database: Connecting, *, shared: bool) -> None:
        self._database = database
        self.shared = shared

    # ── tables ──────────────────────────────────────────────────────────────────────────────

    async def delete_table(self, id: str) -> bool:
        """Remove a table and everything known about it. Returns whether it existed.

        Its row in the list goes first: a process that appends needs it, waits for us, and finds no table
        then.
        """

        def work(connection: Connection) -> bool:
            there = connection.execute(delete(TABLES).where(TABLES.c.id == id)).rowcount
            rows = connection.execute(delete(LOG).where(LOG.c.table == id)).rowcount
            connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table == id))
            connection.execute(delete(PARTS).where(PARTS.c.table == id))
            announce(connection)
            return bool(there or rows)

        return await self._database.write(work)

    async def tell_servers(self) -> None:
        """Tell all servers to look at what has changed."""
        await self._database.write(announce)

    # ── people ──────────────────────────────────────────────────────────────────────────────

    async def people(self, name: str | None, limit: int) -> list[Someone]:
        """People whose name contains this, those at the most tables first; or the one with this id."""
        tables = func.count(PARTS.c.table)
        banned = select(BANS.c.value).where(BANS.c.kind == PERSON, BANS.c.value == PEOPLE.c.id).exists()
        question = (
            select(PEOPLE.c.id, PEOPLE.c.name, tables.label("tables"), banned.label("banned"))
            .join(PARTS, PARTS.c.person == PEOPLE.c.id, isouter=True)
            .group_by(PEOPLE.c.id, PEOPLE.c.name)
            .order_by(tables.desc(), PEOPLE.c.id)
            .limit(limit)
        )
        if name is not None:
            likely = PEOPLE.c.name.icontains(name, autoescape=True)
            question = question.where(or_(likely, PEOPLE.c.id == name))
        rows = await self._rows(question)
        return [Someone(row.id, row.name, row.tables, bool(row.banned)) for row in rows]

    async def names(self, people: Sequence[str]) -> dict[str, Person]:
        """The existing ones among these people, by id."""
        rows = await self._rows(select(PEOPLE).where(PEOPLE.c.id.in_(people)))
        return {row.id: Person(row.id, row.generation, row.name) for row in rows}

    async def unban(self, kind: str, value: str) -> bool:
        """Lift a ban. Returns whether there was one. Its consequences end with it."""

        def work(connection: Connection) -> bool:
            gone = connection.execute(delete(BANS).where(BANS.c.kind == kind, BANS.c.value == value)).rowcount
            if kind == PERSON:
                connection.execute(delete(BANS).where(BANS.c.because == value))
            announce(connection)
            return bool(gone)

        return await self._database.write(work)

    async def revoke_recovery(self, person: str) -> bool:
        """Cancel a person's link to another device. Returns whether there was one."""
        offered = update(PEOPLE).where(PEOPLE.c.id == person, PEOPLE.c.recovery.is_not(None))

        def work(connection: Connection) -> bool:
            return bool(connection.execute(offered.values(recovery=None, recovery_until=None)).rowcount)

        return await self._database.write(work)

    # ── what is kept ────────────────────────────────────────────────────────────────────────

    async def set_kept(self, values: dict[str, str | None]) -> None:
        """Store these values; None removes one."""

        def work(connection: Connection) -> None:
            for name, value in values.items():
                connection.execute(delete(KEPT).where(KEPT.c.name == name))
                if value is not None:
                    connection.execute(insert(KEPT), {"name": name, "value": value})
            announce(connection)

        await self._database.write(work)

    # ── statistics ──────────────────────────────────────────────────────────────────────────

    async def statistics(self, now: float) -> dict[str, Any]:
        """Statistics."""

        def work(connection: Connection) -> dict[str, Any]:
            def one(question: Any) -> Any:
                return connection.execute(question).scalar()

            statuses = connection.execute(select(TABLES.c.status, func.count()).group_by(TABLES.c.status))
            rules = connection.execute(select(TABLES.c.rules, func.count()).group_by(TABLES.c.rules))
            recent = {
                name: one(
                    select(func.count()).select_from(TABLES).where(TABLES.c.changed_at >= now - seconds)
                )
                for name, seconds in (("hour", 3600), ("day", 86_400), ("week", 7 * 86_400))
            }
            return {
                "tables": {row[0]: row[1] for row in statuses},
                "rules": {row[0] or "?": row[1] for row in rules},
                "changed_in": recent,
                "people": one(select(func.count()).select_from(PEOPLE)),
                "bans": one(select(func.count()).select_from(BANS)),
                "log_rows": one(select(func.count()).select_from(LOG)),
                "schema": one(text("SELECT version_num FROM alembic_version")),
                "bytes": int(one(_size(connection))),
            }

        return await self._database.look(work)

    async def _rows(self, question: Any) -> Sequence[Any]:
        return await self._database.look(lambda connection: connection.execute(question).all())


def _size(connection: Connection) -> Any:
    if connection.dialect.name == "postgresql":
        names = ", ".join(f"('{name}')" for name in METADATA.tables)
        return text(f"SELECT sum(pg_total_relation_size(n::regclass)) FROM (VALUES {names}) AS t(n)")
    return text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
