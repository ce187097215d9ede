"""SQLite: one file, one process.

The log is written on the event loop itself: a commit is a write into the system's memory and takes some 50
µs, less than a trip to another thread and back. A thread flushes it to disk within a second, so nobody has to
wait for that. With `sync_always`, each commit waits for the disk, in a thread, and many share one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

from spuk.store.connecting import PATIENCE, Answers, T, unavailable
from spuk.store.contract import Conflict
from spuk.store.grouping import Grouped, PendingAppend
from spuk.store.rows import TABLE_FIELDS, log_rows, table_values

_READERS: Final = 4
_BUSY_CODES: Final = ("SQLITE_BUSY", "SQLITE_LOCKED")


class SQLite:
    """One thread that writes, and a few that read and never wait for the writer."""

    def __init__(self, url: URL, *, sync_always: bool = False) -> None:
        self._file = url.database or ":memory:"
        self._sync = "FULL" if sync_always else "NORMAL"
        self._engine = create_engine(url, connect_args={"timeout": PATIENCE / 2})
        self._reading = self._engine.execution_options(only_reads=True)
        event.listen(self._engine, "connect", self._prepare)
        event.listen(self._engine, "begin", _begin)
        self._writer = ThreadPoolExecutor(1, "spuk-writes")
        self._readers = ThreadPoolExecutor(_READERS, "spuk-reads")
        self._grouped = Grouped(self._append_in_thread)
        self._swift = not sync_always
        self._log: sqlite3.Connection | None = None
        self._wal_syncer = WalSyncer(self._file)

    def _prepare(self, connection: Any, _record: object = None) -> None:
        """Readers never wait for a writer. The WAL syncer does the rest."""
        connection.isolation_level = None  # Python would begin transactions too late
        connection.text_factory = _text
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", f"synchronous={self._sync}", "wal_autocheckpoint=0"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    # ── the log ─────────────────────────────────────────────────────────────────────────────

    async def append(self, order: PendingAppend) -> int:
        """At once if possible; in the thread if another connection is writing."""
        if not self._swift:
            return await self._grouped.append(order)
        try:
            (answer,) = self._append_here([order])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname in _BUSY_CODES:
                return await self._grouped.append(order)
            raise unavailable(error) from error
        except sqlite3.Error as error:
            raise unavailable(error) from error
        if isinstance(answer, Conflict):
            raise answer
        return answer

    def _append_here(self, orders: Sequence[PendingAppend]) -> Answers:
        if self._log is None:
            self._log = sqlite3.connect(self._file, timeout=0)
            self._prepare(self._log)
        cursor = self._log.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
            answers = append_all(cursor, orders)
            cursor.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._log.rollback()
            raise
        self._wal_syncer.written()
        return answers

    async def _append_in_thread(self, orders: Sequence[PendingAppend]) -> Answers:
        return await self.write(lambda connection: append_all(connection.connection.cursor(), orders))

    # ── everything else ─────────────────────────────────────────────────────────────────────

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run it in the writing thread."""

        def run() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        done = await _in_thread(self._writer, run)
        self._wal_syncer.written()
        return done

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Run it in a reading thread."""

        def run() -> T:
            with self._reading.connect() as connection:
                return work(connection)

        return await _in_thread(self._readers, run)

    async def close(self) -> None:
        """Close the file. The last connection cleans up."""
        await self._grouped.finish()
        self._wal_syncer.close()
        for threads in (self._writer, self._readers):
            threads.shutdown()
        self._engine.dispose()
        if self._log is not None:
            self._log.close()
            self._log = None


def _text(data: bytes) -> str:
    """Text with invalid encoding damages only its row, not the whole result."""
    return data.decode("utf-8", "replace")


async def _in_thread(threads: ThreadPoolExecutor, run: Callable[[], T]) -> T:
    try:
        return await asyncio.get_running_loop().run_in_executor(threads, run)
    except IntegrityError:
        raise
    except Exception as error:
        raise unavailable(error) from error


def _begin(connection: Connection) -> None:
    """Take the lock at the beginning of a writing transaction, not halfway."""
    if not connection.get_execution_options().get("only_reads"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


# ── statements; plain ones, for nothing is done more often ──────────────────────────────────

_MOVE_ON: Final = "UPDATE games SET number = ?, changed_at = ? WHERE id = ? AND number = ?"
_NEW_TABLE: Final = (
    f"INSERT INTO games ({', '.join(TABLE_FIELDS)}) VALUES ({', '.join('?' * len(TABLE_FIELDS))}) "
    "ON CONFLICT DO NOTHING"
)
_NEW_CARD: Final = (
    f"UPDATE games SET {', '.join(f'{name} = ?' for name in TABLE_FIELDS)} WHERE id = ? AND number = ?"
)
_NEW_ROW: Final = "INSERT INTO log (game, number, at, kind, data) VALUES (?, ?, ?, ?, ?)"
_NEW_PART: Final = "INSERT INTO parts (person, game) VALUES (?, ?) ON CONFLICT DO NOTHING"
_NUMBER: Final = "SELECT number FROM games WHERE id = ?"


def append_all(cursor: Any, orders: Sequence[PendingAppend]) -> Answers:
    """All orders whose expected number is still right. Nobody else can write in the meantime."""
    answers: list[int | Conflict] = []
    for order in orders:
        if _move_on(cursor, order):
            cursor.executemany(_NEW_ROW, log_rows(order))
            answers.append(order.last)
        else:
            found = cursor.execute(_NUMBER, (order.table,)).fetchone()
            answers.append(Conflict(order.table, found[0] if found else 0))
    return answers


def _move_on(cursor: Any, order: PendingAppend) -> bool:
    """Raise the table to its new number; False if it was not at the expected one."""
    if order.card is None:
        cursor.execute(_MOVE_ON, (order.last, order.at, order.table, order.expected))
        return bool(cursor.rowcount)
    if order.expected == 0:
        cursor.execute(_NEW_TABLE, table_values(order))
    else:
        cursor.execute(_NEW_CARD, (*table_values(order), order.table, order.expected))
    if not cursor.rowcount:
        return False
    cursor.executemany(_NEW_PART, [(person, order.table) for person in order.card.people])
    return True


# ── to the disk ─────────────────────────────────────────────────────────────────────────────

_EVERY: Final = 1.0
"""Seconds until written data is flushed: what a power cut can cost."""
_LONG: Final = 16 << 20
"""Size of the write-ahead log at which a checkpoint is worthwhile."""
_log = logging.getLogger(__name__)


class WalSyncer:
    """A thread that flushes writes to disk and keeps the write-ahead log short."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._wal = Path(f"{file}-wal")
        self._written = threading.Event()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def written(self) -> None:
        """There is something to do."""
        self._written.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="spuk-wal-syncer", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """One last time."""
        self._closed.set()
        self._written.set()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while not self._closed.is_set():
            self._written.wait()
            self._closed.wait(_EVERY)
            self._written.clear()
            try:
                self._sync()
            except (OSError, sqlite3.Error) as error:
                _log.warning("what was written is not on the disk yet (%s)", error)

    def _sync(self) -> None:
        if not self._wal.exists():  # in-memory database, or already checkpointed
            return
        with self._wal.open("rb") as wal:
            os.fsync(wal.fileno())
        if self._wal.stat().st_size > _LONG:
            with closing(sqlite3.connect(self._file, timeout=PATIENCE)) as connection:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")  # most of it, without blocking
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the rest; writers have to wait
