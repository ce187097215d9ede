"""Workers that play: processes on this machine here, a Ray cluster in `cluster`."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from spuk.lab import bots
from spuk.lab.errors import Refused
from spuk.lab.log import Writer
from spuk.lab.order import Order
from spuk.lab.rows import play_jobs
from spuk.lab.system import ignoring_ctrl_c

CHUNK_SECONDS: Final = 0.5
"""Jobs for about this time are handed out at once: enough to cost nothing, few enough to share the rest
fairly.
"""
PATIENCE: Final = 2.0
"""A worker returns what it has not started after this many times the planned time."""
_SPAWN: Final = get_context("spawn")


class Ended(NamedTuple):
    """Jobs that are no longer in progress: returned, or their worker died over them."""

    jobs: list[int]
    died: bool


class WorkerPool(Protocol):
    """Workers that take jobs and make sure that finished games get into the log."""

    chunk_seconds: float

    def workers(self) -> int:
        """How many can work at the same time."""
        ...

    def free(self) -> int:
        """How many could take jobs now."""
        ...

    def send(self, jobs: list[int]) -> None:
        """Give jobs to a free worker."""
        ...

    def wait(self, seconds: float) -> list[Ended]:
        """Workers that have returned, waiting at most this long. Jobs not in the log by then have not been
        played.
        """
        ...

    def stop(self) -> None:
        """Stop all work at once."""
        ...


# ── a worker process ────────────────────────────────────────────────────────────────────────


def _work(pipe: Connection, order: Order, directory: Path, parent: int) -> None:
    """Play what comes through the pipe until it is closed or the other side is gone."""
    try:
        load_bots(order)
        writer = Writer(directory, order)
        while True:
            try:
                jobs: list[int] = pipe.recv()
            except EOFError:
                return
            for result in play_jobs(order, jobs, PATIENCE * CHUNK_SECONDS):
                writer.keep(result)
                if os.getppid() != parent:
                    return
            pipe.send(None)
    except Refused as refused:
        pipe.send(refused)
    except OSError as error:
        pipe.send(Refused("ui.lab.cannot_write", path=str(directory), reason=error))


def load_bots(order: Order) -> None:
    """In a worker: load the bots that the parent has loaded (`run` makes sure of that)."""
    try:
        bots.import_typed(order.bots)
        bots.check_known(order.bots)
    except Refused as refused:
        raise Refused("ui.lab.no_bot_there", reason=refused) from refused


@dataclass
class _Slot:
    process: BaseProcess
    pipe: Connection
    jobs: list[int] | None = None


class ProcessPool:
    """Worker processes of this machine, started afresh (spawn) and replaced when they die."""

    chunk_seconds = CHUNK_SECONDS

    def __init__(self, order: Order, directory: Path, workers: int) -> None:
        self._order = order
        self._directory = directory
        self._slots = [self._start() for _ in range(workers)]

    def _start(self) -> _Slot:
        ours, theirs = _SPAWN.Pipe()
        given = (theirs, self._order, self._directory, os.getpid())
        process = _SPAWN.Process(target=_work, args=given, daemon=True)
        with ignoring_ctrl_c():
            process.start()
        theirs.close()  # so that the worker's death closes the pipe
        return _Slot(process, ours)

    def workers(self) -> int:
        """How many can work at the same time."""
        return len(self._slots)

    def free(self) -> int:
        """How many could take jobs now."""
        return sum(1 for slot in self._slots if slot.jobs is None)

    def send(self, jobs: list[int]) -> None:
        """Give jobs to a free worker."""
        slot = next(slot for slot in self._slots if slot.jobs is None)
        slot.jobs = jobs
        with suppress(OSError):  # it died while it had nothing to do: `wait` finds the pipe closed
            slot.pipe.send(jobs)

    def wait(self, seconds: float) -> list[Ended]:
        """Workers that have returned or died, waiting at most this long."""
        ready = connection.wait([slot.pipe for slot in self._slots], seconds)
        return [self._answer(slot) for slot in list(self._slots) if slot.pipe in ready]

    def _answer(self, slot: _Slot) -> Ended:
        jobs = slot.jobs or []
        try:
            refused: Refused | None = slot.pipe.recv()
        except (EOFError, OSError):
            slot.pipe.close()
            slot.process.join()
            self._slots[self._slots.index(slot)] = self._start()
            return Ended(jobs, died=True)
        if refused is not None:
            raise refused
        slot.jobs = None
        return Ended(jobs, died=False)

    def stop(self) -> None:
        """Stop all work at once. Unfinished games are not lost: they are played on the next resume."""
        for slot in self._slots:
            slot.process.kill()
        for slot in self._slots:
            slot.process.join()
            slot.pipe.close()
