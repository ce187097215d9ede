"""Ghost Stories as numbers: everything on the table and everything the rules are waiting for.

Boards, places and spaces have absolute positions, as in the actions: nothing is rotated towards the viewer.
`you` says who that is. An agent that plays all Taoists sees what the deciding player sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from spuk.envs.core.encoder import Encoder
from spuk.games.ghost_stories import encoder_table as at
from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.actions import DRAW, SPACE
from spuk.games.ghost_stories.board import NO_COLOR, NOWHERE, QI_TOKENS, SPACES
from spuk.games.ghost_stories.cards import ABILITIES, ABILITY_NAMES, COLOR, LAST_CARD, LAST_GHOST, RESISTANCE
from spuk.games.ghost_stories.dice import PAID
from spuk.games.ghost_stories.editions import LEVELS, WIN_BONUS, Edition
from spuk.games.ghost_stories.state import ID, State
from spuk.kernel import bits
from spuk.kernel.game import CHANCE, OVER, Outcome
from spuk.kernel.game import State as KernelState


def _index(names: Sequence[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


_LEVEL_NUMBER: Final = _index(tuple(LEVELS))
_RULES: Final[dict[str, list[int]]] = {}
"""By the id of an edition, once it has been played."""
_number_of_asked = [at.ASKING.index(step) if step in at.ASKING else 0 for step in range(len(steps.NAMES))]
_ASKED_NUMBER: Final[vec[i64]] = vec[i64](_number_of_asked)


def _printed(card: int) -> vec[i64]:
    """Where a card’s face is written, counted from the first feature of a face."""
    if card == 0:
        return vec[i64]()
    marks = [0, 2 + int(COLOR[card])]
    if card > LAST_GHOST:
        marks.append(1)
    marks += [len(at.FACES) + bit for bit in range(len(ABILITY_NAMES)) if (ABILITIES[card] >> bit) & 1]
    return vec[i64](marks)


_PRINTED: Final[vec[vec[i64]]] = vec[vec[i64]]([_printed(card) for card in range(int(LAST_CARD) + 1)])
"""By card."""

# What a position is worth in `shaped` rewards; a win is worth 1.
CARD: Final = 0.02
"""For each card that was drawn: the end is nearer."""
BANISHED: Final = 0.3
"""For each incarnation banished."""
QI: Final = 0.05
"""For each Qi of a player."""
HAUNT: Final = -0.1
"""For each haunted tile."""
GHOST: Final = -0.03
"""For each ghost in play."""


@final
class StoriesEncoder(Encoder):
    """The board game, in which nothing is hidden."""

    def __init__(self) -> None:
        super().__init__(ID, at.FEATURES, len(SPACE))

    def write_fixed(self, state: KernelState, mark: u8, out: vec[u8], first: i64) -> None:
        """The options of the game and its setup."""
        assert isinstance(state, State)
        _write_options(state, mark, out, first)
        _write_setup(state, mark, out, first)

    def write(self, state: KernelState, seat: i64, out: vec[u8], first: i64) -> None:
        """The whole table."""
        assert isinstance(state, State)
        out[first + at.YOU + state.setup.board_of_seat[seat]] = 1
        _write_question(state, out, first)
        _write_village(state, out, first)
        _write_boards(state, out, first)
        _write_ghosts(state, out, first)
        _write_deck(state, out, first)
        _write_turn(state, out, first)

    def potential(self, state: KernelState, seat: i64) -> float:
        """The group's progress. Of the Qi only the seat's own, multiplied by the number of players."""
        assert isinstance(state, State)
        ghosts: i64 = 0
        for card in state.ghosts:
            if card > 0:
                ghosts += 1
        own: i64 = state.qi[state.setup.board_of_seat[seat]] * state.setup.players
        return (
            CARD * float(state.setup.deck - state.deck)
            + BANISHED * float(bits.count(state.banished))
            + QI * float(own)
            + HAUNT * float(bits.count(state.haunted))
            + GHOST * float(ghosts)
        )

    def score(self, outcome: Outcome, seat: i64) -> float:
        """The score of the rulebook (GS-13.3), the same for all."""
        return float(outcome.scores[seat])

    def bounds(self, start: KernelState, kind: str) -> tuple[float, float]:
        """The worst and the best possible score. Only ghosts in the deck count (GS-13.3)."""
        assert isinstance(start, State)
        if kind == "win":
            return -1.0, 1.0
        edition = start.setup.edition
        ghosts = start.setup.deck - start.setup.incarnations
        lowest = -ghosts - 3 * start.setup.players - 4 * 9
        bonus = max(WIN_BONUS, edition.hell_win_bonus) + sum(edition.further_incarnations)
        highest = bonus + QI_TOKENS + ghosts + edition.empty_space_bonus * SPACES
        return float(lowest), float(highest)


def _write_options(s: State, mark: u8, out: vec[u8], first: i64) -> None:
    out[first + at.PLAYERS + s.setup.players - 1] = mark
    out[first + at.LEVEL + i64(_LEVEL_NUMBER[s.setup.level.id])] = mark
    edition = s.setup.edition
    if edition.id not in _RULES:
        _RULES[edition.id] = _rules_of(edition)
    rule: i64 = first + at.RULE
    for value in _RULES[edition.id]:
        out[rule] = u8(value) * mark
        rule += 1


def _rules_of(edition: Edition) -> list[int]:
    """What an edition changes, in the order of the features."""
    values = [int(getattr(edition, name)) for name in at.FLAGS + at.AMOUNTS]
    for name in at.BONUSES:
        bonuses = list(getattr(edition, name))
        values += (bonuses + [0] * at.FURTHER)[: at.FURTHER]
    return [min(at.MOST, max(0, value)) for value in values]


def _write_setup(s: State, mark: u8, out: vec[u8], first: i64) -> None:
    """Tiles and boards."""
    for place in range(i64(len(s.village))):
        out[first + at.TILE + 9 * place + s.village[place]] = mark
    for board in range(i64(len(s.powers))):
        out[first + at.BOARD_COLOR + 4 * board + s.colors[board]] = mark
        out[first + at.POWER + 8 * board + s.powers[board]] = mark
        if s.neutral(board):
            out[first + at.NEUTRAL + board] = mark


def _write_question(s: State, out: vec[u8], first: i64) -> None:
    """The steps on the stack; the one on top is what is asked if a player decides."""
    if s.actor == OVER:
        return
    below: i64 = len(s.stack)
    if s.actor != CHANCE:
        below -= 1
        out[first + at.DECIDES + s.setup.board_of_seat[s.actor]] = 1
        frame: i64 = s.stack[below]
        out[first + at.ASKED + _ASKED_NUMBER[frame & 255]] = 1
        _write_number(out, first, frame & 255, frame >> 8)
    for place in range(below):
        waiting: i64 = (s.stack[place] & 255) - at.FIRST_WAITING
        if waiting >= 0 and out[first + at.WAITING + waiting] < 15:
            out[first + at.WAITING + waiting] += 1


def _write_number(out: vec[u8], first: i64, step: i64, number: i64) -> None:
    """What the number in a question's frame means."""
    if step == steps.PLACE:
        _write_card(out, first + at.DRAWN, first + at.DRAWN_NEEDS, number)
    elif step == steps.DISCARD_TAO or step == steps.BLOW_TAOIST_TO or step == steps.CARRY:
        out[first + at.TARGET + number] = 1
    elif step == steps.BLOW_GHOST_TO:
        out[first + at.BLOWN + number] = 1
    elif step == steps.REROLL_CURSE:
        out[first + at.TARGET + (number & 3)] = 1
        out[first + at.CURSE + (number >> 7)] = 1
    elif step == steps.BANISH and number != NO_COLOR:
        out[first + at.WEAKENED + number] = 1
    elif step == steps.PAY:
        out[first + at.CHOSEN] = u8(number & 1)
        out[first + at.CHOSEN + 1] = u8((number >> 1) & 1)
        if number >> 2 != NO_COLOR:
            out[first + at.WEAKENED + (number >> 2)] = 1


