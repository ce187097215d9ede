"""Processes that end when their parent does, however that happens."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
_GRACE: Final = 5.0
"""Seconds a process has to end on its own."""


def die_with_parent(parent: int) -> None:
    """Ask Linux to kill this process when its parent ends. Does nothing on other systems."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before we could ask
            os._exit(1)


def end_with_parent(pipe: int) -> None:
    """End when the other side of a pipe is closed: only the parent holds it, so the parent has ended."""
    threading.Thread(target=_watch, args=(pipe,), name="spuk-parent", daemon=True).start()


def _watch(pipe: int) -> None:
    with contextlib.suppress(OSError):
        os.read(pipe, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE)
    os._exit(1)
