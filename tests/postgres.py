"""A real PostgreSQL for tests, on a free port, in a folder of its own, not as root."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any
from uuid import uuid4


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def program(name: str) -> str:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if found:
        return str(found[-1])
    program = shutil.which(name)
    assert program, f"{name} is missing: run tests/install_postgres.sh (make test does)"
    return program


class Postgres:
    """One database server; `stop` and `start` are what a fault test does to it."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="spuk-pg-"))
        self.port = free_port()
        self._data = f"{self.folder}/data"
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._as = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        self._run(program("initdb"), "-D", self._data, "-U", "spuk", "-A", "trust", "-E", "UTF8", "-N")
        self.start()

    def _run(self, *command: str) -> None:
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(command, check=True, cwd=self.folder, timeout=60, **quiet, **self._as)

    def _control(self, *arguments: str) -> None:
        log = f"{self.folder}/log"
        self._run(program("pg_ctl"), "-D", self._data, "-l", log, "-w", "-t", "50", *arguments)

    def start(self) -> None:
        settings = ["listen_addresses=127.0.0.1", "max_connections=60"]
        # Loss of power is not what these tests are about, so nothing waits for the disk.
        settings.append("fsync=off")
        options = [f"-p {self.port} -k {self.folder}", *(f"-c {setting}" for setting in settings)]
        self._control("-o", " ".join(options), "start")

    def stop(self) -> None:
        self._control("-m", "immediate", "stop")

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"spuk_{uuid4().hex[:12]}"
        self._run(program("createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "spuk", name)
        return f"postgresql://spuk@127.0.0.1:{self.port}/{name}"

    def ask(self, statement: str, database: str = "postgres") -> None:
        """Have a statement done by the owner of everything."""
        self._run(
            program("psql"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "spuk", "-c", statement, database
        )

    def require_password(self, role: str, password: str) -> None:
        """A role that may do everything, with its password."""
        self.ask(f"CREATE ROLE {role} LOGIN SUPERUSER PASSWORD '{password}'")
        rules = Path(f"{self._data}/pg_hba.conf")
        rules.write_text(f"host all {role} 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
        self.ask("SELECT pg_reload_conf()")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
