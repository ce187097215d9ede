"""How the two databases are reached. Work is a plain function of a connection; each has its way to run it.

SQLite works in threads of its own, a whole transaction at a time: a hop between threads costs more than the
statements themselves. PostgreSQL is spoken to by asyncpg on the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from spuk.store.contract import Unavailable

T = TypeVar("T")
_PATIENCE: Final = 10.0
"""Seconds something may take before the database counts as gone."""
_READERS: Final = 4


class Connecting(Protocol):
    """Runs work on a database; what a database raises becomes `Unavailable`, but for IntegrityError."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """In one transaction: all of it or nothing."""
        ...

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Without changing anything."""
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...


class SQLite:
    """One thread that writes and a few that read, which never wait for the one that writes."""

    def __init__(self, url: URL) -> None:
        self._engine = create_engine(url, connect_args={"timeout": _PATIENCE / 2})
        self._reading = self._engine.execution_options(only_reads=True)
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)
        self._writer = ThreadPoolExecutor(1, "spuk-writes")
        self._readers = ThreadPoolExecutor(_READERS, "spuk-reads")

    async def write(self, work: Callable[[Connection], T]) -> T:
        """In the thread that writes."""

        def run() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return await _in_thread(self._writer, run)

    async def look(self, work: Callable[[Connection], T]) -> T:
        """In a thread that reads."""

        def run() -> T:
            with self._reading.connect() as connection:
                return work(connection)

        return await _in_thread(self._readers, run)

    async def close(self) -> None:
        """Let go of the file."""
        for threads in (self._writer, self._readers):
            threads.shutdown()
        self._engine.dispose()


async def _in_thread(threads: ThreadPoolExecutor, run: Callable[[], T]) -> T:
    try:
        return await asyncio.get_running_loop().run_in_executor(threads, run)
    except IntegrityError:
        raise
    except Exception as error:
        raise _unavailable(error) from error


def _prepare(connection: Any, _record: object) -> None:
    """A commit is on the disk when it returns, and readers never wait for a writer."""
    connection.isolation_level = None  # Python would begin transactions later than we want
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Who is going to write takes the lock at once, not half-way."""
    if not connection.get_execution_options().get("only_reads"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


class PostgreSQL:
    """A pool of connections."""

    def __init__(self, url: URL) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine

        waits = {"timeout": _PATIENCE / 2, "command_timeout": _PATIENCE}
        # pre_ping: a database that was restarted costs nobody a failed request.
        self._engine = create_async_engine(url, pool_pre_ping=True, pool_size=8, connect_args=waits)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """In a transaction."""
        try:
            async with asyncio.timeout(_PATIENCE), self._engine.begin() as connection:
                return await connection.run_sync(work)
        except IntegrityError:
            raise
        except Exception as error:
            raise _unavailable(error) from error

    async def look(self, work: Callable[[Connection], T]) -> T:
        """The same; PostgreSQL's readers disturb nobody."""
        return await self.write(work)

    async def close(self) -> None:
        """Close the pool."""
        await self._engine.dispose()


def _unavailable(error: Exception) -> Exception:
    """What a database or its network raises, as ours; whatever else goes wrong is a fault of our own."""
    origin = getattr(error, "orig", None) or error
    foreign = type(origin).__module__.partition(".")[0] in ("asyncpg", "sqlite3")
    if foreign or isinstance(error, SQLAlchemyError | OSError | TimeoutError):
        said = str(origin).strip().splitlines()
        return Unavailable(said[0] if said else type(origin).__name__)
    return error
