"""What the evaluation sees in a position: numbered inputs, most of them 0 at any time.

The table is rotated so that the active player sits in the north, and colours are named by the board they
belong to: what looks alike is evaluated alike. Besides the table itself, it includes what a player works out
(reckoning.py). The order of the inputs belongs to the trained network: a change here needs new training.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import symbols
from spuk.games.ghost_stories.board import BLACK, LINES, NO_COLOR, NOWHERE, SPACES
from spuk.games.ghost_stories.cards import (
    ABILITIES,
    BLOCK_POWER,
    CAPTURE_DIE,
    COLOR,
    DICE_IMMUNE,
    HAUNTER,
    LAST_GHOST,
    LOCK_TAO,
    PARTING_CURSE,
    RESISTANCE,
    REWARD_QI_OR_YIN_YANG,
    REWARD_TAO,
    REWARD_TWO_TAO,
    TORMENTOR,
    WHITE_NOT_WILD,
    YIN_LOSE_TAO,
)
from spuk.games.ghost_stories.reckoning import TOTAL, Aim, deadline, has_yet_to_act, need, tries, wait
from spuk.games.ghost_stories.state import State
from spuk.kernel import bits

NAMES: Final[list[str]] = []
"""The inputs in order."""


def _block(name: str, count: int) -> int:
    """Reserve this many inputs. Returns the number of the first."""
    first = len(NAMES)
    NAMES.extend([name] if count == 1 else [f"{name}_{number}" for number in range(count)])
    return first


# ── the table as a whole ────────────────────────────────────────────────────────────────────
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

# ── one ghost space, twelve times ───────────────────────────────────────────────────────────
_FACES: Final[i64] = 24
_SPACE: Final[i64] = _block("space", 12 * 24)
_GUARDED: Final[i64] = 0  # a Buddha waits there
_GHOST: Final[i64] = 1
_NEED: Final[i64] = 1  # + symbols needed, 1 … 4
_ON_CARD: Final[i64] = 6  # the haunting figure
_ON_STONE: Final[i64] = 7
_ABILITY: Final[i64] = 8  # + number in _SEEN_ABILITIES
_COLOR: Final[i64] = 17  # + colour as seen
_INCARNATION: Final[i64] = 22
_COVER: Final[i64] = 23  # chance that someone banishes it in time

# ── one board, four times ───────────────────────────────────────────────────────────────────
_SIDES: Final[i64] = 50
_SEAT: Final[i64] = _block("seat", 4 * 50)
_IS_NEUTRAL: Final[i64] = 0
_IS_DEAD: Final[i64] = 1
_LIVES: Final[i64] = 2
_HAS_QI: Final[i64] = 3  # + Qi, 0 … 6
_HAS_GHOSTS: Final[i64] = 10  # + 0 … 3
_HAS_POWER: Final[i64] = 14  # + power
_STANDS: Final[i64] = 22  # + place as seen
_HAS_YIN_YANG: Final[i64] = 31
_HAS_BUDDHAS: Final[i64] = 32
_HAS_POWER_TOKENS: Final[i64] = 33
_HAS_TAO: Final[i64] = 34  # + colour as seen
_REACHES: Final[i64] = 39  # + tile

# ── the village and the Circle ──────────────────────────────────────────────────────────────
_HAUNTED_AT: Final[i64] = _block("haunted_at", 9)
_THREAT: Final[i64] = _block("threat_to_tile", 9)
_THREAT_SOON: Final[i64] = _block("threat_to_tile_soon", 9)
_CIRCLE_OF: Final[i64] = _block("circle_of", 5)

# ── incarnations ────────────────────────────────────────────────────────────────────────────
_INCARNATION_SHOT: Final[i64] = _block("shot_at_incarnation_in", 4)
_LAST_SHOT: Final[i64] = _block("shot_at_last_incarnation_in", 4)
_LAST_SOON: Final[i64] = _block("shot_at_last_incarnation_within_a_round", 1)
_LAST_ONE: Final[i64] = _block("last_incarnation_in_play", 1)

_SEEN_ABILITIES: Final[vec[i64]] = vec[i64](
    [
        TORMENTOR,
        CAPTURE_DIE,
        LOCK_TAO,
        BLOCK_POWER,
        DICE_IMMUNE,
        YIN_LOSE_TAO | WHITE_NOT_WILD,
        PARTING_CURSE,
        REWARD_TAO | REWARD_TWO_TAO,
        REWARD_QI_OR_YIN_YANG,
    ]
)


def _kind(card: int) -> int:
    """Cards that differ only in colour are one kind; black ones and incarnations are kinds of their own."""
    if card <= 44:
        return (card - 1) % 11
    return card - 45 + 11 if card <= 55 else card - 56 + 21


_kinds = [0] + [_kind(card) for card in range(1, 66)]
_KINDS: Final[vec[i64]] = vec[i64](_kinds)


def _turned() -> list[int]:
    """Quarter turns that bring each board to the north."""
    places = []
    for board in range(4):
        for place in range(9):
            row, column = divmod(place, 3)
            for _quarter in range(board):
                row, column = 2 - column, row
            places.append(3 * row + column)
    return places


_TURNED: Final[vec[i64]] = vec[i64](_turned())
"""Places as seen with a board in the north, flat: 9 * board + place."""


_ROUNDING: Final = 1.5 * 2.0**42
"""A number large enough to leave ten binary places next to it."""


@final
class Sight:
    """The value of every input, and which ones may be other than 0."""

    def __init__(self) -> None:
        self.values = vec[float]([0.0] * len(NAMES))
        self.inputs = vec[i64]([0] * 1024)
        """Inputs that were seen. Some appear more than once, and are added up."""
        self.count: i64 = 0
        self.aim = Aim()

    def add(self, input: i64, value: float) -> None:
        """Add an input, rounded to ten binary places."""
        self.values[input] += (value + _ROUNDING) - _ROUNDING
        self.inputs[self.count] = input
        self.count += 1

    def mark(self, input: i64) -> None:
        """Add an input that is simply present."""
        self.values[input] += 1.0
        self.inputs[self.count] = input
        self.count += 1

    def clear(self) -> None:
        """Clear everything."""
        for k in range(self.count):
            self.values[self.inputs[k]] = 0.0
        self.count = 0


def look(s: State, sight: Sight) -> None:
    """Everything to see in a position, replacing what was seen before."""
    sight.clear()
    sight.aim.take(s)
    _table(s, sight)
    _village(s, sight)
    _deck(s, sight)
    _ghosts(s, sight)
    _boards(s, sight)
    _tokens(s, sight)


def _table(s: State, sight: Sight) -> None:
    sight.mark(_BIAS)
    sight.mark(_PLAYERS + s.setup.players)
    if has_yet_to_act(s):
        sight.mark(_TO_ACT)
    if not s.setup.level.yin_yang:
        sight.mark(_LEVEL_QI)


def _margin(s: State) -> i64:
    """Tiles that may still be haunted, the last one included."""
    return max(0, s.setup.haunted_limit - bits.count(s.haunted))


def _village(s: State, sight: Sight) -> None:
    sight.mark(_MARGIN + _margin(s))
    for place in range(9):
        if (s.haunted >> place) & 1:
            sight.mark(_TILE + s.village[place])
            sight.mark(_HAUNTED_AT + _TURNED[9 * s.active + place])


def _deck(s: State, sight: Sight) -> None:
    ahead: i64 = s.setup.incarnations - s.setup.incarnations_drawn(s.deck)
    sight.mark(_AHEAD + ahead)
    sight.add(_CARDS_LEFT, float(s.deck) / 50.0)
    if ahead == 0:
        sight.mark(_TIME_SHORT + min(s.deck, 11))
        return
    next_at: i64 = s.deck
    while not (s.setup.incarnation_places >> next_at) & 1:
        next_at -= 1
    sight.add(_CARDS_TO_NEXT, float(s.deck - next_at) / 50.0)


def _ghosts(s: State, sight: Sight) -> None:
    aim = sight.aim
    alone: float = 0.0
    together: float = 0.0
    resistance: i64 = 0
    count: i64 = 0
    for space in range(SPACES):
        card: i64 = s.ghosts[space]
        if card > 0:
            count += 1
            resistance += TOTAL[card]
            _ghost(s, sight, space, aim)
            alone += tries(aim.anybody)
            together += tries(aim.together)
        elif (s.buddhas >> space) & 1:
            sight.mark(_space(s, space) + _GUARDED)
    _best_shots(sight, aim)
    _incarnation_shots(s, sight, aim)
    sight.mark(_GHOSTS + count)
    sight.add(_RESISTANCE, float(resistance))
    sight.add(_TRIES, alone)
    sight.add(_TRIES_TOGETHER, together)
    sight.add(_TRIES_SQUARED, alone * alone / 20.0)


def _space(s: State, space: i64) -> i64:
    """Where the inputs of a space begin."""
    turned: i64 = space - 3 * s.active
    return _SPACE + _FACES * (turned + 12 if turned < 0 else turned)


def _ghost(s: State, sight: Sight, space: i64, aim: Aim) -> None:
    """One ghost: what it is, and what it threatens before someone may banish it."""
    card: i64 = s.ghosts[space]
    able: i64 = ABILITIES[card]
    last: i64 = deadline(s, space)
    covered: float = aim.cover(s, space, last)
    alone: float = tries(aim.anybody)
    _face(s, sight, space, covered)
    if able & HAUNTER:
        _haunter(s, sight, space, last, covered)
        sight.add(_TRIES_HAUNTER, alone)
    if able & TORMENTOR:
        sight.mark(_TORMENT_IN + wait(s, space // 3))
        if _margin(s) == 1:
            sight.mark(_TORMENT_LAST)
        sight.add(_TRIES_TORMENTOR, alone)
    if card > LAST_GHOST:
        sight.add(_COVERED_INCARNATION, covered)
        sight.add(_TRIES_INCARNATION, alone)
    else:
        sight.add(_COVERED, covered)


def _face(s: State, sight: Sight, space: i64, covered: float) -> None:
    """What is printed on the card, and its current state."""
    card: i64 = s.ghosts[space]
    first: i64 = _space(s, space)
    sight.mark(_KIND + _KINDS[card])
    sight.mark(first + _GHOST)
    sight.mark(first + _NEED + max(1, min(4, need(s, space))))
    if ABILITIES[card] & HAUNTER:
        sight.mark(first + _ON_STONE if (s.stones >> space) & 1 else first + _ON_CARD)
    for number in range(9):
        if ABILITIES[card] & _SEEN_ABILITIES[number]:
            sight.mark(first + _ABILITY + number)
    sight.mark(first + _COLOR + _color(s, COLOR[card]))
    if card > LAST_GHOST:
        sight.mark(first + _INCARNATION)
    sight.add(first + _COVER, covered)


def _color(s: State, color: i64) -> i64:
    """A colour by the board it belongs to, counted from the active one; black as it is."""
    for board in range(4):
        if s.colors[board] == color:
            return (board - s.active) & 3
    return BLACK


def _best_shots(sight: Sight, aim: Aim) -> None:
    two: float = 0.0
    for turns in range(4):
        best: float = aim.best_shot(turns)
        sight.add(_BEST_SHOT + turns, best)
        if best > 1.0:
            two += best - 1.0
    sight.add(_TWO_SHOT, two)


def _incarnation_shots(s: State, sight: Sight, aim: Aim) -> None:
    """Who could banish an incarnation next; with the last one the game would be won."""
    last: bool = s.setup.incarnations_drawn(s.deck) == s.setup.incarnations == bits.count(s.banished) + 1
    first: i64 = _LAST_SHOT if last else _INCARNATION_SHOT
    missed: float = 1.0
    for turns in range(4):
        chance: float = aim.incarnation[turns]
        if chance > 0.0:
            sight.add(first + turns, chance)
            missed *= 1.0 - chance
    if last:
        sight.mark(_LAST_ONE)
        sight.add(_LAST_SOON, 1.0 - missed)


def _haunter(s: State, sight: Sight, space: i64, turns: i64, covered: float) -> None:
    margin: i64 = _margin(s)
    open: float = 1.0 - covered if turns <= 4 else 0.0
    sight.mark(_HAUNT_IN + turns)
    sight.add(_UNCOVERED, open)
    if margin == 1:
        sight.mark(_HAUNT_IN_LAST + turns)
        sight.add(_UNCOVERED_LAST, open)
    elif margin == 2:
        sight.mark(_HAUNT_IN_LAST_BUT_ONE + turns)
        sight.add(_UNCOVERED_LAST_BUT_ONE, open)
    for step in range(3):
        place: i64 = LINES[3 * space + step]
        if not (s.haunted >> place) & 1:
            sight.mark(_THREAT_SOON + s.village[place] if turns <= 4 else _THREAT + s.village[place])
            return


def _boards(s: State, sight: Sight) -> None:
    least: i64 = 4
    dead: i64 = 0
    for board in range(4):
        qi: i64 = s.qi[board]
        count: i64 = _ghosts_on(s, board)
        first: i64 = _SEAT + _SIDES * ((board - s.active) & 3)
        sight.mark(first + _HAS_GHOSTS + count)
        if s.neutral(board):
            sight.mark(_ON_NEUTRAL_BOARD + count)
            sight.mark(_NEUTRAL_QI + min(qi, 3))
            sight.mark(first + _IS_NEUTRAL)
        elif qi == 0:
            sight.mark(_ON_DEAD_BOARD + count)
            sight.mark(first + _IS_DEAD)
            dead += 1
        else:
            least = min(least, qi)
            sight.mark(first + _LIVES)
            _living(s, sight, board, count, qi)
            _taoist(s, sight, board, first)
        if s.power_active(board):
            sight.mark(first + _HAS_POWER + s.powers[board])
    sight.mark(_QI_LEAST + least - 1)
    sight.mark(_DEAD + min(dead, 3))


def _taoist(s: State, sight: Sight, board: i64, first: i64) -> None:
    sight.mark(first + _HAS_QI + min(s.qi[board], 6))
    sight.mark(first + _STANDS + _TURNED[9 * s.active + s.at[board]])
    if (s.yin_yang >> board) & 1:
        sight.mark(first + _HAS_YIN_YANG)
    if s.buddhas_held[board] > 0:
        sight.add(first + _HAS_BUDDHAS, float(s.buddhas_held[board]))
    if s.power_tokens[board] > 0:
        sight.add(first + _HAS_POWER_TOKENS, float(s.power_tokens[board]))
    for color in range(5):
        held: i64 = s.tao[5 * board + color]
        if held > 0:
            sight.add(first + _HAS_TAO + _color(s, color), float(held))
    helpers: i64 = sight.aim.reach[board] & ~s.haunted
    for place in range(9):
        if (helpers >> place) & 1:
            sight.mark(first + _REACHES + s.village[place])


def _ghosts_on(s: State, board: i64) -> i64:
    first: i64 = 3 * board
    count: i64 = 0
    for space in range(first, first + 3):
        if s.ghosts[space] > 0:
            count += 1
    return count


def _living(s: State, sight: Sight, board: i64, count: i64, qi: i64) -> None:
    sight.mark(_ON_BOARD + count)
    sight.mark(_QI + min(qi, 6))
    sight.add(_QI_SUM, float(qi))
    if count == 3:
        sight.mark(_FULL_IN + wait(s, board) - 1)
        if qi == 1:
            sight.mark(_FULL_LOW_QI)
    if s.power_active(board):
        sight.mark(_POWER + s.powers[board])


def _tokens(s: State, sight: Sight) -> None:
    held: i64 = 0
    tokens: i64 = 0
    for board in range(4):
        held += s.buddhas_held[board]
        tokens += s.power_tokens[board]
    sight.mark(_YIN_YANG + bits.count(s.yin_yang))
    sight.mark(_DICE_LOST + min(s.captured, 3))
    sight.mark(_BUDDHA_HELD + held)
    sight.mark(_BUDDHA_SET + bits.count(s.buddhas))
    sight.add(_POWER_TOKENS, float(tokens))
    sight.add(_CENTRE_TOKENS, float(s.centre_tokens))
    if s.mantra != NOWHERE:
        sight.mark(_MANTRA)
    _tao(s, sight)
    _circle(s, sight)


def _tao(s: State, sight: Sight) -> None:
    if s.abilities & LOCK_TAO:
        sight.mark(_TAO_LOCKED)
    wanted: i64 = 0
    for space in range(SPACES):
        wanted += RESISTANCE[s.ghosts[space]]
    held: i64 = 0
    useful: i64 = 0
    for color in range(5):
        count: i64 = s.tao[color] + s.tao[5 + color] + s.tao[10 + color] + s.tao[15 + color]
        held += count
        useful += min(count, symbols.of(wanted, color))
        sight.mark(_TAO_BLACK + count if color == BLACK else _TAO + count)
    sight.add(_TAO_HELD, float(held))
    sight.add(_TAO_USEFUL, float(useful))


def _circle(s: State, sight: Sight) -> None:
    if s.circle == NO_COLOR:
        return
    sight.mark(_CIRCLE_BLACK if s.circle == BLACK else _CIRCLE_SET)
    sight.mark(_CIRCLE_OF + _color(s, s.circle))
    meets: i64 = 0
    for space in range(SPACES):
        if s.ghosts[space] > 0 and COLOR[s.ghosts[space]] == s.circle:
            meets += 1
    sight.add(_CIRCLE_MEETS, float(meets))
