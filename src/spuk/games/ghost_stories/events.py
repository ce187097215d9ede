"""What happens during an action, for log, sound and animation: ids and numbers, no text."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spuk.kernel.events import EventKinds
from spuk.kernel.game import Event

_KINDS: Final = EventKinds()

TURN_BEGAN: Final[i64] = _KINDS.kind("turn_began", "board")
STEPPED: Final[i64] = _KINDS.kind("figure_on_stone", "space")
HAUNTED: Final[i64] = _KINDS.kind("tile_haunted", "place", "space")
NO_TILE_LEFT: Final[i64] = _KINDS.kind("line_overrun", "space")
RESTORED: Final[i64] = _KINDS.kind("tile_restored", "place")
OVERRUN: Final[i64] = _KINDS.kind("board_overrun", "board")
CARD_DRAWN: Final[i64] = _KINDS.kind("card_drawn", "card", "board")
ALL_SPACES_FULL: Final[i64] = _KINDS.kind("all_spaces_full", "board")
GHOST_PLACED: Final[i64] = _KINDS.kind("ghost_placed", "card", "space")
GHOST_CAUGHT: Final[i64] = _KINDS.kind("ghost_caught_by_buddha", "card", "space")
GHOST_DISCARDED: Final[i64] = _KINDS.kind("ghost_discarded", "card", "space")
GHOST_BANISHED: Final[i64] = _KINDS.kind("ghost_banished", "card", "space", "board")
GHOST_MOVED: Final[i64] = _KINDS.kind("ghost_moved", "card", "space", "to")
FIGURES_BACK: Final[i64] = _KINDS.kind("figures_back", "board")
TAOIST_MOVED: Final[i64] = _KINDS.kind("taoist_moved", "board", "place")
QI_LOST: Final[i64] = _KINDS.kind("qi_lost", "board", "left")
QI_GAINED: Final[i64] = _KINDS.kind("qi_gained", "board", "left")
DIED: Final[i64] = _KINDS.kind("taoist_died", "board")
POSSESSED: Final[i64] = _KINDS.kind("board_possessed", "board")
REVIVED: Final[i64] = _KINDS.kind("taoist_revived", "board")
TAO_GAINED: Final[i64] = _KINDS.kind("tao_gained", "board", "color")
TAO_LOST: Final[i64] = _KINDS.kind("tao_lost", "board", "color")
TAO_PAID: Final[i64] = _KINDS.kind("tao_paid", "board", "color")
ALL_TAO_LOST: Final[i64] = _KINDS.kind("all_tao_lost", "board")
CIRCLE_SET: Final[i64] = _KINDS.kind("circle_set", "color")
CIRCLE_CLEARED: Final[i64] = _KINDS.kind("circle_cleared", "color")
YIN_YANG_USED: Final[i64] = _KINDS.kind("yin_yang_used", "board")
YIN_YANG_GAINED: Final[i64] = _KINDS.kind("yin_yang_gained", "board")
POWER_BORROWED: Final[i64] = _KINDS.kind("power_borrowed", "board", "of")
POWER_TOKENS_TAKEN: Final[i64] = _KINDS.kind("power_tokens_taken", "board", "number")
MANTRA_PLACED: Final[i64] = _KINDS.kind("mantra_placed", "space")
MANTRA_BACK: Final[i64] = _KINDS.kind("mantra_back")
BUDDHA_TAKEN: Final[i64] = _KINDS.kind("buddha_taken", "board")
BUDDHA_PLACED: Final[i64] = _KINDS.kind("buddha_placed", "board", "space")
BUDDHA_BACK: Final[i64] = _KINDS.kind("buddha_back", "space")
HELP_ASKED: Final[i64] = _KINDS.kind("help_asked", "board", "tile")
EXORCISM_BEGAN: Final[i64] = _KINDS.kind("exorcism_began", "board", "dice")
EXORCISM_FAILED: Final[i64] = _KINDS.kind("exorcism_failed", "board")
DIE_ROLLED: Final[i64] = _KINDS.kind("die_rolled", "face")
DICE_REROLLED: Final[i64] = _KINDS.kind("dice_rerolled", "number")
CURSE_ROLLED: Final[i64] = _KINDS.kind("curse_rolled", "face", "board")
CURSE_SKIPPED: Final[i64] = _KINDS.kind("curse_skipped", "board")
GAME_WON: Final[i64] = _KINDS.kind("game_won")
GAME_LOST: Final[i64] = _KINDS.kind("game_lost", "reason")

EVENTS: Final = _KINDS.fields()
"""Every event id with the names of its numbers."""


def make(kind: i64, a: i64, b: i64, c: i64) -> Event:
    """The public form of an event."""
    return _KINDS.make(kind, a, b, c)
