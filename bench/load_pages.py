"""Tables with four open pages each, as browsers have them: what an action costs, and how much it sends.

A page's client posts the form of a button in what it was sent, takes gzip, and knows of the table only
what its own stream has told it.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import time
import zlib
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

from bench.load_client import Line, Meter, connect, cpu_seconds

SEATS: Final = 4
_MARK: Final = b"event: table"
_ACTION: Final = re.compile(r'id="act-(\d+)"')


class FormLine(Line):
    """A connection that posts forms as htmx does."""

    def send(self, method: str, path: str, body: bytes = b"") -> None:
        if not body or body.startswith(b"{"):
            super().send(method, path, body)
            return
        self.used_at = time.perf_counter()
        head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nCookie: {self.cookie}\r\nHX-Request: true\r\n"
        head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        self._transport.write(head.encode() + body)


class PageReader(asyncio.Protocol):
    """A stream in chunks, compressed or not; calls `seen` with each message of the table."""

    def __init__(self, request: bytes, seen: Callable[[bytes], None]) -> None:
        self._request = request
        self._seen = seen
        self._read = b""
        self._text = b""
        self._unpack: Any = None
        self._begun = False
        self.bytes = 0
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self._read += data
        if not self._begun:
            head, found, self._read = self._read.partition(b"\r\n\r\n")
            if not found:
                self._read = head
                return
            assert head.startswith(b"HTTP/1.1 200"), head[:300]
            self._begun = True
            if b"content-encoding: gzip" in head.lower():
                self._unpack = zlib.decompressobj(31)
            self.open.set_result(None)
        while (chunk := self._chunk()) is not None:
            self._text += chunk if self._unpack is None else self._unpack.decompress(chunk)
            *messages, self._text = self._text.split(b"\n\n")
            for message in messages:
                if _MARK in message:
                    self._seen(message)

    def _chunk(self) -> bytes | None:
        size, found, rest = self._read.partition(b"\r\n")
        if not found or len(rest) < int(size, 16) + 2:
            return None
        length = int(size, 16)
        self._read = rest[length + 2 :]
        return rest[:length]

    def close(self) -> None:
        self.transport.close()


class PageTable:
    """Four people at a table of Ghost Stories, each with their page open."""

    def __init__(self, port: int, samples: list[tuple[bytes, bytes]] | None = None) -> None:
        self._port = port
        self._samples = [] if samples is None else samples
        self._choice = itertools.count(port)
        self._lines: list[Any] = []
        self._readers: list[PageReader] = []
        self._turns = [""] * SEATS
        self._numbers = [0] * SEATS
        self.number = 0
        self.over = False
        self.meter = Meter(SEATS)
        self.path = ""

    async def open(self) -> PageTable:
        """A new game."""
        if not self._lines:
            self._lines = [await connect(self._port, FormLine) for _ in range(SEATS)]
        self._lines = [await self._still_open(line) for line in self._lines]
        first, *others = self._lines
        order = {"options": {"level": "initiation"}, "seats": [{"who": "me"}], "free_undo": True}
        id = (await first.json("POST", "/api/v1/tables", order))["id"]
        for seat, line in enumerate(others, 1):
            await line.json("PUT", f"/api/v1/tables/{id}/seats/{seat}", {"who": "me"})
        state = await first.json("POST", f"/api/v1/tables/{id}/start")
        self.path, self.number, self.over = f"/t/{id}", state["number"], False
        self._turns = [""] * SEATS
        self._numbers = [self.number] * SEATS
        for reader in self._readers:
            reader.close()
        self._readers = [await self._listen(seat) for seat in range(SEATS)]
        # Pages show who is there soon after they are opened: with that each knows its table.
        async with asyncio.timeout(30):
            while not all(self._turns):
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.6)
        return self

    async def _still_open(self, line: Any) -> Any:
        if not line.closed and time.perf_counter() - line.used_at < 50:
            return line
        other = await connect(self._port, FormLine)
        other.cookie = line.cookie
        line.close()
        return other

    async def _listen(self, seat: int) -> PageReader:
        path = f"{self.path}/live?lang=en&after={self.number}"
        head = f"GET {path} HTTP/1.1\r\nHost: bench\r\nCookie: {self._lines[seat].cookie}\r\n"
        request = f"{head}Accept-Encoding: gzip, br, zstd\r\n\r\n"
        reader: PageReader
        loop = asyncio.get_running_loop()
        _, reader = await loop.create_connection(
            lambda: PageReader(request.encode(), lambda message: self._heard(seat, message)),
            "127.0.0.1",
            self._port,
        )
        await reader.open
        return reader

    def _heard(self, seat: int, message: bytes) -> None:
        sent = json.loads(message.partition(b"\ndata: ")[2])
        if sent["number"] > self._numbers[seat]:
            self.meter.seen(seat)
        self._numbers[seat] = sent["number"]
        self.over = sent["status"] != "playing"
        self.number = max(self.number, sent["number"])
        html = sent["html"] if "html" in sent else sent["parts"].get("turn", "")
        if html:
            self._turns[seat] = html

    @property
    def bytes(self) -> int:
        """What all four streams have sent so far."""
        return sum(reader.bytes for reader in self._readers)

    async def act(self) -> None:
        """One action, seen by all four."""
        actor = next(seat for seat, html in enumerate(self._turns) if 'data-mine="yes"' in html)
        offered = _ACTION.findall(self._turns[actor])
        chosen = offered[7 * next(self._choice) % len(offered)]
        body = urlencode({"number": self.number, "action": chosen}).encode()
        line = self._lines[actor] = await self._still_open(self._lines[actor])
        before, number = self.bytes, self.number
        seen = self.meter.begin(actor)
        await line.ask("POST", f"{self.path}/act", body)
        async with asyncio.timeout(60):
            await seen
        assert self.number > number
        if len(self._samples) < 2000:
            self._samples.append((b"x" * ((self.bytes - before) // SEATS), b"{}"))


async def many(port: int, process: Any, tables: int, pause: float, seconds: float) -> dict[str, float]:
    """Tables with four pages each and an action every `pause` seconds at each: does the server keep up?"""
    played = []
    for _ in range(tables):
        played.append(await PageTable(port).open())
    for table in played:
        table.meter.times.clear()
    late: list[float] = []
    acted = 0
    end = time.perf_counter() + seconds
    used, sent = cpu_seconds(process), sum(table.bytes for table in played)

    async def play(table: PageTable, first: float) -> None:
        nonlocal acted
        at = first
        while at < end and not table.over:
            await asyncio.sleep(max(0, at - time.perf_counter()))
            late.append(max(0.0, time.perf_counter() - at))
            await table.act()
            acted += 1
            at += pause

    began = time.perf_counter()
    await asyncio.gather(*(play(table, began + pause * n / tables) for n, table in enumerate(played)))
    took = time.perf_counter() - began
    used = cpu_seconds(process) - used
    times = sorted(moment for table in played for moment in table.meter.times)
    found = {
        "tables": tables,
        "pages": tables * SEATS,
        "seconds": round(took, 1),
        "actions": acted,
        "cpu_share": round(used / took, 2),
        "cpu_ms_an_action": round(1000 * used / acted, 2),
        "kilobytes_an_action": round((sum(t.bytes for t in played) - sent) / acted / 1000, 2),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1),
        "longest_delay_of_an_action_s": round(max(late), 2),
    }
    for table in played:
        for closing in (*table._readers, *table._lines):
            closing.close()
    return found
