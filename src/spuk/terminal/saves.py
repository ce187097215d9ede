"""Where games are saved, and how to write a file so that a crash never leaves half of one."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs

try:
    import fcntl
except ImportError:  # not Unix: games are not locked
    HAS_LOCKS = False
else:
    HAS_LOCKS = True


def home() -> Path:
    """The folder for saved games. SPUK_HOME changes it (tests, USB sticks)."""
    given = os.environ.get("SPUK_HOME")
    return Path(given) if given else platformdirs.user_data_path("spuk", appauthor=False)


def new_path() -> Path:
    """A file name for a new game, different for every process."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    return home() / "games" / f"{stamp}-{os.getpid()}-{time.time_ns() % 1000:03}.json"


def newest_first() -> Iterator[Path]:
    """All saved games, last played first."""
    try:
        found = [(_age(file), file) for file in (home() / "games").glob("*.json")]
    except OSError:
        return
    for _, file in sorted(found, reverse=True):
        yield file


def _age(file: Path) -> int:
    """When it was written. A broken link has an age, too."""
    try:
        return file.lstat().st_mtime_ns if file.is_symlink() else file.stat().st_mtime_ns
    except OSError:
        return 0


class InUse(Exception):
    """Another process is playing this game."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


_HELD: dict[Path, tuple[int, Path]] = {}
"""The locks of this process, by game."""


def lock(path: Path) -> None:
    """Nobody else may play this game until we end, however that happens. `InUse` if someone does.

    The game's file is replaced at each save, so the lock is on a file next to it. If that is impossible,
    nothing is locked.
    """
    path = path.resolve()
    if not HAS_LOCKS or path in _HELD:
        return
    mark = path.with_name(f".{path.name}.lock")
    with contextlib.suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        while True:
            file = os.open(mark, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
                raise InUse(path) from None
            # The previous holder may have removed the file before we got the lock.
            if mark.exists() and _same(file, mark):
                _HELD[path] = file, mark
                return
            os.close(file)


def _same(file: int, mark: Path) -> bool:
    return os.path.samestat(os.fstat(file), mark.stat())


@atexit.register
def unlock() -> None:
    """Release all locks."""
    while _HELD:
        _, (file, mark) = _HELD.popitem()
        with contextlib.suppress(OSError):
            mark.unlink()
        os.close(file)


def write(path: Path, text: str) -> None:
    """Replace a file as a whole: readers see the old text or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".tmp")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def settings() -> dict[str, Any]:
    """What the user chose last time; empty if the file is unreadable."""
    try:
        found = json.loads((home() / "terminal.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def remember(**chosen: Any) -> None:
    """Save the choices for next time. If that fails, continue."""
    try:
        write(home() / "terminal.json", json.dumps({**settings(), **chosen}))
    except OSError:
        return
