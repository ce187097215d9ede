"""A run: jobs go out in chunks, finished games come in through the log, nothing is lost or counted twice."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, Protocol

from spuk.lab import bots, directory, log, tables
from spuk.lab.cluster import Cluster
from spuk.lab.errors import Refused
from spuk.lab.order import Order
from spuk.lab.rows import BOT_FAILED, Failure, failure_line
from spuk.lab.system import cores, ignoring_ctrl_c, interrupted_once
from spuk.lab.tally import Tally
from spuk.lab.workers import Ended, ProcessPool, WorkerPool

_LOOK_EVERY: Final = 0.2
_SYNC_EVERY: Final = 5.0
_LIVES: Final = 3
"""How many workers may die over one game before we give it up."""
_DEATHS_IN_A_ROW: Final = 12
"""This many deaths without a finished game mean that nothing works here."""


class Watcher(Protocol):
    """Something that shows the progress."""

    def __call__(self, tally: Tally) -> None:
        """Look at it now."""
        ...


class Result(NamedTuple):
    """How a run ended."""

    tally: Tally
    tables: list[Path]
    stopped: bool
    """Whether the run was interrupted."""
    reader: log.Reader | None = None
    """Everything that was found in the log."""


def simulate(
    order: Order,
    out: Path,
    *,
    workers: int | None = None,
    resume: bool = False,
    ray: str | None = None,
    watch: Watcher = lambda tally: None,
    begin: Callable[[], None] = lambda: None,
) -> Result:
    """Play the order into a directory. After Ctrl-C, or if a bot fails, the tables are written anyway.

    `begin` is called when nothing can be refused any more.
    """
    if workers is not None and workers < 1:
        raise Refused("ui.lab.wrong_number", name="workers", given=workers)
    _check_bots(order, out, resume=resume)
    with interrupted_once(), directory.opened(out, order, resume=resume):
        scheduler = _Scheduler(order, out, watch)
        stopped, failed = False, None
        try:
            pool = _pool(order, out, workers, ray, scheduler.open()) if scheduler.open() else None
            begin()
            if pool is not None:
                scheduler.run(pool)
        except KeyboardInterrupt:
            stopped = True
        except Refused as refused:
            if refused.id != BOT_FAILED:
                raise
            failed = refused
        finally:
            scheduler.close()
        with ignoring_ctrl_c():
            scheduler.look()
            written = tables.write(out, order, scheduler.reader, scheduler.tally)
        if failed is not None:
            raise failed
        return Result(scheduler.tally, written, stopped, scheduler.reader)


def _check_bots(order: Order, out: Path, *, resume: bool) -> None:
    """All bots exist here. For an order read from a file, this must be checked."""
    missing = bots.unknown(order.bots)
    if missing and resume:
        named = {"missing": ", ".join(missing), "bots": ",".join(order.bots)}
        raise Refused("ui.lab.needs_bots", path=out, **named)
    bots.check_known(order.bots)


def _pool(order: Order, out: Path, workers: int | None, ray: str | None, jobs: int) -> WorkerPool:
    if ray is not None:
        return Cluster(order, out, workers, ray)
    return ProcessPool(order, out, min(jobs, workers or cores()))


class _Scheduler:
    """Hands out jobs, reads the log, and hands out again what did not get there."""

    def __init__(self, order: Order, out: Path, watch: Watcher) -> None:
        self._order = order
        self._writer = log.Writer(out, order)
        self.reader = log.Reader(out / log.NAME, order)
        self._watch = watch
        self.tally = Tally(order)
        for found in self.reader.news():
            if not isinstance(found, Failure):  # games that failed in an earlier run are tried again
                self.tally.add(found)
        self._new = (job for job in range(order.total) if not self.reader.has(job))
        self._left: deque[int] = deque()
        """Handed out, and returned because time was up."""
        self._suspects: deque[int] = deque()
        """Jobs whose worker died, because of one of them or for another reason."""
        self._lives: Counter[int] = Counter()
        self._deaths = 0
        self._out = 0
        self._failed = 0
        self._played = 0
        self._pace = 0.0

    def open(self) -> int:
        """How many games are still to be played."""
        return self._order.total - self.reader.count - self._failed

    def run(self, pool: WorkerPool) -> None:
        """Play until every game is in the log."""
        synced = monotonic()
        try:
            while self.open():
                self._give_out(pool)
                ended = pool.wait(_LOOK_EVERY)
                self.look()
                for one in ended:
                    self._take_back(one)
                if monotonic() - synced > _SYNC_EVERY:
                    self._writer.sync()
                    synced = monotonic()
        finally:
            pool.stop()

    def close(self) -> None:
        """Nothing more will be played; what was played survives a power cut."""
        self._writer.sync()
        self._writer.close()

    def look(self) -> None:
        """Read what is new in the log and show it."""
        for found in self.reader.news():
            self.tally.add(found)
            if isinstance(found, Failure):
                self._failed += 1
            else:
                seconds = found.values["seconds"]
                self._pace = seconds if not self._played else self._pace + (seconds - self._pace) / 20
                self._played += 1
                self._deaths = 0
        self._watch(self.tally)

    def _give_out(self, pool: WorkerPool) -> None:
        for _ in range(pool.free()):
            jobs = self._next(pool)
            if not jobs:
                return
            self._out += len(jobs)
            pool.send(jobs)

    def _next(self, pool: WorkerPool) -> list[int]:
        """Suspects are handed out alone: if one of them kills its worker again, we know which."""
        if self._suspects:
            return [self._suspects.popleft()]
        size = self._size(pool)
        jobs = [self._left.popleft() for _ in range(min(size, len(self._left)))]
        return [*jobs, *islice(self._new, size - len(jobs))]

    def _size(self, pool: WorkerPool) -> int:
        """As many jobs as a worker can play in its time, but not so many that others run out of work."""
        if not self._played:
            return 1
        enough = pool.chunk_seconds / max(self._pace, 1e-6)
        fair = (self.open() - self._out) / (2 * pool.workers())
        return max(1, int(min(enough, fair)))

    def _take_back(self, ended: Ended) -> None:
        self._out -= len(ended.jobs)
        left = [job for job in ended.jobs if not self._settled(job)]
        if left and not ended.died and left[0] == ended.jobs[0]:
            self._give_up(left.pop(0), "played, but its line is no game: see facts and plausible of the game")
        if ended.died and left:
            self._mourn(left)
            self._suspects.extend(job for job in left if not self._settled(job))
        else:
            self._left.extend(left)

    def _settled(self, job: int) -> bool:
        return self.reader.has(job) or self._order.place(job) in self.tally.failures

    def _mourn(self, left: list[int]) -> None:
        """A worker died over these games."""
        self._deaths += 1
        if self._deaths >= _DEATHS_IN_A_ROW:
            raise Refused("ui.lab.workers_die", n=self._deaths)
        if len(left) == 1:
            self._lives[left[0]] += 1
            if self._lives[left[0]] >= _LIVES:
                self._give_up(left[0], f"killed {_LIVES} workers")

    def _give_up(self, job: int, error: str) -> None:
        """A game that never finishes is a failure."""
        self._writer.append(failure_line(self._order, job, error))
        self.look()
