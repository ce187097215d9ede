"""A club's servers: PostgreSQL with a replica, two servers of ours, nginx in front of them."""

from __future__ import annotations

import os
import pwd
import re
import ssl
import subprocess
import sys
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any, Final

from tests.machines.network import Machine, wait_until
from tests.nginx import certificate, site
from tests.postgres import program

HOST: Final = "spuk.test"
_POSTGRES: Final = {
    "listen_addresses": "*",
    "max_connections": "80",
    "fsync": "off",  # loss of power is not what this is about
    "shared_buffers": "64MB",
    # What was acknowledged is on both machines: only so nothing can be lost with one of them.
    "synchronous_commit": "on",
    "wal_receiver_status_interval": "1s",
}
_SETTINGS: Final = {
    "SPUK_HOST": "0.0.0.0",
    "SPUK_PORT": "8017",
    "SPUK_BROWSER": "no",
    "SPUK_RATE_LIMIT": "0",
    "SPUK_STREAMS_PER_ADDRESS": "100000",
    "SPUK_TABLES_PER_PERSON": "100000",
    "SPUK_BOT_PROCESSES": "1",
    "SPUK_HEARTBEAT_SECONDS": "2",
    "SPUK_SWEEP_SECONDS": "2",
    "SPUK_PUBLIC_URL": f"https://{HOST}",
}


class Database:
    """PostgreSQL on a machine, run by the account `postgres`."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self.machine = machine
        self._folder = folder / machine.name
        self._data = self._folder / "data"
        account = pwd.getpwnam("postgres")
        self._folder.mkdir()
        os.chown(self._folder, account.pw_uid, account.pw_gid)
        self._as = ("setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups")

    def begin(self) -> None:
        """An empty primary."""
        self._do("initdb", "-D", str(self._data), "-U", "spuk", "-A", "trust", "-E", "UTF8", "-N")
        with (self._data / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 10.77.0.0/16 trust\nhost replication all 10.77.0.0/16 trust\n")
        self._start()
        self._do("createdb", "-h", self.machine.address, "-U", "spuk", "spuk")

    def follow(self, primary: Database) -> None:
        """A replica, and from now on the primary waits for it."""
        source = ["-h", primary.machine.address, "-U", "spuk", "-D", str(self._data)]
        self._do("pg_basebackup", *source, "-R", "-X", "stream", "-c", "fast", "-N")
        self._start()
        primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.ask("SELECT pg_reload_conf()")
        state = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
        wait_until(lambda: primary.ask(state), 20, "the replica follows")

    def _start(self) -> None:
        settings = [f"-c{name}={value}" for name, value in _POSTGRES.items()]
        command = [*self._as, program("postgres"), "-D", str(self._data), "-k", str(self._folder), *settings]
        self.machine.start(*command, log=self._folder / "log", cwd=self._folder)
        wait_until(lambda: self.ask("SELECT 1", check=False), 20, f"{self.machine.name} answers")

    def _do(self, name: str, *arguments: str) -> str:
        return self.machine.run(*self._as, program(name), *arguments)

    def promote(self) -> None:
        """The replica becomes the primary, and waits for nobody."""
        self.ask("ALTER SYSTEM SET synchronous_standby_names = ''", check=False)
        self.ask("SELECT pg_promote()")

    def ask(self, statement: str, *, check: bool = True) -> list[list[str]]:
        """The rows of an answer."""
        call = [
            "psql",
            "-h",
            str(self._folder),
            "-U",
            "spuk",
            "-d",
            "spuk" if check and self._made() else "postgres",
        ]
        try:
            text = self.machine.run(*self._as, program(call[0]), *call[1:], "-AtqF", "\t", "-c", statement)
        except RuntimeError:
            if check:
                raise
            return []
        return [line.split("\t") for line in text.splitlines()]

    def _made(self) -> bool:
        listed = self.machine.run(
            *self._as, program("psql"), "-h", str(self._folder), "-U", "spuk", "-Atl", "-d", "postgres"
        )
        return "\nspuk|" in f"\n{listed}"


class Cluster:
    """All of them."""

    def __init__(self, folder: Path, servers: int = 2, **settings: str) -> None:
        self.folder = folder
        self.databases = [Database(Machine(f"db{n}", 20 + n), folder) for n in (1, 2)]
        self.databases[0].begin()
        self.databases[1].follow(self.databases[0])
        self.primary = self.databases[0]
        self.proxy = Machine("proxy", 5)
        self.servers = [Machine(f"s{n}", 10 + n) for n in range(1, servers + 1)]
        self._settings = _SETTINGS | {"SPUK_PROXIES": self.proxy.address} | settings
        for server in self.servers:
            self.start(server)
        for server in self.servers:
            self.wait_for(server)
        self.certificate = certificate(folder, HOST)
        self.serve_through(self.servers)

    @property
    def url(self) -> str:
        return f"https://{HOST}"

    def start(self, server: Machine) -> None:
        """`spuk serve` on a machine; it is told of both databases."""
        hosts = ",".join(f"{database.machine.address}:5432" for database in self.databases)
        own = {
            "SPUK_HOME": str(self.folder / server.name),
            "SPUK_DATABASE_URL": f"postgresql://spuk@{hosts}/spuk",
        }
        command = [sys.executable, "-m", "spuk", "serve", "--lang", "en"]
        server.start(
            *command, log=self.folder / f"{server.name}.log", env={**os.environ, **self._settings, **own}
        )

    def wait_for(self, server: Machine, seconds: float = 40) -> None:
        """Until it can work."""
        wait_until(lambda: self.ready(server), seconds, f"{server.name} is ready")

    def ready(self, server: Machine) -> bool:
        try:
            with urllib.request.urlopen(f"http://{server.address}:8017/ready", timeout=3) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def serve_through(self, servers: list[Machine]) -> None:
        """nginx, as `deploy/nginx.conf` has it, in front of these."""
        if self.proxy.processes:
            self.proxy.stop()
        addresses = [f"{server.address}:8017" for server in servers]
        times = {"read_seconds": 3, "stream_seconds": 6}
        # Requests of one person go to all servers in turn: that is harder than what we ship.
        config = site(self.folder / "nginx", addresses, HOST, self.certificate, sticky=False, **times)
        self.proxy.start("nginx", "-c", str(config), "-g", "daemon off;", log=self.folder / "nginx.log")
        wait_until(self.answers, 20, "nginx answers")

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(
                f"https://{self.proxy.address}/health", timeout=3, context=insecure()
            ) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def served(self) -> dict[str, int]:
        """How many answers each server has given through nginx; streams are counted when they end."""
        lines = (self.folder / "nginx" / "access.log").read_text(encoding="utf-8").splitlines()
        last = Counter(line.partition(" ")[0].rpartition(":")[0] for line in lines)
        return {server.name: last[server.address] for server in self.servers}

    def connections(self) -> int:
        return int(self.primary.ask("SELECT count(*) FROM pg_stat_activity WHERE usename = 'spuk'")[0][0])


def insecure() -> ssl.SSLContext:
    """The certificate is for a name that no name server knows."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def cpu_seconds(process: subprocess.Popen[Any]) -> float:
    """What a process has used so far."""
    fields = re.split(
        r"\s+", Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2]
    )
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
