"""Ghost Stories for OpenSpiel."""

from __future__ import annotations

from typing import Final

from spuk.envs.parts import SpielPart
from spuk.kernel.game import State

LENGTH: Final = 5000
"""Upper bounds for decisions and for dice and cards in a game."""


class StoriesSpiel(SpielPart):
    """Nothing is hidden, everyone wins or loses."""

    def length(self, start: State) -> int:
        """The same for all tables."""
        return LENGTH


SPIEL: Final = StoriesSpiel()
