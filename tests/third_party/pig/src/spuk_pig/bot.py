"""A bot that a package brings along: it plays any game, and takes the last legal action, as in Pig `hold`."""

from __future__ import annotations

from spuk import State


class Coward:
    """Holds after every roll."""

    name = "coward"

    def choose(self, state: State) -> int:
        """The last legal action."""
        return state.legal()[-1]
