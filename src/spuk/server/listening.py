"""The listening socket: connections that come too fast are closed before anything is made for them."""

from __future__ import annotations

import logging
import socket
import time
from typing import Any, Final

from spuk.server.connections import Connections

_AT_ONCE: Final = 32
"""Connections that are closed before others have their turn; that is ten times as fast as accepting them."""
_TOLD_EVERY: Final = 10.0
_log = logging.getLogger(__name__)


class LimitedSocket(socket.socket):
    """A listening socket of one server."""

    counted: Connections
    _refused = 0
    _told_at = float("-inf")

    @classmethod
    def of(cls, listening: socket.socket, counted: Connections) -> LimitedSocket:
        """Take a listening socket over."""
        made = cls(listening.family, listening.type, listening.proto, fileno=listening.detach())
        made.counted = counted
        return made

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that has a place; BlockingIOError if there is none now."""
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
