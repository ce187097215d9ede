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
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

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


class Question(NamedTuple):
    """A position somebody wants to be told the worth of every option in."""

    game: str
    position: str
    """As the seat that decides may imagine it."""
    seed: int
    also: int | None = None
    """An option to be judged in any case."""
    playouts: int | None = None
    seconds: float | None = None
    bot: str = "master"

    def line(self) -> bytes:
        """What a worker is told."""
        return json.dumps({**self._asdict(), "advise": True}).encode() + b"\n"


class Opinion(NamedTuple):
    """What a bot thinks of an option: the winning chance it promises, after so many playouts."""

    action: int
    chance: float
    playouts: int


class WorkerLost(Exception):
    """A worker died or hung."""


@dataclass
class _Task:
    """Something for a worker to do."""

    line: bytes
    limit: float
    read: Callable[[Any], Any]
    """Makes the answer of what the worker said; raises at nonsense."""
    answer: asyncio.Future[Any]
    fallback: Callable[[], Any] | None = None
    """What has to do if no worker survives it."""


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

    async def ask(self, task: _Task) -> Any:
        """What the worker answers, checked."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(task.limit):
                self.process.stdin.write(task.line)
                await self.process.stdin.drain()
                answer = await self.process.stdout.readline()
            return task.read(json.loads(answer))
        except (OSError, TimeoutError, ValueError, KeyError, TypeError) as error:
            raise WorkerLost(f"{type(error).__name__} {error}".strip()) from error

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
        self._tasks: asyncio.Queue[_Task] = asyncio.Queue()
        self._crew: list[asyncio.Task[None]] = []

    async def choose(self, job: Job) -> int:
        """The action a bot decides on."""

        def read(said: Any) -> int:
            if said["action"] not in job.legal:
                raise ValueError(f"it answered {said['action']!r}, which is not legal")
            return int(said["action"])

        def any_legal() -> int:
            _log.error("%s: no worker survived this move; it is taken at random", job.bot)
            return job.legal[Random(job.seed).below(len(job.legal))]

        chosen: int = await self._ask(job.line(), job.seconds, read, any_legal)
        return chosen

    async def advise(self, question: Question) -> list[Opinion]:
        """What a bot thinks of the options, the best first; WorkerLost if no worker survives it."""
        found: list[Opinion] = await self._ask(question.line(), question.seconds, _opinions)
        return found

    async def _ask(
        self,
        line: bytes,
        seconds: float | None,
        read: Callable[[Any], Any],
        fallback: Callable[[], Any] | None = None,
    ) -> Any:
        if not self._crew:
            self._crew = [asyncio.create_task(self._work()) for _ in range(self._number)]
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        limit = self._limit + (seconds or _USUAL_SECONDS)
        self._tasks.put_nowait(_Task(line, limit, read, answer, fallback))
        return await answer

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
                task = await self._tasks.get()
                for _ in range(_TRIES):
                    if task.answer.done():
                        break
                    try:
                        worker = worker or await _Worker.start(self._command)
                        found = await worker.ask(task)
                    except (WorkerLost, OSError) as error:
                        _log.warning("a bot's worker was lost (%s); it is thought again", error)
                        if worker is not None:
                            await worker.end()
                            worker = None
                        continue
                    if not task.answer.done():
                        task.answer.set_result(found)
                if not task.answer.done():
                    _give_up(task)
        finally:
            if worker is not None:
                await worker.end()


def _opinions(said: Any) -> list[Opinion]:
    return [Opinion(int(action), float(chance), int(playouts)) for action, chance, playouts in said["advice"]]


def _give_up(task: _Task) -> None:
    if task.fallback is None:
        task.answer.set_exception(WorkerLost("no worker survived this question"))
    else:
        task.answer.set_result(task.fallback())