def _write_card(out: vec[u8], face: i64, needs: i64, card: i64) -> None:
    for mark in _PRINTED[card]:
        out[face + mark] = 1
    left: i64 = RESISTANCE[card]
    while left != 0:  # a bundle: 8 bits a colour, and most cards have only the first few
        out[needs] = u8(left & 255)
        left >>= 8
        needs += 1


def _write_village(s: State, out: vec[u8], first: i64) -> None:
    _write_bits(out, first + at.HAUNTED, s.haunted)
    out[first + at.HAUNTS_LEFT] = u8(max(0, s.setup.haunted_limit - bits.count(s.haunted)))
    if s.circle != NO_COLOR:
        out[first + at.CIRCLE + s.circle] = 1


def _write_bits(out: vec[u8], first: i64, set: i64) -> None:
    """A set of few things."""
    place: i64 = first
    while set != 0:
        if set & 1:
            out[place] = 1
        set >>= 1
        place += 1


def _write_boards(s: State, out: vec[u8], first: i64) -> None:
    qi: vec[i64] = s.qi
    for board in range(i64(len(s.powers))):
        out[first + at.QI + board] = u8(qi[board])
        if s.power_active(board):
            out[first + at.POWERED + board] = 1
        if not s.neutral(board):
            out[first + at.AT + 9 * board + s.at[board]] = 1
    _write_counts(out, first + at.HELD_BUDDHAS, s.buddhas_held)
    _write_counts(out, first + at.TOKENS, s.power_tokens)
    _write_counts(out, first + at.TAO, s.tao)
    _write_bits(out, first + at.BORROWED, s.borrowed)
    _write_bits(out, first + at.YIN_YANG, s.yin_yang)


