"""A new table (GH-1.2, GH-2)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghosts import rounds, tricks
from spuk.games.ghosts.cards import NO_FAMILY
from spuk.games.ghosts.options import Setup
from spuk.games.ghosts.state import CHOOSE_STARTER, State
from spuk.kernel.game import CHANCE

ROOMS: Final = (rounds, tricks)
"""The rooms of the rules; importing them registers what their phases do."""


def empty_state(setup: Setup) -> State:
    """A table before the first round."""
    players = int(setup.players)
    return State(
        setup=setup,
        hands=vec[i64]([0] * players),
        fear=vec[i64]([setup.starting_fear] * players),
        gained=vec[i64]([0] * players),
        known_mist=vec[i64]([0] * players),
        trick=vec[i64](),
        pile=rounds.FULL_PILE,
        out=vec[i64](),
        options=vec[i64](),
        actor=CHANCE,
        phase=CHOOSE_STARTER,
        seat=0,
        level=0,
        family=NO_FAMILY,
        direction=1,
        round=1,
        starter=0,
    )


def new_state(setup: Setup) -> State:
    """A new game, waiting for its first chance event."""
    s = empty_state(setup)
    s.settle()
    return s
