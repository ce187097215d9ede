"""A position of Ghost Stories: the state that the rules work on, and everything other code asks it."""

from __future__ import annotations

from typing import Any, final

from spuk.games.ghost_stories import invariants, notation, outcome, setup, view
from spuk.games.ghost_stories.mind import MIND
from spuk.games.ghost_stories.options import Setup
from spuk.games.ghost_stories.state import State
from spuk.kernel.game import Mind, Outcome


@final
class Position(State):
    """A `State` for the kernel."""

    def clone(self) -> State:
        return Position(self.setup, self)

    def unpacked(self) -> State:
        return Position(self.setup, None)

    def mind(self) -> Mind:
        return MIND

    def outcome(self) -> Outcome | None:
        return outcome.outcome(self)

    def text(self) -> str:
        return notation.write(self)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return view.view(self, seat)

    def invariants(self) -> list[str]:
        return [str(problem) for problem in invariants.broken(self)]


def new_position(agreed: Setup) -> Position:
    """A new game, waiting for its first chance event."""
    position = Position(agreed, None)
    setup.begin(position)
    return position
