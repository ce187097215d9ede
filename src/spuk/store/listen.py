"""Hears what other processes append to a PostgreSQL database."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, Final

from sqlalchemy.engine import URL

from spuk.store.connector import Connector
from spuk.store.contract import Moved, Wake

CHANNEL: Final = "spuk"
"""Games that have reached a number."""
PEOPLE_CHANNEL: Final = "spuk_people"
"""People who have moved to another device."""
_RETRY: Final = 1.0
"""Seconds between attempts to connect again."""
_SIGN_OF_LIFE: Final = 5.0
"""Seconds after which a silent connection is asked whether it still lives."""

_log = logging.getLogger(__name__)


class Listener:
    """One connection that waits for notifications; it comes back by itself after a loss."""

    def __init__(self, url: URL, wake: Wake, moved: Moved) -> None:
        self._connector = Connector(url)
        self._hearers = {CHANNEL: wake, PEOPLE_CHANNEL: moved}
        self._work: asyncio.Task[None] | None = None
        self._heard_at = time.monotonic()

    def silence(self) -> float:
        """Seconds since the database was last known to tell us everything."""
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
            for channel, hearer in self._hearers.items():
                await connection.add_listener(channel, self._hear)
                hearer("", 0)  # whatever was said while we did not listen
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
