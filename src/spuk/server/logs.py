"""The server's log: lines with a time. Repeated lines are counted instead of written again."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from spuk.server.request_id import AddRequestId

_WINDOW: Final = 10.0
"""Seconds in which lines of the same kind are counted together."""
_WRITTEN: Final = 5
"""How many lines of one kind are written in that time. The rest are only counted."""
_KINDS: Final = 500
_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s:%(request)s %(message)s"
_OURS: Final = ("spuk", "uvicorn")


@dataclass
class _Seen:
    since: float
    count: int = 0


class Collapse(logging.Filter):
    """Lets a few lines of each kind through. The first one afterwards says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: OrderedDict[tuple[object, ...], _Seen] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        kind, now = _kind(record), time.monotonic()
        seen = self._seen.setdefault(kind, _Seen(now))
        if now - seen.since > _WINDOW:
            left_out = seen.count - _WRITTEN
            if left_out > 0:
                record.msg = f"{record.getMessage()} ({left_out} more like this were left out)"
                record.args = None
            self._seen.pop(kind)
            seen = self._seen[kind] = _Seen(now)
        seen.count += 1
        if len(self._seen) > _KINDS:
            self._seen.popitem(last=False)
        return seen.count <= _WRITTEN


def _kind(record: logging.LogRecord) -> tuple[object, ...]:
    """Lines of the same kind differ only in their values."""
    where: object = None
    if record.exc_info and record.exc_info[2] is not None:
        last = record.exc_info[2]
        while last.tb_next is not None:
            last = last.tb_next
        where = (record.exc_info[0], last.tb_frame.f_code.co_filename, last.tb_lineno)
    text = str(record.msg) if record.args else str(record.msg)[:40]
    return record.name, record.levelno, text, where


def prepare_logs(level: str) -> None:
    """Write our log and uvicorn's to standard error, unless logging is already configured."""
    for name in _OURS:
        logging.getLogger(name).setLevel(level.upper())
    root = logging.getLogger()
    if root.handlers:
        return
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(_FORMAT))
    handler.addFilter(Collapse())
    handler.addFilter(AddRequestId())
    root.addHandler(handler)
