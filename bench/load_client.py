"""Clients that cost little beside the servers they measure: plain HTTP/1.1 on asyncio's protocols."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final


class Line(asyncio.Protocol):
    """A connection for requests, one after another."""

    def __init__(self) -> None:
        self.cookie = ""
        self.closed = False
        self.used_at = time.perf_counter()
        self._transport: asyncio.Transport
        self._read = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError(f"the server hung up ({exc})"))

    def data_received(self, data: bytes) -> None:
        self._read += data
        head, found, body = bytes(self._read).partition(b"\r\n\r\n")
        if not found or self._answer is None:
            return
        status, length = self._understand(head)
        if len(body) >= length:
            self._read.clear()
            self._answer.set_result((status, body))
            self._answer = None

    def _understand(self, head: bytes) -> tuple[int, int]:
        length = 0
        lines = head.split(b"\r\n")
        for line in lines[1:]:
            name, _, value = line.partition(b": ")
            if name == b"content-length":
                length = int(value)
            elif name == b"set-cookie":
                self.cookie = value.partition(b";")[0].decode()
        return int(lines[0].split()[1]), length

    def send(self, method: str, path: str, body: bytes = b"") -> None:
        self.used_at = time.perf_counter()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        kind = "Content-Type: application/json\r\n" if body else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\n{cookie}{kind}Content-Length: {len(body)}\r\n\r\n"
        self._transport.write(head.encode() + body)

    async def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        self._answer = asyncio.get_running_loop().create_future()
        self.send(method, path, body)
        status, answer = await self._answer
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {answer[:300]!r}")
        return answer

    async def json(self, method: str, path: str, body: Any = None) -> Any:
        return json.loads(await self.ask(method, path, b"" if body is None else json.dumps(body).encode()))

    def close(self) -> None:
        self._transport.close()


class Reader(Line):
    """A connection that reads a stream, and calls `seen` for each update with this mark in it."""

    def __init__(self, mark: bytes, seen: Callable[[], None]) -> None:
        super().__init__()
        self._mark = mark
        self._seen = seen
        self._tail = b""
        self.last = b""
        """What the last update looked like."""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        if not self.open.done():
            assert data.startswith(b"HTTP/1.1 200"), data[:200]
            self.open.set_result(None)
        text = self._tail + data
        for _ in range(text.count(self._mark)):
            self.last = data
            self._seen()
        # A mark that lies across two pieces is found with the second one.
        self._tail = text[-(len(self._mark) - 1) :] if not text.endswith(self._mark) else b""


class Meter:
    """How long the updates of one table took, from the moment the action was sent to each of the others."""

    def __init__(self, readers: int) -> None:
        self.times: list[float] = []
        self.actor = 0
        self._readers = readers
        self._sent = 0.0
        self._missing = 0
        self._all_seen: asyncio.Future[None] | None = None

    def begin(self, actor: int) -> asyncio.Future[None]:
        """An action is sent; done when everybody has seen it."""
        self.actor = actor
        self._missing = self._readers
        self._all_seen = asyncio.get_running_loop().create_future()
        self._sent = time.perf_counter()
        return self._all_seen

    def seen(self, seat: int) -> None:
        if seat != self.actor:
            self.times.append(time.perf_counter() - self._sent)
        self._missing -= 1
        if self._missing == 0 and self._all_seen is not None:
            self._all_seen.set_result(None)


async def connect(port: int, made: Callable[[], Any] = Line) -> Any:
    """A new connection."""
    loop = asyncio.get_running_loop()
    _, protocol = await loop.create_connection(made, "127.0.0.1", port)
    return protocol


_SILENT: Final = 50.0
"""Seconds after which a connection is not used again: the server might be closing it just now."""


async def still_open(line: Line, port: int) -> Line:
    """The connection, or another in its place: servers close those that were silent for long."""
    if not line.closed and time.perf_counter() - line.used_at < _SILENT:
        return line
    line.close()
    other: Line = await connect(port)
    other.cookie = line.cookie
    return other


async def listen(port: int, path: str, cookie: str, mark: bytes, seen: Callable[[], None]) -> Reader:
    """A reader whose stream has begun."""
    reader: Reader = await connect(port, lambda: Reader(mark, seen))
    reader.cookie = cookie
    reader.send("GET", path)
    await reader.open
    return reader


# ── the servers as processes ────────────────────────────────────────────────────────────────


def start(command: list[str], port: int, health: str, environment: dict[str, str] | None = None) -> Any:
    """A server process, when it answers."""
    process = subprocess.Popen(command, env={**os.environ, **(environment or {})}, stdout=subprocess.DEVNULL)
    asyncio.run(_wait(port, health))
    return process


async def _wait(port: int, health: str) -> None:
    async with asyncio.timeout(120):
        while True:
            try:
                line = await connect(port)
                await line.ask("GET", health)
            except OSError:
                await asyncio.sleep(0.1)
            else:
                line.close()
                return


def stop(process: Any) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


def cpu_seconds(process: Any) -> float:
    """What a server has used so far; unlike the clock it does not depend on who else uses the machine."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(process: Any) -> float:
    """What a server holds in memory."""
    for line in Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0
