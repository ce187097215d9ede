"""What may come of an action until three piles are taken or the round is over: so far looks whoever asks for
advice. All of it lies open on the table.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghosts.state import State
from spuk.kernel.game import OVER, Consequence

ROUND_OVER: Final[i64] = 0
FEAR: Final[i64] = 1
MORE_FEAR: Final[i64] = 2
LESS_FEAR: Final[i64] = 3
FEWEST: Final[i64] = 4
KINDS: Final = ("round_over", "fear", "more_fear", "less_fear", "fewest")
"""Their ids; all but the first are about a seat."""


def consequence(number: i64) -> Consequence:
    """What a number of `consequences` stands for."""
    kind: i64 = number & 255
    return Consequence(KINDS[kind], {} if kind == ROUND_OVER else {"seat": int(number >> 8)})


def consequences(before: State, s: State) -> vec[i64]:
    """What has come since: each kind in the low byte of a number, the seat above it.

    Who has taken fear in a round gives none back, so that more fear was taken and less was given back.
    """
    came = vec[i64]()
    if is_over(before, s):
        came = append(came, ROUND_OVER)
    fewest: i64 = s.fear[0]
    for fear in s.fear:
        fewest = min(fewest, fear)
    for seat in range(s.setup.players):
        about: i64 = seat << 8
        more: i64 = s.fear[seat] - before.fear[seat]
        if more > 0:
            came = append(came, FEAR | about)
        if more > 1:
            came = append(came, MORE_FEAR | about)
        if more < 0:
            came = append(came, LESS_FEAR | about)
        if s.fear[seat] == fewest:
            came = append(came, FEWEST | about)
    return came


def is_over(before: State, s: State) -> bool:
    """The round of the position before is over."""
    return s.round != before.round or s.actor == OVER


def taken(before: State, s: State) -> i64:
    """How many piles were taken in the round since; it must not be over."""
    total: i64 = 0
    for seat in range(s.setup.players):
        total += s.gained[seat] - before.gained[seat]
    return total
