"""Ghosts as numbers, as one seat sees it: other hands and the pile are never included.

Seats are counted from the viewer: 0 is the viewer, 1 the next seat clockwise.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from spuk.envs.core.encoder import Encoder
from spuk.envs.core.features import Features
from spuk.games.ghosts.actions import SPACE
from spuk.games.ghosts.cards import (
    CARDS,
    FAMILIES,
    HAND,
    HIGHEST_LEVEL,
    KINDS,
    MIST,
    NO_FAMILY,
    count,
    kind_text,
)
from spuk.games.ghosts.options import ALLOWED
from spuk.games.ghosts.state import ID, PHASES, State
from spuk.kernel.game import Outcome
from spuk.kernel.game import State as KernelState

FEATURES: Final = Features()

_block = FEATURES.block
_seats = range(6)
_kinds = [kind_text(kind) for kind in range(KINDS)]
_MOST: Final[i64] = 255
_most = 255

_PLAYERS: Final[i64] = _block("players", "how many play", sorted(ALLOWED["players"]))
_STARTING_FEAR: Final[i64] = _block("starting_fear", "fear that everyone begins with", high=_most)
_ROUNDS_LEFT: Final[i64] = _block("rounds_left", "rounds after this one", high=max(ALLOWED["rounds"]))
_PHASE: Final[i64] = _block("phase", "the phase of the round", PHASES)
_TURN: Final[i64] = _block("turn", "whose turn it is", _seats)
_STARTER: Final[i64] = _block("starter", "who began the round", _seats)
_CLOCKWISE: Final[i64] = _block("clockwise", "the direction of play is clockwise")
_LEVEL: Final[i64] = _block("level", "the level of the trick", range(HIGHEST_LEVEL + 1))
_FAMILY: Final[i64] = _block("family", "the family on top of the trick, if any", FAMILIES)
_HAND_OF: Final[i64] = _block("hand", "own cards of each kind", _kinds, high=int(HAND))
_TRICK: Final[i64] = _block("trick", "cards of each kind in this trick", _kinds, high=6)
_ASIDE: Final[i64] = _block("aside", "cards of each kind in the round’s earlier tricks", _kinds, high=6)
_PILE: Final[i64] = _block("pile", "cards left in the draw pile", high=int(CARDS))
_HOLDS: Final[i64] = _block("cards", "cards in the hand of each seat", _seats, high=int(HAND))
_KNOWN: Final[i64] = _block("known_mist", "cards everyone knows to be mist", _seats, high=int(HAND))
_FEAR: Final[i64] = _block("fear", "fear of each seat", _seats, high=_most)
_GAINED: Final[i64] = _block("gained", "fear taken in this round", _seats, high=_most)

SHAPE: Final = 10.0
"""In `shaped` rewards, a lead of this much fear is worth as much as a win."""
_MOST_TRICKS: Final = 54
"""A pile that can be taken contains a ghost, so there are at most this many per round."""


@final
class GhostsEncoder(Encoder):
    """The card game, with hidden hands."""

    def __init__(self) -> None:
        super().__init__(ID, FEATURES, len(SPACE))

    def write_fixed(self, state: KernelState, mark: u8, out: vec[u8], first: i64) -> None:
        """How many play, and by which edition."""
        assert isinstance(state, State)
        out[first + _PLAYERS + state.setup.players - 2] = mark
        out[first + _STARTING_FEAR] = u8(min(_MOST, state.setup.starting_fear)) * mark

    def write(self, state: KernelState, seat: i64, out: vec[u8], first: i64) -> None:
        """The table and the viewer's hand."""
        assert isinstance(state, State)
        _write_table(state, seat, out, first)
        _write_cards(state, seat, out, first)
        _write_seats(state, seat, out, first)

    def potential(self, state: KernelState, seat: i64) -> float:
        """The lead: how much more fear the others have on average."""
        assert isinstance(state, State)
        total: i64 = 0
        for other in range(state.setup.players):
            total += state.fear[other]
        fear: i64 = state.fear[seat]
        return (float(total - fear) / float(state.setup.players - 1) - float(fear)) / SHAPE

    def score(self, outcome: Outcome, seat: i64) -> float:
        """Fear, taken off."""
        return -float(outcome.scores[seat])

    def bounds(self, start: KernelState, kind: str) -> tuple[float, float]:
        """A win takes one point from each of the others."""
        assert isinstance(start, State)
        if kind == "score":
            return -float(start.setup.starting_fear + _MOST_TRICKS * start.setup.rounds), 0.0
        return -1.0, float(start.setup.players - 1)


def _write_table(s: State, seat: i64, out: vec[u8], first: i64) -> None:
    out[first + _ROUNDS_LEFT] = u8(s.setup.rounds - s.round)
    out[first + _PHASE + s.phase] = 1
    out[first + _TURN + s.seat_after(s.seat, -seat)] = 1
    out[first + _STARTER + s.seat_after(s.starter, -seat)] = 1
    if s.direction == 1:
        out[first + _CLOCKWISE] = 1
    out[first + _LEVEL + s.level] = 1
    if s.family != NO_FAMILY:
        out[first + _FAMILY + s.family] = 1


def _write_cards(s: State, seat: i64, out: vec[u8], first: i64) -> None:
    hand: i64 = s.hands[seat]
    for kind in range(MIST + 1):
        out[first + _HAND_OF + kind] = u8(count(hand, kind))
    for kind in s.trick:
        out[first + _TRICK + kind] += 1
    for kind in s.out:
        out[first + _ASIDE + kind] += 1
    out[first + _PILE] = u8(i64(len(s.pile)))


def _write_seats(s: State, seat: i64, out: vec[u8], first: i64) -> None:
    for place in range(s.setup.players):
        other: i64 = s.seat_after(seat, place)
        at: i64 = first + place
        out[at + _HOLDS] = u8(s.hand_size(other))
        out[at + _KNOWN] = u8(s.known_mist[other])
        out[at + _FEAR] = u8(min(_MOST, s.fear[other]))
        out[at + _GAINED] = u8(min(_MOST, s.gained[other]))


ENCODER: Final = GhostsEncoder()
