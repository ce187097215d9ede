"""Notices operators' changes in an SQLite file, which cannot notify anyone, by looking twice a second."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from spuk.store.contract import Changed, StoreError

EVERY: Final = 0.5
_log = logging.getLogger(__name__)


class Poller:
    """Compares a number that every change raises."""

    def __init__(self, look: Callable[[], Awaitable[str | None]], changed: Changed) -> None:
        self._look = look
        self._changed = changed
        self._seen: str | None = None
        self._work: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Look from now on."""
        self._seen = await self._look()
        self._work = asyncio.create_task(self._look_for_ever())

    async def stop(self) -> None:
        """Look no more."""
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                found = await self._look()
            except StoreError as error:
                _log.warning("cannot look for what operators changed (%s)", error)
                continue
            if found != self._seen:
                self._seen = found
                self._changed()
