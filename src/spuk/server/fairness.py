"""Fair turns: the server works on one request per address at a time, and leaves time for others.

The server runs on one thread. Without this, someone who sends three hundred requests at once would get all of
them answered before the next person's only request.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

PATIENCE: Final = 0.05
"""Seconds after which a request in progress is assumed to be waiting for something else: a bot or the
database.
"""


class Turn:
    """The right to be processed."""

    def __init__(self, queue: FairQueue, who: str) -> None:
        self._queue = queue
        self._who = who
        loop = asyncio.get_running_loop()
        self._began = loop.time()
        self._clock = loop.call_later(PATIENCE, self.end)
        self._ended = False

    def end(self) -> None:
        """Let the next one begin, after a pause as long as this turn was: nobody gets more than half the
        time.
        """
        if not self._ended:
            self._ended = True
            self._clock.cancel()
            loop = asyncio.get_running_loop()
            self._queue.go_on(self._who, min(PATIENCE, loop.time() - self._began))


class FairQueue:
    """A queue for each address."""

    def __init__(self) -> None:
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}
        """The waiting turns. An address without a request in progress has no queue."""

    async def turn(self, who: str) -> Turn:
        """Wait for one's turn."""
        line = self._lines.get(who)
        if line is None:
            self._lines[who] = deque()
        else:
            mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            line.append(mine)
            try:
                await mine
            except asyncio.CancelledError:
                if mine.done() and not mine.cancelled():
                    self.go_on(who, 0.0)
                raise
        return Turn(self, who)

    def go_on(self, who: str, pause: float) -> None:
        """The next one begins after a pause."""
        line = self._lines[who]
        while line and line[0].done():  # the waiting client has gone
            line.popleft()
        if not line:
            del self._lines[who]
            return
        asyncio.get_running_loop().call_later(pause, self._begin, who)

    def _begin(self, who: str) -> None:
        line = self._lines[who]
        while line:
            mine = line.popleft()
            if not mine.done():
                mine.set_result(None)
                return
        del self._lines[who]
