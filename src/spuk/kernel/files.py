"""Reading files that anybody may have written."""

from __future__ import annotations

import stat
from pathlib import Path

LARGEST = 20_000_000
"""Bytes; no game is that long."""


def read(path: Path) -> str:
    """The text of a file; OSError or ValueError for whatever cannot be a game."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("not a regular file")
    if found.st_size > LARGEST:
        raise ValueError(f"larger than {LARGEST // 1_000_000} MB")
    return path.read_text(encoding="utf-8")
