"""Server-sent events: numbered updates of one table, for each reader what they may see.

Each reader has a short queue. Readers that are too slow are disconnected, return with `Last-Event-ID`, and
get what they missed: nothing is lost, and nobody makes the others wait.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from pydantic_core import to_json
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from spuk.server.compression import GZIP, PackedStream, takes_gzip
from spuk.table.table import Table
from spuk.table.updates import Eye, Tongues, Update
from spuk.table.view import shown

LONGEST_QUEUE: Final = 256
_HEARTBEAT: Final = b"event: beat\ndata: {}\n\n"
"""An event and not a comment, because a page has to notice when it stops coming."""
MOVED_AWAY: Final = b"event: moved\ndata: {}\n\n"
"""The reader has moved to another device, and this is the old one."""


def encode(data: Any) -> bytes:
    """Compact JSON. pydantic's encoder takes a quarter of the time of Python's own."""
    return to_json(data)


def message(event: str, number: int, data: bytes) -> bytes:
    """One server-sent event. JSON has no line breaks, so nothing in it can pose as another event."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (number, event.encode(), data)


Made = dict[Any, Any]
"""Messages already encoded for others who see the same."""


class Watcher:
    """Someone who reads the stream of a table."""

    def __init__(self, person: str | None, seat: int | None, lang: str | None, *, states: bool) -> None:
        self.person = person
        self.generation = 0
        """The generation of their cookie: older than the person's if they have moved
        to another device since.
        """
        self.lang = lang
        self.states = states
        """Whether to send the whole table after each change, too."""
        self._seat = seat
        self._queue: deque[bytes] = deque()
        self._waits: asyncio.Future[None] | None = None
        """Set while a reader waits for the queue to be filled."""
        self.closed = False

    def eye(self, table: Table) -> Eye:
        """The seats they see with. Someone who has lost the requested seat sees as a spectator."""
        own = table.seats_of(self.person)
        if self._seat is None:
            return own
        return (self._seat,) if self._seat in own else ()

    def reset(self, table: Table) -> None:
        """Start with the whole table."""
        self.put(_state_message(table, self))

    def resume(self, table: Table, updates: Sequence[Update]) -> None:
        """Send what they have missed, regardless of the queue's length."""
        eye = self.eye(table)
        self._queue.extend(_update_message(update, eye, self.lang) for update in updates)
        if self.states:
            self._queue.append(_state_message(table, self))
        self._wake()

    def tell(self, table: Table, updates: Sequence[Update], made: Made) -> None:
        """Send what has just happened. Readers who see the same get the same bytes."""
        eye = self.eye(table) if any(update.redacted() for update in updates) else ()
        data: bytes | None = made.get((eye, self.lang))
        if data is None:
            data = b"".join(_update_message(update, eye, self.lang) for update in updates)
            made[eye, self.lang] = data
        self.put(data + self._shared_state(table, made) if self.states else data)

    def _shared_state(self, table: Table, made: Made) -> bytes:
        key = ("state", self.person, self.eye(table), self.lang)
        if key not in made:
            made[key] = _state_message(table, self)
        state: bytes = made[key]
        return state

    def put(self, data: bytes) -> None:
        """Add a message. If too many are waiting, the reader is disconnected. After the end, nothing is
        added.
        """
        if self.closed:
            return
        if len(self._queue) >= LONGEST_QUEUE:
            self.close()
            return
        self._queue.append(data)
        self._wake()

    def beat(self) -> None:
        """A heartbeat, if nothing else is waiting."""
        if not self._queue:
            self.put(_HEARTBEAT)

    def _wake(self) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    def close(self) -> None:
        """No more messages."""
        self.closed = True
        self._queue.clear()
        self._wake()

    def end(self, last: bytes) -> None:
        """No more messages after this one."""
        self.closed = True
        self._queue.append(last)
        self._wake()

    async def next(self) -> bytes:
        """Everything that is waiting, as one piece, as soon as there is something; b"" at the end."""
        while not self._queue and not self.closed:
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits
        data = b"".join(self._queue)
        self._queue.clear()
        return data


def _update_message(update: Update, eye: Eye, lang: str | None) -> bytes:
    return message("update", update.number, encode(update.told(eye, lang)))


