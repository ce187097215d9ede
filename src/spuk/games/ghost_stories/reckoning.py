"""What a player works out before deciding: who could banish which ghost, by when, in how many attempts."""

from __future__ import annotations

import math
from itertools import combinations_with_replacement
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import symbols
from spuk.games.ghost_stories.board import (
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
from spuk.games.ghost_stories.cards import (
    ABILITIES,
    DICE_IMMUNE,
    HAUNTER,
    LAST_GHOST,
    LOCK_TAO,
    MANY_COLORED,
    RESISTANCE,
)
from spuk.games.ghost_stories.dice import free_dice, white_is_wild
from spuk.games.ghost_stories.exorcism import exorcisable, needed
from spuk.games.ghost_stories.state import AFTER_MOVE, YIN, State

MOST_TRIES: Final = 8.0


def _binomial_tail(dice: int, need: int, chance: float) -> float:
    """At least `need` hits with this many dice."""
    if need <= 0:
        return 1.0
    if dice == 0:
        return 0.0
    miss = _binomial_tail(dice - 1, need, chance)
    return chance * _binomial_tail(dice - 1, need - 1, chance) + (1.0 - chance) * miss


# The chance of `need` symbols of one colour with `dice` dice, flat: 45 * kind + 9 * dice + need.
# Kinds: white is no symbol, white is wild; the same two with one reroll of misses.
_HIT: Final = (1 / 6, 1 / 3, 11 / 36, 5 / 9)
_ONE_COLOR: Final[vec[float]] = vec[float](
    [_binomial_tail(dice, need, hit) for hit in _HIT for dice in range(5) for need in range(9)]
)


def _shows(faces: tuple[int, ...], twos: int, ones: int, spare: int) -> bool:
    """Whether dice show two symbols of each of the first colours and one of each of the next, with some to
    spare.
    """
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
        for spared in range(2)
        for dice in range(5)
        for twos in range(5)
        for ones in range(6)
    ]
)
"""The chance of symbols of several colours, minus the spared ones.

Flat: 300 * wild + 150 * spared + 30 * dice + 6 * colours that need two + colours that need one.
"""
_NEAR: Final[vec[i64]] = vec[i64](
    [sum(1 << b for b in range(9) if abs(a // 3 - b // 3) <= 1 and abs(a % 3 - b % 3) <= 1) for a in range(9)]
)
"""Where a Taoist on each place can be after moving, a bit for each place."""
_EVERYWHERE: Final[i64] = (1 << 9) - 1
_totals = [0] + [int(symbols.total(RESISTANCE[card])) for card in range(1, 66)]
TOTAL: Final[vec[i64]] = vec[i64](_totals)
"""Symbols in the resistance of each card."""
_NOTHING: Final[i64] = 0
_ANY_TOKEN: Final[i64] = 1
_MANTRA: Final[i64] = 2
"""What a Taoist may begin the turn with: Bottomless Pockets, Enfeeblement Mantra."""


@final
class Aim:
    """Who could banish what: prepared for a position, then filled in ghost by ghost."""

    def __init__(self) -> None:
        self.shots = vec[float]([0.0] * 36)
        """How many ghosts a Taoist may expect to banish next turn, flat: 9 * turns to wait + place."""
        self.incarnation = vec[float]([0.0] * 4)
        """The best chance to banish an incarnation, by turns to wait."""
        self.reach = vec[i64]([0] * 4)
        """Where the Taoist of each board can be after moving, a bit for each place."""
        self.anybody: float = 0.0
        """For the last evaluated ghost: the chance of the Taoist who is best at it, wherever they are."""
        self.together: float = 0.0
        """… and of the active one, with all tokens together."""
        self._held = vec[i64]([0] * 4)
        """Tao tokens that may be spent, by board."""
        self._here = vec[i64]([0] * 9)
        """… by the place of their owner: others who go there may spend them, too."""
        self._all: i64 = 0
        self._dice = vec[i64]([0] * 4)
        """The number of dice the Taoist of each board rolls."""
        self._gift = vec[i64]([0] * 4)
        self._again = vec[bool]([False] * 4)
        """Whether they may reroll."""
        self._twice = vec[bool]([False] * 4)
        """Whether they may exorcise twice."""
        self._ghost = _Ghost()

    def take(self, s: State) -> None:
        """Prepare for a position: what each Taoist has, and no attempts yet."""
        for i in range(i64(36)):
            self.shots[i] = 0.0
        for place in range(9):
            self._here[place] = 0
        self._all = 0
        for board in range(4):
            self.incarnation[board] = 0.0
            self._held[board] = 0
            if board < len(s.powers):  # otherwise the table is still being set up
                self._powers(s, board)
            if s.living(board):
                self.reach[board] = reach(s, board)
                if not s.abilities & LOCK_TAO:
                    self._tokens(s, board)

    def _powers(self, s: State, board: i64) -> None:
        dice: i64 = free_dice(s)
        self._dice[board] = dice + 1 if s.has_power(board, STRENGTH_OF_A_MOUNTAIN) else dice
        self._again[board] = s.has_power(board, GODS_FAVORITE)
        self._twice[board] = s.has_power(board, SECOND_WIND)
        self._gift[board] = _gift(s, board)

    def _tokens(self, s: State, board: i64) -> None:
        tokens: i64 = 0
        for color in range(5):
            tokens += s.tao[5 * board + color] << (8 * color)
        self._held[board] = tokens
        self._here[s.at[board]] += tokens
        self._all += tokens

    def cover(self, s: State, space: i64, deadline: i64) -> float:
        """The best chance that a Taoist who acts before the deadline banishes this ghost next turn."""
        self.anybody = 0.0
        self.together = 0.0
        if not exorcisable(s, space):
            return 0.0
        ghost = self._ghost
        ghost.take(s, space)
        place: i64 = LINES[3 * space]
        best: float = 0.0
        for board in range(4):
            if s.living(board):
                held: i64 = self._held[board]
                chance: float = self._chance(board, held)
                self.anybody = max(self.anybody, chance)
                turns: i64 = (board - s.active) & 3
                if turns < deadline and (self.reach[board] >> place) & 1:
                    all_there: i64 = self._here[place] if s.at[board] == place else self._here[place] + held
                    if all_there != held:
                        chance = self._chance(board, all_there)
                    best = max(best, chance)
                    self.shots[9 * turns + place] += chance
                    if ghost.card > LAST_GHOST:
                        self.incarnation[turns] = max(self.incarnation[turns], chance)
        self.together = self._chance(s.active, self._all)
        return best

    def _chance(self, board: i64, tokens: i64) -> float:
        """The chance that the Taoist of a board, next to the ghost, banishes it this
        turn with these tokens.
        """
        ghost = self._ghost
        short: i64 = symbols.less(ghost.needed, tokens)
        spared: i64 = ghost.spared
        gift: i64 = self._gift[board]
        if gift == _ANY_TOKEN or (gift == _MANTRA and not ghost.weakened):
            spared += 1
        if symbols.total(short) <= spared:
            return 1.0
        dice: i64 = self._dice[board]
        if ghost.immune or dice == 0:
            return 0.0
        again = self._again[board]
        chance: float = 0.0
        if ghost.many:
            chance = _of_many_colors(ghost.wild, short, spared, dice)
            if again:
                chance *= 2.0 - chance
        else:
            kind: i64 = ghost.wild + 2 if again else ghost.wild
            chance = _ONE_COLOR[45 * kind + 9 * dice + symbols.total(short) - spared]
        return chance * (2.0 - chance) if self._twice[board] else chance

    def best_shot(self, turns: i64) -> float:
        """How many ghosts a Taoist who waits this many turns may expect to banish; two at a corner."""
        best: float = 0.0
        for place in range(9):
            best = max(best, self.shots[9 * turns + place])
        return best


@final
class _Ghost:
    """A ghost that may be exorcised, and what it takes."""

    def __init__(self) -> None:
        self.card: i64 = 0
        self.many: bool = False
        """Whether it has many colours."""
        self.weakened: bool = False
        """Whether it carries the Mantra."""
        self.needed: i64 = 0
        self.spared: i64 = 0
        """From many colours, the Mantra can take any one."""
        self.immune: bool = False
        self.wild: i64 = 0
        """White is any colour: 1, else 0."""

    def take(self, s: State, space: i64) -> None:
        """Look at this ghost from now on."""
        self.card = s.ghosts[space]
        self.many = MANY_COLORED[self.card]
        self.weakened = s.mantra == space
        self.needed = needed(s, space, NO_COLOR)
        self.spared = 1 if self.weakened and self.many else 0
        self.immune = ABILITIES[self.card] & DICE_IMMUNE != 0
        self.wild = 1 if white_is_wild(s) else 0


def _gift(s: State, board: i64) -> i64:
    """A yellow Taoist begins the turn with a token of their choice, or with the Mantra anywhere."""
    if board == s.active and has_yet_to_act(s):
        return _NOTHING
    if s.has_power(board, BOTTOMLESS_POCKETS):
        return _NOTHING if s.abilities & LOCK_TAO else _ANY_TOKEN
    return _MANTRA if s.has_power(board, ENFEEBLEMENT_MANTRA) else _NOTHING


def _of_many_colors(wild: i64, short: i64, spared: i64, dice: i64) -> float:
    twos: i64 = 0
    ones: i64 = 0
    for color in range(5):
        missing: i64 = symbols.of(short, color)
        if missing > 1:
            twos += 1
        elif missing == 1:
            ones += 1
    return _MANY_COLORS[300 * wild + 150 * spared + 30 * dice + 6 * twos + ones]


def has_yet_to_act(s: State) -> bool:
    """The active Taoist is in the Yang phase and has not acted yet."""
    return s.stage != YIN and s.stage <= AFTER_MOVE


def wait(s: State, board: i64) -> i64:
    """Turns until the board's next Yin phase: 1 … 4 (the current one is over or in progress)."""
    turns: i64 = (board - s.active) & 3
    return turns if turns > 0 else 4


def deadline(s: State, space: i64) -> i64:
    """Turns until a haunter haunts; the maximum for other ghosts."""
    if not ABILITIES[s.ghosts[space]] & HAUNTER:
        return 8
    turns: i64 = wait(s, space // 3)
    return turns if (s.stones >> space) & 1 else turns + 4


def tries(chance: float) -> float:
    """The expected number of attempts with this chance."""
    return MOST_TRIES if chance * MOST_TRIES <= 1.0 else 1.0 / chance


def need(s: State, space: i64) -> i64:
    """Symbols, after Circle of Prayer and Mantra."""
    card: i64 = s.ghosts[space]
    symbols_left: i64 = TOTAL[card]
    if s.circle != NO_COLOR and symbols.of(RESISTANCE[card], s.circle) > 0:
        symbols_left -= 1
    return symbols_left - 1 if s.mantra == space else symbols_left


def reach(s: State, board: i64) -> i64:
    """Where the Taoist of this board can be after moving, a bit for each place."""
    return _EVERYWHERE if s.has_power(board, DANCE_OF_THE_SPIRES) else _NEAR[s.at[board]]
