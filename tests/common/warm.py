"""`spuk` run often and cheaply: a process that has imported most of it forks for every command.

A short command spends most of its time importing. What runs here still is a process of its own, with its own
files, folder, environment and exit code, and it ends as Python ends. `spuk.cli` speaks the language of the
environment as soon as it is imported, so that is left to each command.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

SOURCES = str(Path(__file__).resolve().parents[2] / "src")
BEFOREHAND = (
    *("typer", "rich.console", "rich.progress", "numpy", "spuk.terminal.launch", "spuk.terminal.replay"),
    *("spuk.lab.commands.simulate", "spuk.lab.commands.report", "spuk.lab.commands.analyse"),
)
HARMLESS = {"PATH", "HOME", "SPUK_PLAIN", "SPUK_HOME", "LANG", "COLUMNS", "LINES", "PYTHONPATH"}
"""Variables that nobody reads while starting. All others want a fresh Python."""
LONGEST = 1 << 17


def can_run(env: Mapping[str, str]) -> bool:
    """A process that is already running suits this environment."""
    same = env.get("LANG") == "C.UTF-8" and env.get("SPUK_PLAIN") == os.environ.get("SPUK_PLAIN")
    return same and set(env) <= HARMLESS and SOURCES in env.get("PYTHONPATH", "").split(os.pathsep)


def run(
    arguments: Sequence[str], env: Mapping[str, str], cwd: Path | None, typed: str, timeout: float
) -> subprocess.CompletedProcess[str]:
    """`spuk` with these arguments to its end, as `subprocess.run` would."""
    order = {"arguments": arguments, "env": dict(env), "cwd": str(cwd or Path.cwd())}
    ours, theirs = socket.socketpair()
    with ours, TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as errors:
        given.write(typed.encode())
        given.seek(0)
        with theirs:
            files = [given.fileno(), out.fileno(), errors.fileno(), theirs.fileno()]
            socket.send_fds(_nursery(), [json.dumps(order).encode()], files)
        code = _end(ours, timeout)
        return subprocess.CompletedProcess(["spuk", *arguments], code, _text(out), _text(errors))


def _end(line: socket.socket, timeout: float) -> int:
    """Wait for the exit code; first comes the number of the process."""
    line.settimeout(timeout)
    with line.makefile(encoding="ascii") as said:
        process = int(said.readline())
        try:
            return int(said.readline())
        except TimeoutError:
            os.kill(process, signal.SIGKILL)
            raise


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode().replace("\r\n", "\n").replace("\r", "\n")


@cache
def _nursery() -> socket.socket:
    """Where orders go to. The process there ends when we do."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    env = {name: os.environ[name] for name in ("PATH", "HOME", "SPUK_PLAIN") if name in os.environ}
    subprocess.Popen(
        [sys.executable, __file__, str(theirs.fileno())],
        env={**env, "LANG": "C.UTF-8", "PYTHONPATH": SOURCES},
        stdin=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
    )
    theirs.close()
    return ours


# ── the other side ──────────────────────────────────────────────────────────────────────────


def _main() -> None:
    del sys.path[0]  # the folder of this file
    usual = [entry for entry in sys.path if entry != SOURCES]
    for name in BEFOREHAND:
        importlib.import_module(name)
    gc.freeze()  # or every command would copy all of this memory, only to look for garbage in it
    with socket.socket(fileno=int(sys.argv[1])) as orders:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that wait
        while message := socket.recv_fds(orders, LONGEST, 4):
            text, files, _, _ = message
            if not text:
                return
            if not os.fork():
                break
            for file in files:
                os.close(file)
    _wait_for_child(*files)
    order = json.loads(text)
    _settle(order, files, usual)
    importlib.import_module("runpy").run_module("spuk", run_name="__main__", alter_sys=True)


def _wait_for_child(given: int, out: int, errors: int, line: int) -> None:
    """Fork once more. Only the child returns: it becomes the command, and this process tells how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if not (child := os.fork()):
        return
    for file in (given, out, errors):
        os.close(file)
    os.write(line, f"{child}\n".encode())
    _, status = os.waitpid(child, 0)
    os.write(line, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _settle(order: dict[str, object], files: Sequence[int], usual: list[str]) -> None:
    """As Python would have started it: files, folder, environment, where to import from."""
    for number, file in enumerate(files[:3]):
        os.dup2(file, number)
    for file in files:
        os.close(file)
    # So does Python in the locale C.UTF-8.
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape")  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", errors="surrogateescape")  # noqa: SIM115
    sys.stderr = open(  # noqa: SIM115
        2, "w", encoding="utf-8", errors="backslashreplace", buffering=1
    )
    env, folder, arguments = order["env"], str(order["cwd"]), order["arguments"]
    assert isinstance(env, dict)
    assert isinstance(arguments, list)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.path[:] = [folder, *filter(None, env["PYTHONPATH"].split(os.pathsep)), *usual]
    importlib.invalidate_caches()
    sys.argv[1:] = arguments


if __name__ == "__main__":
    _main()
