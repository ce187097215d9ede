"""Finished games analysed move by move in the bots' worker processes, for the graph in the replay.

Each person has one question at a time, after everything that people at tables wait for. An analysis stops
when nobody asks for it any more and continues from there when someone does. Results of the latest games are
kept.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Final

from spuk.lab.analyse import Analysis, Order, Task, known_to_the_judge, lay_out, verdict_of
from spuk.server.bot_workers import Job, Workers, too_many
from spuk.server.scheduler import Kind
from spuk.table import bots
from spuk.table.table import Table

JUDGE: Final = Order(bot=bots.STRONGEST, seconds=0.2, playouts=1500)
"""Enough to tell a mistake from luck, and quick enough to wait for."""
_KEPT: Final = 40
_PER_PERSON: Final = 3
"""How many games one person may have analysed at the same time."""
_PATIENCE: Final = 30.0
"""Seconds without a request after which nobody seems to be waiting: the page asks every second."""


@dataclass(eq=False)
class Study:
    """A game and how far its moves have been analysed."""

    analysis: Analysis
    left: deque[Task] = field(default_factory=deque)
    """What is still to be analysed."""
    failed: bool = False
    owner: str = ""
    """For whom it is done."""
    asked_at: float = 0.0
    work: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether it is in progress."""
        return self.work is not None and not self.work.done()

    @property
    def total(self) -> int:
        """The number of decisions."""
        return len(self.analysis.moves)

    @property
    def done(self) -> int:
        """How many have been analysed."""
        return self.analysis.done

    @property
    def ready(self) -> bool:
        """All have."""
        return self.done == self.total


class Studies:
    """The games that people are looking at."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._found: OrderedDict[tuple[str, int], Study] = OrderedDict()
        self._running: set[Study] = set()

    def knows(self, table: Table) -> bool:
        """Whether someone has asked for this game lately."""
        return _key(table) in self._found

    def of(self, table: Table, owner: str) -> Study:
        """The analysis of a finished table, started or continued for this owner.

        Raises `TooMuch` if the owner has too many games being analysed already.
        """
        study = self._found.get(_key(table))
        if study is None or not (study.ready or study.running):
            self._check(owner)
        if study is None or study.failed:
            analysis, tasks = lay_out(table.record(), JUDGE)
            study = self._found[_key(table)] = Study(analysis, deque(tasks))
            while len(self._found) > _KEPT:
                self._found.popitem(last=False)
        study.asked_at = time.monotonic()
        self._found.move_to_end(_key(table))
        if study.left and not study.running:
            self._go_on(study, owner)
        return study

    def _check(self, owner: str) -> None:
        if sum(study.owner == owner for study in self._running) >= _PER_PERSON:
            raise too_many(Kind.ANALYSIS, _PER_PERSON)

    def _go_on(self, study: Study, owner: str) -> None:
        study.owner = owner
        study.work = asyncio.create_task(self._judge(study))
        self._running.add(study)
        study.work.add_done_callback(lambda _: self._running.discard(study))

    async def _judge(self, study: Study) -> None:
        moves = {move.number: move for move in study.analysis.moves}
        while study.left and time.monotonic() - study.asked_at < _PATIENCE:
            task = study.left[0]
            thought = await self._workers.think(_job(study, task))
            if not thought.advice:  # no worker survived it
                study.failed = True
                return
            moves[task.number].verdict = verdict_of(thought.advice, task.action)
            study.left.popleft()

    async def close(self) -> None:
        """Stop thinking."""
        running = [study.work for study in self._running if study.work is not None]
        for work in running:
            work.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def _key(table: Table) -> tuple[str, int]:
    return table.id, len(table.actions)


def _job(study: Study, task: Task) -> Job:
    number, state, action, order = task
    seed, known = known_to_the_judge(state, order, number)
    return Job(
        study.analysis.record.game,
        known.text(),
        order.bot,
        order.seconds,
        seed,
        tuple(state.legal()),
        advice=True,
        also=action,
        playouts=order.playouts,
        owner=study.owner,
        kind=Kind.ANALYSIS,
    )
