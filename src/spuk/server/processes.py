"""Processes that end when the one that started them does, however that happens."""

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
"""Seconds a process has to end by itself."""


def die_with_parent(parent: int) -> None:
    """Have Linux kill this process when the one that started it ends. Elsewhere nothing happens."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before we could ask
            os._exit(1)


def end_with_parent(pipe: int) -> None:
    """End when the other side of a pipe is closed: nobody but the parent holds it, so that is its end."""
    threading.Thread(target=_watch, args=(pipe,), name="spuk-parent", daemon=True).start()


def _watch(pipe: int) -> None:
    with contextlib.suppress(OSError):
        os.read(pipe, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE)
    os._exit(1)
