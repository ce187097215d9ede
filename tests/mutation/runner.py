"""Runs tests on copies of the repository, in children of a process that has the libraries loaded already."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_NOT_COPIED = shutil.ignore_patterns(
    *(
        ".git",
        ".venv",
        "out",
        "build",
        "*.so",
        "__pycache__",
        ".hypothesis",
        ".*_cache",
        "browser",
        "*.egg-info",
    )
)
_LIBRARIES = ("pytest", "hypothesis", "sqlalchemy", "sqlalchemy.ext.asyncio", "alembic.command", "fastapi")
_LIBRARIES += (
    "httpx",
    "uvicorn",
    "jinja2",
    "asyncpg",
    "rich.console",
    "xdist.plugin",
    "pytest_timeout",
)


_QUICKLY = ("-q", "-p", "no:cacheprovider", "--disable-plugin-autoload")
_QUICKLY += ("-p", "pytest_timeout", "-p", "xdist.plugin")
"""Plugins that are not needed take longer to load than most tests to run."""


def load_libraries() -> None:
    """Once, so that no child has to. Nothing of ours: each child loads its own copy."""
    for name in _LIBRARIES:
        try:
            __import__(name)
        except ImportError:  # only slower
            continue


class Chosen:
    """Has pytest run these tests in this order: much quicker than naming a thousand of them."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._place = {test: number for number, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if item.nodeid in self._place]
        items.sort(key=lambda item: self._place[item.nodeid])


class Copy:
    """A copy of the repository in which one file may be another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=_NOT_COPIED, symlinks=True)
        self._changes = 0

    def path(self, file: str) -> Path:
        """Where a file of the package is."""
        return self.folder / "src/spuk" / file

    def write(self, file: str, text: str) -> None:
        """Another text; its time differs from that of each before, so that no old bytecode is used."""
        self._changes += 1
        self.path(file).write_text(text, encoding="utf-8")
        at = 1_000_000_000 + self._changes
        os.utime(self.path(file), (at, at))

    def output(self) -> str:
        """The end of what pytest said last."""
        return (self.folder / "output.txt").read_text(encoding="utf-8")[-3000:]

    def restore(self, file: str) -> None:
        """The file as it was."""
        self.write(file, (ROOT / "src/spuk" / file).read_text(encoding="utf-8"))


@dataclass
class Child:
    """Tests that run."""

    pid: int
    until: float

    def ended(self) -> int | None:
        """The exit code of pytest, if it has one; a child that hangs is killed and has failed."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > self.until:
            self.kill()
            return -signal.SIGKILL
        return None

    def kill(self) -> None:
        """And all that it has started."""
        os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def start(
    copy: Copy, arguments: Sequence[str], seconds: float, plugin: Callable[[], Any] | None = None
) -> Child:
    """Run pytest in a copy."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os._exit(_child(copy, arguments, plugin))
    return Child(pid, time.monotonic() + seconds)


def _child(copy: Copy, arguments: Sequence[str], plugin: Callable[[], Any] | None) -> int:
    """Like a new process in that folder."""
    import pytest

    with (copy.folder / "output.txt").open("w") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    os.chdir(copy.folder)
    os.environ |= {"SPUK_PLAIN": "1", "PYTHONPATH": str(copy.folder / "src")}
    sys.path[:] = [str(copy.folder / "src"), str(copy.folder), *(p for p in sys.path if p not in _OWN)]
    for name in [name for name in sys.modules if name.split(".")[0] in ("tests", "spuk")]:
        del sys.modules[name]
    plugins = [] if plugin is None else [plugin()]
    code = int(pytest.main([*_QUICKLY, *arguments], plugins=plugins))
    sys.stdout.flush()
    return code


_OWN = ("", str(ROOT), str(ROOT / "src"), str(Path(__file__).parent))


def run_all(jobs: Sequence[Callable[[], Child]], done: Callable[[int, int], None], at_once: int) -> None:
    """Run jobs, some at once; `done` is told the place of each that has ended and its exit code."""
    waiting: Iterator[tuple[int, Callable[[], Child]]] = iter(enumerate(jobs))
    running: dict[int, Child] = {}
    try:
        while True:
            while len(running) < at_once and (job := next(waiting, None)) is not None:
                running[job[0]] = job[1]()
            if not running:
                return
            for place, child in list(running.items()):
                code = child.ended()
                if code is not None:
                    del running[place]
                    done(place, code)
            time.sleep(0.02)
    finally:
        for child in running.values():
            child.kill()
