"""The winning chance of a position, judged at once: a sum of weights for what is on the table.

The weights are tuned by the lab (bench/tune_stories.py) and stand in weights.csv under the names given here.
Boards are seen from the one whose turn it is: `wait` turns pass until a board's next Yin phase.
"""

from __future__ import annotations

import math
from importlib.resources import files
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.kernel import bits
from spuk.stories import symbols
from spuk.stories.board import (
    BLACK,
    DANCE_OF_THE_SPIRES,
    LINES,
    NO_COLOR,
    NOWHERE,
    SPACES,
    STRENGTH_OF_A_MOUNTAIN,
)
from spuk.stories.cards import (
    ABILITIES,
    COLOR,
    DICE_IMMUNE,
    HAUNTER,
    LAST_GHOST,
    LOCK_TAO,
    RESISTANCE,
    TORMENTOR,
)
from spuk.stories.dice import free_dice, white_is_wild
from spuk.stories.exorcism import exorcisable
from spuk.stories.state import AFTER_MOVE, RUNNING, WON, YIN, State

NAMES: Final[list[str]] = []
"""The weights in order."""


def _block(name: str, count: int) -> int:
    first = len(NAMES)
    NAMES.extend([name] if count == 1 else [f"{name}_{number}" for number in range(count)])
    return first


_BIAS: Final[i64] = _block("bias", 1)
_TO_ACT: Final[i64] = _block("active_has_yet_to_act", 1)
_LEVEL_QI: Final[i64] = _block("hell", 1)
_PLAYERS: Final[i64] = _block("players", 5)
_MARGIN: Final[i64] = _block("haunts_to_defeat", 5)
_TILE: Final[i64] = _block("haunted_tile", 9)
_AHEAD: Final[i64] = _block("incarnations_in_deck", 5)
_CARDS_TO_NEXT: Final[i64] = _block("cards_to_next_incarnation", 1)
_CARDS_LEFT: Final[i64] = _block("cards_left", 1)
_TIME_SHORT: Final[i64] = _block("cards_left_after_last_incarnation", 12)
_KIND: Final[i64] = _block("ghost", 31)
_GHOSTS: Final[i64] = _block("ghosts_in_play", 13)
_RESISTANCE: Final[i64] = _block("resistance_in_play", 1)
_HAUNT_IN: Final[i64] = _block("haunt_in", 9)
_HAUNT_IN_LAST: Final[i64] = _block("last_haunt_in", 9)
_HAUNT_IN_LAST_BUT_ONE: Final[i64] = _block("last_but_one_haunt_in", 9)
_TORMENT_IN: Final[i64] = _block("torment_in", 5)
_TORMENT_LAST: Final[i64] = _block("torment_at_the_last_haunt", 1)
_UNCOVERED: Final[i64] = _block("haunt_uncovered", 1)
_UNCOVERED_LAST: Final[i64] = _block("last_haunt_uncovered", 1)
_UNCOVERED_LAST_BUT_ONE: Final[i64] = _block("last_but_one_haunt_uncovered", 1)
_COVERED: Final[i64] = _block("ghost_covered", 1)
_COVERED_INCARNATION: Final[i64] = _block("incarnation_covered", 1)
_TRIES: Final[i64] = _block("tries_needed", 1)
_TRIES_TOGETHER: Final[i64] = _block("tries_needed_together", 1)
_TRIES_SQUARED: Final[i64] = _block("tries_needed_squared", 1)
_TRIES_HAUNTER: Final[i64] = _block("tries_needed_for_haunters", 1)
_TRIES_TORMENTOR: Final[i64] = _block("tries_needed_for_tormentors", 1)
_TRIES_INCARNATION: Final[i64] = _block("tries_needed_for_incarnations", 1)
_BEST_SHOT: Final[i64] = _block("best_shot_in", 4)
_TWO_SHOT: Final[i64] = _block("best_shot_at_two", 1)
_ON_BOARD: Final[i64] = _block("ghosts_on_players_board", 4)
_ON_DEAD_BOARD: Final[i64] = _block("ghosts_on_dead_board", 4)
_ON_NEUTRAL_BOARD: Final[i64] = _block("ghosts_on_neutral_board", 4)
_FULL_IN: Final[i64] = _block("full_board_in", 4)
_FULL_LOW_QI: Final[i64] = _block("full_board_and_last_qi", 1)
_QI: Final[i64] = _block("qi", 7)
_QI_SUM: Final[i64] = _block("qi_of_players", 1)
_QI_LEAST: Final[i64] = _block("least_qi", 4)
_NEUTRAL_QI: Final[i64] = _block("neutral_qi", 4)
_DEAD: Final[i64] = _block("dead", 4)
_YIN_YANG: Final[i64] = _block("yin_yang", 5)
_BUDDHA_HELD: Final[i64] = _block("buddhas_held", 3)
_BUDDHA_SET: Final[i64] = _block("buddhas_waiting", 3)
_TAO: Final[i64] = _block("tao_of_color", 5)
_TAO_BLACK: Final[i64] = _block("tao_black", 5)
_TAO_USEFUL: Final[i64] = _block("tao_that_meets_a_ghost", 1)
_TAO_HELD: Final[i64] = _block("tao_held", 1)
_TAO_LOCKED: Final[i64] = _block("tao_locked", 1)
_DICE_LOST: Final[i64] = _block("dice_captured", 4)
_CIRCLE_SET: Final[i64] = _block("circle_colored", 1)
_CIRCLE_BLACK: Final[i64] = _block("circle_black", 1)
_CIRCLE_MEETS: Final[i64] = _block("circle_meets", 1)
_MANTRA: Final[i64] = _block("mantra_out", 1)
_POWER: Final[i64] = _block("power", 8)
_POWER_TOKENS: Final[i64] = _block("power_tokens", 1)
_CENTRE_TOKENS: Final[i64] = _block("power_tokens_in_the_centre", 1)


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


