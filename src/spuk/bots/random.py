"""The companion that plays anything legal."""

from __future__ import annotations

from typing import final

from spuk.kernel.game import State
from spuk.kernel.seeds import Random


@final
class RandomBot:
    """Every legal action is as likely as any other."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, state: State) -> int:
        """One of the legal actions."""
        options = state.legal()
        return options[self._random.below(len(options))]
