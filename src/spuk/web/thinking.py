"""Bots think in processes of their own, so that nobody at any table waits for a search.

Each worker is a `python -m spuk.web.worker` that reads a position per line and answers with an action. It is
given only what its bot's seat knows. One that dies or hangs is replaced, and the move is thought again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from spuk.kernel.seeds import Random, derive
from spuk.web.tables import Table

_TRIES: Final = 3
"""Workers that may be lost over one move; then any legal action has to do."""
_USUAL_SECONDS: Final = 1.0

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

    @classmethod
    def of(cls, table: Table, seat: int) -> Job:
        """The decision of the bot at this seat; it would think the same after a restart."""
        assert table.state is not None
        number = len(table.actions)
        imagined = table.state.imagine(seat, Random(derive(table.seed, "imagine", seat, number)))
        chair = table.seats[seat]
        seconds = chair.seconds if chair.bot == "master" else None
        seed = derive(table.seed, "bot", seat, number)
        return cls(table.game, imagined.text(), str(chair.bot), seconds, seed, tuple(table.state.legal()))

    def line(self) -> bytes:
        """What a worker is told."""
        told = {name: getattr(self, name) for name in ("game", "position", "bot", "seconds", "seed")}
        return json.dumps(told).encode() + b"\n"


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

    async def ask(self, job: Job, limit: float) -> int:
        """The action the worker chooses."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(limit):
                self.process.stdin.write(job.line())
                await self.process.stdin.drain()
                answer = await self.process.stdout.readline()
            action = json.loads(answer)["action"]
        except (OSError, TimeoutError, ValueError, KeyError) as error:
            raise WorkerLost(f"{type(error).__name__} {error}".strip()) from error
        if action not in job.legal:
            raise WorkerLost(f"it answered {action!r}, which is not legal")
        return int(action)

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Thinkers:
    """A few worker processes and the jobs that wait for one of them."""

    def __init__(self, processes: int, limit: float, command: tuple[str, ...] = ()) -> None:
        self._limit = limit
        self._command = command or (sys.executable, "-m", "spuk.web.worker")
        self._number = processes or max(1, (os.cpu_count() or 2) - 1)
        self._jobs: asyncio.Queue[tuple[Job, asyncio.Future[int]]] = asyncio.Queue()
        self._crew: list[asyncio.Task[None]] = []

    async def choose(self, job: Job) -> int:
        """The action a bot decides on."""
        if not self._crew:
            self._crew = [asyncio.create_task(self._work()) for _ in range(self._number)]
        chosen: asyncio.Future[int] = asyncio.get_running_loop().create_future()
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
                        action = await worker.ask(job, self._limit + (job.seconds or _USUAL_SECONDS))
                    except (WorkerLost, OSError) as error:
                        _log.warning("a bot's worker was lost (%s); the move is thought again", error)
                        if worker is not None:
                            await worker.end()
                            worker = None
                        continue
                    if not chosen.done():
                        chosen.set_result(action)
                if not chosen.done():
                    _log.error("%s: no worker survived this move; it is taken at random", job.bot)
                    chosen.set_result(job.legal[Random(job.seed).below(len(job.legal))])
        finally:
            if worker is not None:
                await worker.end()
