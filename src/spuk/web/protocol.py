"""uvicorn's HTTP with what it lacks: an end to slow or endless headers, and to readers that take nothing."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD: Final = 32_768
_SLOW: Final = b"408 Request Timeout"
_LARGE: Final = b"431 Request Header Fields Too Large"


class PatientProtocol(HttpToolsProtocol):
    """One connection, with a clock that runs while the headers of a request are awaited."""

    seconds = 10.0
    """How long they may take."""
    _clock: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """He has gone."""
        self._stop_clock()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        if self._clock is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self._turn_away(_LARGE)
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins; whoever answers it can cut off a reader that takes nothing."""
        super().on_message_begin()
        self.scope["extensions"] = {"spuk.abort": {"abort": self.transport.abort}}
        self._start_clock()

    def on_headers_complete(self) -> None:
        """The headers are there; from here on the application looks after its time."""
        self._stop_clock()
        super().on_headers_complete()

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
        self.transport.write(b"HTTP/1.1 %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % status)
        self.transport.close()
