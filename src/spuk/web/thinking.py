"""Bots think in processes of their own, so that nobody at any table waits for a search.

Each worker is a `python -m spuk.web.worker` that reads a position per line and answers with an action. It is
given only what its bot's seat knows. One that dies or hangs is replaced, and the move is thought again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from spuk.bots.advice import Advice
from spuk.kernel.seeds import Random, derive
from spuk.lab.cores import cores
from spuk.web.pace import Pace
from spuk.web.tables import Table

_TRIES: Final = 3
"""Workers that may be lost over one move; then any legal action has to do."""
_USUAL_SECONDS: Final = 1.0
_ADVISER: Final = "master"
_TOLD: Final = ("game", "position", "bot", "seconds", "seed", "advice", "also", "playouts", "pace")

_log = logging.getLogger(__name__)


class Job(NamedTuple):
    """A decision a bot has to take."""

    game: str
    position: str
    """As the bot's seat may imagine it."""
    bot: str
    seconds: float | None
    seed: int
    legal: tuple[int, ...]
    """Known to us, never sent: any of these will do if all workers fail."""
    advice: bool = False
    """Not only the choice is wanted, but what was thought of all options."""
    also: int | None = None
    """An option to be thought about in any case."""
    playouts: int | None = None
    """How many games are played on at most."""
    pace: Pace | None = None
    """When the answer may be given; None: as soon as it is found."""

    @classmethod
    def of(cls, table: Table, seat: int) -> Job:
        """The decision of the bot at this seat; it would think the same after a restart."""
        assert table.state is not None
        number = len(table.actions)
        imagined = table.state.imagine(seat, Random(derive(table.seed, "imagine", seat, number)))
        chair = table.seats[seat]
        seconds = chair.seconds if chair.bot == "master" else None
        seed = derive(table.seed, "bot", seat, number)
        return cls(
            table.game,
            imagined.text(),
            str(chair.bot),
            seconds,
            seed,
            tuple(table.state.legal()),
            pace=Pace.of(table.game, str(chair.bot), seconds),
        )

    @classmethod
    def hint(cls, table: Table, seat: int, seconds: float) -> Job:
        """What a master would do at this seat; he knows no more than the seat does."""
        job = cls.of(table, seat)
        return job._replace(bot=_ADVISER, seconds=seconds, advice=True, pace=None)

    def line(self) -> bytes:
        """What a worker is told."""
        told = {name: getattr(self, name) for name in _TOLD}
        return json.dumps(told).encode() + b"\n"


class Thought(NamedTuple):
    """What came of a job."""

    action: int
    advice: Sequence[Advice] = ()
    """All options that were thought about, the best first; only if that was wanted."""


class WorkerLost(Exception):
    """A worker died or hung."""


@dataclass
class _Worker:
    """One process."""

    process: asyncio.subprocess.Process

    @classmethod
    async def start(cls, command: tuple[str, ...]) -> _Worker:
        pipe = asyncio.subprocess.PIPE
        # A session of their own: Ctrl-C in the terminal is for the server.
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, start_new_session=True
        )
        return cls(process)

    async def ask(self, job: Job, limit: float) -> Thought:
        """What the worker chooses, and thinks."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(limit):
                self.process.stdin.write(job.line())
                await self.process.stdin.drain()
                answer = await self.process.stdout.readline()
            told = json.loads(answer)
            action = told["action"]
        except (OSError, TimeoutError, ValueError, KeyError) as error:
            raise WorkerLost(f"{type(error).__name__} {error}".strip()) from error
        if action not in job.legal:
            raise WorkerLost(f"it answered {action!r}, which is not legal")
        return Thought(int(action), [Advice(*entry) for entry in told.get("advice", ())])

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Thinkers:
    """A few worker processes and the jobs that wait for one of them."""

    def __init__(self, processes: int, limit: float, command: tuple[str, ...] = ()) -> None:
        self._limit = limit
        self._command = command or (sys.executable, "-m", "spuk.web.worker")
        self._number = processes or max(1, cores() - 1)
        self._jobs: asyncio.Queue[tuple[Job, asyncio.Future[Thought]]] = asyncio.Queue()
        self._crew: list[asyncio.Task[None]] = []

    async def choose(self, job: Job) -> int:
        """The action a bot decides on."""
        return (await self.think(job)).action

    async def think(self, job: Job) -> Thought:
        """What a bot decides on, and what it thought if the job wants that."""
        if not self._crew:
            self._crew = [asyncio.create_task(self._work()) for _ in range(self._number)]
        chosen: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((job, chosen))
        return await chosen

    async def close(self) -> None:
        """End all workers."""
        for task in self._crew:
            task.cancel()
        await asyncio.gather(*self._crew, return_exceptions=True)
        self._crew = []

    async def _work(self) -> None:
        worker: _Worker | None = None
        try:
            while True:
                job, chosen = await self._jobs.get()
                for _ in range(_TRIES):
                    if chosen.done():
                        break
                    try:
                        worker = worker or await _Worker.start(self._command)
                        thought = await worker.ask(job, self._limit + (job.seconds or _USUAL_SECONDS))
                    except (WorkerLost, OSError) as error:
                        _log.warning("a bot's worker was lost (%s); the move is thought again", error)
                        if worker is not None:
                            await worker.end()
                            worker = None
                        continue
                    if not chosen.done():
                        chosen.set_result(thought)
                if not chosen.done():
                    _log.error("%s: no worker survived this move; it is taken at random", job.bot)
                    chosen.set_result(Thought(job.legal[Random(job.seed).below(len(job.legal))]))
        finally:
            if worker is not None:
                await worker.end()
