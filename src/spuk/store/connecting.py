"""What both databases do for the store. Work is a plain function of a connection; each runs it in its way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from spuk.store.contract import AWAY, FULL, READ_ONLY, Conflict, Unavailable
from spuk.store.grouping import PendingAppend

T = TypeVar("T")
PATIENCE: Final = 10.0
"""Seconds something may take before the database counts as gone."""


class Connecting(Protocol):
    """Runs work on a database; what a database raises becomes `Unavailable`, but for IntegrityError."""

    async def append(self, order: PendingAppend) -> int:
        """Write rows; when this returns they are written, and whoever stops waiting does not stop it."""
        ...

    async def write(self, work: Callable[[Connection], T]) -> T:
        """In one transaction: all of it or nothing."""
        ...

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Without changing anything."""
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...


Answers = Sequence[int | Conflict]
"""For each order the number it led to, or that somebody was first."""


def unavailable(error: Exception) -> Exception:
    """What a database or its network raises, as ours; whatever else goes wrong is a fault of our own."""
    origin = getattr(error, "orig", None) or error
    foreign = type(origin).__module__.partition(".")[0] in ("asyncpg", "sqlite3")
    if foreign or isinstance(error, SQLAlchemyError | OSError | TimeoutError):
        said = str(origin).strip().splitlines()
        return Unavailable(said[0] if said else type(origin).__name__, _why(origin))
    return error


_WHYS: Final = {
    "SQLITE_FULL": FULL,
    "SQLITE_IOERR": FULL,  # a quota, or a limit on the size of files
    "SQLITE_READONLY": READ_ONLY,
    "53100": FULL,
    "25006": READ_ONLY,
}
"""By what SQLite and PostgreSQL call it."""


def _why(origin: BaseException) -> str:
    names = str(getattr(origin, "sqlite_errorname", "")).split("_")
    code = "_".join(names[:2]) or str(getattr(origin, "sqlstate", ""))
    return _WHYS.get(code, AWAY)
