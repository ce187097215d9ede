"""Answers in fewer bytes: zstd, Brotli or gzip, whichever a browser takes and this Python has.

gzip is always there. Python 3.14 brings zstd; Brotli is used if its package is installed.

What differs between visitors may have a secret in it beside words that somebody else chose, and the length of
the two together can tell one from the other (BREACH). So it is sent as gzip with up to a hundred bytes of
padding, and the messages of a stream are compressed one by one (docs/adr/0019-parts-and-compression.md).
"""

from __future__ import annotations

import gzip
import secrets
import struct
import zlib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

GZIP: Final = "gzip"
_SMALLEST: Final = 700
"""Bytes of a body: what is smaller fits into one packet anyway."""
_KINDS: Final = (b"text/html", b"application/json", b"text/plain", b"text/markdown")
_PADDING: Final = 100
_LEVEL: Final = 5
_KEPT: Final = 64
"""Messages whose compressed form is kept: those who watch the same table get them at the same moment."""

Compress = Callable[[bytes], bytes]


@cache
def codecs() -> Mapping[str, Compress]:
    """How to make bytes as few as possible once and for all, by the name of the encoding; the best first."""
    found: dict[str, Compress] = {}
    zstd = _module("compression.zstd")
    if zstd is not None:
        found["zstd"] = lambda data: bytes(zstd.compress(data, level=19))
    brotli = _module("brotli")
    if brotli is not None:
        found["br"] = lambda data: bytes(brotli.compress(data, quality=11))
    found[GZIP] = lambda data: gzip.compress(data, 9, mtime=0)
    return found


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


@lru_cache(maxsize=256)
def accepted(header: str) -> tuple[str, ...]:
    """The encodings we have of those in an Accept-Encoding header, the best for us first."""
    weights: dict[str, float] = {}
    for entry in header.lower().split(","):
        name, _, parameters = entry.partition(";")
        weights[name.strip()] = _weight(parameters)
    return tuple(name for name in codecs() if weights.get(name, weights.get("*", 0.0)) > 0)


def _weight(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def takes_gzip(scope: Scope) -> bool:
    """Whether whoever asks takes gzip."""
    return GZIP in accepted(_asked(scope))


def _asked(scope: Scope) -> str:
    return ",".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-encoding")


# ── whole answers ───────────────────────────────────────────────────────────────────────────


def packed(data: bytes) -> bytes:
    """As gzip, with a name of random length in its header."""
    name = b"x" * secrets.randbelow(_PADDING + 1)
    head = b"\x1f\x8b\x08\x08\0\0\0\0\0\xff" + name + b"\0"
    return head + _deflate(data, zlib.Z_FINISH) + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def _deflate(data: bytes, end: int) -> bytes:
    deflate = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflate.compress(data) + deflate.flush(end)


class Compressed:
    """Compresses answers in one piece that nobody has compressed yet."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hold the head of an answer back until its body is there."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        held: list[Message] = []

        async def send_compressed(message: Message) -> None:
            if message["type"] == "http.response.start" and _may_be_smaller(message):
                held.append(message)
                return
            if held:
                start = held.pop()
                body = message.get("body", b"")
                if len(body) >= _SMALLEST and not message.get("more_body"):
                    start["headers"] = [*start["headers"], (b"vary", b"Accept-Encoding")]
                    if takes_gzip(scope):
                        message = {**message, "body": packed(body)}
                        start["headers"] = _with_length(start["headers"], len(message["body"]))
                await send(start)
            await send(message)

        await self._app(scope, receive, send_compressed)


def _may_be_smaller(start: Message) -> bool:
    headers = dict(start["headers"])
    kind = headers.get(b"content-type", b"").partition(b";")[0]
    return kind in _KINDS and b"content-encoding" not in headers and b"content-length" in headers


def _with_length(headers: Any, length: int) -> list[tuple[bytes, bytes]]:
    kept = [(name, value) for name, value in headers if name != b"content-length"]
    return [*kept, (b"content-encoding", GZIP.encode()), (b"content-length", b"%d" % length)]


# ── streams ─────────────────────────────────────────────────────────────────────────────────


class PackedStream:
    """A gzip file that never ends, message by message.

    Each message is compressed by itself and ends on a whole byte, so that the compressed bytes can stand in
    the stream of everybody who gets the message. No stream needs a compressor of its own: a reader who only
    waits costs no memory for it.
    """

    def __init__(self) -> None:
        self._crc = 0
        self._length = 0
        self._begun = False

    def message(self, data: bytes) -> bytes:
        """The next bytes of the file."""
        self._crc = zlib.crc32(data, self._crc)
        self._length += len(data)
        head = b"" if self._begun else b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
        self._begun = True
        return head + _packed_message(data)

    def end(self) -> bytes:
        """The last bytes of the file."""
        if not self._begun:
            return packed(b"")
        return b"\x03\0" + struct.pack("<II", self._crc, self._length & 0xFFFFFFFF)


@lru_cache(maxsize=_KEPT)
def _packed_message(data: bytes) -> bytes:
    return _deflate(data, zlib.Z_SYNC_FLUSH)
