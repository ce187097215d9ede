"""The bot that plays anything legal."""

from __future__ import annotations

from typing import final

from spuk.kernel.game import State
from spuk.kernel.seeds import seeded


@final
class RandomBot:
    """Every legal action is as likely as any other."""

    name = "random"

    def __init__(self, seed: object = 0) -> None:
        self._random = seeded(seed)

    def choose(self, state: State) -> int:
        """One of the legal actions."""
        options = state.legal()
        return options[self._random.below(len(options))]
