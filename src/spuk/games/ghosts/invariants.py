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
from spuk.kernel.errors import Fault
from spuk.kernel.game import CHANCE, OVER


def broken(s: State) -> list[Fault]:
    """Every broken invariant as `name: what is wrong`."""
    return broken_table(s) or list(_turn(s))


def broken_table(s: State) -> list[Fault]:
    """What is broken on the table, before anybody asks what is legal."""
    return [problem for check in (_cards, _hands, _trick, _fear) for problem in check(s)]


def _cards(s: State) -> Iterator[Fault]:
    if list(s.pile) != sorted(s.pile):
        yield Fault("ghosts.pile_order", "pile: the cards are not in order")
    for kind in range(KINDS):
        there = sum(count(hand, kind) for hand in s.hands) + list(s.pile).count(DRAW + kind)
        there += list(s.trick).count(kind) + list(s.out).count(kind)
        if there != COPIES[kind]:
            yield Fault(
                "ghosts.copies",
                "{card}: {there} cards instead of {all}",
                card=kind_text(kind),
                there=there,
                all=COPIES[kind],
            )


def _hands(s: State) -> Iterator[Fault]:
    for seat, hand in enumerate(s.hands):
        cards = sum(count(hand, kind) for kind in range(KINDS))
        if cards > HAND:
            yield Fault(
                "ghosts.hand",
                "{seat}: {cards} cards in hand; the limit is {most}",
                seat=seat,
                cards=cards,
                most=int(HAND),
            )
        if not 0 <= s.known_mist[seat] <= count(hand, MIST):
            yield Fault("ghosts.known", "known: seat {seat} has less mist than everyone knows of", seat=seat)


def _trick(s: State) -> Iterator[Fault]:
    if not 0 <= s.level <= HIGHEST_LEVEL:
        yield Fault(
            "ghosts.level",
            "level: {level} is not between 0 and {most}",
            level=s.level,
            most=int(HIGHEST_LEVEL),
        )
    if (s.level, s.family) != level_and_family(s.trick):
        yield Fault("ghosts.trick", "level: it does not match the cards of the pile")
    if s.direction not in (1, -1):
        yield Fault("ghosts.direction", "direction: {direction} is neither 1 nor -1", direction=s.direction)


def _fear(s: State) -> Iterator[Fault]:
    for seat, points in enumerate(s.fear):
        if points < 0 or not 0 <= s.gained[seat] <= points:
            yield Fault(
                "ghosts.fear",
                "fear: seat {seat} cannot have {points}, {gained} of it from this round",
                seat=seat,
                points=points,
                gained=s.gained[seat],
            )
    if not 1 <= s.round <= s.setup.rounds:
        yield Fault("ghosts.round", "round: {round} of {rounds}", round=s.round, rounds=s.setup.rounds)
    if not 0 <= s.starter < s.setup.players or not 0 <= s.seat < s.setup.players:
        yield Fault("ghosts.seat", "turn or starter: there is no such seat")


def _turn(s: State) -> Iterator[Fault]:
    if s.phase == ENDED:
        if s.actor != OVER or len(s.options) > 0:
            yield Fault("ghosts.over", "turn: the game is over, but someone has to act")
    elif _asked_anew(s) != list(s.options):
        yield Fault("ghosts.phase", "turn: the choices do not match the phase")
    elif not s.legal():
        yield Fault("ghosts.nothing_legal", "turn: no action is legal")
    elif s.actor == CHANCE and s.phase not in (CHOOSE_STARTER, DEAL) and not s.pile:
        yield Fault("ghosts.nothing_to_draw", "turn: the draw pile is empty")


def _asked_anew(s: State) -> list[int]:
    fresh = s.clone()
    fresh.hands_changed()
    return list(fresh.options)
