"""Arrival of a ghost (GS-5): drawing, placing, the left stone; and ghosts leaving or moving."""

from __future__ import annotations

from typing import final

from librt.vecs import remove, vec
from mypy_extensions import i64

from spuk.games.ghost_stories import events as ev
from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.actions import DRAW, PLACE_GHOST
from spuk.games.ghost_stories.board import BLACK, MANTRA_RESTS, NO_COLOR, NOWHERE, SPACES
from spuk.games.ghost_stories.cards import (
    ABILITIES,
    ADD_GHOST,
    ARRIVAL_CURSE,
    ARRIVAL_LOSE_TAO,
    BLOCK_ALL_POWERS,
    CLEAR_CIRCLE,
    COLOR,
    FIRST_INCARNATION,
    HAUNT_TILE,
    LAST_CARD,
    LOSE_QI,
    NEEDS_BUDDHA,
    STARTS_ON_STONE,
    incarnation_bit,
    is_incarnation,
)
from spuk.games.ghost_stories.curse import roll_curse
from spuk.games.ghost_stories.life import haunt_line, lose_qi
from spuk.games.ghost_stories.state import (
    DICE,
    LOST_DECK,
    NOBODY,
    PLAYER,
    State,
    Step,
    register,
)
from spuk.kernel import bits


@final
class _Arrive(Step):
    """Draw a ghost because of another effect."""

    def run(self, s: State, arg: i64) -> None:
        arrive(s)


def arrive(s: State) -> None:
    """GS-5.1, GS-5.2: draw a card. If all 12 spaces are full, the active board loses a Qi instead."""
    if not any_free_space(s):
        s.emit(ev.ALL_SPACES_FULL, s.active)
        lose_qi(s, s.active)
    elif s.deck > 0:
        s.push(steps.DRAW)


@final
class _Draw(Step):
    """The top card, drawn now: any unseen ghost, or an incarnation if one is there (GS-3.3)."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        if self._incarnation_on_top(s):
            return self._incarnations(s)
        return s.unseen

    def take(self, s: State, arg: i64, action: i64) -> None:
        card: i64 = action - DRAW
        s.deck -= 1
        if is_incarnation(card):
            s.unseen_incarnations &= ~incarnation_bit(card)
        else:
            see_ghost(s, card)
        s.emit(ev.CARD_DRAWN, card, s.active)
        if s.deck == 0 and not all_incarnations_banished(s):
            s.finish(LOST_DECK)
        else:
            s.push(steps.PLACE, card)

    def _incarnation_on_top(self, s: State) -> bool:
        return (s.setup.incarnation_places >> s.deck) & 1 == 1

    def _incarnations(self, s: State) -> vec[i64]:
        if len(s.setup.fixed_incarnations) > 0:
            drawn: i64 = s.setup.incarnations_drawn(s.deck)
            return vec[i64]([DRAW + s.setup.fixed_incarnations[drawn]])
        return vec[i64](
            [DRAW + FIRST_INCARNATION + bit for bit in range(10) if (s.unseen_incarnations >> bit) & 1]
        )


@final
class _Place(Step):
    """GS-5.2: the deciding player picks a free space of the board the card belongs to."""

    def sound(self, s: State, arg: i64) -> bool:
        return 0 < arg <= LAST_CARD and not _in_play(s, arg)

    def options(self, s: State, arg: i64) -> vec[i64]:
        if s.setup.edition.uncatchable_seeks_buddha and ABILITIES[arg] & NEEDS_BUDDHA:
            with_buddha = _free_buddha_spaces(s)
            if len(with_buddha) > 0:
                return with_buddha
        home: i64 = 3 * home_board(s, arg)
        options = _free_spaces(s, home, home + 3)
        return options if len(options) > 0 else _free_spaces(s, 0, SPACES)

    def take(self, s: State, arg: i64, action: i64) -> None:
        _put(s, arg, action - PLACE_GHOST)


register(steps.ARRIVE, _Arrive(NOBODY))
register(steps.DRAW, _Draw(DICE))
register(steps.PLACE, _Place(PLAYER))


def see_ghost(s: State, card: i64) -> None:
    """A ghost card is no longer unseen. Clones share the list, so it is replaced."""
    s.unseen = remove(s.unseen[:], DRAW + card)


def all_incarnations_banished(s: State) -> bool:
    """GS-13.1: whether every incarnation in the deck has been banished."""
    return bits.count(s.banished) == s.setup.incarnations


def home_board(s: State, card: i64) -> i64:
    """The board of the card's colour; for black the active one (GS-5.2)."""
    if COLOR[card] == BLACK:
        return s.active
    board: i64 = 0
    while s.colors[board] != COLOR[card]:
        board += 1
    return board


