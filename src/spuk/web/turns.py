"""Whose bot may think now: one a person at a time, so that nobody's crowd of bots keeps others waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """A line for each person who made tables; those at the heads of the lines take turns."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def of(self, person: str) -> AsyncIterator[None]:
        """Wait until no other bot of this person's tables thinks."""
        lock, waiting = self._lines.get(person, (asyncio.Lock(), 0))
        self._lines[person] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._lines[person]
            if waiting == 1:
                del self._lines[person]
            else:
                self._lines[person] = lock, waiting - 1
