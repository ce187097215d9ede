"""Bots think in processes of their own, so that no table has to wait for a search.

Each worker is a `python -m spuk.server.bot_worker`: a position per line in, an action per line out. It is
given only what its bot's seat knows. A worker that dies or hangs is replaced, and the move is computed again.
For a bot that keeps failing, a random legal action is drawn. The `Scheduler` decides who is served next. Jobs
whose client has gone are removed from the queue or discarded.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

import spuk
from spuk import engine
from spuk.bots.advice import Advice, read_advice
from spuk.kernel.seeds import Random, derive
from spuk.lab.system import cores
from spuk.server.bot_pace import Pace
from spuk.server.metrics import Metrics
from spuk.server.scheduler import Kind, QueueFull, Scheduler, Ticket
from spuk.table import bots
from spuk.table.errors import TooMuch
from spuk.table.table import Table

_TRIES: Final = 3
"""How many workers may be lost over one move. After that, any legal action will do."""
_USUAL_SECONDS: Final = 1.0
_TOLD: Final = ("game", "position", "bot", "seconds", "seed", "advice", "also", "playouts", "pace")

_LIMITS: Final = {Kind.HINT: 4, Kind.ANALYSIS: 4}
"""How many jobs one person may have (only one runs at a time). A bot's move is never refused, because the
game waits for it.
"""
_GRACE: Final = 0.03
"""Seconds after a bot's move before anything less urgent begins, since the table's next bot moves soon."""
_WAIT: Final = 3.0
"""Seconds after which it makes sense to ask again."""

_log = logging.getLogger(__name__)


class Job(NamedTuple):
    """A decision that a bot has to make."""

    game: str
    position: str
    """As the bot's seat may imagine it."""
    bot: str
    seconds: float | None
    seed: int
    legal: tuple[int, ...]
    """Known only to us, never sent: any of these will do if all workers fail."""
    advice: bool = False
    """Whether an evaluation of all options is wanted, not only the choice."""
    also: int | None = None
    """An option that must be evaluated in any case."""
    playouts: int | None = None
    """The maximum number of playouts."""
    pace: Pace | None = None
    """When the answer may be given; None: as soon as it is found."""
    owner: str = ""
    """The person it is done for: people take turns."""
    kind: Kind = Kind.MOVE

    @classmethod
    def of(cls, table: Table, seat: int) -> Job:
        """The decision of the bot at this seat. It would be the same after a restart."""
        assert table.state is not None
        number = len(table.actions)
        imagined = table.state.imagine(seat, Random(derive(table.seed, "imagine", seat, number)))
        chair = table.seats[seat]
        # A third-party bot may be gone after a restart; some bot has to play on.
        bot = chair.bot if chair.bot in spuk.bots() else bots.USUAL
        seconds = chair.seconds if spuk.bot_kind(bot).thinks else None
        seed = derive(table.seed, "bot", seat, number)
        return cls(
            table.game,
            imagined.text(),
            bot,
            seconds,
            seed,
            tuple(table.state.legal()),
            pace=Pace.of(table.game, bot, seconds),
            owner=table.creator,
        )

    @classmethod
    def hint(cls, table: Table, seat: int, seconds: float, person: str) -> Job:
        """What the strongest bot would do at this seat, for this person, knowing what the seat knows."""
        job = cls.of(table, seat)
        return job._replace(
            bot=bots.STRONGEST, seconds=seconds, advice=True, pace=None, owner=person, kind=Kind.HINT
        )

    def line(self) -> bytes:
        """What a worker receives."""
        told = {name: getattr(self, name) for name in _TOLD}
        return json.dumps(told).encode() + b"\n"


class Thought(NamedTuple):
    """The result of a job."""

    action: int
    advice: Sequence[Advice] = ()
    """All options that were considered, the best first; only if requested."""


class WorkerLost(Exception):
    """A worker died or hung."""


class BotFailed(Exception):
    """The bot itself raised an exception or chose an illegal action. It would do so again."""


