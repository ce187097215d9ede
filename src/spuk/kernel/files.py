"""Reading untrusted files."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Final

from spuk.kernel.errors import Fault

LARGEST = 20_000_000
"""In bytes. No game is that long."""

NOT_REGULAR: Final = Fault("file.not_regular", "not a regular file")


def read(path: Path) -> str:
    """The text of a file. OSError or ValueError for anything that cannot be a game."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise ValueError(NOT_REGULAR)
    if found.st_size > LARGEST:
        raise ValueError(Fault("file.too_large", "larger than {most} MB", most=LARGEST // 1_000_000))
    return path.read_text(encoding="utf-8")
