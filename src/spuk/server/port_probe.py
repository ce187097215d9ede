"""Which program uses a port of this machine, for a helpful message."""

from __future__ import annotations

import json
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Final

_LISTENING: Final = "0A"


def speaks_spuk(address: str) -> bool:
    """Whether our own server answers there."""
    try:
        with urllib.request.urlopen(f"{address}/api/v1/health", timeout=2) as answer:
            return "version" in json.loads(answer.read(1000))
    except (OSError, ValueError):
        return False


def listening_on(port: int) -> str | None:
    """The program that listens on a port, with its process id, as far as Linux tells us."""
    sockets = {f"socket:[{inode}]" for inode in _inodes(port)}
    if not sockets:
        return None
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if any(str(file.readlink()) in sockets for file in (process / "fd").iterdir()):
                name = (process / "comm").read_text(encoding="utf-8").strip()
                return f"{name} ({process.name})"
    return None


def _inodes(port: int) -> set[str]:
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with suppress(OSError):
            for line in Path(table).read_text(encoding="utf-8").splitlines()[1:]:
                fields = line.split()
                if fields[3] == _LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                    found.add(fields[9])
    return found
