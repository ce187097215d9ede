"""Where operators read metrics: on a port of its own, or on the main one with a token.

Several server processes share a port, and the one that is asked answers for all: each has a socket in a
private folder, through which the others get its metrics. Every line names its process, so a replaced process
that counts from zero is recognised.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from spuk.server.metrics import CONTENT_TYPE, Family, Histogram, exposition, from_json, gauge

_PATIENCE: Final = 3.0
"""Seconds that another process, or the client, may take."""
_LONGEST: Final = 8_192
"""Maximum bytes of a request."""
_TICK: Final = 1.0
_log = logging.getLogger(__name__)

Sampled = Callable[[], Awaitable[Sequence[Family]]]


class Crew(NamedTuple):
    """The server processes of one machine that share a port."""

    folder: Path | None = None
    number: int = 0
    """Our own number."""
    processes: int = 1

    def path(self, number: int) -> Path:
        """The socket of one of them."""
        assert self.folder is not None
        return self.folder / f"{number}.sock"


class Scraper:
    """Serves the metrics of all processes to authorised clients."""

    def __init__(self, sample: Sampled, lag: Histogram) -> None:
        self._sample = sample
        self._lag = lag
        self._crew = Crew()
        self._listening: socket.socket | None = None
        self._servers: list[asyncio.AbstractServer] = []
        self._ticking: asyncio.Task[None] | None = None

    def prepare(self, crew: Crew, listening: socket.socket | None) -> None:
        """Before `start`: set the other processes, and our own port if there is one."""
        self._crew, self._listening = crew, listening

    async def start(self, *, wanted: bool) -> None:
        """Listen, if metrics are wanted."""
        if not wanted:
            return
        self._ticking = asyncio.create_task(self._measure_lag())
        if self._listening is not None:
            self._servers.append(await asyncio.start_server(self._serve, sock=self._listening))
        if self._crew.folder is not None:
            path = self._crew.path(self._crew.number)
            path.unlink(missing_ok=True)  # of one that died
            self._servers.append(await asyncio.start_unix_server(self._tell, path))

    async def close(self) -> None:
        """Listen no more."""
        if self._ticking is not None:
            self._ticking.cancel()
        for server in self._servers:
            server.close()

    async def text(self) -> str:
        """The metrics of all processes."""
        everybody = await asyncio.gather(*(self._figures(number) for number in range(self._crew.processes)))
        return exposition({str(number): families for number, families in enumerate(everybody)})

    async def _figures(self, number: int) -> list[Family]:
        up = "spuk_worker_up"
        about = "Whether this server process answers."
        try:
            async with asyncio.timeout(_PATIENCE):
                mine = number == self._crew.number
                return [gauge(up, about, 1), *(await self._sample() if mine else await self._ask(number))]
        except (OSError, TimeoutError, ValueError) as error:
            _log.warning("server process %d tells no figures (%r)", number, error)
            return [gauge(up, about, 0)]

    async def _ask(self, number: int) -> list[Family]:
        reader, writer = await asyncio.open_unix_connection(self._crew.path(number))
        try:
            return from_json(json.loads(await reader.read()))
        finally:
            writer.close()

    async def _tell(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Another process asks for ours."""
        with suppress(OSError):
            writer.write(json.dumps(await self._sample()).encode())
            await writer.drain()
        writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Minimal HTTP: one request per connection."""
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            if len(head) <= _LONGEST:
                writer.write(await self._answer(head))
                await writer.drain()
        writer.close()

    async def _answer(self, head: bytes) -> bytes:
        method, _, rest = head.partition(b" ")
        if method != b"GET" or rest.partition(b" ")[0].partition(b"?")[0] != b"/metrics":
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        body = (await self.text()).encode()
        told = f"HTTP/1.1 200 OK\r\nContent-Type: {CONTENT_TYPE}\r\nContent-Length: {len(body)}\r\n"
        return told.encode() + b"Connection: close\r\n\r\n" + body

    async def _measure_lag(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            due = now() + _TICK
            await asyncio.sleep(_TICK)
            self._lag.observe(max(0.0, now() - due))