def _in_play(s: State, card: i64) -> bool:
    for ghost in s.ghosts:
        if ghost == card:
            return True
    return False


def any_free_space(s: State) -> bool:
    """Whether some space has no ghost."""
    for space in range(SPACES):
        if s.ghosts[space] == 0:
            return True
    return False


def _free_spaces(s: State, first: i64, end: i64) -> vec[i64]:
    return vec[i64]([PLACE_GHOST + space for space in range(first, end) if s.ghosts[space] == 0])


def _free_buddha_spaces(s: State) -> vec[i64]:
    return vec[i64](
        [PLACE_GHOST + space for space in range(SPACES) if s.ghosts[space] == 0 and (s.buddhas >> space) & 1]
    )


def _put(s: State, card: i64, space: i64) -> None:
    """Put a drawn card on a space. Unless a Buddha catches it, its left stone takes
    effect (GS-5.3, GS-5.4).
    """
    s.ghosts[space] = card
    s.emit(ev.GHOST_PLACED, card, space)
    if meet_buddha(s, space):
        return
    if ABILITIES[card] & STARTS_ON_STONE:
        s.stones |= 1 << space
    s.ghosts_changed()
    _act_on_arrival(s, card, space)


def meet_buddha(s: State, space: i64) -> bool:
    """GS-5.3, GS-9.2: what a Buddha on the space does to a ghost; True if the ghost is gone."""
    if not (s.buddhas >> space) & 1:
        return False
    card = s.ghosts[space]
    if not is_incarnation(card):
        s.emit(ev.GHOST_CAUGHT, card, space)
        remove_ghost(s, space)
        return True
    if ABILITIES[card] & NEEDS_BUDDHA:
        if not s.setup.edition.uncatchable_stays_exposed:
            return False
        s.exposed = True
    _return_buddha(s, space)
    return False


def _return_buddha(s: State, space: i64) -> None:
    s.buddhas &= ~(1 << space)
    s.emit(ev.BUDDHA_BACK, space)


def _act_on_arrival(s: State, card: i64, space: i64) -> None:
    """The left stone (GS-5.4). Effects that last while the ghost is in play are derived from its presence."""
    ability = ABILITIES[card]
    if ability & ADD_GHOST:
        s.push(steps.ARRIVE)
    if ability & LOSE_QI:
        lose_qi(s, s.active)
    if ability & HAUNT_TILE:
        haunt_line(s, space)
    if ability & ARRIVAL_LOSE_TAO:
        s.push(steps.GROUP_LOSES_TAO)
    if ability & ARRIVAL_CURSE:
        roll_curse(s, s.active, space)
    if ability & CLEAR_CIRCLE:
        clear_circle(s)
    if ability & BLOCK_ALL_POWERS and s.setup.edition.forgotten_ones_forever:
        s.powers_gone = True


def clear_circle(s: State) -> None:
    """GS-9.10: the token on the Circle of Prayer is discarded."""
    if s.circle != NO_COLOR:
        s.emit(ev.CIRCLE_CLEARED, s.circle)
        s.circle = NO_COLOR


def remove_ghost(s: State, space: i64) -> None:
    """A ghost leaves play with its figure, its effects, the Mantra and a Buddha under it."""
    if ABILITIES[s.ghosts[space]] & NEEDS_BUDDHA:
        s.exposed = False
    s.ghosts[space] = 0
    s.stones &= ~(1 << space)
    if (s.buddhas >> space) & 1:
        _return_buddha(s, space)
    if s.mantra == space:
        s.mantra = NOWHERE
        s.used |= 1 << MANTRA_RESTS
        s.emit(ev.MANTRA_BACK)
    s.ghosts_changed()


def move_ghost(s: State, space: i64, to: i64) -> None:
    """GS-11.8: a ghost moves with everything on it; no arrival effect."""
    s.emit(ev.GHOST_MOVED, s.ghosts[space], space, to)
    s.ghosts[to] = s.ghosts[space]
    s.ghosts[space] = 0
    if (s.stones >> space) & 1:
        s.stones = (s.stones & ~(1 << space)) | (1 << to)
    if s.mantra == space:
        s.mantra = to
    if not meet_buddha(s, to):
        s.ghosts_changed()
