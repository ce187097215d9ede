"""When a bot answers. In games with hidden hands, the moment says nothing about how long it thought.

A forced play is found at once, a clear one early, and a hard one a few milliseconds after its time. Anyone
who could measure that would learn about the hand. So each answer waits for the end of its thinking time, and
then for the next of a few fixed moments.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import spuk
from spuk.bots.master import DEFAULT_SECONDS

_STEP: Final = 0.05
"""Seconds between two moments. A bot exceeds its thinking time by less than that; without a time limit, it
needs less in total.
"""


class Pace(NamedTuple):
    """The least time a bot takes."""

    seconds: float
    step: float = _STEP

    @classmethod
    def of(cls, game: str, bot: str, seconds: float | None) -> Pace | None:
        """The pace of a bot with this thinking time; None if the game hides nothing."""
        if not spuk.game(game).hides():
            return None
        if not spuk.bot_kind(bot).thinks:
            return cls(0.0)
        return cls(DEFAULT_SECONDS if seconds is None else seconds)

    def wait(self, thought: float) -> float:
        """How long to wait after this many seconds of thinking."""
        over = max(0.0, thought - self.seconds)
        return self.seconds + self.step * (math.floor(over / self.step) + 1) - thought
