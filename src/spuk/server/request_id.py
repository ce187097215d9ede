"""The id of a request: in its response, in errors, and in every log line written for it.

A trusted proxy may provide one, so that its log and ours can be compared. Ids from other clients are ignored.
"""

from __future__ import annotations

import logging
import re
from contextvars import ContextVar
from dataclasses import dataclass
from random import getrandbits
from typing import Any, Final

HEADER: Final = b"x-request-id"
_GIVEN: Final = re.compile(r"[A-Za-z0-9_.:=+/@-]{1,64}")
"""The form of ids. No line breaks, spaces or quotes, because they go into headers and logs."""


@dataclass(slots=True)
class CurrentRequest:
    """The request that is being processed."""

    id: str
    ended: bool = False
    """Work that was started by it and continues, such as a bot's decision, no longer belongs to it."""


CURRENT: ContextVar[CurrentRequest | None] = ContextVar("spuk_request", default=None)


def new_id() -> str:
    """A unique id; it is not secret."""
    return f"{getrandbits(64):016x}"


def accepted(given: bytes) -> str | None:
    """The id provided by a proxy, if it is valid."""
    text = given.decode("latin-1")
    return text if _GIVEN.fullmatch(text) else None


def id_of(scope: Any) -> str:
    """The id of the request in this ASGI scope; '' if it has none."""
    return str(scope.get("state", {}).get("request_id", ""))


class AddRequestId(logging.Filter):
    """Gives each log record the id of its request, to be written as `%(request)s`."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass."""
        current = CURRENT.get()
        record.request = f" [{current.id}]" if current is not None and not current.ended else ""
        return True
