"""Processes that do not hear Ctrl-C: who started them decides what it means."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator


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
