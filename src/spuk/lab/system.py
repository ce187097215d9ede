"""What the laboratory needs from the operating system: processors, signals, atomic file writes."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def cores() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# ── files ───────────────────────────────────────────────────────────────────────────────────


def part_of(path: Path) -> Path:
    """Where a file is written until it is complete. A link there is removed, not followed."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    return part


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file completely or not at all."""
    part = part_of(path)
    part.write_bytes(content.encode() if isinstance(content, str) else content)
    part.replace(path)


# ── Ctrl-C ──────────────────────────────────────────────────────────────────────────────────


@contextlib.contextmanager
def ignoring_ctrl_c() -> Iterator[None]:
    """Ctrl-C is only for this process: processes started here never get it, not even during their start."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Once:
    """Interrupts the work in progress, the first time only."""

    def __init__(self) -> None:
        self._heard = False

    def __call__(self, *_: Any) -> None:
        if not self._heard:
            self._heard = True
            raise KeyboardInterrupt


@contextlib.contextmanager
def interrupted_once() -> Iterator[None]:
    """Ctrl-C or SIGTERM interrupts once; further ones do not disturb the handling."""
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
