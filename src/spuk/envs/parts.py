"""What a game pack may offer the environments besides its encoder. Without them, a
game gets plain defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from spuk.kernel.game import State
from spuk.kernel.seeds import Random

if TYPE_CHECKING:
    from spuk.envs.canvas import Picture

View = Mapping[str, Any]
"""What `State.view` tells."""
Painter = Callable[[View], "Picture"]
"""The part `picture`: a view as an image. It sees nothing else, so it cannot show anything hidden."""


class SpielPart:
    """The part `openspiel`: what OpenSpiel needs beyond the engine. These defaults are safe for any game."""

    def length(self, start: State) -> int | None:
        """The most decisions a game from this start can have, and the most chance events; None: unknown."""
        return None

    def zero_sum(self, reward: str) -> bool:
        """Whether the rewards of all seats add up to 0."""
        return False

    def redeal(self, start: State, actions: list[int], seat: int, random: Random) -> list[int]:
        """The actions of another game that this seat cannot tell from the given one.

        In a game that hides nothing there is no other one, and this is not called.
        """
        raise NotImplementedError(
            f"{start.game_id()} has hidden cards, but its pack cannot deal them again: "
            "its part `openspiel` has no `redeal`"
        )
