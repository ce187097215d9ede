"""The id of a request: in its answer, in refusals, and in every line of the log written for it.

A trusted proxy may give one, so that its log and ours can be put side by side; what others send is not used.
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
"""What ids look like. No line breaks, spaces or quotes: they go into headers and logs."""


@dataclass(slots=True)
class CurrentRequest:
    """The request that is being answered."""

    id: str
    ended: bool = False
    """What was started by it and goes on, such as a bot's thinking, no longer belongs to it."""


CURRENT: ContextVar[CurrentRequest | None] = ContextVar("spuk_request", default=None)


def new_id() -> str:
    """An id nobody else has; it is no secret."""
    return f"{getrandbits(64):016x}"


def accepted(given: bytes) -> str | None:
    """The id that a proxy gave, if it looks like one."""
    text = given.decode("latin-1")
    return text if _GIVEN.fullmatch(text) else None


def id_of(scope: Any) -> str:
    """The id of the request in this ASGI scope; '' where nobody gave it one."""
    return str(scope.get("state", {}).get("request_id", ""))


class AddRequestId(logging.Filter):
    """Gives each record of the log the id of its request, to be written as `%(request)s`."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record is written."""
        current = CURRENT.get()
        record.request = f" [{current.id}]" if current is not None and not current.ended else ""
        return True
