"""One line for each request, as text or JSON, on standard error like the rest of the log."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, quote

OFF: Final = "off"
TEXT: Final = "text"
JSON: Final = "json"

_SHOWN: Final = frozenset(
    {"after", "as", "ask", "at", "before", "edition", "game", "lang", "limit", "q", "row", "seat", "states"}
    | {"theme", "which"}
)
"""Parameters whose values are logged. For all others, such as the key of a link, only the name is."""
_HIDDEN: Final = "***"
_LONGEST: Final = 500
"""How many characters of an address are logged, so that a line can be written to a pipe in one piece."""
_MOST: Final = 20


class Answered(NamedTuple):
    """A request and its result."""

    at: float
    method: str
    path: str
    query: bytes
    status: int
    bytes: int
    seconds: float
    address: str
    id: str
    stream: bool


def without_secrets(query: bytes) -> str:
    """A query in the form that may be logged: without the keys of links."""
    if not query:
        return ""
    try:
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, max_num_fields=200)
    except ValueError:
        return f"?{_HIDDEN}"
    told = [
        f"{quote(name[:40], safe='')}={quote(value[:80], safe='') if name in _SHOWN else _HIDDEN}"
        for name, value in pairs[:_MOST]
    ]
    return "?" + "&".join(told)


def _path(found: Answered) -> str:
    return (quote(found.path, safe="/:@!$&'()*+,;=-._~") + without_secrets(found.query))[:_LONGEST]


def _time(at: float) -> str:
    return f"{_second(int(at))}.{int(at % 1 * 1000):03}Z"


@lru_cache(maxsize=8)
def _second(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def as_text(found: Answered) -> str:
    """For people: time, address, request, status, bytes, duration, id."""
    stream = " stream" if found.stream else ""
    return (
        f"{_time(found.at)} ACCESS {found.address} {found.method} {_path(found)} {found.status} "
        f"{found.bytes}B {found.seconds * 1000:.1f}ms{stream} [{found.id}]"
    )


def as_json(found: Answered) -> str:
    """For programs: one object per line."""
    told: dict[str, Any] = {
        "time": _time(found.at),
        "log": "access",
        "address": found.address,
        "method": found.method,
        "path": _path(found),
        "status": found.status,
        "bytes": found.bytes,
        "ms": round(found.seconds * 1000, 1),
        "id": found.id,
        "stream": found.stream,
    }
    return json.dumps(told, separators=(",", ":"))


def _write(line: str) -> None:
    with suppress(OSError, ValueError, AttributeError):  # nobody reads the log any more: keep serving
        sys.stderr.write(line + "\n")
        sys.stderr.flush()


def writer(kind: str) -> Callable[[Answered], None] | None:
    """The writer of the lines; None if they are not wanted."""
    made = {TEXT: as_text, JSON: as_json}.get(kind)
    return None if made is None else lambda found: _write(made(found))
