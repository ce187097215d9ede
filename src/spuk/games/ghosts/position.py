"""A position of Ghosts: the state that the rules work on, and everything other code asks it."""

from __future__ import annotations

from typing import Any, Final, final

from spuk.games.ghosts import invariants, knowledge, notation, outcome, rounds, tricks, view
from spuk.games.ghosts.mind import MIND
from spuk.games.ghosts.options import Setup
from spuk.games.ghosts.state import State
from spuk.kernel.game import Event, Mind, Outcome
from spuk.kernel.seeds import as_random

ROOMS: Final = (rounds, tricks)
"""The modules of the rules. Importing them registers their phases."""


@final
class Position(State):
    """A `State` for the kernel. `view` and `imagine` are what a seat may know about it."""

    def clone(self) -> State:
        return Position(self.setup, self)

    def mind(self) -> Mind:
        return MIND

    def outcome(self) -> Outcome | None:
        return outcome.outcome(self)

    def text(self) -> str:
        return notation.write(self)

    def known_text(self, seat: int | None) -> str:
        self.check_seat(seat)
        return notation.write_known(self, seat)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return view.view(self, seat)

    def imagine(self, seat: int, random: object) -> State:
        self.check_seat(seat)
        return knowledge.imagine(self, seat, as_random(random))

    def reveals(self, action: int, seat: int | None) -> bool:
        return knowledge.reveals(self, seat)

    def redact(self, event: Event, seat: int | None) -> Event:
        return knowledge.redact(event, seat)

    def invariants(self) -> list[str]:
        return [str(problem) for problem in invariants.broken(self)]


def new_position(setup: Setup) -> Position:
    """A new game (GH-1.2, GH-2), waiting for its first chance event."""
    position = Position(setup, None)
    position.settle()
    return position
