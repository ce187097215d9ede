"""Everything a server process holds together."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from typing import Final

from spuk.bots.registry import load_bot
from spuk.server.analysis import Studies
from spuk.server.bot_workers import Workers
from spuk.server.identity import Identities
from spuk.server.limits import Counted, Limits
from spuk.server.readiness import Readiness
from spuk.server.rooms import RoomRegistry
from spuk.server.settings import Settings
from spuk.store.contract import Person, StoreError, Unavailable
from spuk.store.sql import SqlStore, make_store

_SECRET: Final = "cookie secret"
_OUT_OF_TOUCH: Final = 10.0
"""Seconds without word from the database after which streams end here: elsewhere they may go on."""
_log = logging.getLogger(__name__)


class Server:
    """Made once a process; `open` before the first request, `close` after the last."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        custom = tuple(load_bot(name) for name in settings.custom_bots())
        self.store: SqlStore = make_store(settings.database(), sync_always=settings.disk_sync == "always")
        self.limits = Limits(settings.rate_limit)
        self.streams = Counted("streams_per_address", settings.streams_per_address)
        self.workers = Workers(settings.bot_processes, settings.thinking_limit, bots=custom)
        self.studies = Studies(self.workers)
        self.rooms = RoomRegistry(self.store, self.workers, most=settings.rooms)
        self.readiness = Readiness(self.store)
        secure = settings.public_url.startswith("https://")
        self.identities = Identities(self.store, shared=self.store.shared, secure=secure)
        self._errands: set[asyncio.Task[None]] = set()
        self._always: list[asyncio.Task[None]] = []
        """What runs from the first request to the last."""

    async def open(self) -> None:
        """Connect, migrate, and go on with what was interrupted."""
        await self.store.open(self.rooms.wake, self._moved)
        # In the database, so that all processes have the same one, and it survives like the games do.
        self.identities.use(await self.store.keep(_SECRET, secrets.token_hex(32)))
        await self.rooms.sweep()
        self._always = [asyncio.create_task(work) for work in (self._sweep_for_ever(), self._stay_in_touch())]

    # ── people who move to another device ───────────────────────────────────────────────────

    async def recover(self, token: str) -> Person:
        """The person behind a recovery token; the device they come from is told, in every process."""
        person = await self.identities.recover(token)
        self._moved(person.id, person.generation)
        return person

    def _moved(self, id: str, generation: int) -> None:
        """Somebody has moved, here or in another process: cookies and streams of the old device end."""
        self.identities.moved(id, generation)
        if id:
            self.rooms.send_away(id, generation)
            return
        errand = asyncio.create_task(self._look_for_moved())
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)

    async def _look_for_moved(self) -> None:
        """We may have missed that somebody moved: look at all who read a stream."""
        for id in self.rooms.watching():
            try:
                person = await self.store.person(id)
            except StoreError as error:
                _log.warning("cannot look for people who moved (%s); all streams begin anew", error)
                self.rooms.end_streams()  # who comes back is asked who they are
                return
            if person is not None:
                self.rooms.send_away(id, person.generation)

    # ── other processes ─────────────────────────────────────────────────────────────────────

    def check_in_touch(self) -> None:
        """`Unavailable` while we may miss what other processes write: a stream would show an old table."""
        if self.store.silence() > _OUT_OF_TOUCH:
            raise Unavailable("the database has not been heard of for too long")

    async def _stay_in_touch(self) -> None:
        """End the streams of whoever would wait in vain; another server may still know what happens."""
        while True:
            await asyncio.sleep(1)
            try:
                self.check_in_touch()
            except Unavailable:
                self.rooms.end_streams()

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            try:
                # Younger ones are being thought about, here or in another process.
                await self.rooms.sweep(before=time.time() - self.settings.sweep_seconds)
                await self.rooms.sweep_ahead(time.time())
            except StoreError as error:
                _log.warning("cannot look for tables that should go on (%s)", error)
            except Exception:  # whatever it is, the next look must come
                _log.exception("cannot look for tables that should go on")

    async def close(self) -> None:
        """Let go of everything; the log is complete at any time."""
        for work in self._always:
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work
        for errand in self._errands:
            errand.cancel()
        self.rooms.close()
        await self.studies.close()
        await self.workers.close()
        await self.readiness.close()
        await self.store.close()
