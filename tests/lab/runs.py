"""Running the laboratory as a person would, and reading what it wrote."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tests.common import warm

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300.0
"""Seconds; far more than needed, because other people may be at work on this machine."""

Found = TypeVar("Found")


def environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SPUK_PLAIN") if name in os.environ}
    return {**kept, "LANG": "C.UTF-8", "COLUMNS": "100", "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}


def simulate(out: Path, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """`spuk simulate` to its end."""
    return spuk("simulate", "--out", str(out), *arguments, cwd=cwd)


def spuk(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return warm.run(arguments, environment(), cwd, "", PATIENCE)


class Running:
    """A `spuk simulate` that is still at work; it has a group of its own, as a terminal would give it."""

    def __init__(self, out: Path, *arguments: str) -> None:
        self.out = out
        self.process = subprocess.Popen(
            [sys.executable, "-m", "spuk", "simulate", "--out", str(out), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment(),
            start_new_session=True,
        )

    def until_games(self, number: int) -> None:
        """Wait until so many games are in the log."""
        until(lambda: self.process.poll() is not None or lines(self.out) >= number)
        assert self.process.poll() is None, "the run was over before it could be disturbed"

    def workers(self) -> list[int]:
        return [pid for pid in children(self.process.pid) if "spawn_main" in command_line(pid)]

    def interrupt(self) -> None:
        """As Ctrl-C does: to all of the group."""
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> tuple[int, str, str]:
        said, complained = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said, complained

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)


def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    eventually(true, seconds)


def eventually(ask: Callable[[], Found], seconds: float = PATIENCE) -> Found:
    """Ask until there is an answer."""
    end = time.monotonic() + seconds
    while not (found := ask()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
    return found


def lines(out: Path) -> int:
    """How many lines the log has by now."""
    log = out / "games.jsonl"
    return log.read_bytes().count(b"\n") if log.exists() else 0


def children(pid: int) -> list[int]:
    """All descendants of a process."""
    try:
        direct = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [found for child in map(int, direct) for found in (child, *children(child))]


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def alive(pid: int) -> bool:
    """Still at work (a zombie is not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def table(out: Path) -> list[dict[str, str]]:
    """The rows of games.csv, without what a clock says."""
    with (out / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        assert float(row.pop("seconds")) > 0
    return rows
