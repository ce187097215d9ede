"""What a player reckons before he decides: who could banish which ghost, by when, in how many tries."""

from __future__ import annotations

import math
from itertools import combinations_with_replacement
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.stories import symbols
from spuk.stories.bill import needed
from spuk.stories.board import (
    BOTTOMLESS_POCKETS,
    DANCE_OF_THE_SPIRES,
    ENFEEBLEMENT_MANTRA,
    GODS_FAVORITE,
    LINES,
    NO_COLOR,
    SECOND_WIND,
    STRENGTH_OF_A_MOUNTAIN,
    WHITE,
)
from spuk.stories.cards import (
    ABILITIES,
    COLOR,
    DICE_IMMUNE,
    HAUNTER,
    LAST_GHOST,
    LOCK_TAO,
    MANY_COLORED,
    RESISTANCE,
)
from spuk.stories.dice import free_dice, white_is_wild
from spuk.stories.exorcism import exorcisable
from spuk.stories.state import AFTER_MOVE, YIN, State

MOST_TRIES: Final = 8.0


def _binomial_tail(dice: int, need: int, chance: float) -> float:
    """At least `need` hits with so many dice."""
    if need <= 0:
        return 1.0
    if dice == 0:
        return 0.0
    miss = _binomial_tail(dice - 1, need, chance)
    return chance * _binomial_tail(dice - 1, need - 1, chance) + (1.0 - chance) * miss


# The chance of `need` symbols of one colour with `dice` dice, flat: 45 * kind + 9 * dice + need.
# Kinds: white is no symbol, white is wild; the same two where misses may be rolled again.
_SIDE: Final = (1 / 6, 1 / 3, 11 / 36, 5 / 9)
_ONE_COLOR: Final[vec[float]] = vec[float](
    [_binomial_tail(dice, need, side) for side in _SIDE for dice in range(5) for need in range(9)]
)


def _shows(faces: tuple[int, ...], twos: int, ones: int, spare: int) -> bool:
    """Dice show two symbols of each of the first colours, one of each of the next, but for some to spare."""
    short = sum(max(0, 2 - faces.count(color)) for color in range(twos))
    short += sum(faces.count(color) == 0 for color in range(twos, twos + ones))
    return short <= spare


def _all_colors(wild: bool, spared: int, dice: int, twos: int, ones: int) -> float:
    if 2 * twos + ones > dice + spared:
        return 0.0
    shown = 0
    for roll in combinations_with_replacement(range(6), dice):
        if _shows(roll, twos, ones, spared + (roll.count(WHITE) if wild else 0)):
            shown += math.factorial(dice) // math.prod(math.factorial(roll.count(face)) for face in range(6))
    return shown / math.pow(6, dice)


