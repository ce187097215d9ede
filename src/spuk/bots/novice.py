"""The bot that plays anything sensible."""

from __future__ import annotations

from typing import final

from spuk.kernel.game import State
from spuk.kernel.seeds import seeded


@final
class Novice:
    """Chooses among the options that are not obviously bad, all equally likely."""

    name = "novice"

    def __init__(self, seed: object = 0) -> None:
        self._random = seeded(seed)

    def choose(self, state: State) -> int:
        """One of the sensible actions."""
        options = state.mind().sensible(state)
        return int(options[self._random.below(len(options))])
