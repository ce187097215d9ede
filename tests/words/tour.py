"""A tour of everything that can be said: every thing, action, event and question, in one language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

import spuk
from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.actions import VERBS
from spuk.games.ghost_stories.board import BLUE, COLORS, CURSE_FACES, POWERS, RED, TILES, WHITE
from spuk.games.ghost_stories.cards import ROWS
from spuk.games.ghost_stories.consequences import KINDS
from spuk.games.ghost_stories.editions import EDITIONS, LEVELS
from spuk.games.ghost_stories.events import EVENTS
from spuk.games.ghost_stories.options import ALLOWED
from spuk.games.ghost_stories.outcome import score_sheet
from spuk.games.ghost_stories.state import REASONS, STAGES, State
from spuk.games.ghost_stories.words import names
from spuk.games.ghost_stories.words.actions import action_words
from spuk.games.ghost_stories.words.events import event_words
from spuk.games.ghost_stories.words.pack import WORDS
from spuk.games.ghost_stories.words.turn import ASK, turn_words
from spuk.kernel.game import Consequence, Event

GAME = spuk.game("ghost-stories")
CORNER = "en nightmare 4p N=red/@1 W=yellow/mantra N1=38 N2=6 W3=58m N3=b S1=57b E1=45"
"""Red on a corner before two ghosts; one is weakened, one space holds a Buddha."""
SMALL = "de2 normal 2p E=green/0qi S=blue/0qi N1=38 W1=11 centre=1"
"""A neutral board with Qi, a possessed one, and a dead Taoist."""
ABILITIES = sorted(
    (stone, ability)
    for row in ROWS
    for stone in ("left", "centre", "right")
    for ability in row[stone].split("+")
    if ability
)
ENDINGS = [reason for reason, _ in REASONS[1:]]


def read(text: str) -> State:
    state = GAME.from_text(text)
    assert isinstance(state, State)
    state.dice = vec[i64]([RED, WHITE, BLUE])
    return state


def waiting(state: State, step: str, arg: int = 0, actor: int = 0) -> State:
    """The position with this step on top of its stack."""
    state = state.clone()
    state.stack = vec[i64]([*state.stack, steps.NAMES.index(step) | arg << 8])
    state.actor = actor
    return state


def laying_out(step: str) -> State:
    """A new game, up to the first time this step asks."""
    state = GAME.new(first=None)
    assert isinstance(state, State)
    while steps.NAMES[state.stack[-1] & 255] != step:
        state.apply(state.legal()[0])
    return state


def things(lang: str) -> Iterator[str]:
    """Names and tooltips."""
    for edition in EDITIONS:
        yield names.edition_name(edition, lang)
        for power in POWERS:
            yield names.power_name(power, lang, edition)
            yield names.power_effect(power, lang, edition)
        for stone, ability in ABILITIES:
            yield names.ability_words(stone, ability, lang, edition)
        for kind, thing in names.PRINTED:
            if kind == "thing":
                yield names.thing_name(thing, lang, edition)
    for card in range(1, 66):
        yield names.card_name(card, lang)
        yield from names.card_effects(card, lang)
    for tile, solo in product(TILES, (False, True)):
        yield names.tile_name(tile, lang)
        yield names.tile_to(tile, lang)
        yield names.tile_effect(tile, lang, solo=solo)
    for level in LEVELS:
        yield names.level_name(level, lang)
        yield names.level_about(level, lang)
    yield from (names.option_name(option, lang) for option in ALLOWED)
    yield from (names.score_words(line, lang) for line in score_sheet(read(CORNER)))
    yield from (names.reason_words(reason, lang) for reason in ENDINGS)
    yield from (names.place_name(place, lang) for place in range(9))
    yield from (names.curse_name(face, lang) for face in CURSE_FACES)
    for color in COLORS:
        yield names.color_name(color, lang)
        yield names.face_name(color, lang)
    for board, color, form in product(names.SIDES, COLORS[:4], ("", "the", "on", "put", "onto")):
        yield names.board_name(board, lang)
        yield names.board_name(board, lang, color, form)
    for color, case in product(COLORS[:4], ("", "gen", "dat", "acc")):
        yield names.taoist_name(color, lang, case)
        yield names.person_name("Ann", color, lang, case)


_PENDING: dict[str, list[tuple[str, int]]] = {
    "place": [("place", 6)],
    "blowto": [("blowto", 0)],
    "carry": [("carry", 1)],
    "liftto": [("liftto", 1)],
    "discard": [("discard", 1)],
    "recurse": [("recurse", 2 << 7)],
    "skip": [("blow", 0), ("lift", 0)],
}
_LAYING_OUT = {"tile": "lay_tile", "board": "lay_board", "side": "turn_board"}


def actions(lang: str) -> Iterator[str]:
    """Every action, whether or not it is legal on this table."""
    for verb in VERBS:
        if verb.name in _LAYING_OUT:
            states = [laying_out(_LAYING_OUT[verb.name])]
        else:
            pending = _PENDING.get(verb.name, [("yang", 0)])
            states = [waiting(read(CORNER), step, arg) for step, arg in pending]
        first = 1 if verb.name == "draw" else 0
        for state, offset in product(states, range(first, verb.size)):
            yield action_words(state, verb.base + offset, lang)


_FIELDS: dict[str, Any] = {
    "board": range(4),
    "of": range(4),
    "color": range(5),
    "face": range(5),
    "space": range(12),
    "to": range(12),
    "place": range(9),
    "tile": range(9),
    "card": (6, 57),
    "number": range(4),
    "dice": range(5),
    "left": range(5),
    "reason": range(2, 6),
}


def events(lang: str) -> Iterator[str]:
    """Every event, with every value of each of its numbers."""
    for state, (id, fields) in product((read(CORNER), read(SMALL)), EVENTS.items()):
        usual = {field: _FIELDS[field][0] for field in fields}
        for values in ({**usual, field: v} for field in fields for v in _FIELDS[field]):
            yield event_words(state, Event(id, values), lang)
        yield event_words(state, Event(id, usual), lang)


_ARGUMENTS = {"place": 6, "roll": 2, "pay": 3, "carry": 1, "liftto": 1, "recurse": 2 << 7}


def questions(lang: str) -> Iterator[str]:
    """Every question, asked of the active player, of another one and of chance; and every ending."""
    for step in ASK:
        if step in _LAYING_OUT.values():
            yield turn_words(laying_out(step), lang)
            continue
        for actor in (0, 1, spuk.CHANCE):
            yield turn_words(waiting(read(CORNER), step, _ARGUMENTS.get(step, 0), actor), lang)
    for stage in STAGES:
        state = read(CORNER)
        state.stage = STAGES.index(stage)
        yield turn_words(state, lang)
    nothing_rolled = waiting(read(CORNER), "banish")
    nothing_rolled.dice = vec[i64]()
    yield turn_words(nothing_rolled, lang)
    for reason in range(1, len(REASONS)):
        over = read(CORNER)
        over.end, over.actor = reason, spuk.OVER
        yield turn_words(over, lang)


def consequences(lang: str) -> Iterator[str]:
    """Every consequence, told to whoever it happens to and to others; and how far the futures reach."""
    for state, (id, about) in product((read(CORNER), read(SMALL)), KINDS):
        for value, you in product(_FIELDS[about] if about else (0,), (None, 0, 1)):
            consequence = Consequence(id, {about: value} if about else {})
            yield WORDS.consequence_words(state, consequence, lang, you)
    yield WORDS.horizon_words(read(CORNER), lang)
    yield WORDS.horizon_words(read("en normal 1p"), lang)


def everything(lang: str) -> Iterator[str]:
    yield from things(lang)
    yield from actions(lang)
    yield from events(lang)
    yield from questions(lang)
    yield from consequences(lang)
