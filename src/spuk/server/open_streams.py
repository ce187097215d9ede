"""All open streams of this process, and what gave their readers access, so that they can be ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from spuk.server.stream import Watcher, message

RELOAD: Final = message("reload", 0, b"{}")
"""The last message to a reader who has lost access: pages ask again and get the reason."""


@dataclass(frozen=True)
class OpenStream:
    """One reader."""

    host: str
    may_read: Callable[[], bool]
    """Whether they still have access: the link they used may have been revoked."""
    page: bool


class OpenStreams:
    """Readers by their watcher."""

    def __init__(self) -> None:
        self._open: dict[Watcher, OpenStream] = {}

    def add(self, watcher: Watcher, stream: OpenStream) -> None:
        """Somebody reads."""
        self._open[watcher] = stream

    def remove(self, watcher: Watcher) -> None:
        """They have gone."""
        self._open.pop(watcher, None)

    def count(self, *, page: bool) -> int:
        """The number of streams of pages or of programs."""
        return sum(stream.page == page for stream in self._open.values())

    def end_if(self, over: Callable[[Watcher, OpenStream], bool]) -> None:
        """End the streams for which this holds."""
        for watcher, stream in list(self._open.items()):
            if not watcher.closed and over(watcher, stream):
                watcher.end(RELOAD)