@dataclass(eq=False)
class _Worker:
    """One process."""

    process: asyncio.subprocess.Process
    plain: bool
    """Whether it runs as plain Python."""

    @property
    def is_outdated(self) -> bool:
        """Whether a new worker would be faster: the engine was compiled after this one started."""
        return self.plain and engine.compiled_since()

    @classmethod
    async def start(cls, command: tuple[str, ...]) -> _Worker:
        pipe = asyncio.subprocess.PIPE
        plain = not spuk.compiled and not engine.compiled_since()
        # In a session of its own: Ctrl-C in the terminal is for the server.
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, start_new_session=True
        )
        return cls(process, plain)

    async def ask(self, job: Job, limit: float) -> Thought:
        """The worker's choice and evaluation."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(limit):
                self.process.stdin.write(job.line())
                await self.process.stdin.drain()
                answer = await self.process.stdout.readline()
            told = json.loads(answer)
            if "failed" in told:
                raise BotFailed(told["failed"])
            action = told["action"]
            thought = Thought(int(action), [read_advice(entry) for entry in told.get("advice", ())])
        except (OSError, TimeoutError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise WorkerLost(f"{type(error).__name__} {error}".strip()) from error
        if action not in job.legal:
            raise WorkerLost(f"it answered {action!r}, which is not legal")
        return thought

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


def _command(bots: tuple[str, ...]) -> tuple[str, ...]:
    """How a worker is started."""
    return (sys.executable, "-m", "spuk.server.bot_worker", str(os.getpid()), *bots)


class _PendingJob(NamedTuple):
    """A job and the future that waits for its result."""

    job: Job
    thought: asyncio.Future[Thought]
    asked_at: float


class Workers:
    """A few worker processes, and the jobs that wait for them."""

    def __init__(
        self,
        processes: int,
        limit: float,
        command: tuple[str, ...] = (),
        bots: tuple[str, ...] = (),
        metrics: Metrics | None = None,
    ) -> None:
        self._limit = limit
        self._command = command
        self._bots = bots
        """Bots that a worker has to load first, as `package.module:Class`."""
        self._number = processes or max(1, cores() - 1)
        self._scheduler: Scheduler[_PendingJob] = Scheduler(_LIMITS)
        self._work = asyncio.Event()
        """Set when there may be something to do."""
        self._slots: list[asyncio.Task[None]] = []
        self._metrics = metrics or Metrics()
        self._alive: WeakKeyDictionary[_Worker, int] = WeakKeyDictionary()
        """The processes there are, as far as they were not ended."""

    def __len__(self) -> int:
        """How many jobs wait."""
        return len(self._scheduler)

    def jobs(self) -> dict[tuple[str, str], float]:
        """How many jobs of each kind wait, and run."""
        return self._scheduler.counts()

    def processes(self) -> list[int]:
        """The processes in which bots think."""
        return [pid for worker, pid in self._alive.items() if worker.process.returncode is None]

    async def choose(self, job: Job) -> int:
        """The action a bot decides on."""
        return (await self.think(job)).action

    async def think(self, job: Job) -> Thought:
        """The bot's decision and, if the job asks for it, its evaluation.

        Raises `TooMuch` if the owner has too many jobs of this kind. If the caller is cancelled, so is the
        job.
        """
        if not self._slots:
            # They outlive the request that happens to be the first: what they log is not its doing.
            nobody = Context()
            self._slots = [asyncio.create_task(self._serve(), context=nobody) for _ in range(self._number)]
        thought: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        try:
            ticket = self._scheduler.submit(job.owner, job.kind, _PendingJob(job, thought, time.monotonic()))
        except QueueFull as full:
            raise too_many(full.kind, full.most) from full
        self._work.set()
        try:
            return await thought
        finally:
            self._scheduler.drop(ticket)

    async def close(self) -> None:
        """End all workers."""
        for slot in self._slots:
            slot.cancel()
        await asyncio.gather(*self._slots, return_exceptions=True)
        self._slots = []

    async def _serve(self) -> None:
        """One slot: a worker process, kept as long as it lives, that does one job after another."""
        worker: _Worker | None = None
        ticket: Ticket[_PendingJob] | None = None
        try:
            while True:
                ticket = await self._next(ticket)
                try:
                    worker = await self._do(ticket.job, worker)
                finally:
                    self._scheduler.finish(ticket)
                    self._work.set()  # any slot may take the owner's next job
        finally:
            if worker is not None:
                await worker.end()

    async def _next(self, last: Ticket[_PendingJob] | None) -> Ticket[_PendingJob]:
        if last is not None and last.kind == Kind.MOVE and not self._scheduler.has(Kind.MOVE):
            await asyncio.sleep(_GRACE)
        while (ticket := self._scheduler.take()) is None:
            self._work.clear()
            await self._work.wait()
        return ticket

    async def _do(self, order: _PendingJob, worker: _Worker | None) -> _Worker | None:
        """Have a job done; the worker that is left then."""
        job, thought, asked_at = order
        kind, began = job.kind.name.lower(), time.monotonic()
        self._metrics.job_wait.observe(began - asked_at, kind)
        for _ in range(_TRIES):
            if thought.done():  # the client has gone
                return worker
            if worker is not None and worker.is_outdated:
                await worker.end()
                worker = None
            try:
                if worker is None:
                    worker = await _Worker.start(self._command or _command(self._bots))
                    self._alive[worker] = worker.process.pid
                found = await worker.ask(job, self._limit + (job.seconds or _USUAL_SECONDS))
            except (WorkerLost, OSError) as error:
                self._metrics.job_failures.add("process")
                _log.warning("a bot's worker was lost (%s); the move is thought again", error)
                if worker is not None:
                    await worker.end()
                    worker = None
                continue
            except BotFailed as error:
                self._metrics.job_failures.add("bot")
                _log.error("the bot %s failed: %s", job.bot, error)
                break
            except asyncio.CancelledError:
                if worker is not None:
                    await worker.end()
                raise
            self._metrics.job_seconds.observe(time.monotonic() - began, kind)
            if not thought.done():
                thought.set_result(found)
            return worker
        if not thought.done():
            _log.error("%s has not decided; the move is taken at random", job.bot)
            thought.set_result(Thought(job.legal[Random(job.seed).below(len(job.legal))]))
        return worker


def too_many(kind: Kind, most: int) -> TooMuch:
    """The error for one job too many of a kind."""
    name = {Kind.HINT: "hints", Kind.ANALYSIS: "analyses"}[kind]
    sentence = f"The limit '{name}' is {most} at the same time; wait until one of them is done."
    return TooMuch(name, sentence, _WAIT, code=f"too_many_{name}")
