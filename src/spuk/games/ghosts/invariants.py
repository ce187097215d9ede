"""What must hold in every position, each by name."""

from __future__ import annotations

from collections.abc import Iterator

from spuk.games.ghosts.actions import DRAW
from spuk.games.ghosts.cards import (
    COPIES,
    HAND,
    HIGHEST_LEVEL,
    KINDS,
    MIST,
    count,
    kind_text,
    level_and_family,
)
from spuk.games.ghosts.state import CHOOSE_STARTER, DEAL, ENDED, State
from spuk.kernel.game import CHANCE, OVER


def broken(s: State) -> list[str]:
    """Every broken invariant as `name: what is wrong`."""
    return broken_table(s) or list(_turn(s))


def broken_table(s: State) -> list[str]:
    """What is broken on the table, before anybody asks what is legal."""
    return [problem for check in (_cards, _hands, _trick, _fear) for problem in check(s)]


def _cards(s: State) -> Iterator[str]:
    if list(s.pile) != sorted(s.pile):
        yield "pile: not in order of kind"
    for kind in range(KINDS):
        there = sum(count(hand, kind) for hand in s.hands) + list(s.pile).count(DRAW + kind)
        there += list(s.trick).count(kind) + list(s.out).count(kind)
        if there != COPIES[kind]:
            yield f"cards: {there} of {COPIES[kind]} {kind_text(kind)} are there"


def _hands(s: State) -> Iterator[str]:
    for seat, hand in enumerate(s.hands):
        cards = sum(count(hand, kind) for kind in range(KINDS))
        if cards > HAND:
            yield f"hand: seat {seat} holds {cards} cards"
        if not 0 <= s.known_mist[seat] <= count(hand, MIST):
            yield f"known mist: seat {seat} has less mist than everyone knows of"


def _trick(s: State) -> Iterator[str]:
    if not 0 <= s.level <= HIGHEST_LEVEL:
        yield f"level: {s.level} is not within 0…{HIGHEST_LEVEL}"
    if (s.level, s.family) != level_and_family(s.trick):
        yield "level: not what the cards of the trick make"
    if s.direction not in (1, -1):
        yield f"direction: {s.direction} is neither 1 nor -1"


def _fear(s: State) -> Iterator[str]:
    for seat, points in enumerate(s.fear):
        if points < 0 or not 0 <= s.gained[seat] <= points:
            yield f"fear: seat {seat} has {points}, {s.gained[seat]} of it from this round"
    if not 1 <= s.round <= s.setup.rounds:
        yield f"round: {s.round} of {s.setup.rounds}"
    if not 0 <= s.starter < s.setup.players or not 0 <= s.seat < s.setup.players:
        yield "seat: no such seat"


def _turn(s: State) -> Iterator[str]:
    if s.phase == ENDED:
        if s.actor != OVER or len(s.options) > 0:
            yield "turn: the game is over and somebody should act"
    elif _asked_anew(s) != list(s.options):
        yield "turn: what may be done is not what the phase says"
    elif not s.legal():
        yield "turn: nothing is legal"
    elif s.actor == CHANCE and s.phase not in (CHOOSE_STARTER, DEAL) and not s.pile:
        yield "turn: chance has nothing to draw from"


def _asked_anew(s: State) -> list[int]:
    fresh = s.clone()
    fresh.hands_changed()
    return list(fresh.options)
