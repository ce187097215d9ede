"""What is counted while the server works, and what is looked up when metrics are requested."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import spuk
from spuk.server.bans import Bans
from spuk.server.bot_workers import Workers
from spuk.server.connections import Connections
from spuk.server.metrics import Family, Metrics, Sample, gauge
from spuk.server.open_streams import OpenStreams
from spuk.server.readiness import Readiness
from spuk.server.rooms import RoomRegistry
from spuk.store.contract import NewRow, Unavailable
from spuk.store.sql import SqlStore
from spuk.version import VERSION

_STARTED: Final = time.time()
_PROC: Final = Path("/proc")
_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class Looked(Protocol):
    """What metrics need to know of a server."""

    metrics: Metrics
    store: SqlStore
    bans: Bans
    open_streams: OpenStreams
    workers: Workers
    rooms: RoomRegistry
    readiness: Readiness
    connections: Connections | None


class StoreFigures:
    """Counts database operations."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def took(self, operation: str, seconds: float, error: Exception | None) -> None:
        """Something was done, or failed."""
        metrics = self._metrics
        if operation == "conflict":
            metrics.store_conflicts.add()
            return
        metrics.store_seconds.observe(seconds, operation)
        if error is not None:
            reason = error.why if isinstance(error, Unavailable) else "fault"
            metrics.store_errors.add(operation, reason)

    def appended(self, rows: Sequence[NewRow]) -> None:
        """Decisions and new tables. Nobody decided the actions that a new table begins with."""
        actions = 0 if any(row.kind == "started" for row in rows) else 1
        for row in rows:
            if row.kind == "action" and actions:
                self._metrics.actions.add("person" if row.data.get("by") else "bot")
            elif row.kind == "created":
                self._metrics.tables.add(str(row.data["game"]))


async def sample(server: Looked) -> list[Family]:
    """All current metrics of this process."""
    return [*server.metrics.families(), *_build(server), *_load(server), await _ready(server), *_process()]


def _build(server: Looked) -> list[Family]:
    names = ("version", "engine", "python", "database")
    engine = "compiled" if spuk.compiled else "plain"
    python = ".".join(map(str, sys.version_info[:3]))
    values = {(VERSION, engine, python, server.store.url.get_backend_name()): 1.0}
    return [gauge("spuk_build_info", "What runs here.", values, *names)]


def _load(server: Looked) -> list[Family]:
    streams, jobs = server.open_streams, server.workers.jobs()
    readers = {("page",): float(streams.count(page=True)), ("api",): float(streams.count(page=False))}
    connections = len(server.connections) if server.connections is not None else 0
    return [
        gauge("spuk_connections_open", "Open connections.", connections),
        gauge("spuk_streams_open", "Open streams, of pages and of programs.", readers, "kind"),
        gauge("spuk_tables_live", "Tables in memory.", len(server.rooms)),
        gauge("spuk_tables_watched", "Tables that somebody watches.", server.rooms.watched()),
        gauge("spuk_bot_jobs", "Bot jobs.", jobs, "kind", "state"),
        gauge("spuk_people_banned", "People who are banned.", len(server.bans)),
        *_bots(server.workers.processes()),
    ]


async def _ready(server: Looked) -> Family:
    try:
        await server.readiness.check()
    except Unavailable:
        ready = 0
    else:
        ready = 1
    return gauge("spuk_database_ready", "Whether the database takes what is written.", ready)


# ── processes ───────────────────────────────────────────────────────────────────────────────


def _process() -> list[Family]:
    """The content type used by Prometheus' own clients."""
    times = os.times()
    found = [
        _total("process_cpu_seconds_total", "CPU time.", times.user + times.system),
        gauge("process_start_time_seconds", "When this process started, since 1970.", _STARTED),
    ]
    memory, files = _memory(os.getpid()), _PROC / "self/fd"
    if memory is not None:
        found.append(gauge("process_resident_memory_bytes", "Memory.", memory))
    with suppress(OSError):
        found.append(gauge("process_open_fds", "Open files.", len(os.listdir(files))))  # noqa: PTH208
    return found


def _bots(processes: Sequence[int]) -> list[Family]:
    memory = sum(_memory(process) or 0 for process in processes)
    return [
        gauge("spuk_bot_processes", "Processes in which bots think.", len(processes)),
        gauge("spuk_bot_processes_memory_bytes", "Memory of these processes.", memory),
        gauge("spuk_bot_processes_cpu_seconds", "Their CPU time, of those that live.", _cpu(processes)),
    ]


def _memory(process: int) -> float | None:
    with suppress(OSError, ValueError, IndexError):
        return float((_PROC / str(process) / "statm").read_text().split()[1]) * _PAGE
    return None


def _cpu(processes: Sequence[int]) -> float:
    total = 0.0
    for process in processes:
        with suppress(OSError, ValueError, IndexError):
            fields = (_PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / _TICKS
    return total


def _total(name: str, about: str, value: float) -> Family:
    return Family(name, "counter", about, [Sample("", (), value)])
