"""Running the command as a person would: a process, lines typed into it, what it printed."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.common import warm

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "de", "pl")


def environment(home: Path, **more: str) -> dict[str, str]:
    """As plain as a fresh account: own home, English, 80 columns, no colour unless asked for."""
    kept = {name: os.environ[name] for name in ("PATH", "SPUK_PLAIN") if name in os.environ}
    ours = {"SPUK_HOME": str(home), "LANG": "C.UTF-8", "COLUMNS": "80", "PYTHONPATH": str(ROOT / "src")}
    return {**kept, **ours, **more}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "spuk", *arguments]


def spuk(
    *arguments: str,
    home: Path,
    typed: str = "",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run to the end with these lines typed."""
    variables = environment(home, **(env or {}))
    if warm.can_run(variables):
        return warm.run(arguments, variables, cwd, typed, 120)
    return subprocess.run(
        command(*arguments),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=variables,
        cwd=cwd,
        timeout=120,
        check=False,
    )


def saved_games(home: Path) -> list[Path]:
    return sorted((home / "games").glob("*.json"))


class Terminal:
    """A process that believes a person sits there."""

    def __init__(self, home: Path, *arguments: str, **env: str) -> None:
        self.pid, self.ours = pty.fork()
        if self.pid == 0:
            started = command(*arguments)
            os.execve(started[0], started, environment(home, TERM="xterm-256color", LINES="60", **env))
        self.code: int | None = None
        self.shown = ""

    def until(self, text: str, seconds: float = 30) -> None:
        """Read until this is on the screen."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, f"{text!r} does not come:\n{self.shown[-2000:]}"
            if select.select([self.ours], [], [], 0.1)[0] and not self._read():
                assert text in self.shown, f"{text!r} never came:\n{self.shown[-2000:]}"

    def _read(self) -> bool:
        try:
            data = os.read(self.ours, 65536)
        except OSError:  # the other side has closed
            return False
        self.shown += data.decode("utf-8", "replace")
        return bool(data)

    def type(self, text: str) -> None:
        # People are not that fast: a signal right between the prompt and the reading would be seen
        # only with the next key.
        time.sleep(0.2)
        self.shown = ""
        os.write(self.ours, text.encode())

    def end(self, seconds: float = 20) -> int:
        """Wait until it has gone; its exit code."""
        end = time.monotonic() + seconds
        while self.code is None:
            assert time.monotonic() < end, f"it goes on:\n{self.shown[-2000:]}"
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.code = os.waitstatus_to_exitcode(status) if pid else None
            time.sleep(0.02)
        return self.code

    def close(self) -> None:
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            self.end()
        os.close(self.ours)


Start = Callable[..., Terminal]
