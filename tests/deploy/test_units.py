"""The systemd units: well-formed, closed off, and not so closed that the server cannot work."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.postgres import free_port
from tests.web.live import Live, act, solo_table, started

from spuk.server.settings import Settings, variable
from spuk.store.sql import make_store

DEPLOY = ROOT / "deploy"
SERVICES = ("spuk.service", "spuk-backup.service")
MOST_EXPOSED = 2.0
"""Of 10; systemd calls what is below 2.5 well protected."""


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units as they are shipped, only that `spuk` lies elsewhere."""
    for file in [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]:
        text = file.read_text(encoding="utf-8").replace(
            "/opt/spuk/bin/spuk", str(Path(sys.executable).with_name("spuk"))
        )
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    return tmp_path


def _analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, check=False, timeout=60
    )


def test_systemd_finds_nothing_wrong_with_the_units(units: Path) -> None:
    for with_database in (False, True):
        if with_database:
            for service in SERVICES:
                (units / f"{service}.d").mkdir()
                shutil.copy(DEPLOY / "spuk-postgresql.conf", units / f"{service}.d")
        files = [str(file) for file in units.iterdir() if file.is_file()]
        done = _analyze("verify", "--man=no", *files)
        # What the machine's own units lack is none of our business.
        ours = [line for line in done.stderr.splitlines() if "spuk" in line]
        assert not ours, "\n".join(ours)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("service", SERVICES)
def test_the_services_are_closed_off(units: Path, service: str) -> None:
    threshold = str(int(10 * MOST_EXPOSED))
    done = _analyze(
        "security", "--offline=true", f"--threshold={threshold}", "--no-pager", str(units / service)
    )
    assert done.returncode == 0, done.stdout
    assert "Overall exposure level" in done.stdout


def test_the_backup_is_as_closed_off_as_the_server() -> None:
    def kept_off(service: str) -> list[str]:
        text = (DEPLOY / service).read_text(encoding="utf-8")
        closed = text[text.index("DynamicUser=") :].partition("\n\n[Install]")[0]
        return [line for line in closed.splitlines() if line and not line.startswith("#")]

    assert kept_off("spuk.service") == kept_off("spuk-backup.service")


def test_every_setting_in_the_units_exists() -> None:
    known = {variable(name) for name in Settings.__dataclass_fields__} | {"SPUK_HOME"}
    for file in DEPLOY.iterdir():
        if file.is_file():
            named = set(re.findall(r"\bSPUK_[A-Z_]+", file.read_text(encoding="utf-8")))
            assert named - known <= {"SPUK_HOST_NAME", "SPUK_SERVERS"}, file.name  # those two are the proxy's


def test_the_command_of_the_backup_makes_one(tmp_path: Path) -> None:
    unit = (DEPLOY / "spuk-backup.service").read_text(encoding="utf-8")
    found = re.search(r"(?m)^ExecStart=/opt/spuk/bin/(.*)$", unit)
    assert found is not None
    assert found[1] in (DEPLOY / "compose.yaml").read_text(encoding="utf-8").replace(
        "/data/", "/var/lib/spuk/"
    )
    command = found[1].replace("/var/lib/spuk", str(tmp_path)).split()
    asyncio.run(_new_database(f"sqlite:///{tmp_path}/tables.db"))
    environment = {**os.environ, "SPUK_HOME": str(tmp_path)}
    done = subprocess.run(
        [Path(sys.executable).with_name(command[0]), *command[1:]],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list((tmp_path / "backups").iterdir())) == 1


async def _new_database(url: str) -> None:
    store = make_store(url)
    await store.open()
    await store.close()


def _group(name: str) -> set[str]:
    """All system calls of a group of systemd's."""
    found: set[str] = set()
    for line in _analyze("syscall-filter", "--no-pager", name).stdout.splitlines()[1:]:
        entry = line.strip()
        if entry.startswith("@"):
            found |= _group(entry)
        elif entry and not entry.startswith("#"):
            found.add(entry)
    return found


def _permitted() -> set[str]:
    """As systemd reads the lines of the unit, one after the other."""
    allowed: set[str] = set()
    text = (DEPLOY / "spuk.service").read_text(encoding="utf-8")
    for value in re.findall(r"(?m)^SystemCallFilter=(.*)$", text):
        names = value.removeprefix("~").split()
        calls = set().union(*(_group(name) if name.startswith("@") else {name} for name in names))
        allowed = allowed - calls if value.startswith("~") else allowed | calls
    assert len(allowed) > 200
    return allowed


@pytest.fixture
def traced(tmp_path: Path) -> Iterator[tuple[Live, Path]]:
    """`spuk serve` under strace, which stands in for the seccomp filter: it needs no systemd to run."""
    trace = tmp_path / "calls"
    wrapper = tmp_path / "python"
    wrapper.write_text(
        f'#!/bin/sh\nexec strace --follow-forks --quiet=all -o {trace} {sys.executable} "$@"\n'
    )
    wrapper.chmod(0o755)
    real, sys.executable = sys.executable, str(wrapper)
    try:
        live = Live(tmp_path, f"sqlite:///{tmp_path}/tables.db", bot_processes=1)
    finally:
        sys.executable = real
    yield live, trace
    live.stop()


def test_the_server_and_its_bots_need_no_system_call_that_the_unit_forbids(traced: tuple[Live, Path]) -> None:
    live, trace = traced
    with live.client() as http:
        state = solo_table(http)
        assert act(http, state).status_code == 200
        seats = [{"who": "me"}, {"who": "bot", "bot": "monk"}]
        order = {"game": "ghosts", "options": {"players": 2}, "seats": seats}
        state = started(http, http.post("/tables", json=order).json()["id"])
        for _ in range(100):
            if state["asked"]:
                assert act(http, state).status_code == 200
            state = http.get(f"/tables/{state['id']}").json()
            if any(row.get("seat") == 1 for row in http.get(f"/tables/{state['id']}/log").json()["updates"]):
                break
        else:
            pytest.fail("the bot never moved")
    live.stop()
    used = set(re.findall(r"(?m)^\d+ +([a-z0-9_]+)\(", trace.read_text(encoding="utf-8", errors="replace")))
    assert {"setpriority", "prlimit64", "fdatasync"} & used, used
    if os.geteuid() == 0:
        used.discard(
            "fchown"
        )  # SQLite gives its files to the owner of the folder, if it may; the service is not root
    assert used - _permitted() == set()


_NO_NEW_CODE = """
import ctypes, os, sys
PR_SET_MDWE, REFUSE_EXEC_GAIN = 65, 1
if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0):
    sys.exit("this kernel is older than 6.3 and cannot forbid memory that is both written and run")
os.execv(sys.executable, [sys.executable, "-m", "spuk", "serve", "--no-browser"])
"""


def test_the_server_starts_where_memory_is_either_written_or_run(tmp_path: Path) -> None:
    """What MemoryDenyWriteExecute= forbids."""
    port = str(free_port())
    environment = {**os.environ, "SPUK_HOME": str(tmp_path), "SPUK_PORT": port}
    command = [sys.executable, "-c", _NO_NEW_CODE]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        server.terminate()
    assert port in line, line
