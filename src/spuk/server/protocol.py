"""uvicorn's HTTP with what it lacks: limits on connections, headers, pipelining and slow readers."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from spuk.server.connections import Connections
from spuk.server.observe import PEER
from spuk.table.errors import TooMuch

LARGEST_HEAD: Final = 32_768
MOST_HEADERS: Final = 100
MOST_PIPELINED: Final = 8
"""How many requests may wait for the response to an earlier one on the same connection."""
_PIECE: Final = 16_384
"""Bytes read at a time, so that one client's data does not keep the others waiting."""
_SHORT_KEEP_ALIVE: Final = 5
"""Seconds an idle connection is kept when there are many."""
_SLOW: Final = b"408 Request Timeout"
_LARGE: Final = b"431 Request Header Fields Too Large"
_MANY: Final = b"429 Too Many Requests"

_log = logging.getLogger(__name__)


class _Refused(Exception):
    """Stops the parser. The response to what the connection has sent is already on its way."""


class PatientProtocol(HttpToolsProtocol):
    """One connection, with a timer that runs while the headers of a request are awaited."""

    seconds = 10.0
    """How long the headers may take."""
    send_seconds = 20.0
    """How long a client may read nothing."""
    counted = Connections(1_000_000, 0)
    """All connections of the server. `for_server` gives them their limits."""
    _clock: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _head = 0

    @classmethod
    def for_server(cls, counted: Connections, seconds: float, send_seconds: float) -> type[PatientProtocol]:
        """The protocol of one server."""
        values = {"counted": counted, "seconds": seconds, "send_seconds": send_seconds}
        return type("PatientProtocol", (cls,), values)

    # ── coming and going ────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = _PIECE  # asyncio's default of 256 KB is a lot of requests
        try:
            self.counted.enter(self, self.client[0] if self.client else "")
        except TooMuch as refused:
            _log.warning("a connection was refused: the limit '%s' is reached", refused.limit)
            self._turn_away(_MANY)
            return
        self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has disconnected."""
        self._stop_clock()
        self._stop_waiting()
        self.counted.leave(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Make room for another connection."""
        self.transport.abort()

    # ── requests ────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        if self.transport.is_closing():  # turned away: ignore what still arrives
            return
        super().data_received(data)
        if self._clock is not None and not self.transport.is_closing():
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self._turn_away(_LARGE)

    def on_message_begin(self) -> None:
        """A request begins. The application can disconnect a client that reads nothing."""
        super().on_message_begin()
        peer: dict[object, object] = {"host": self.client[0] if self.client else ""}
        self.scope["extensions"] = {"spuk.abort": {"abort": self.transport.abort}, PEER: peer}
        self._start_clock()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One more header. Too many are not even read."""
        if len(self.headers) >= MOST_HEADERS:
            self._turn_away(_LARGE)
            raise _Refused
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The headers are complete. From here on, the application limits the time."""
        self._stop_clock()
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > LARGEST_HEAD:
            self._turn_away(_LARGE)
            raise _Refused
        if len(self.pipeline) >= MOST_PIPELINED:
            self._turn_away(_MANY)
            raise _Refused
        self.counted.works(self)
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """What was sent is not HTTP, unless we stopped reading it ourselves."""
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def on_response_complete(self) -> None:
        """The response is sent. The connection waits for the next request, but not long if others need its
        place.
        """
        if not self.pipeline:
            self.counted.rests(self)
        if self.counted.crowded():
            self.timeout_keep_alive = min(self.config.timeout_keep_alive, _SHORT_KEEP_ALIVE)
        else:
            self.timeout_keep_alive = self.config.timeout_keep_alive
        super().on_response_complete()

    # ── readers that take nothing ───────────────────────────────────────────────────────────

    def pause_writing(self) -> None:
        """Much of what we have sent has not been read yet."""
        super().pause_writing()
        self._stop_waiting()
        self._unread = self.loop.call_later(self.send_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It is being read."""
        self._stop_waiting()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Idle for too long: close it, even if the last response was never read."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().timeout_keep_alive_handler()

    def _stop_waiting(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    # ── clocks ──────────────────────────────────────────────────────────────────────────────

    def _start_clock(self) -> None:
        if self._clock is None:
            self._clock = self.loop.call_later(self.seconds, self._turn_away, _SLOW)

    def _stop_clock(self) -> None:
        self._head = 0
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _turn_away(self, status: bytes) -> None:
        self._stop_clock()
        self.counted.turned_away(status[:3].decode())
        self.transport.write(b"HTTP/1.1 %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % status)
        self.transport.close()
