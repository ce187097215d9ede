"""Games that are over, judged move by move in the bots' worker processes: for the curve in the replay.

One question at a time, so that a bot at a table never waits for more than one of them. What was found out is
kept for the games looked at last; it can be found out again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from spuk.lab.analyse import Analysis, Order, Task, known_to_the_judge, lay_out, verdict_of
from spuk.web.tables import Table
from spuk.web.thinking import Job, Thinkers

JUDGE: Final = Order(bot="master", seconds=0.2, playouts=1500)
"""Good enough to tell a mistake from chance, quick enough to wait for."""
_KEPT: Final = 40
_AT_ONCE: Final = 1


@dataclass
class Study:
    """A game and how far its moves have been judged."""

    analysis: Analysis
    failed: bool = False

    @property
    def total(self) -> int:
        """How many decisions there are."""
        return len(self.analysis.moves)

    @property
    def done(self) -> int:
        """How many have been judged."""
        return self.analysis.done

    @property
    def ready(self) -> bool:
        """All have."""
        return self.done == self.total


class Studies:
    """The games that are being looked at again."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._found: OrderedDict[tuple[str, int], Study] = OrderedDict()
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._work: set[asyncio.Task[None]] = set()

    def of(self, table: Table) -> Study:
        """The study of a table that is over; begun if nobody has asked for it yet."""
        key = (table.id, len(table.actions))
        study = self._found.get(key)
        if study is None or study.failed:
            analysis, tasks = lay_out(table.record(), JUDGE)
            study = self._found[key] = Study(analysis)
            work = asyncio.create_task(self._judge(study, tasks))
            self._work.add(work)
            work.add_done_callback(self._work.discard)
            while len(self._found) > _KEPT:
                self._found.popitem(last=False)
        self._found.move_to_end(key)
        return study

    async def _judge(self, study: Study, tasks: list[Task]) -> None:
        moves = {move.number: move for move in study.analysis.moves}
        game = study.analysis.record.game
        async with self._at_once:
            for number, state, action, order in tasks:
                seed, known = known_to_the_judge(state, order, number)
                legal = tuple(state.legal())
                job = Job(
                    game, known.text(), order.bot, order.seconds, seed, legal, True, action, order.playouts
                )
                thought = await self._thinkers.think(job)
                if not thought.advice:  # no worker survived it
                    study.failed = True
                    return
                moves[number].verdict = verdict_of(thought.advice, action)

    async def close(self) -> None:
        """Stop thinking."""
        for work in self._work:
            work.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
