"""Winning chances from the fear on the table: fitted to played games (docs/lab/bots-ghosts.md)."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghosts.cards import CARDS, MIST, count
from spuk.games.ghosts.rounds import MOST_GIVEN_BACK
from spuk.games.ghosts.state import ENDED, GIVE_BACK, PLAY, REFILL, State
from spuk.games.ghosts.weights import MIST_WORTH, ONE_WORTH, PACE, SLOPE

END: Final = 0.003
"""Rounds added to those left, so that nothing is certain before the end."""
_LEAST: Final = 1e-6


def part_left(s: State) -> float:
    """The share of the round's cards that are still to be played."""
    if s.phase == PLAY or s.phase == REFILL:
        return float(CARDS - i64(len(s.trick)) - i64(len(s.out))) / float(CARDS)
    return 0.0 if s.phase == GIVE_BACK else 1.0


def _slope(s: State) -> float:
    players: i64 = s.setup.players
    return SLOPE[players] / math.sqrt(float(s.setup.rounds - s.round) + part_left(s) + END)


def weights(s: State) -> vec[float]:
    """The relative winning chance of each seat."""
    players: i64 = s.setup.players
    left = part_left(s)
    hope = math.exp(-PACE[players] * left)
    slope = _slope(s)
    fears = vec[float]()
    fewest: float = 1e9
    for seat in range(players):
        fear = float(s.fear[seat])
        if s.gained[seat] == 0 and not (s.phase == GIVE_BACK and seat < s.seat):
            fear -= hope * float(min(MOST_GIVEN_BACK, s.fear[seat]))
        fears = append(fears, fear)
        fewest = min(fewest, fear)
    for seat in range(players):
        fears[seat] = _LEAST + math.exp(slope * (fewest - fears[seat]))
    return fears


def add_hands(s: State, likely: vec[float]) -> None:
    """Weights that take all hands into account, for imagined positions."""
    slope = _slope(s)
    for seat in range(s.setup.players):
        hand: i64 = s.hands[seat]
        ones: i64 = 0
        for group in range(6):
            ones += count(hand, 3 * group)
        likely[seat] *= math.exp(
            slope
            * (
                MIST_WORTH[s.setup.players] * float(count(hand, MIST))
                + ONE_WORTH[s.setup.players] * float(ones)
            )
        )


def chance(s: State, seat: i64) -> float:
    """The winning chance of a seat in a position with all hands; exact when the game is over (GH-4.3)."""
    likely = weights(s)
    if s.phase == PLAY:
        add_hands(s, likely)
    return _chance(s, likely, seat)


def chance_from_fear(s: State, seat: i64) -> float:
    """The same, from public information."""
    return _chance(s, weights(s), seat)


def _chance(s: State, likely: vec[float], seat: i64) -> float:
    if s.phase == ENDED:
        return _share(s, seat)
    total: float = 0.0
    for other in range(s.setup.players):
        total += likely[other]
    return likely[seat] / total


def _share(s: State, seat: i64) -> float:
    """Those with the fewest fear share the win."""
    winners: i64 = 0
    for other in range(s.setup.players):
        if s.fear[other] < s.fear[seat]:
            return 0.0
        if s.fear[other] == s.fear[seat]:
            winners += 1
    return 1.0 / float(winners)
