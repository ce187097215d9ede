"""Events of Ghost Stories as lines of the terminal's log: slightly more, or less, than their texts."""

from __future__ import annotations

from typing import Final

import spuk
from spuk.games.ghost_stories.board import DANCE_OF_THE_TWIN_WINDS
from spuk.games.ghost_stories.terminal.choices import verb
from spuk.games.ghost_stories.words import event_words, tile_name
from spuk.games.ghost_stories.words.teller import Teller
from spuk.language.catalog import say
from spuk.language.people import capital

PAVILION: Final = "pavilion"


def event_line(state: spuk.State, event: spuk.Event, lang: str, action: int | None = None) -> str:
    """The event in words. Moves by a power or villager name it; boards where nothing happens are silent."""
    if event.id == "turn_began" and _nothing_happens(Teller(state, lang), event.values["board"]):
        return ""
    by = verb(action) if event.id == "taoist_moved" and action is not None else ""
    if by not in ("carry", "liftto"):
        return event_words(state, event, lang)
    t = Teller(state, lang)
    power = t.power(DANCE_OF_THE_TWIN_WINDS) if by == "carry" else tile_name(PAVILION, lang)
    taoist, to = t.taoist(event.values["board"]), t.to(event.values["place"])
    return say(lang, "ui.stories.moved_by", power=capital(power), taoist=taoist, to=to)


def _nothing_happens(t: Teller, board: int) -> bool:
    """A board without Taoist and ghosts whose turn is already over."""
    empty = not any(t.state.ghosts[3 * board : 3 * board + 3])
    return empty and not t.state.living(board) and t.state.active != board
