"""A tour of everything that can be said about Ghosts: every card, action, event, question and ending."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import spuk
from spuk.games.ghosts import words
from spuk.games.ghosts.actions import SPACE
from spuk.games.ghosts.cards import FAMILIES
from spuk.games.ghosts.consequences import KINDS
from spuk.games.ghosts.events import EVENTS
from spuk.games.ghosts.options import ALLOWED, EDITIONS
from spuk.games.ghosts.outcome import REASON
from spuk.games.ghosts.state import PHASES
from spuk.kernel.game import Consequence, Event

GAME = spuk.game("ghosts")
OPEN = "original 4p 0=f2,s1,s2,x,p3"
ANSWER = "original 4p 0=f2,s1,m2,x,p3 trick=f2,m3"
TWO = "original 2p 0=f2,s1,m2,x,p3 trick=f2,m3"
POSITIONS = (OPEN, ANSWER, TWO)
ASKING = tuple(phase for phase in PHASES if phase != "ended")
ENDINGS = (REASON[0],)
_PHASE_LINES = {
    "reshuffle": "original 4p 0=x,x,x,x,x phase=reshuffle",
    "refill": "original 4p 0=f2,s1,s2,x trick=p3 phase=refill",
    "deal": "original 4p 0= 1= 2= 3= phase=deal",
    "giveback": "original 4p phase=giveback",
    "starter": "original 4p 0= 1= 2= 3= phase=starter",
    "play": ANSWER,
}


def in_phase(phase: str) -> spuk.State:
    return GAME.from_text(_PHASE_LINES[phase])


def over(fear: str) -> spuk.State:
    return GAME.from_text(f"original 4p fear={fear} round=3 phase=ended")


def things(lang: str) -> Iterator[str]:
    for kind in words.KINDS:
        yield words.card_name(kind, lang)
    for family in FAMILIES:
        yield words.family_name(family, lang)
    for edition in EDITIONS:
        yield words.edition_name(edition, lang)
        yield words.edition_about(edition, lang)
    yield from (words.option_name(option, lang) for option in ALLOWED)
    yield from (words.reason_words(reason, lang) for reason in ENDINGS)
    yield from (words.player_name(seat, lang) for seat in range(6))
    yield from (words.winners_words(range(n), 2, lang) for n in range(1, 7))
    for line, kind in product(POSITIONS, words.KINDS):
        yield words.effect_words(GAME.from_text(line), GAME.action(f"play:{kind}"), lang)


def actions(lang: str) -> Iterator[str]:
    """Every action, whether or not it is legal on this table."""
    for line, action in product(POSITIONS, range(len(SPACE))):
        yield words.action_words(GAME.from_text(line), action, lang)


_FIELDS: dict[str, Any] = {
    "seat": range(6),
    "starter": range(6),
    "card": range(18),
    "level": range(8),
    "fear": range(3),
    "round": range(1, 4),
    "number": range(4),
}


def events(lang: str) -> Iterator[str]:
    """Every event with every value of each of its numbers, and as somebody sees it who may not see all."""
    for line, (id, fields) in product((ANSWER, TWO), EVENTS.items()):
        state = GAME.from_text(line)
        usual = {field: _FIELDS[field][0] for field in fields}
        for values in [usual, *({**usual, field: v} for field in fields for v in _FIELDS[field])]:
            event = Event(id, values)
            yield words.event_words(state, event, lang)
            yield words.event_words(state, state.redact(event, None), lang)
    yield words.draw_words(1, [0, 18], lang)
    yield from (words.hidden_draw_words(2, number, lang) for number in range(1, 6))


def questions(lang: str) -> Iterator[str]:
    for phase in ASKING:
        yield words.turn_words(in_phase(phase), lang)
    yield words.turn_words(GAME.from_text(OPEN), lang)
    for fear in ("1,2,3,4", "1,1,3,4", "0,0,0,0"):
        yield words.turn_words(over(fear), lang)


def consequences(lang: str) -> Iterator[str]:
    """Every consequence, told to whoever it happens to and to others; and how far the futures reach."""
    state = GAME.from_text(ANSWER)
    for id, you in product(KINDS, (None, 0, 1)):
        consequence = Consequence(id, {} if id == "round_over" else {"seat": 1})
        yield words.WORDS.consequence_words(state, consequence, lang, you)
    yield words.WORDS.horizon_words(state, lang)


def everything(lang: str) -> Iterator[str]:
    yield from things(lang)
    yield from actions(lang)
    yield from events(lang)
    yield from questions(lang)
    yield from consequences(lang)
