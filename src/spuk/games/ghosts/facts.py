"""What is worth counting in a finished game of Ghosts (for the laboratory)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypedDict, cast, get_type_hints

from spuk.games.ghosts.outcome import REASON
from spuk.games.ghosts.state import State
from spuk.kernel.game import State as KernelState


class Facts(TypedDict):
    """The columns of one game."""

    fear: list[int]
    """Of each seat, after the last round; the fewest wins (GH-4.3)."""
    margin: int
    """How much more fear the best of the others has; 0 when a win is shared."""


COLUMNS: Final[dict[str, Any]] = get_type_hints(Facts)


def facts(state: KernelState) -> Facts:
    """The facts of a game that is over."""
    fear = [int(points) for points in cast(State, state).fear]
    best, second = sorted(fear)[:2]
    return {"fear": fear, "margin": second - best}


def plausible(values: Mapping[str, Any], seats: int) -> bool:
    """Whether these could be the facts and the end of a game: there is a winner, and
    every seat has its fear.
    """
    ended = values["won"] and (values["reason"], values["rule"]) == REASON
    return ended and len(values["fear"]) == seats and len(values["winners"]) > 0