def _state_message(table: Table, watcher: Watcher) -> bytes:
    state = shown(table, watcher.person, watcher.eye(table), watcher.lang)
    return message("state", table.number, encode(state))


class Watchers:
    """All readers of one table's stream."""

    def __init__(self) -> None:
        self._all: set[Watcher] = set()

    def __bool__(self) -> bool:
        return bool(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(list(self._all))

    def add(self, watcher: Watcher) -> None:
        """Add a reader."""
        self._all.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Remove a reader."""
        self._all.discard(watcher)

    def tongues(self) -> Tongues:
        """The languages they read."""
        return {watcher.lang for watcher in self._all if watcher.lang is not None}

    def present(self) -> Sequence[str | None]:
        """The people who watch; None for each unknown one."""
        return [watcher.person for watcher in self._all]

    def tell(self, table: Table, updates: Iterable[Update]) -> None:
        """Send each reader their version."""
        told: list[Update] = list(updates)
        made: Made = {}
        for watcher in list(self._all):
            watcher.tell(table, told, made)
            if watcher.closed:
                self._all.discard(watcher)

    def send_away(self, person: str, generation: int) -> None:
        """End the streams of one person that are older than this generation."""
        for watcher in self._all:
            if watcher.person == person and watcher.generation < generation:
                watcher.end(MOVED_AWAY)
        self._all = {watcher for watcher in self._all if not watcher.closed}

    def close(self) -> None:
        """End all streams."""
        for watcher in self._all:
            watcher.close()
        self._all.clear()


class Stream(Response):
    """The response, which ends when the reader leaves or is too slow."""

    media_type = "text/event-stream"

    def __init__(
        self, watcher: Watcher, leave: Callable[[], None], *, heartbeat: float, patience: float
    ) -> None:
        super().__init__(media_type=self.media_type)
        # Proxies must neither store nor buffer it; it has no length.
        self.headers["Cache-Control"] = "no-store, no-transform"
        self.headers["X-Accel-Buffering"] = "no"
        del self.headers["content-length"]
        self._watcher = watcher
        self._leave = [leave]
        self._packed: PackedStream | None = None
        self._heartbeat = heartbeat
        self._patience = patience
        self._sends = False
        self._since = 0.0
        """When sending the current piece began, or the last one was finished."""
        self._clock: asyncio.TimerHandle | None = None

    def at_the_end(self, leave: Callable[[], None]) -> None:
        """Add something to do when the reader has left."""
        self._leave.append(leave)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until one of both sides ends it."""
        gone = asyncio.create_task(self._wait_for_the_end(receive))
        here: Any = asyncio.current_task()
        abort = scope.get("extensions", {}).get("spuk.abort", {}).get("abort", here.cancel)
        self._look_at_the_clock(abort)
        self.headers["Vary"] = "Accept-Encoding"
        if takes_gzip(scope):
            self._packed = PackedStream()
            self.headers["Content-Encoding"] = GZIP
        try:
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            await self._send_all(send)
        finally:
            gone.cancel()
            if self._clock is not None:
                self._clock.cancel()
            for leave in self._leave:
                leave()

    async def _wait_for_the_end(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._watcher.close()

    async def _send_all(self, send: Send) -> None:
        watcher, now = self._watcher, asyncio.get_running_loop().time
        self._since = now()
        while data := await watcher.next():
            self._sends, self._since = True, now()
            body = data if self._packed is None else self._packed.message(data)
            await send({"type": "http.response.body", "body": body, "more_body": True})
            self._sends, self._since = False, now()
        last = b"" if self._packed is None else self._packed.end()
        await send({"type": "http.response.body", "body": last, "more_body": False})

    def _look_at_the_clock(self, abort: Callable[[], Any]) -> None:
        """One timer per reader, not per message. It checks now and then how long nothing has happened."""
        loop = asyncio.get_running_loop()
        limit = self._patience if self._sends else self._heartbeat
        left = self._since + limit - loop.time() if self._since else limit
        if left <= 0 and self._sends:
            self._watcher.close()
            abort()  # the client reads nothing: a polite end would wait for it as well
            return
        if left <= 0:
            self._watcher.beat()
            left = self._heartbeat
        self._clock = loop.call_later(min(left, self._patience), self._look_at_the_clock, abort)
