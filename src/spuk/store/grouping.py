"""Many appends, one commit: what arrives while the disk is busy is written together afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from spuk.store.contract import Card, Conflict, NewRow

_LARGEST: Final = 100
"""Maximum orders per transaction."""


class PendingAppend(NamedTuple):
    """Rows to be written."""

    table: str
    expected: int
    rows: tuple[NewRow, ...]
    card: Card | None
    at: float

    @property
    def last(self) -> int:
        """The number of the last of these rows."""
        return self.expected + len(self.rows)


Write = Callable[[Sequence[PendingAppend]], Awaitable[Sequence[int | Conflict]]]


class Grouped:
    """Collects orders and writes them in groups, each group all or none."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: list[tuple[PendingAppend, asyncio.Future[int]]] = []
        self._work: asyncio.Task[None] | None = None

    async def append(self, order: PendingAppend) -> int:
        """Returns when the order is written."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append((order, done))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._work_off())
        return await done

    async def finish(self) -> None:
        """Wait for writes in progress."""
        if self._work is not None:
            await self._work

    async def _work_off(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:_LARGEST], self._waiting[_LARGEST:]
            try:
                answers: Sequence[int | Exception] = await self._write([order for order, _ in group])
            except Exception as error:
                answers = [error] * len(group)
            for (_, done), answer in zip(group, answers, strict=True):
                if done.done():  # the caller has gone, but the rows are written anyway
                    continue
                if isinstance(answer, Exception):
                    done.set_exception(answer)
                else:
                    done.set_result(answer)
