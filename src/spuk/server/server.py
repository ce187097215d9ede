"""Everything a server process holds together."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

from spuk.bots.registry import load_bot
from spuk.server.analysis import Studies
from spuk.server.bans import NEWCOMERS_SECONDS, Bans
from spuk.server.bot_workers import Workers
from spuk.server.connections import Connections
from spuk.server.figures import StoreFigures, sample
from spuk.server.identity import Identities
from spuk.server.limits import Counted, Limits
from spuk.server.metrics import Metrics
from spuk.server.open_streams import OpenStreams
from spuk.server.proxies import Proxies
from spuk.server.readiness import Readiness
from spuk.server.rooms import RoomRegistry
from spuk.server.scrape import Scraper
from spuk.server.settings import Settings
from spuk.server.signing import REPLACED, SECRET, Secrets
from spuk.store.contract import NEWCOMERS, Ban, Person, StoreError, Unavailable
from spuk.store.sql import SqlStore, make_store

_AGAIN: Final = 1.0
"""Seconds until we check operators' changes again if the database does not answer."""
_OUT_OF_TOUCH: Final = 10.0
"""Seconds without contact to the database after which streams end here; other servers may continue them."""
_log = logging.getLogger(__name__)


class Server:
    """Created once per process; `open` before the first request, `close` after the last."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        custom = tuple(load_bot(name) for name in settings.custom_bots())
        self.metrics = Metrics()
        self.connections: Connections | None = None
        """All open connections, if we serve them ourselves."""
        self.scraper = Scraper(lambda: sample(self), self.metrics.loop_lag)
        self.bans = Bans()
        self.bans.noticed = self._notice_banned
        self.bans.refused = self.metrics.banned.add
        self.open_streams = OpenStreams()
        self._proxies = Proxies(settings.proxies)
        self.store: SqlStore = make_store(settings.database(), sync_always=settings.disk_sync == "always")
        self.store.observe(StoreFigures(self.metrics))
        self.limits = Limits(settings.rate_limit)
        self.streams = Counted("streams_per_address", settings.streams_per_address)
        self.workers = Workers(
            settings.bot_processes, settings.thinking_limit, bots=custom, metrics=self.metrics
        )
        self.studies = Studies(self.workers)
        self.rooms = RoomRegistry(self.store, self.workers, most=settings.rooms)
        self.readiness = Readiness(self.store)
        secure = settings.public_url.startswith("https://")
        self.identities = Identities(self.store, self.bans, shared=self.store.shared, secure=secure)
        self._errands: set[asyncio.Task[None]] = set()
        self._always: list[asyncio.Task[None]] = []
        """What runs from the first request to the last."""
        self._changed = asyncio.Event()
        """Operators have changed something."""

    async def open(self) -> None:
        """Connect, migrate, and continue what was interrupted."""
        await self.store.open(self.rooms.wake, self._moved, self._changed.set)
        # In the database, so that all processes share it and it survives as long as the games.
        await self.store.keep(SECRET, secrets.token_hex(32))
        await self._look_at_operators()
        self._always = [asyncio.create_task(self._follow_operators())]
        settings = self.settings
        await self.scraper.start(wanted=bool(settings.metrics_port or settings.token()))
        await self.rooms.sweep()
        self._always += [
            asyncio.create_task(work) for work in (self._sweep_for_ever(), self._stay_in_touch())
        ]

    # ── what operators change beside us ─────────────────────────────────────────────────────

    async def _follow_operators(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self._look_at_operators()
            except StoreError as error:
                _log.warning("cannot look at what operators changed (%s); trying again", error)
                self._changed.set()
                await asyncio.sleep(_AGAIN)
            except Exception:  # whatever happens, the next change must be noticed
                _log.exception("cannot look at what operators changed")

    async def _look_at_operators(self) -> None:
        """Load bans, keys and tables as they are now, and end the streams of those who have lost access."""
        self.bans.load(await self.store.bans())
        newest, replaced = await self.store.kept(SECRET), await self.store.kept(REPLACED)
        assert newest is not None  # we have stored it ourselves
        lost = self.identities.use(Secrets.read(newest, replaced))
        await self.rooms.look_again()
        self.open_streams.end_if(
            lambda watcher, stream: (
                lost or self.bans.keeps_out(watcher.person, stream.host) or not stream.may_read()
            )
        )

    def _notice_banned(self, person: str, network: str) -> None:
        """A banned person came from there: accept no new people from there for a day."""
        if Bans.spares(network, self._proxies):
            return
        now = time.time()
        until = now + NEWCOMERS_SECONDS
        self.bans.stop_newcomers(network, until)
        self._run(self.store.ban(Ban(NEWCOMERS, network, "", now, until, because=person)))

    def _run(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something outside the request that caused it."""

        async def run() -> None:
            try:
                await work
            except StoreError as error:
                _log.warning("the database does not work: %s", error)

        errand = asyncio.create_task(run())
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)

    # ── people who move to another device ───────────────────────────────────────────────────

    async def recover(self, token: str) -> Person:
        """The person behind a recovery token. The device they come from is told, in every process."""
        person = await self.identities.recover(token)
        self._moved(person.id, person.generation)
        return person

    def _moved(self, id: str, generation: int) -> None:
        """Someone has moved, here or in another process: cookies and streams of the old device become
        invalid.
        """
        self.identities.moved(id, generation)
        if id:
            self.rooms.send_away(id, generation)
            return
        self._run(self._look_for_moved())

    async def _look_for_moved(self) -> None:
        """We may have missed that someone moved: check everyone who reads a stream."""
        for id in self.rooms.watching():
            try:
                person = await self.store.person(id)
            except StoreError as error:
                _log.warning("cannot look for people who moved (%s); all streams begin anew", error)
                self.rooms.end_streams()  # clients that reconnect are identified again
                return
            if person is not None:
                self.rooms.send_away(id, person.generation)

    # ── other processes ─────────────────────────────────────────────────────────────────────

    def check_in_touch(self) -> None:
        """Raise `Unavailable` while we may miss other processes' changes: a stream
        would show an old table.
        """
        if self.store.silence() > _OUT_OF_TOUCH:
            raise Unavailable("the database has not been heard of for too long")

    async def _stay_in_touch(self) -> None:
        """End streams that would wait in vain. Another server may still receive changes."""
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
                # Newer ones are being computed, here or in another process.
                await self.rooms.sweep(before=time.time() - self.settings.sweep_seconds)
                await self.rooms.sweep_ahead(time.time())
            except StoreError as error:
                _log.warning("cannot look for tables that should go on (%s)", error)
            except Exception:  # whatever happens, the next sweep must come
                _log.exception("cannot look for tables that should go on")

    async def close(self) -> None:
        """Release everything. The log is complete at any time."""
        for work in self._always:
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work
        await self.scraper.close()
        for errand in self._errands:
            errand.cancel()
        self.rooms.close()
        await self.studies.close()
        await self.workers.close()
        await self.readiness.close()
        await self.store.close()