def _kind(card: int) -> int:
    """Cards alike but for their colour are one kind; black ones and incarnations are their own."""
    if card <= 44:
        return (card - 1) % 11
    return card - 45 + 11 if card <= 55 else card - 56 + 21


_kinds = [0] + [_kind(card) for card in range(1, 66)]
_KINDS: Final[vec[i64]] = vec[i64](_kinds)
_totals = [0] + [int(symbols.total(RESISTANCE[card])) for card in range(1, 66)]
_TOTAL: Final[vec[i64]] = vec[i64](_totals)
_MOST_TRIES: Final = 8.0
_NO_SHOTS: Final[vec[float]] = vec[float]([0.0] * 38)
"""Ghosts that a Taoist may expect to banish in his next turn, flat: 9 * turns to wait + place.

Then, for the ghost looked at last: the chance of whoever is best, and with all tokens together.
"""
_ANYWHERE: Final[i64] = 36
_TOGETHER: Final[i64] = 37


def _read_weights() -> list[float]:
    text = (files("spuk.stories") / "weights.csv").read_text(encoding="utf-8")
    rows = dict(line.split(",") for line in text.split())
    return [float(rows.get(name, "0")) for name in NAMES]


_W: Final[vec[float]] = vec[float](_read_weights())


def set_weights(weights: list[float]) -> None:
    """Judge with other weights from now on: for the tuning only."""
    for i in range(i64(len(weights))):
        _W[i] = weights[i]


def judge(s: State) -> float:
    """The winning chance: 0 … 1."""
    if s.end != RUNNING:
        return 1.0 if s.end == WON else 0.0
    total: float = _table(s) + _village(s) + _deck(s) + _ghosts(s) + _boards(s) + _tokens(s)
    return 1.0 / (1.0 + math.exp(-total))


def _table(s: State) -> float:
    total: float = _W[_BIAS] + _W[_PLAYERS + s.setup.players]
    if s.stage != YIN and s.stage <= AFTER_MOVE:
        total += _W[_TO_ACT]
    if not s.setup.level.yin_yang:
        total += _W[_LEVEL_QI]
    return total


def _margin(s: State) -> i64:
    """Tiles that may still be haunted, the last one included."""
    return max(0, s.setup.haunted_limit - bits.count(s.haunted))


def _village(s: State) -> float:
    total: float = _W[_MARGIN + _margin(s)]
    for place in range(9):
        if (s.haunted >> place) & 1:
            total += _W[_TILE + s.village[place]]
    return total


