"""What both databases do for the store. Work is a function of a connection; each runs it in its own way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from spuk.store.contract import AWAY, FULL, READ_ONLY, Conflict, Unavailable
from spuk.store.grouping import PendingAppend

T = TypeVar("T")
PATIENCE: Final = 10.0
"""Seconds until the database counts as unavailable."""


class Connecting(Protocol):
    """Runs work on a database. Its exceptions become `Unavailable`, except IntegrityError."""

    async def append(self, order: PendingAppend) -> int:
        """Write rows. When this returns, they are written. Cancelling the caller does not stop it."""
        ...

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run in one transaction: all of it or nothing."""
        ...

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Run without changing anything."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...


Answers = Sequence[int | Conflict]
"""For each order, the number it led to, or that another writer was faster."""


def unavailable(error: Exception) -> Exception:
    """An exception of a database or its network, as ours. Anything else is a bug of our own."""
    origin = getattr(error, "orig", None) or error
    foreign = type(origin).__module__.partition(".")[0] in ("asyncpg", "sqlite3")
    if foreign or isinstance(error, SQLAlchemyError | OSError | TimeoutError):
        said = str(origin).strip().splitlines()
        return Unavailable(said[0] if said else type(origin).__name__, _why(origin))
    return error


_WHYS: Final = {
    "SQLITE_FULL": FULL,
    "SQLITE_IOERR": FULL,  # a quota, or a limit on file sizes
    "SQLITE_READONLY": READ_ONLY,
    "53100": FULL,
    "25006": READ_ONLY,
}
"""By the codes SQLite and PostgreSQL use."""


def _why(origin: BaseException) -> str:
    names = str(getattr(origin, "sqlite_errorname", "")).split("_")
    code = "_".join(names[:2]) or str(getattr(origin, "sqlstate", ""))
    return _WHYS.get(code, AWAY)
