"""Listens for appends of other processes to a PostgreSQL database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from sqlalchemy.engine import URL

from spuk.store.connector import Connector
from spuk.store.contract import Changed, Moved, Wake

CHANNEL: Final = "spuk"
"""Tables that have reached a number."""
PEOPLE_CHANNEL: Final = "spuk_people"
"""People who have moved to another device."""
OPERATORS_CHANNEL: Final = "spuk_operators"
"""Operators have changed something."""
SERVING: Final = 7_305_812
"""The advisory lock that all servers share."""
_RETRY: Final = 1.0
"""Seconds between attempts to reconnect."""
_SIGN_OF_LIFE: Final = 5.0
"""Seconds after which a silent connection is tested."""

_log = logging.getLogger(__name__)


class Listener:
    """One connection that waits for notifications and reconnects on its own."""

    def __init__(self, url: URL, wake: Wake, moved: Moved, changed: Changed) -> None:
        self._connector = Connector(url)
        self._hearers: dict[str, Callable[[str, int], None]] = {
            CHANNEL: wake,
            PEOPLE_CHANNEL: moved,
            OPERATORS_CHANNEL: lambda _who, _number: changed(),
        }
        self._work: asyncio.Task[None] | None = None
        self._heard_at = time.monotonic()

    def silence(self) -> float:
        """Seconds since the database was last known to notify us."""
        return time.monotonic() - self._heard_at

    def start(self) -> None:
        """Begin to listen."""
        self._work = asyncio.create_task(self._listen_for_ever())

    async def stop(self) -> None:
        """Stop listening."""
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:
                _log.warning("no longer hearing the database (%s); trying again", error)
            await asyncio.sleep(_RETRY)

    async def _listen(self) -> None:
        connection: Any = await self._connector.connect()
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            # While we hold it, nobody replaces all tables at once: see `spuk.store.backup`.
            await connection.execute(f"SELECT pg_advisory_lock_shared({SERVING})")
            for channel, hearer in self._hearers.items():
                await connection.add_listener(channel, self._hear)
                hearer("", 0)  # we may have missed notifications in the meantime
            self._heard_at = time.monotonic()
            while not lost.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), _SIGN_OF_LIFE)
                    break
                await connection.execute("SELECT 1", timeout=5.0)
                self._heard_at = time.monotonic()
        finally:
            connection.terminate()

    def _hear(self, _connection: object, _process: int, channel: str, payload: object) -> None:
        who, _, number = str(payload).partition(" ")
        self._hearers[channel](who, int(number))