def _deck(s: State) -> float:
    here: i64 = 2  # a typed number: mypyc would shift a literal in 32 bits (ADR 3)
    places: i64 = s.setup.incarnation_places & ((here << s.deck) - 1)
    ahead: i64 = bits.count(places)
    total: float = _W[_AHEAD + ahead] + _W[_CARDS_LEFT] * float(s.deck) / 50.0
    if ahead == 0:
        return total + _W[_TIME_SHORT + min(s.deck, 11)]
    next_at: i64 = s.deck
    while not (places >> next_at) & 1:
        next_at -= 1
    return total + _W[_CARDS_TO_NEXT] * float(s.deck - next_at) / 50.0


def _ghosts(s: State) -> float:
    shots = _NO_SHOTS[:]
    total: float = 0.0
    tries: float = 0.0
    count: i64 = 0
    margin: i64 = _margin(s)
    for space in range(SPACES):
        card: i64 = s.ghosts[space]
        if card > 0:
            count += 1
            total += _W[_KIND + _KINDS[card]] + _W[_RESISTANCE] * float(_TOTAL[card])
            deadline: i64 = _deadline(s, space)
            covered: float = _cover(s, space, deadline, shots)
            alone: float = _tries(shots[_ANYWHERE])
            tries += alone
            total += _W[_TRIES_TOGETHER] * _tries(shots[_TOGETHER])
            if ABILITIES[card] & HAUNTER:
                total += _haunter(deadline, margin, covered) + _W[_TRIES_HAUNTER] * alone
            if ABILITIES[card] & TORMENTOR:
                total += _tormentor(_wait(s, space // 3), margin) + _W[_TRIES_TORMENTOR] * alone
            if card > LAST_GHOST:
                total += _W[_COVERED_INCARNATION] * covered + _W[_TRIES_INCARNATION] * alone
            else:
                total += _W[_COVERED] * covered
    total += _best_shots(shots)
    return total + _W[_GHOSTS + count] + _W[_TRIES] * tries + _W[_TRIES_SQUARED] * tries * tries / 20.0


def _best_shots(shots: vec[float]) -> float:
    """Where each Taoist may expect to banish most in his next turn: at a corner it may be two."""
    total: float = 0.0
    for turns in range(4):
        best: float = 0.0
        for place in range(9):
            best = max(best, shots[9 * turns + place])
        total += _W[_BEST_SHOT + turns] * best
        if best > 1.0:
            total += _W[_TWO_SHOT] * (best - 1.0)
    return total


def _wait(s: State, board: i64) -> i64:
    """Turns until the board's next Yin phase: 1 … 4 (its own is over or under way now)."""
    wait: i64 = (board - s.active) & 3
    return wait if wait > 0 else 4


def _deadline(s: State, space: i64) -> i64:
    """Turns until a haunter haunts; the longest there is for other ghosts."""
    if not ABILITIES[s.ghosts[space]] & HAUNTER:
        return 8
    wait: i64 = _wait(s, space // 3)
    return wait if (s.stones >> space) & 1 else wait + 4


def _haunter(deadline: i64, margin: i64, covered: float) -> float:
    total: float = _W[_HAUNT_IN + deadline]
    open: float = 1.0 - covered if deadline <= 4 else 0.0
    total += _W[_UNCOVERED] * open
    if margin == 1:
        total += _W[_HAUNT_IN_LAST + deadline] + _W[_UNCOVERED_LAST] * open
    elif margin == 2:
        total += _W[_HAUNT_IN_LAST_BUT_ONE + deadline] + _W[_UNCOVERED_LAST_BUT_ONE] * open
    return total


def _tormentor(wait: i64, margin: i64) -> float:
    return _W[_TORMENT_IN + wait] + (_W[_TORMENT_LAST] if margin == 1 else 0.0)


def _tries(chance: float) -> float:
    """How often one has to try, with that chance."""
    return _MOST_TRIES if chance * _MOST_TRIES <= 1.0 else 1.0 / chance


def _cover(s: State, space: i64, deadline: i64, shots: vec[float]) -> float:
    """The best chance that a Taoist who acts before the deadline banishes this ghost in his next turn."""
    shots[_ANYWHERE] = 0.0
    shots[_TOGETHER] = 0.0
    if not exorcisable(s, space):
        return 0.0
    card: i64 = s.ghosts[space]
    need: i64 = _need(s, space)
    free: i64 = 0 if ABILITIES[card] & DICE_IMMUNE else free_dice(s)
    grey: i64 = 0 if ABILITIES[card] & DICE_IMMUNE else 1
    together: i64 = need
    best: float = 0.0
    for board in range(4):
        if s.living(board):
            tokens: i64 = _helpful_tao(s, board, card)
            together -= tokens
            dice: i64 = free + grey if s.has_power(board, STRENGTH_OF_A_MOUNTAIN) else free
            chance: float = _hit(s, dice, need - tokens)
            shots[_ANYWHERE] = max(shots[_ANYWHERE], chance)
            turns: i64 = (board - s.active) & 3
            if turns < deadline and _in_reach(s, board, LINES[3 * space]):
                best = max(best, chance)
                shots[9 * turns + LINES[3 * space]] += chance
    shots[_TOGETHER] = _hit(s, free, together)
    return best


def _need(s: State, space: i64) -> i64:
    """Symbols, after Circle of Prayer and Mantra."""
    card: i64 = s.ghosts[space]
    need: i64 = _TOTAL[card]
    if s.circle != NO_COLOR and symbols.of(RESISTANCE[card], s.circle) > 0:
        need -= 1
    return need - 1 if s.mantra == space else need


def _in_reach(s: State, board: i64, place: i64) -> bool:
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
    if symbols.of(resistance, color) == _TOTAL[card]:
        return s.tao[5 * board + color]
    met: i64 = 0
    for other in range(5):
        met += min(symbols.of(resistance, other), s.tao[5 * board + other])
    return met


def _boards(s: State) -> float:
    total: float = 0.0
    least: i64 = 4
    dead: i64 = 0
    for board in range(4):
        qi: i64 = s.qi[board]
        count: i64 = _ghosts_on(s, board)
        if s.neutral(board):
            total += _W[_ON_NEUTRAL_BOARD + count] + _W[_NEUTRAL_QI + min(qi, 3)]
        elif qi == 0:
            total += _W[_ON_DEAD_BOARD + count]
            dead += 1
        else:
            least = min(least, qi)
            total += _living(s, board, count, qi)
    return total + _W[_QI_LEAST + least - 1] + _W[_DEAD + min(dead, 3)]


def _ghosts_on(s: State, board: i64) -> i64:
    first: i64 = 3 * board
    count: i64 = 0
    for space in range(first, first + 3):
        if s.ghosts[space] > 0:
            count += 1
    return count


def _living(s: State, board: i64, count: i64, qi: i64) -> float:
    total: float = _W[_ON_BOARD + count] + _W[_QI + min(qi, 6)] + _W[_QI_SUM] * float(qi)
    if count == 3:
        total += _W[_FULL_IN + _wait(s, board) - 1]
        if qi == 1:
            total += _W[_FULL_LOW_QI]
    if s.power_active(board):
        total += _W[_POWER + s.powers[board]]
    return total


def _tokens(s: State) -> float:
    held: i64 = 0
    tokens: i64 = 0
    for board in range(4):
        held += s.buddhas_held[board]
        tokens += s.power_tokens[board]
    total: float = _W[_YIN_YANG + bits.count(s.yin_yang)] + _W[_DICE_LOST + min(s.captured, 3)]
    total += _W[_BUDDHA_HELD + held] + _W[_BUDDHA_SET + bits.count(s.buddhas)]
    total += _W[_POWER_TOKENS] * float(tokens) + _W[_CENTRE_TOKENS] * float(s.centre_tokens)
    if s.mantra != NOWHERE:
        total += _W[_MANTRA]
    return total + _tao(s) + _circle(s)


def _tao(s: State) -> float:
    total: float = _W[_TAO_LOCKED] if s.abilities & LOCK_TAO else 0.0
    wanted: i64 = 0
    for space in range(SPACES):
        wanted += RESISTANCE[s.ghosts[space]]
    for color in range(5):
        count: i64 = s.tao[color] + s.tao[5 + color] + s.tao[10 + color] + s.tao[15 + color]
        total += _W[_TAO_HELD] * float(count)
        total += _W[_TAO_USEFUL] * float(min(count, symbols.of(wanted, color)))
        total += _W[_TAO_BLACK + count] if color == BLACK else _W[_TAO + count]
    return total


def _circle(s: State) -> float:
    if s.circle == NO_COLOR:
        return 0.0
    total: float = _W[_CIRCLE_BLACK] if s.circle == BLACK else _W[_CIRCLE_SET]
    for space in range(SPACES):
        if s.ghosts[space] > 0 and COLOR[s.ghosts[space]] == s.circle:
            total += _W[_CIRCLE_MEETS]
    return total
