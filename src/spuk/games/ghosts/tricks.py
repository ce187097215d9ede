"""A trick (GH-3): opening, other family, mirror, mist, drawing back up, taking the pile."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from spuk.games.ghosts import actions as act
from spuk.games.ghosts import events as ev
from spuk.games.ghosts.cards import (
    HAND,
    HIGHEST_LEVEL,
    KINDS,
    MIST,
    NO_FAMILY,
    UNIT,
    count,
    family,
    only_mist,
    value,
)
from spuk.games.ghosts.rounds import draw_card, end_round
from spuk.games.ghosts.state import PLAY, REFILL, Phase, State, register


@final
class _Play(Phase):
    """The player whose turn it is opens, plays on, or takes the pile."""

    def options(self, s: State) -> vec[i64]:
        hand: i64 = s.hands[s.seat]
        if hand == 0:
            return vec[i64]()
        if s.family == NO_FAMILY:
            return _openings(hand)
        return _answers(s, hand)

    def take(self, s: State, action: i64) -> None:
        if action == act.TAKE_PILE:
            _take_pile(s)
        else:
            _play(s, action - act.PLAY)
            s.phase = REFILL

    def leave(self, s: State) -> None:
        end_round(s)


@final
class _Refill(Phase):
    """GH-3.5: after playing, draw back up to five while the pile lasts."""

    def options(self, s: State) -> vec[i64]:
        return s.pile if s.hand_size(s.seat) < HAND else vec[i64]()

    def take(self, s: State, action: i64) -> None:
        draw_card(s, s.seat, action - act.DRAW)

    def leave(self, s: State) -> None:
        s.phase = PLAY
        s.seat = s.seat_after(s.seat, s.direction)


register(PLAY, _Play(False))
register(REFILL, _Refill(True))


def _openings(hand: i64) -> vec[i64]:
    """GH-3.1, GH-3.6: a ghost card, or mist if there is nothing else. The opener may not decline."""
    if only_mist(hand):
        return vec[i64]([act.PLAY + MIST])
    return vec[i64]([act.PLAY + kind for kind in range(MIST) if count(hand, kind) > 0])


def _answers(s: State, hand: i64) -> vec[i64]:
    """The cards that answer the trick; GH-3.6: or taking the pile."""
    options = vec[i64]([act.TAKE_PILE])
    fitting: i64 = _ANSWERS[7 * s.level + s.family]
    for kind in range(KINDS):
        if count(hand, kind) > 0 and (fitting >> kind) & 1 != 0:
            options = append(options, act.PLAY + kind)
    return options


def answers(level: i64, top: i64, kind: i64) -> bool:
    """Whether this card may be played on a trick with this level and top family."""
    return (_ANSWERS[7 * level + top] >> kind) & 1 != 0


def can_answer(level: i64, top: i64, hand: i64) -> bool:
    """Whether a hand has such a card."""
    fitting: i64 = _ANSWERS[7 * level + top]
    while hand != 0:
        if hand & 7 != 0 and fitting & 1 != 0:
            return True
        hand >>= 3
        fitting >>= 1
    return False


def _set_of_answers(level: int, top: int) -> int:
    """GH-3.2 to GH-3.4: a mirror, mist, or what keeps the level at seven or below; a bit for each kind."""
    kinds = 1 << int(MIST)
    for kind in range(int(MIST)):
        if family(kind) == top or level + value(kind) <= HIGHEST_LEVEL:
            kinds |= 1 << kind
    return kinds


_ANSWERS: Final[vec[i64]] = vec[i64]([_set_of_answers(level, top) for level in range(8) for top in range(7)])
"""Flat: 7 * level + top family; the last one is none."""


def _play(s: State, kind: i64) -> None:
    was_only_mist = only_mist(s.hands[s.seat])
    s.hands[s.seat] -= UNIT[kind]
    s.trick = append(s.trick, kind)
    if kind == MIST:
        _play_mist(s, was_only_mist)
    elif s.family == NO_FAMILY:
        s.level = value(kind)
        s.emit(ev.TRICK_OPENED, s.seat, kind, s.level)
    elif family(kind) == s.family:
        s.direction = -s.direction
        s.emit(ev.MIRROR, s.seat, kind, s.level)
    else:
        s.level += value(kind)
        s.emit(ev.GHOST_ADDED, s.seat, kind, s.level)
    if kind != MIST:
        s.family = family(kind)


def _play_mist(s: State, was_only_mist: bool) -> None:
    """GH-3.4. Mist as an opening tells everyone that the rest of the hand is mist, too (GH-3.1)."""
    if s.family == NO_FAMILY and was_only_mist:
        s.known_mist[s.seat] = s.hand_size(s.seat)
    else:
        s.known_mist[s.seat] = max(0, s.known_mist[s.seat] - 1)
    s.emit(ev.MIST_PLAYED, s.seat, s.level)


def _take_pile(s: State) -> None:
    """GH-3.6: one fear; the trick is out of the round, its taker opens the next in the same direction."""
    s.fear[s.seat] += 1
    s.gained[s.seat] += 1
    s.emit(ev.PILE_TAKEN, s.seat, s.fear[s.seat])
    s.out = extend(s.out, s.trick)
    s.trick = vec[i64]()
    s.level = 0
    s.family = NO_FAMILY
