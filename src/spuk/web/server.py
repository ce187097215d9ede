"""Everything a server process holds together."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from typing import Final

from spuk.store.contract import StoreError
from spuk.store.sql import SqlStore, make_store
from spuk.web.hall import Hall
from spuk.web.identity import Identities
from spuk.web.limits import Counted, Limits
from spuk.web.readiness import Readiness
from spuk.web.seating import LONGEST_THOUGHT
from spuk.web.settings import Settings
from spuk.web.study import Studies
from spuk.web.thinking import Thinkers

_SECRET: Final = "cookie secret"
_log = logging.getLogger(__name__)


class Server:
    """Made once a process; `open` before the first request, `close` after the last."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store: SqlStore = make_store(settings.database(), sync_always=settings.disk_sync == "always")
        self.limits = Limits(settings.rate_limit)
        self.streams = Counted("streams_per_address", settings.streams_per_address)
        self.thinkers = Thinkers(settings.bot_processes, settings.thinking_limit)
        self.studies = Studies(self.thinkers)
        self.hall = Hall(self.store, self.thinkers, most=settings.rooms)
        self.readiness = Readiness(self.store)
        self.identities: Identities
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, migrate, and go on with what was interrupted."""
        await self.store.open(self.hall.wake)
        # In the database, so that all processes have the same one, and it survives like the games do.
        secret = await self.store.keep(_SECRET, secrets.token_hex(32))
        secure = self.settings.public_url.startswith("https://")
        self.identities = Identities(self.store, secret, shared=self.store.shared, secure=secure)
        await self.hall.sweep()
        self._sweeping = asyncio.create_task(self._sweep_for_ever())

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            # Younger ones are being thought about, here or in another process.
            patience = self.settings.sweep_seconds + (LONGEST_THOUGHT if self.store.shared else 0)
            try:
                await self.hall.sweep(before=time.time() - patience)
                await self.hall.sweep_ahead(time.time())
            except StoreError as error:
                _log.warning("cannot look for tables that should go on (%s)", error)

    async def close(self) -> None:
        """Let go of everything; the log is complete at any time."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeping
        self.hall.close()
        await self.studies.close()
        await self.thinkers.close()
        await self.readiness.close()
        await self.store.close()
