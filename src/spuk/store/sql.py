"""The store in SQL: SQLite for one process, PostgreSQL for many."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, func, insert, make_url, select, text, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from spuk.kernel.errors import Fault
from spuk.store.connecting import Connecting
from spuk.store.connector import spread_hosts
from spuk.store.contract import DAMAGED, Card, Listed, Moved, NewRow, Person, Row, Snapshot, Wake
from spuk.store.grouping import PendingAppend
from spuk.store.listen import PEOPLE_CHANNEL, Listener
from spuk.store.migrate import upgrade
from spuk.store.rows import compact
from spuk.store.schema import KEPT, LOG, PARTS, PEOPLE, SNAPSHOTS, TABLES
from spuk.store.sqlite import SQLite

_CHECKED: Final = "last check"
"""The name under which `check` writes."""
_DRIVERS: Final = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg"}


def database_url(given: str) -> URL:
    """The URL with our drivers; ValueError says what can be given."""
    try:
        url = make_url(spread_hosts(given))
    except (SQLAlchemyError, ValueError):  # a port that is no number
        url = None
    kind = "" if url is None else url.get_backend_name()
    in_memory = url is not None and kind == "sqlite" and url.database in (None, "", ":memory:")
    if url is None or kind not in _DRIVERS or in_memory:  # games in memory would be lost
        # What was given may hold a password, and what is printed may be kept.
        raise ValueError(
            Fault(
                "setting.database_url", "database-url: give sqlite:///file.db or postgresql://user@host/name"
            )
        )
    return url.set(drivername=_DRIVERS[kind])


def make_store(given: str, *, sync_always: bool = False) -> SqlStore:
    """The store for a database URL; `sync_always` is for SQLite: PostgreSQL has settings of its own."""
    return SqlStore(database_url(given), sync_always=sync_always)


def _connecting(url: URL, *, sync_always: bool) -> Connecting:
    if url.get_backend_name() == "sqlite":
        return SQLite(url, sync_always=sync_always)
    from spuk.store.postgres import PostgreSQL

    return PostgreSQL(url)


class SqlStore:
    """See `contract.Store`; the same statements for both databases."""

    def __init__(self, url: URL, *, sync_always: bool = False) -> None:
        self.url = url
        self.shared: Final = url.get_backend_name() == "postgresql"
        """Several processes may use it at the same time."""
        self._database = _connecting(url, sync_always=sync_always)
        self._listener: Listener | None = None

    # ── coming and going ────────────────────────────────────────────────────────────────────

    async def open(self, wake: Wake | None = None, moved: Moved | None = None) -> None:
        """Connect and bring the schema up to date."""
        await self._database.write(upgrade)
        if wake is not None and self.shared:
            self._listener = Listener(self.url, wake, moved or (lambda person, generation: None))
            self._listener.start()

    def silence(self) -> float:
        """Seconds for which we may have missed what other processes write; 0 where there are none."""
        return 0.0 if self._listener is None else self._listener.silence()

    async def close(self) -> None:
        """Let go of all connections."""
        if self._listener is not None:
            await self._listener.stop()
        await self._database.close()

    async def check(self) -> None:
        """Write down the time: a database that can be read may still be full, or read-only."""
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
        """An INSERT that leaves alone what is there already."""
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
        """What lists tell of one table."""
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
        """Games, the one that changed last first."""
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
        """How many tables there are in these states."""
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
        """Keep a snapshot in place of the one before."""
        values = {"number": snapshot.number, "version": snapshot.version, "data": compact(snapshot.data)}

        def work(connection: Connection) -> None:
            connection.execute(self._insert_missing(SNAPSHOTS), {"table": table, **values})
            connection.execute(update(SNAPSHOTS).where(SNAPSHOTS.c.table == table).values(values))

        await self._database.write(work)

    async def load_snapshot(self, table: str) -> Snapshot | None:
        """The snapshot kept last."""
        for row in await self._rows(select(SNAPSHOTS).where(SNAPSHOTS.c.table == table)):
            data = _object(row.data)
            return None if data is None else Snapshot(row.number, row.version, data)
        return None

    # ── people ──────────────────────────────────────────────────────────────────────────────

    async def add_person(self, id: str, name: str) -> Person:
        """Somebody new."""
        await self._execute(insert(PEOPLE), {"id": id, "generation": 1, "name": name})
        return Person(id, 1, name)

    async def person(self, id: str) -> Person | None:
        """Somebody, if there is such a person."""
        for row in await self._rows(select(PEOPLE).where(PEOPLE.c.id == id)):
            return Person(row.id, row.generation, row.name)
        return None

    async def rename(self, id: str, name: str) -> None:
        """Give a person another name."""
        await self._execute(update(PEOPLE).where(PEOPLE.c.id == id).values(name=name))

    async def offer_recovery(self, id: str, token_hash: str, until: float) -> None:
        """Whoever brings this token until then is this person."""
        offer = update(PEOPLE).where(PEOPLE.c.id == id)
        await self._execute(offer.values(recovery=token_hash, recovery_until=until))

    async def offered(self, token_hash: str, now: float) -> Person | None:
        """The person whose token this is; it is not used."""
        question = select(PEOPLE).where(PEOPLE.c.recovery == token_hash, PEOPLE.c.recovery_until >= now)
        for row in await self._rows(question):
            return Person(row.id, row.generation, row.name)
        return None

    async def recover(self, token_hash: str, now: float) -> Person | None:
        """The person whose token this is; one statement, so that a token works once, also for two at once."""
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
        """The value kept under a name: this one, unless there was one already."""

        def work(connection: Connection) -> str:
            connection.execute(self._insert_missing(KEPT), {"name": name, "value": value})
            return str(connection.execute(select(KEPT.c.value).where(KEPT.c.name == name)).scalar_one())

        return await self._database.write(work)


# ── statements and rows ─────────────────────────────────────────────────────────────────────

_READ: Final = (
    select(LOG)
    .where(LOG.c.table == bindparam("wanted"), LOG.c.number > bindparam("after"))
    .order_by(LOG.c.number)
)


_TELL_PEOPLE: Final = text(f"SELECT pg_notify('{PEOPLE_CHANNEL}', :payload)")


def _row(row: Any) -> Row:
    """A row of the log. One that is damaged must not keep anybody from reading the others."""
    data = _object(row.data)
    return Row(row.number, row.at, DAMAGED if data is None else row.kind, {} if data is None else data)


def _listed(row: Any) -> Listed:
    about, people = _object(row.about), _strings(row.people)
    damaged = about is None or people is None
    card = Card(row.status, row.listed, row.waits, people or (), about or {}, row.rules)
    return Listed(row.id, row.number, row.changed_at, card, damaged)


def _object(text: Any) -> dict[str, Any] | None:
    found = _read_json(text)
    return found if isinstance(found, dict) else None


def _strings(text: Any) -> tuple[str, ...] | None:
    found = _read_json(text)
    if not isinstance(found, list) or not all(isinstance(part, str) for part in found):
        return None
    return tuple(found)


def _read_json(text: Any) -> Any:
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