_MANY_COLORS: Final[vec[float]] = vec[float](
    [
        _all_colors(wild, spared, dice, twos, ones)
        for wild in (False, True)
        for spared in range(3)
        for dice in range(5)
        for twos in range(5)
        for ones in range(6)
    ]
)
"""The chance of symbols of several colours but for those that are spared.

Flat: 450 * wild + 150 * spared + 30 * dice + 6 * colours that need two + colours that need one.
"""
_NEAR: Final[vec[i64]] = vec[i64](
    [int(abs(a // 3 - b // 3) <= 1 and abs(a % 3 - b % 3) <= 1) for a in range(9) for b in range(9)]
)
"""Whether a Taoist on the first place can be on the second after his move, flat: 9 * first + second."""
_totals = [0] + [int(symbols.total(RESISTANCE[card])) for card in range(1, 66)]
TOTAL: Final[vec[i64]] = vec[i64](_totals)
"""Symbols in the resistance of each card."""
_NO_SHOTS: Final[vec[float]] = vec[float]([0.0] * 36)
_NO_INCARNATION: Final[vec[float]] = vec[float]([0.0] * 4)
_NO_TOKENS: Final[vec[i64]] = vec[i64]([0] * 9)


@final
class Aim:
    """Who could banish what: filled ghost by ghost."""

    def __init__(self, s: State) -> None:
        self.shots = _NO_SHOTS[:]
        """Ghosts that a Taoist may expect to banish in his next turn, flat: 9 * turns to wait + place."""
        self.incarnation = _NO_INCARNATION[:]
        """The best chance to banish an incarnation, by turns to wait."""
        self.anybody: float = 0.0
        """For the ghost looked at last: the chance of whoever is best, wherever he stands."""
        self.together: float = 0.0
        """… and with all tokens together."""
        self._held = _NO_TOKENS[:4]
        """Tao tokens that may be spent, by board."""
        self._here = _NO_TOKENS[:]
        """… by the place where their owner stands: who comes there may spend them too."""
        self._all: i64 = 0
        if not s.abilities & LOCK_TAO:
            self._count(s)

    def _count(self, s: State) -> None:
        for board in range(4):
            if s.living(board):
                tokens: i64 = 0
                for color in range(5):
                    tokens += s.tao[5 * board + color] << (8 * color)
                self._held[board] = tokens
                self._here[s.at[board]] += tokens
                self._all += tokens

    def cover(self, s: State, space: i64, deadline: i64) -> float:
        """The best chance that a Taoist who acts before the deadline banishes this ghost in his next turn."""
        self.anybody = 0.0
        self.together = 0.0
        if not exorcisable(s, space):
            return 0.0
        ghost = _Ghost(s, space)
        place: i64 = LINES[3 * space]
        best: float = 0.0
        for board in range(4):
            if s.living(board):
                held: i64 = self._held[board]
                self.anybody = max(self.anybody, ghost.chance(s, board, held))
                turns: i64 = (board - s.active) & 3
                if turns < deadline and in_reach(s, board, place):
                    others: i64 = self._here[place] - held if s.at[board] == place else self._here[place]
                    chance: float = ghost.chance(s, board, held + others)
                    best = max(best, chance)
                    self.shots[9 * turns + place] += chance
                    if ghost.card > LAST_GHOST:
                        self.incarnation[turns] = max(self.incarnation[turns], chance)
        self.together = ghost.chance(s, s.active, self._all)
        return best

    def best_shot(self, turns: i64) -> float:
        """Ghosts that the Taoist who waits so many turns may expect to banish; two at a corner."""
        best: float = 0.0
        for place in range(9):
            best = max(best, self.shots[9 * turns + place])
        return best


@final
class _Ghost:
    """One that may be exorcised: what it takes."""

    def __init__(self, s: State, space: i64) -> None:
        self.card: i64 = s.ghosts[space]
        self._space: i64 = space
        self._many: bool = MANY_COLORED[self.card]
        weak: i64 = COLOR[self.card] if s.mantra == space and not self._many else NO_COLOR
        self._needed: i64 = needed(RESISTANCE[self.card], s.circle, weak)
        self._spared: i64 = 1 if s.mantra == space and self._many else 0
        """Of many colours the Mantra takes any one."""
        self._immune: bool = ABILITIES[self.card] & DICE_IMMUNE != 0
        self._kind: i64 = 1 if white_is_wild(s) else 0

    def chance(self, s: State, board: i64, tokens: i64) -> float:
        """That the Taoist of a board banishes it in his turn with these tokens, from the place next to it."""
        short: i64 = symbols.less(self._needed, tokens)
        spared: i64 = self._spared + self._yellow(s, board)
        if symbols.total(short) <= spared:
            return 1.0
        dice: i64 = 0 if self._immune else free_dice(s)
        if dice == 0:
            return 0.0
        if s.has_power(board, STRENGTH_OF_A_MOUNTAIN):
            dice += 1
        again: bool = s.has_power(board, GODS_FAVORITE)
        chance: float = 0.0
        if self._many:
            chance = self._of_many_colors(short, spared, dice, again)
        else:
            kind: i64 = self._kind + 2 if again else self._kind
            chance = _ONE_COLOR[45 * kind + 9 * dice + symbols.total(short) - spared]
        return chance * (2.0 - chance) if s.has_power(board, SECOND_WIND) else chance

    def _yellow(self, s: State, board: i64) -> i64:
        """A yellow Taoist begins his turn with a token of his choice, or with the Mantra where he likes."""
        if board == s.active and has_yet_to_act(s):
            return 0
        if s.has_power(board, BOTTOMLESS_POCKETS):
            return 0 if s.abilities & LOCK_TAO else 1
        return 1 if s.has_power(board, ENFEEBLEMENT_MANTRA) and s.mantra != self._space else 0

    def _of_many_colors(self, short: i64, spared: i64, dice: i64, again: bool) -> float:
        twos: i64 = 0
        ones: i64 = 0
        for color in range(5):
            missing: i64 = symbols.of(short, color)
            if missing > 1:
                twos += 1
            elif missing == 1:
                ones += 1
        chance: float = _MANY_COLORS[450 * self._kind + 150 * spared + 30 * dice + 6 * twos + ones]
        return chance * (2.0 - chance) if again else chance


def has_yet_to_act(s: State) -> bool:
    """The active Taoist is in his Yang phase, and his action is still to come."""
    return s.stage != YIN and s.stage <= AFTER_MOVE


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
