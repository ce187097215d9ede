"""Where games are kept, and how a file is written so that a crash never leaves half of one."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs

HUMAN = "human"
"""Who sits at a seat in a record's `players`: this, or the name of a companion."""


def home() -> Path:
    """The folder for a person's games; SPUK_HOME moves it (tests, USB sticks)."""
    given = os.environ.get("SPUK_HOME")
    return Path(given) if given else platformdirs.user_data_path("spuk", appauthor=False)


def new_path() -> Path:
    """A file name for a game that starts now; no two processes get the same."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    return home() / "games" / f"{stamp}-{os.getpid()}-{time.time_ns() % 1000:03}.json"


def newest_first() -> Iterator[Path]:
    """All saved games, the one played last first."""
    try:
        found = [(file.stat().st_mtime_ns, file) for file in (home() / "games").glob("*.json")]
    except OSError:
        return
    for _, file in sorted(found, reverse=True):
        yield file


def write(path: Path, text: str) -> None:
    """Replace a file as a whole: whoever reads it sees the old text or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".tmp")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def settings() -> dict[str, Any]:
    """What the person chose last time; an unreadable file counts as none."""
    try:
        found = json.loads((home() / "terminal.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def remember(**chosen: Any) -> None:
    """Keep choices for the next time; not being able to is no reason to stop."""
    try:
        write(home() / "terminal.json", json.dumps({**settings(), **chosen}))
    except OSError:
        return
