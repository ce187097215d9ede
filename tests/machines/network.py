"""Machines as network namespaces, joined by a bridge. All of it lives in namespaces of our own process.

`enter` starts this program again in new namespaces for network, mounts and processes. When it ends, in
whatever way, the system removes all of it: no interface, no mount and no process can be left behind.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

INSIDE: Final = "SPUK_MACHINES_INSIDE"
SUBNET: Final = "10.77.0"
TOOLS: Final = {
    "ip": "iproute2",
    "iptables": "iptables",
    "nginx": "nginx-light",
    "openssl": "openssl",
    "unshare": "util-linux",
}


class NoNamespaces(Exception):
    """Why machines cannot be made here."""


def enter(arguments: list[str]) -> int:
    """Run this program again, with these arguments, where it can make machines."""
    if os.geteuid() != 0:
        raise NoNamespaces("network namespaces need root: run it with sudo")
    missing = sorted({package for tool, package in TOOLS.items() if shutil.which(tool) is None})
    if missing:
        raise NoNamespaces(f"please install {' '.join(missing)} (sh tests/install_machines.sh does)")
    unshare = ["unshare", "--net", "--mount", "--pid", "--ipc", "--fork", "--kill-child", "--mount-proc"]
    if subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode:
        raise NoNamespaces("this system does not permit new namespaces (unshare --net --mount --pid failed)")
    command = [*unshare, sys.executable, "-m", "tests.machines", *arguments]
    return subprocess.run(command, env={**os.environ, INSIDE: "1"}, check=False).returncode


def run(*command: str) -> str:
    """Do something now; what it says if it fails is the error."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def prepare() -> None:
    """The bridge; the players are on this side of it, with an address each."""
    run("mount", "-t", "tmpfs", "tmpfs", "/run/netns") if Path("/run/netns").is_dir() else _make_place()
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", "spuk", "type", "bridge")
    run("ip", "addr", "add", f"{SUBNET}.1/16", "dev", "spuk")
    run("ip", "link", "set", "spuk", "up")


def _make_place() -> None:
    # The folder would stay on the real machine's disk; on a file system of our own it does not.
    run("mount", "-t", "tmpfs", "tmpfs", "/run")
    Path("/run/netns").mkdir()


class Machine:
    """A network namespace with an address, and processes in it."""

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.address = f"{SUBNET}.{number}"
        self.processes: list[subprocess.Popen[bytes]] = []
        run("ip", "netns", "add", name)
        run("ip", "link", "add", f"v-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", f"v-{name}", "master", "spuk", "up")
        self.run("ip", "addr", "add", f"{self.address}/16", "dev", "eth0")
        for device in ("lo", "eth0"):
            self.run("ip", "link", "set", device, "up")

    def run(self, *command: str) -> str:
        return run("ip", "netns", "exec", self.name, *command)

    def start(self, *command: str, log: Path, **options: Any) -> subprocess.Popen[bytes]:
        """A process that goes on, in a group of its own."""
        with log.open("ab") as out:
            whole = ["ip", "netns", "exec", self.name, *command]
            process = subprocess.Popen(whole, stdout=out, stderr=out, start_new_session=True, **options)
        self.processes.append(process)
        return process

    # ── what can go wrong ───────────────────────────────────────────────────────────────────

    def kill(self) -> None:
        """The processes are gone at once; the system says so to whoever asks."""
        self._signal(signal.SIGKILL)
        for process in self.processes:
            process.wait()
        self.processes.clear()

    def stop(self) -> None:
        """The processes are asked to end."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(30)
        self.processes.clear()

    def freeze(self) -> None:
        """Nothing is done any more, but connections stay."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for process in self.processes:
            for pid in _session(process.pid):
                os.kill(pid, number)

    def cut(self, other: Machine | None = None) -> None:
        """Nothing comes through any more, and nobody is told; with `other` only between these two."""
        for chain, side in (("INPUT", "-s"), ("OUTPUT", "-d")):
            place = [side, other.address] if other else ["!", side, self.address]
            self.run("iptables", "-w", "-I", chain, *place, "-j", "DROP")

    def lose(self, share: float) -> None:
        """This share of what arrives is lost."""
        chance = ["-m", "statistic", "--mode", "random", "--probability", str(share)]
        self.run("iptables", "-w", "-I", "INPUT", *chance, "-j", "DROP")

    def unplug(self) -> None:
        run("ip", "link", "set", f"v-{self.name}", "down")

    def heal(self) -> None:
        """All comes through again."""
        self.run("iptables", "-w", "-F")
        run("ip", "link", "set", f"v-{self.name}", "up")


def _session(leader: int) -> list[int]:
    """All processes that began in this session, or in one of its children."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            parents[int(entry.name)] = int(fields[1])
    found = [leader]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def wait_until(what: Any, seconds: float, why: str) -> Any:
    """What it gives as soon as that is something."""
    end = time.monotonic() + seconds
    while not (found := what()):
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds:g} s: {why}")
        time.sleep(0.05)
    return found
