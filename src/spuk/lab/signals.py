"""Who hears Ctrl-C, and how often: processes that others started do not, a run does once."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Ctrl-C is meant for us alone: processes started here never hear it, not even while they start."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Once:
    """Interrupts what is going on, the first time only."""

    def __init__(self) -> None:
        self._heard = False

    def __call__(self, *_: Any) -> None:
        if not self._heard:
            self._heard = True
            raise KeyboardInterrupt


@contextlib.contextmanager
def stopped_once() -> Iterator[None]:
    """Ctrl-C or a polite kill interrupts once; nothing disturbs what is done about it in here."""
    once = _Once()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    hears = any(isinstance(handler, _Once) for handler in before.values())
    if hears or threading.current_thread() is not threading.main_thread():
        yield
        return
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, once)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
