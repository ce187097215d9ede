"""The listening socket: connections that arrive too fast are closed before anything is created for them."""

from __future__ import annotations

import logging
import socket
import time
from typing import Any, Final

from spuk.server.connections import Connections

_AT_ONCE: Final = 32
"""How many connections are closed in one go. Closing is ten times as fast as accepting."""
_TOLD_EVERY: Final = 10.0
_log = logging.getLogger(__name__)


class LimitedSocket(socket.socket):
    """The listening socket of a server."""

    counted: Connections
    _refused = 0
    _told_at = float("-inf")

    @classmethod
    def of(cls, listening: socket.socket, counted: Connections) -> LimitedSocket:
        """Take over a listening socket."""
        made = cls(listening.family, listening.type, listening.proto, fileno=listening.detach())
        made.counted = counted
        return made

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that has room; BlockingIOError if there is none now."""
        for _ in range(_AT_ONCE):
            made, address = super().accept()
            if self.counted.admits(str(address[0]) if address else ""):
                return made, address
            made.close()
            self._tell()
        raise BlockingIOError

    def _tell(self) -> None:
        self._refused += 1
        now = time.monotonic()
        if now - self._told_at > _TOLD_EVERY:
            _log.warning("connections come too fast from one address: %d were closed", self._refused)
            self._told_at, self._refused = now, 0
