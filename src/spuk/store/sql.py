"""The store in SQL: SQLite for one process, PostgreSQL for many."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, make_url, select, text, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from spuk.kernel.errors import Fault
from spuk.store.administration import CHANGES, Administration, announce
from spuk.store.backup import back_up_before_migration
from spuk.store.connecting import Connecting
from spuk.store.connector import spread_hosts
from spuk.store.contract import (
    DAMAGED,
    Ban,
    Card,
    Changed,
    Listed,
    Moved,
    NewRow,
    Person,
    Row,
    Snapshot,
    Unavailable,
    Wake,
)
from spuk.store.grouping import PendingAppend
from spuk.store.listen import PEOPLE_CHANNEL, Listener
from spuk.store.measured import Measured, Observer
from spuk.store.migrate import check_version, upgrade
from spuk.store.polling import Poller
from spuk.store.rows import compact, read_json, read_object
from spuk.store.schema import BANS, KEPT, LOG, PARTS, PEOPLE, SNAPSHOTS, TABLES
from spuk.store.sqlite import SQLite

_AT_ONCE: Final = 500
"""Tables per query."""
_CHECKED: Final = "last check"
"""The key under which `check` writes."""
_DRIVERS: Final = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg"}


def database_url(given: str) -> URL:
    """The URL with our drivers. ValueError says what is allowed."""
    try:
        url = make_url(spread_hosts(given))
    except (SQLAlchemyError, ValueError):  # a port that is not a number
        url = None
    kind = "" if url is None else url.get_backend_name()
    in_memory = url is not None and kind == "sqlite" and url.database in (None, "", ":memory:")
    if url is None or kind not in _DRIVERS or in_memory:  # in-memory games would be lost
        # The URL may contain a password, and output may be kept.
        raise ValueError(
            Fault(
                "setting.database_url", "database-url: give sqlite:///file.db or postgresql://user@host/name"
            )
        )
    return url.set(drivername=_DRIVERS[kind])


def make_store(given: str, *, sync_always: bool = False) -> SqlStore:
    """The store for a database URL. `sync_always` is for SQLite; PostgreSQL has its own settings."""
    return SqlStore(database_url(given), sync_always=sync_always)


def _connecting(url: URL, *, sync_always: bool) -> Connecting:
    if url.get_backend_name() == "sqlite":
        return SQLite(url, sync_always=sync_always)
    from spuk.store.postgres import PostgreSQL

    return PostgreSQL(url)


class SqlStore:
    """See `contract.Store`. The statements are the same for both databases."""

    def __init__(self, url: URL, *, sync_always: bool = False) -> None:
        self.url = url
        self.shared: Final = url.get_backend_name() == "postgresql"
        """Whether several processes may use it at the same time."""
        self._database = _connecting(url, sync_always=sync_always)
        self._unmeasured = self._database
        self._listener: Listener | None = None
        self._poller: Poller | None = None

    def observe(self, observer: Observer) -> None:
        """Set what is told how long the database takes, and what fails."""
        self._database = Measured(self._database, observer)

    # ── coming and going ────────────────────────────────────────────────────────────────────

    async def open(
        self, wake: Wake | None = None, moved: Moved | None = None, changed: Changed | None = None
    ) -> None:
        """Connect and bring the schema up to date. An SQLite file is backed up before the schema changes."""
        if not self.shared and self.url.database:
            try:
                await asyncio.to_thread(back_up_before_migration, Path(self.url.database))
            except (OSError, sqlite3.Error) as error:
                raise Unavailable(f"no backup before the update can be made: {error}") from error
        await self._database.write(upgrade)
        changed = changed or (lambda: None)
        if wake is not None and self.shared:
            moved = moved or (lambda person, generation: None)
            self._listener = Listener(self.url, wake, moved, changed)
            self._listener.start()
        elif wake is not None:
            self._poller = Poller(partial(_changes, self._unmeasured), changed)
            await self._poller.start()

    async def open_as_it_is(self) -> Administration:
        """For operators, while a server may be running: the schema is checked, never changed."""
        await self._database.look(check_version)
        return Administration(self._database, shared=self.shared)

    def silence(self) -> float:
        """Seconds for which we may have missed other processes' changes; 0 if there are none."""
        return 0.0 if self._listener is None else self._listener.silence()

    async def close(self) -> None:
        """Close all connections."""
        if self._poller is not None:
            await self._poller.stop()
        if self._listener is not None:
            await self._listener.stop()
        await self._database.close()

    async def check(self) -> None:
        """Write the current time: a readable database may still be full or read-only."""
        seen = {"name": _CHECKED, "value": str(int(time.time()))}

        def work(connection: Connection) -> None:
            if not connection.execute(update(KEPT).where(KEPT.c.name == _CHECKED).values(seen)).rowcount:
                connection.execute(self._insert_missing(KEPT), seen)

        await self._database.write(work)

    async def _rows(self, question: Select[Any], values: Mapping[str, Any] | None = None) -> Sequence[Any]:
        return await self._database.look(lambda connection: connection.execute(question, values).all())

    async def _execute(self, statement: Any, values: Mapping[str, Any] | None = None) -> None:
        def work(connection: Connection) -> None:
            connection.execute(statement, values)

        await self._database.write(work)

    # ── the log ─────────────────────────────────────────────────────────────────────────────

    async def append(
        self, table: str, expected: int, rows: Sequence[NewRow], card: Card | None = None, *, at: float
    ) -> int:
        """Write rows after `expected`."""
        if expected == 0 and card is None:
            raise ValueError("the first append of a table needs a card")
        return await self._database.append(PendingAppend(table, expected, tuple(rows), card, at))

    def _insert_missing(self, table: Any) -> Any:
        """An INSERT that leaves existing rows alone."""
        if self.shared:
            from sqlalchemy.dialects.postgresql import insert as insert_here
        else:
            from sqlalchemy.dialects.sqlite import insert as insert_here  # type: ignore[assignment]
        return insert_here(table).on_conflict_do_nothing()

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The rows after a number, in order."""
        found = await self._rows(_READ, {"wanted": table, "after": after})
        return [_row(row) for row in found]

    # ── lists ───────────────────────────────────────────────────────────────────────────────

    async def find(self, table: str) -> Listed | None:
        """The summary of one table."""
        for row in await self._rows(select(TABLES).where(TABLES.c.id == table)):
            return _listed(row)
        return None

    async def list(
        self,
        *,
        status: str | None = None,
        listed: bool | None = None,
        waits: str | None = None,
        person: str | None = None,
        rules: Sequence[str] | None = None,
        before: float | None = None,
        limit: int = 50,
    ) -> list[Listed]:
        """Tables, last changed first."""
        question = select(TABLES).order_by(TABLES.c.changed_at.desc(), TABLES.c.id).limit(limit)
        if status is not None:
            question = question.where(TABLES.c.status == status)
        if listed is not None:
            question = question.where(TABLES.c.listed == listed)
        if waits is not None:
            question = question.where(TABLES.c.waits == waits)
        if before is not None:
            question = question.where(TABLES.c.changed_at < before)
        if person is not None:
            question = question.join(PARTS, PARTS.c.table == TABLES.c.id).where(PARTS.c.person == person)
        if rules is not None:
            question = question.where(TABLES.c.rules.in_(rules))
        return [_listed(row) for row in await self._rows(question)]

    async def count(
        self,
        *,
        status: Sequence[str],
        person: str | None = None,
        since: float | None = None,
        rules: Sequence[str] | None = None,
    ) -> int:
        """How many tables are in these states."""
        question = select(func.count()).select_from(TABLES).where(TABLES.c.status.in_(status))
        if person is not None:
            question = question.join(PARTS, PARTS.c.table == TABLES.c.id).where(PARTS.c.person == person)
        if since is not None:
            question = question.where(TABLES.c.changed_at >= since)
        if rules is not None:
            question = question.where(TABLES.c.rules.in_(rules))
        (found,) = await self._rows(question)
        return int(found[0])

    # ── snapshots ───────────────────────────────────────────────────────────────────────────

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Store a snapshot, replacing the previous one."""
        values = {"number": snapshot.number, "version": snapshot.version, "data": compact(snapshot.data)}

        def work(connection: Connection) -> None:
            # Not for a table that has been deleted in the meantime: nothing of it may remain.
            there = select(TABLES.c.id).where(TABLES.c.id == table).with_for_update()
            if connection.execute(there).first() is None:
                return
            connection.execute(self._insert_missing(SNAPSHOTS), {"table": table, **values})
            connection.execute(update(SNAPSHOTS).where(SNAPSHOTS.c.table == table).values(values))

        await self._database.write(work)

    async def load_snapshot(self, table: str) -> Snapshot | None:
        """The last snapshot."""
        for row in await self._rows(select(SNAPSHOTS).where(SNAPSHOTS.c.table == table)):
            data = read_object(row.data)
            return None if data is None else Snapshot(row.number, row.version, data)
        return None

    # ── people ──────────────────────────────────────────────────────────────────────────────

    async def add_person(self, id: str, name: str) -> Person:
        """Create a new person."""
        await self._execute(insert(PEOPLE), {"id": id, "generation": 1, "name": name})
        return Person(id, 1, name)

    async def person(self, id: str) -> Person | None:
        """A person, if they exist."""
        for row in await self._rows(select(PEOPLE).where(PEOPLE.c.id == id)):
            return Person(row.id, row.generation, row.name)
        return None

    async def rename(self, id: str, name: str) -> None:
        """Change a person's name."""
        await self._execute(update(PEOPLE).where(PEOPLE.c.id == id).values(name=name))

    async def offer_recovery(self, id: str, token_hash: str, until: float) -> None:
        """Until this time, anyone who presents this token is this person."""
        offer = update(PEOPLE).where(PEOPLE.c.id == id)
        await self._execute(offer.values(recovery=token_hash, recovery_until=until))

    async def offered(self, token_hash: str, now: float) -> Person | None:
        """The person this token belongs to. The token is not used up."""
        question = select(PEOPLE).where(PEOPLE.c.recovery == token_hash, PEOPLE.c.recovery_until >= now)
        for row in await self._rows(question):
            return Person(row.id, row.generation, row.name)
        return None

    async def recover(self, token_hash: str, now: float) -> Person | None:
        """The person this token belongs to. A single statement, so a token works only once even if two arrive
        together.
        """
        use = (
            update(PEOPLE)
            .where(PEOPLE.c.recovery == token_hash, PEOPLE.c.recovery_until >= now)
            .values(generation=PEOPLE.c.generation + 1, recovery=None, recovery_until=None)
            .returning(PEOPLE.c.id, PEOPLE.c.generation, PEOPLE.c.name)
        )

        def work(connection: Connection) -> Person | None:
            row = connection.execute(use).first()
            if row is not None and self.shared:
                connection.execute(_TELL_PEOPLE, {"payload": f"{row.id} {row.generation}"})
            return None if row is None else Person(row.id, row.generation, row.name)

        return await self._database.write(work)

    async def keep(self, name: str, value: str) -> str:
        """The value stored under a name: this one, unless there already was one."""

        def work(connection: Connection) -> str:
            connection.execute(self._insert_missing(KEPT), {"name": name, "value": value})
            return str(connection.execute(select(KEPT.c.value).where(KEPT.c.name == name)).scalar_one())

        return await self._database.write(work)

    async def kept(self, name: str) -> str | None:
        """The value stored under a name."""
        for row in await self._rows(select(KEPT.c.value).where(KEPT.c.name == name)):
            return str(row.value)
        return None

    # ── what operators do ───────────────────────────────────────────────────────────────────

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """The last numbers of the existing ones among these tables."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), _AT_ONCE):
            some = tables[start : start + _AT_ONCE]
            question = select(TABLES.c.id, TABLES.c.number).where(TABLES.c.id.in_(some))
            found |= {row.id: row.number for row in await self._rows(question)}
        return found

    async def bans(self) -> Sequence[Ban]:
        """All bans, the latest first."""
        rows = await self._rows(select(BANS).order_by(BANS.c.at.desc(), BANS.c.value))
        return [Ban(*row) for row in rows]

    async def ban(self, ban: Ban) -> None:
        """Ban someone from now on."""

        def work(connection: Connection) -> None:
            connection.execute(delete(BANS).where(BANS.c.kind == ban.kind, BANS.c.value == ban.value))
            connection.execute(self._insert_missing(BANS), ban._asdict())
            announce(connection)

        await self._database.write(work)


# ── statements and rows ─────────────────────────────────────────────────────────────────────

_READ: Final = (
    select(LOG)
    .where(LOG.c.table == bindparam("wanted"), LOG.c.number > bindparam("after"))
    .order_by(LOG.c.number)
)


_TELL_PEOPLE: Final = text(f"SELECT pg_notify('{PEOPLE_CHANNEL}', :payload)")


async def _changes(database: Connecting) -> str | None:
    """The number that every change by operators raises."""
    question = select(KEPT.c.value).where(KEPT.c.name == CHANGES)
    return await database.look(lambda connection: connection.execute(question).scalar())


def _row(row: Any) -> Row:
    """A row of the log. A damaged one must not prevent reading the others."""
    data = read_object(row.data)
    return Row(row.number, row.at, DAMAGED if data is None else row.kind, {} if data is None else data)


def _listed(row: Any) -> Listed:
    about, people = read_object(row.about), _strings(row.people)
    damaged = about is None or people is None
    card = Card(row.status, row.listed, row.waits, people or (), about or {}, row.rules)
    return Listed(row.id, row.number, row.changed_at, card, damaged)


def _strings(text: Any) -> tuple[str, ...] | None:
    found = read_json(text)
    if not isinstance(found, list) or not all(isinstance(part, str) for part in found):
        return None
    return tuple(found)
