"""What happens during an action, for log, sound and motion: ids and numbers, no prose."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spuk.kernel.game import Event

_FIELDS: Final[list[tuple[str, tuple[str, ...]]]] = []


def _event(name: str, *fields: str) -> int:
    _FIELDS.append((name, fields))
    return len(_FIELDS) - 1


TURN_BEGAN: Final[i64] = _event("turn_began", "board")
STEPPED: Final[i64] = _event("figure_on_stone", "space")
HAUNTED: Final[i64] = _event("tile_haunted", "place", "space")
NO_TILE_LEFT: Final[i64] = _event("line_overrun", "space")
RESTORED: Final[i64] = _event("tile_restored", "place")
OVERRUN: Final[i64] = _event("board_overrun", "board")
CARD_DRAWN: Final[i64] = _event("card_drawn", "card", "board")
ALL_SPACES_FULL: Final[i64] = _event("all_spaces_full", "board")
GHOST_PLACED: Final[i64] = _event("ghost_placed", "card", "space")
GHOST_CAUGHT: Final[i64] = _event("ghost_caught_by_buddha", "card", "space")
GHOST_DISCARDED: Final[i64] = _event("ghost_discarded", "card", "space")
GHOST_BANISHED: Final[i64] = _event("ghost_banished", "card", "space", "board")
GHOST_MOVED: Final[i64] = _event("ghost_moved", "card", "space", "to")
FIGURES_BACK: Final[i64] = _event("figures_back", "board")
TAOIST_MOVED: Final[i64] = _event("taoist_moved", "board", "place")
QI_LOST: Final[i64] = _event("qi_lost", "board", "left")
QI_GAINED: Final[i64] = _event("qi_gained", "board", "left")
DIED: Final[i64] = _event("taoist_died", "board")
POSSESSED: Final[i64] = _event("board_possessed", "board")
REVIVED: Final[i64] = _event("taoist_revived", "board")
TAO_GAINED: Final[i64] = _event("tao_gained", "board", "color")
TAO_LOST: Final[i64] = _event("tao_lost", "board", "color")
TAO_PAID: Final[i64] = _event("tao_paid", "board", "color")
ALL_TAO_LOST: Final[i64] = _event("all_tao_lost", "board")
CIRCLE_SET: Final[i64] = _event("circle_set", "color")
CIRCLE_CLEARED: Final[i64] = _event("circle_cleared", "color")
YIN_YANG_USED: Final[i64] = _event("yin_yang_used", "board")
YIN_YANG_GAINED: Final[i64] = _event("yin_yang_gained", "board")
POWER_BORROWED: Final[i64] = _event("power_borrowed", "board", "of")
POWER_TOKENS_TAKEN: Final[i64] = _event("power_tokens_taken", "board", "number")
MANTRA_PLACED: Final[i64] = _event("mantra_placed", "space")
MANTRA_BACK: Final[i64] = _event("mantra_back")
BUDDHA_TAKEN: Final[i64] = _event("buddha_taken", "board")
BUDDHA_PLACED: Final[i64] = _event("buddha_placed", "board", "space")
BUDDHA_BACK: Final[i64] = _event("buddha_back", "space")
HELP_ASKED: Final[i64] = _event("help_asked", "board", "tile")
EXORCISM_BEGAN: Final[i64] = _event("exorcism_began", "board", "dice")
EXORCISM_FAILED: Final[i64] = _event("exorcism_failed", "board")
DIE_ROLLED: Final[i64] = _event("die_rolled", "face")
DICE_REROLLED: Final[i64] = _event("dice_rerolled", "number")
CURSE_ROLLED: Final[i64] = _event("curse_rolled", "face", "board")
CURSE_SKIPPED: Final[i64] = _event("curse_skipped", "board")
GAME_WON: Final[i64] = _event("game_won")
GAME_LOST: Final[i64] = _event("game_lost", "reason")

EVENTS: Final = dict(_FIELDS)
"""Every event id with the names of its numbers."""


def make(kind: i64, a: i64, b: i64, c: i64) -> Event:
    """The public form of an event."""
    name, fields = _FIELDS[kind]
    return Event(name, dict(zip(fields, (int(a), int(b), int(c)), strict=False)))
