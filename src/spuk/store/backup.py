"""Backups: one SQLite file with everything, for SQLite and PostgreSQL alike.

With one format for both, a backup can be verified by reading it, no other programs of the right version are
needed, and a club that outgrows SQLite can restore it into PostgreSQL. Large servers also have PostgreSQL's
own tools. A backup has the schema of its database, so it is migrated before it is restored, on a copy.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Boolean, Connection, column, create_engine, event, func, inspect, select, table, text
from sqlalchemy.engine import URL

from spuk.store.contract import DAMAGED, Row
from spuk.store.listen import SERVING
from spuk.store.migrate import NEWEST, NoVersion, TooNew, upgrade, upgrade_to
from spuk.store.rows import read_object
from spuk.store.schema import METADATA

_NAME: Final = re.compile(r"spuk-\d{8}T\d{6}Z(-\d+)?\.db")
_PARTIAL: Final = ".partial"
_AT_ONCE: Final = 2_000
"""Rows copied in one go."""
_MAGIC: Final = b"SQLite format 3\0"
_PRIVATE: Final = 0o600
"""Every backup contains the key that signs cookies."""
_log = logging.getLogger(__name__)


class NotABackup(ValueError):
    """A file that is not one of our backups, or is incomplete."""


class InUse(Exception):
    """A server is running on the database."""


# ── files ───────────────────────────────────────────────────────────────────────────────────


def stamp() -> str:
    """The time, in a form that sorts by date."""
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())


def new_name(folder: Path) -> Path:
    """The name of the next backup in a folder."""
    first = folder / f"spuk-{stamp()}.db"
    others = (first.with_stem(f"{first.stem}-{number}") for number in range(2, 1000))
    return next(path for path in (first, *others) if not path.exists())


def outdated(folder: Path, keep: int) -> list[Path]:
    """All but the newest backups in a folder. Other files are ignored."""
    found = [path for path in folder.iterdir() if _NAME.fullmatch(path.name)]
    found.sort(key=_order)
    return found[: max(0, len(found) - keep)]


def _order(path: Path) -> tuple[str, int]:
    when, _, number = path.stem.removeprefix("spuk-").partition("-")
    return when, int(number or 1)


class Partial:
    """A file that gets its name only when it is complete and on disk."""

    def __init__(self, path: Path) -> None:
        self.target = path
        self.path = path.with_name(f".{path.name}.{os.getpid()}{_PARTIAL}")

    def __enter__(self) -> Partial:
        os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _PRIVATE))
        return self

    def finish(self) -> None:
        """It is complete."""
        for path in (self.path, self.path.parent):
            file = os.open(path, os.O_RDONLY)
            try:
                os.fsync(file)
            finally:
                os.close(file)
        self.path.replace(self.target)

    def __exit__(self, *_: object) -> None:
        for suffix in ("", "-journal", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)


# ── making one ──────────────────────────────────────────────────────────────────────────────


def copy_sqlite(source: Path, target: Path) -> None:
    """Everything as of one moment. Writers are not blocked in the meantime."""
    with closing(_open(source, "rw")) as read, closing(sqlite3.connect(target)) as written:
        read.backup(written)  # in one step: in several steps, it would start over with every write
        written.execute("PRAGMA journal_mode=DELETE")  # one file, without others next to it


def back_up_before_migration(file: Path) -> Path | None:
    """A copy of an SQLite database whose schema is about to change; None if none is needed."""
    if not file.exists() or not (version := _version(file)) or version >= NEWEST:
        return None
    with Partial(file.with_name(f"{file.stem}-before-{NEWEST}-{stamp()}.db")) as partial:
        copy_sqlite(file, partial.path)
        check_pages(partial.path)
        partial.finish()
    _log.warning("the database is updated from schema %s to %s; backup: %s", version, NEWEST, partial.target)
    return partial.target


def _version(file: Path) -> str | None:
    """The schema of an SQLite database; None if unknown, which `upgrade` explains."""
    with closing(_open(file, "rw")) as connection:
        try:
            found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError:
            return None
    return None if found is None else str(found[0])


async def copy_postgres(url: URL, target: Path) -> None:
    """Everything as of one moment, whatever is written in the meantime."""
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(url, isolation_level="REPEATABLE READ")
    try:
        async with engine.connect() as connection:
            columns, version = await connection.run_sync(_columns)
            with closing(_empty(target, version)) as written:
                for name, names in columns.items():
                    question: Any = select(*map(column, names)).select_from(table(name))
                    rows = await connection.stream(question)
                    statement = _insert(name, names)
                    async for part in rows.partitions(_AT_ONCE):
                        written.executemany(statement, [tuple(row) for row in part])
                written.commit()
    finally:
        await engine.dispose()


def _columns(connection: Connection) -> tuple[dict[str, list[str]], str]:
    """The columns of all our tables, and the schema, which may be that of an older version."""
    looked = inspect(connection)
    there = [name for name in METADATA.tables if looked.has_table(name)]
    if not there or not looked.has_table("alembic_version"):
        raise NoVersion("it has no tables of Spuk")
    version = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    if version > NEWEST:
        raise TooNew(f"the database has schema {version}; this version of Spuk only knows up to {NEWEST}")
    return {name: [str(found["name"]) for found in looked.get_columns(name)] for name in there}, version


def _empty(target: Path, version: str) -> sqlite3.Connection:
    """An empty database with a schema."""
    engine = create_engine(URL.create("sqlite", database=str(target)))
    with engine.begin() as connection:
        upgrade_to(connection, version)
    engine.dispose()
    return sqlite3.connect(target)


def _insert(name: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


# ── reading one ─────────────────────────────────────────────────────────────────────────────


def _open(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, timeout=10.0)


def check_pages(file: Path) -> None:
    """Raise `NotABackup` if SQLite finds anything wrong in a file."""
    if file.stat().st_size < _full_size(file):
        raise NotABackup(f"{file.name}: its end is missing")
    with closing(_open(file, "ro")) as connection:
        try:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
        except sqlite3.DatabaseError as error:
            raise NotABackup(f"{file.name}: {error}") from error
    if found != ["ok"]:
        raise NotABackup(f"{file.name}: {found[0]}")


def _full_size(file: Path) -> int:
    """The length of a file according to itself. SQLite reads missing data at the end as zeros."""
    with file.open("rb") as begins:
        head = begins.read(32)
    page = int.from_bytes(head[16:18], "big")
    return (65_536 if page == 1 else page) * int.from_bytes(head[28:32], "big")


def prepare(file: Path, copy: Path) -> None:
    """A checked copy of a backup with the current schema. The backup itself is never changed."""
    with file.open("rb") as begins:
        if begins.read(len(_MAGIC)) != _MAGIC:
            raise NotABackup(f"{file.name}: this is no backup of Spuk")
    check_pages(file)
    try:
        copy_sqlite(file, copy)
    except sqlite3.DatabaseError as error:
        raise NotABackup(f"{file.name}: {error}") from error
    if not (_version(copy) or "").isdecimal():
        raise NotABackup(f"{file.name}: this is no backup of Spuk")
    engine = create_engine(URL.create("sqlite", database=str(copy)))
    try:
        with engine.begin() as connection:
            upgrade(connection)
            missing = sorted(set(METADATA.tables) - set(inspect(connection).get_table_names()))
    finally:
        engine.dispose()
    if missing:
        raise NotABackup(f"{file.name}: tables are missing: {', '.join(missing)}")


def logs(file: Path) -> Iterator[tuple[str, int, list[Row]]]:
    """For each table of a backup: its id, the number it should be at, and its log."""
    with closing(_open(file, "ro")) as connection:
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        for id, number in connection.execute("SELECT id, number FROM games ORDER BY id"):
            asked = connection.execute(
                "SELECT number, at, kind, data FROM log WHERE game = ? ORDER BY number", (id,)
            )
            yield id, number, [_row(*found) for found in asked]


def _row(number: int, at: float, kind: str, data: str) -> Row:
    found = read_object(data)
    return Row(number, at, DAMAGED if found is None else kind, found or {})


# ── bringing it back ────────────────────────────────────────────────────────────────────────


def replace_everything(connection: Connection, file: Path) -> None:
    """Replace all content with that of a prepared backup, within one transaction."""
    if connection.dialect.name == "postgresql":
        _keep_servers_out(connection)
    upgrade(connection)
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"TRUNCATE {', '.join(METADATA.tables)}"))
    with closing(_open(file, "ro")) as source:
        for found in METADATA.tables.values():
            if connection.dialect.name != "postgresql":
                connection.execute(found.delete())
            _copy_rows(connection, source, found)


def _keep_servers_out(connection: Connection) -> None:
    """Until the transaction ends. Raises `InUse` if a server is running."""
    if not connection.execute(text(f"SELECT pg_try_advisory_xact_lock({SERVING})")).scalar():
        raise InUse


def _copy_rows(connection: Connection, source: sqlite3.Connection, into: Any) -> None:
    keys = [found.key for found in into.columns]
    truths = {found.key for found in into.columns if isinstance(found.type, Boolean)}
    asked = source.execute(f"SELECT {', '.join(found.name for found in into.columns)} FROM {into.name}")
    copied = 0
    while rows := asked.fetchmany(_AT_ONCE):
        values = [dict(zip(keys, row, strict=True)) for row in rows]
        for row in values:
            row.update({key: bool(row[key]) for key in truths})
        connection.execute(into.insert(), values)
        copied += len(rows)
    there = connection.execute(select(func.count()).select_from(into)).scalar()
    if there != copied:
        raise NotABackup(f"of {copied} rows for {into.name}, {there} are there")


def _leave_transactions_to_us(connection: Any, _record: object) -> None:
    """Python would begin transactions too late: changes of the schema have to be part of them."""
    connection.isolation_level = None


async def restore(url: URL, file: Path) -> None:
    """Restore a prepared backup; all or nothing, and no server may be running."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": 10.0})
        event.listen(engine, "connect", _leave_transactions_to_us)
        event.listen(engine, "begin", lambda begun: begun.exec_driver_sql("BEGIN IMMEDIATE"))
        try:
            with engine.begin() as connection:
                replace_everything(connection, file)
        finally:
            engine.dispose()
        return
    from sqlalchemy.ext.asyncio import create_async_engine

    remote = create_async_engine(url)
    try:
        async with remote.begin() as begun:
            await begun.run_sync(replace_everything, file)
    finally:
        await remote.dispose()
