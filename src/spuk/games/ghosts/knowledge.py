"""What a seat knows (hidden hands): sampling a consistent full state, and redacting the rest."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghosts import actions as act
from spuk.games.ghosts import events as ev
from spuk.games.ghosts.cards import KINDS, MIST, UNIT, count
from spuk.games.ghosts.state import DEAL, REFILL, RESHUFFLE, State
from spuk.kernel.game import Event
from spuk.kernel.seeds import Random

_HIDDEN_FIELDS: Final = {ev.CARD_DRAWN_ID: "card"}


def imagine(s: State, seat: int, random: Random) -> State:
    """The same game with all cards this seat cannot see redealt, each deal equally likely.

    The seat sees its own hand, every card played, and mist revealed by an opening of only mist. A declined
    play reveals nothing, because a player who could play may still take the pile (GH-3.6).
    """
    t = s.clone()
    kinds = shuffled(unseen(s, seat), random)
    place: i64 = 0
    for other in range(s.setup.players):
        if other != seat:
            known: i64 = _known_mist(s, other)
            hand: i64 = known * UNIT[MIST]
            hidden: i64 = s.hand_size(other) - known
            for _index in range(hidden):
                hand += UNIT[kinds[place]]
                place += 1
            t.hands[other] = hand
    t.pile = as_pile(kinds[place:])
    t.hands_changed()
    return t


def _known_mist(s: State, seat: i64) -> i64:
    """How many cards of a hand everyone knows to be mist. A player who is asked
    about it holds nothing else.
    """
    if s.phase == RESHUFFLE and s.seat == seat:
        return s.hand_size(seat)
    return s.known_mist[seat]


def unseen(s: State, seat: int) -> vec[i64]:
    """Kinds of all cards whose place the seat does not know, in order, so that no trace of their place is
    left.
    """
    counts = vec[i64]([0] * 19)
    for draw in s.pile:
        counts[draw - act.DRAW] += 1
    for other in range(s.setup.players):
        if other != seat:
            hand: i64 = s.hands[other] - _known_mist(s, other) * UNIT[MIST]
            for kind in range(KINDS):
                counts[kind] += count(hand, kind)
    return _in_order(counts, 0)


def shuffled(kinds: vec[i64], random: Random) -> vec[i64]:
    """These cards in random order. The given list is changed."""
    for last in range(len(kinds) - 1, 0, -1):
        other: i64 = random.below(last + 1)
        kept: i64 = kinds[last]
        kinds[last] = kinds[other]
        kinds[other] = kept
    return kinds


def as_pile(kinds: vec[i64]) -> vec[i64]:
    """These cards as draws in order of kind."""
    counts = vec[i64]([0] * 19)
    for kind in kinds:
        counts[kind] += 1
    return _in_order(counts, act.DRAW)


def _in_order(counts: vec[i64], first: i64) -> vec[i64]:
    """This many of each kind, counted from a first number."""
    cards = vec[i64]()
    for kind in range(KINDS):
        copies: i64 = counts[kind]
        for _copy in range(copies):
            cards = append(cards, first + kind)
    return cards


def reveals(s: State, seat: int | None) -> bool:
    """Only the player who draws a card sees it."""
    return s.phase not in (DEAL, REFILL) or s.seat == seat


def redact(event: Event, seat: int | None) -> Event:
    """The event without anything this seat may not see."""
    hidden = _HIDDEN_FIELDS.get(event.id)
    if hidden is None or event.values["seat"] == seat:
        return event
    return Event(event.id, {name: value for name, value in event.values.items() if name != hidden})
