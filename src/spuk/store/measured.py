"""A database that reports how long it takes."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from sqlalchemy import Connection

from spuk.store.connecting import Connecting, T
from spuk.store.contract import Conflict, NewRow
from spuk.store.grouping import PendingAppend


class Observer(Protocol):
    """Whoever counts."""

    def took(self, operation: str, seconds: float, error: Exception | None) -> None:
        """Something was done (`append`, `write` or `read`), or failed."""
        ...

    def appended(self, rows: Sequence[NewRow]) -> None:
        """These rows are in the log now."""
        ...


class Measured:
    """See `Connecting`."""

    def __init__(self, database: Connecting, observer: Observer) -> None:
        self._database = database
        self._observer = observer

    async def append(self, order: PendingAppend) -> int:
        """Write rows."""
        number = await self._measure("append", self._database.append(order))
        self._observer.appended(order.rows)
        return number

    async def write(self, work: Callable[[Connection], T]) -> T:
        """In one transaction."""
        return await self._measure("write", self._database.write(work))

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Without changing anything."""
        return await self._measure("read", self._database.look(work))

    async def close(self) -> None:
        """Close all connections."""
        await self._database.close()

    async def _measure(self, operation: str, doing: Awaitable[T]) -> T:
        began = time.perf_counter()
        try:
            done = await doing
        except Exception as error:
            if not isinstance(error, Conflict):
                self._observer.took(operation, time.perf_counter() - began, error)
            else:
                self._observer.took("conflict", time.perf_counter() - began, None)
            raise
        self._observer.took(operation, time.perf_counter() - began, None)
        return done
