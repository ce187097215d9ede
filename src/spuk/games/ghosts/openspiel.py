"""Ghosts for OpenSpiel: how long it can last, and how hidden hands are redealt."""

from __future__ import annotations

from typing import Final

from spuk.envs.parts import SpielPart
from spuk.games.ghosts.cards import CARDS
from spuk.games.ghosts.resample import redeal
from spuk.games.ghosts.state import State
from spuk.kernel.game import State as KernelState
from spuk.kernel.seeds import Random

ROUND: Final = 4 * int(CARDS)
"""An upper bound per round: each card is drawn and played once, and fewer piles are
taken than cards played.
"""


class GhostsSpiel(SpielPart):
    """Hidden hands."""

    def length(self, start: KernelState) -> int:
        """By the number of rounds."""
        assert isinstance(start, State)
        return ROUND * int(start.setup.rounds)

    def zero_sum(self, reward: str) -> bool:
        """Winners get what the others pay, but the total fear is not fixed."""
        return reward == "win"

    def redeal(self, start: KernelState, actions: list[int], seat: int, random: Random) -> list[int]:
        """Other cards for those the seat did not see."""
        assert isinstance(start, State)
        return redeal(start, actions, seat, random)


SPIEL: Final = GhostsSpiel()