def _write_counts(out: vec[u8], first: i64, counts: vec[i64]) -> None:
    """How many there are of each."""
    place: i64 = first
    for count in counts:
        if count != 0:
            out[place] = u8(count)
        place += 1


def _write_ghosts(s: State, out: vec[u8], first: i64) -> None:
    face: i64 = first + at.GHOST
    needs: i64 = first + at.NEEDS
    for card in s.ghosts:
        if card > 0:
            _write_card(out, face, needs, card)
        face += at.FACE
        needs += 5
    _write_bits(out, first + at.ON_STONE, s.stones)
    _write_bits(out, first + at.BUDDHA, s.buddhas)
    if s.mantra != NOWHERE:
        out[first + at.MANTRA + s.mantra] = 1


def _write_deck(s: State, out: vec[u8], first: i64) -> None:
    out[first + at.LEFT] = u8(s.deck)
    out[first + at.REMOVED] = u8(s.removed)
    unseen: i64 = first + at.UNSEEN - 1 - DRAW
    for draw in s.unseen:
        out[unseen + draw] = 1
    _write_bits(out, first + at.UNSEEN_WU_FENG, s.unseen_incarnations)
    _write_bits(out, first + at.BANISHED, s.banished)
    ahead: i64 = s.setup.incarnations - s.setup.incarnations_drawn(s.deck)
    if ahead > 0:
        above: i64 = 0
        places: i64 = s.setup.incarnation_places
        deck: i64 = s.deck
        while not (places >> (deck - above)) & 1:
            above += 1
        out[first + at.AHEAD] = u8(ahead)
        out[first + at.TO_NEXT] = u8(above)


def _write_turn(s: State, out: vec[u8], first: i64) -> None:
    out[first + at.ACTIVE + s.active] = 1
    out[first + at.STAGE + s.stage] = 1
    out[first + at.HELPS] = u8(min(15, s.helps))
    out[first + at.EXORCISMS] = u8(min(15, s.exorcisms))
    if s.action_place != NOWHERE:
        out[first + at.ACTED_AT + s.action_place] = 1
    _write_bits(out, first + at.USED, s.used)
    out[first + at.FRESH] = u8(s.fresh_buddhas)
    out[first + at.CAPTURED] = u8(s.captured)
    out[first + at.CENTRE] = u8(s.centre_tokens)
    if s.powers_gone:
        out[first + at.POWERS_GONE] = 1
    if s.exposed:
        out[first + at.EXPOSED] = 1
    for die in range(i64(len(s.dice))):
        face: i64 = s.dice[die]
        if face < PAID:
            out[first + at.DIE + 6 * die + face] = 1
        else:
            out[first + at.PAID + face - PAID] += 1


ENCODER: Final = StoriesEncoder()
