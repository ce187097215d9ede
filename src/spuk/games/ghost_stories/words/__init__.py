"""Ghost Stories in words: everything a screen, a page or a log needs."""

from __future__ import annotations

from spuk.games.ghost_stories.words.actions import action_words
from spuk.games.ghost_stories.words.events import event_words
from spuk.games.ghost_stories.words.names import (
    ability_words,
    board_name,
    card_effects,
    card_name,
    color_name,
    curse_name,
    edition_name,
    face_name,
    level_about,
    level_name,
    option_name,
    place_name,
    power_effect,
    power_name,
    reason_words,
    score_words,
    side_name,
    space_name,
    taoist_name,
    thing_name,
    tile_effect,
    tile_name,
    tile_to,
)
from spuk.games.ghost_stories.words.turn import phase_words, question_words, turn_words
from spuk.language.people import capital

__all__ = [
    "ability_words",
    "action_words",
    "board_name",
    "capital",
    "card_effects",
    "card_name",
    "color_name",
    "curse_name",
    "edition_name",
    "event_words",
    "face_name",
    "level_about",
    "level_name",
    "option_name",
    "phase_words",
    "place_name",
    "power_effect",
    "power_name",
    "question_words",
    "reason_words",
    "score_words",
    "side_name",
    "space_name",
    "taoist_name",
    "thing_name",
    "tile_effect",
    "tile_name",
    "tile_to",
    "turn_words",
]
