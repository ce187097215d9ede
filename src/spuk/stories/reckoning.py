"""What a player reckons before he decides: who could banish which ghost, by when, in how many tries."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.stories import symbols
from spuk.stories.board import DANCE_OF_THE_SPIRES, LINES, NO_COLOR, STRENGTH_OF_A_MOUNTAIN
from spuk.stories.cards import ABILITIES, COLOR, DICE_IMMUNE, HAUNTER, LOCK_TAO, RESISTANCE
from spuk.stories.dice import free_dice, white_is_wild
from spuk.stories.exorcism import exorcisable
from spuk.stories.state import State

MOST_TRIES: Final = 8.0


def _binomial_tail(dice: int, need: int, chance: float) -> float:
    """At least `need` hits with so many dice."""
    if need <= 0:
        return 1.0
    if dice == 0:
        return 0.0
    miss = _binomial_tail(dice - 1, need, chance)
    return chance * _binomial_tail(dice - 1, need - 1, chance) + (1.0 - chance) * miss


# The chance of `need` symbols with `dice` dice, flat: 9 * dice + need; with white wild, and without.
_WITH_WHITE: Final[vec[float]] = vec[float](
    [_binomial_tail(dice, need, 1 / 3) for dice in range(5) for need in range(9)]
)
_WITHOUT_WHITE: Final[vec[float]] = vec[float](
    [_binomial_tail(dice, need, 1 / 6) for dice in range(5) for need in range(9)]
)
_NEAR: Final[vec[i64]] = vec[i64](
    [int(abs(a // 3 - b // 3) <= 1 and abs(a % 3 - b % 3) <= 1) for a in range(9) for b in range(9)]
)
"""Whether a Taoist on the first place can be on the second after his move, flat: 9 * first + second."""
_totals = [0] + [int(symbols.total(RESISTANCE[card])) for card in range(1, 66)]
TOTAL: Final[vec[i64]] = vec[i64](_totals)
"""Symbols in the resistance of each card."""
_NO_SHOTS: Final[vec[float]] = vec[float]([0.0] * 36)


@final
class Aim:
    """Who could banish what: filled ghost by ghost."""

    def __init__(self) -> None:
        self.shots = _NO_SHOTS[:]
        """Ghosts that a Taoist may expect to banish in his next turn, flat: 9 * turns to wait + place."""
        self.anybody: float = 0.0
        """For the ghost looked at last: the chance of whoever is best, wherever he stands."""
        self.together: float = 0.0
        """… and with all tokens together."""

    def cover(self, s: State, space: i64, deadline: i64) -> float:
        """The best chance that a Taoist who acts before the deadline banishes this ghost in his next turn."""
        self.anybody = 0.0
        self.together = 0.0
        if not exorcisable(s, space):
            return 0.0
        card: i64 = s.ghosts[space]
        needed: i64 = need(s, space)
        immune: bool = ABILITIES[card] & DICE_IMMUNE != 0
        free: i64 = 0 if immune else free_dice(s)
        short: i64 = needed
        best: float = 0.0
        for board in range(4):
            if s.living(board):
                tokens: i64 = _helpful_tao(s, board, card)
                short -= tokens
                grey: bool = not immune and s.has_power(board, STRENGTH_OF_A_MOUNTAIN)
                chance: float = _hit(s, free + 1 if grey else free, needed - tokens)
                self.anybody = max(self.anybody, chance)
                turns: i64 = (board - s.active) & 3
                if turns < deadline and in_reach(s, board, LINES[3 * space]):
                    best = max(best, chance)
                    self.shots[9 * turns + LINES[3 * space]] += chance
        self.together = _hit(s, free, short)
        return best

    def best_shot(self, turns: i64) -> float:
        """Ghosts that the Taoist who waits so many turns may expect to banish; two at a corner."""
        best: float = 0.0
        for place in range(9):
            best = max(best, self.shots[9 * turns + place])
        return best


def wait(s: State, board: i64) -> i64:
    """Turns until the board's next Yin phase: 1 … 4 (its own is over or under way now)."""
    turns: i64 = (board - s.active) & 3
    return turns if turns > 0 else 4


def deadline(s: State, space: i64) -> i64:
    """Turns until a haunter haunts; the longest there is for other ghosts."""
    if not ABILITIES[s.ghosts[space]] & HAUNTER:
        return 8
    turns: i64 = wait(s, space // 3)
    return turns if (s.stones >> space) & 1 else turns + 4


def tries(chance: float) -> float:
    """How often one has to try, with that chance."""
    return MOST_TRIES if chance * MOST_TRIES <= 1.0 else 1.0 / chance


def need(s: State, space: i64) -> i64:
    """Symbols, after Circle of Prayer and Mantra."""
    card: i64 = s.ghosts[space]
    symbols_left: i64 = TOTAL[card]
    if s.circle != NO_COLOR and symbols.of(RESISTANCE[card], s.circle) > 0:
        symbols_left -= 1
    return symbols_left - 1 if s.mantra == space else symbols_left


def in_reach(s: State, board: i64, place: i64) -> bool:
    """The Taoist of this board can be at the place after his move."""
    return _NEAR[9 * s.at[board] + place] == 1 or s.has_power(board, DANCE_OF_THE_SPIRES)


def _hit(s: State, dice: i64, short: i64) -> float:
    if short <= 0:
        return 1.0
    return _WITH_WHITE[9 * dice + short] if white_is_wild(s) else _WITHOUT_WHITE[9 * dice + short]


def _helpful_tao(s: State, board: i64, card: i64) -> i64:
    """Tokens of the board's Taoist that meet this ghost's resistance."""
    if s.abilities & LOCK_TAO:
        return 0
    resistance: i64 = RESISTANCE[card]
    color: i64 = COLOR[card]
    if symbols.of(resistance, color) == TOTAL[card]:
        return s.tao[5 * board + color]
    met: i64 = 0
    for other in range(5):
        met += min(symbols.of(resistance, other), s.tao[5 * board + other])
    return met
