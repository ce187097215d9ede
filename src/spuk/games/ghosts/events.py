"""What happens during an action, for log, sound and animation: ids and numbers, no text."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spuk.kernel.events import EventKinds
from spuk.kernel.game import Event

_KINDS: Final = EventKinds()

ROUND_BEGAN: Final[i64] = _KINDS.kind("round_began", "round", "starter")
CARD_DRAWN_ID: Final = "card_drawn"
CARD_DRAWN: Final[i64] = _KINDS.kind(CARD_DRAWN_ID, "seat", "card")
HAND_RESHUFFLED: Final[i64] = _KINDS.kind("hand_reshuffled", "seat")
TRICK_OPENED: Final[i64] = _KINDS.kind("trick_opened", "seat", "card", "level")
GHOST_ADDED: Final[i64] = _KINDS.kind("ghost_added", "seat", "card", "level")
MIRROR: Final[i64] = _KINDS.kind("mirror", "seat", "card", "level")
MIST_PLAYED: Final[i64] = _KINDS.kind("mist_played", "seat", "level")
PILE_TAKEN: Final[i64] = _KINDS.kind("pile_taken", "seat", "fear")
ROUND_ENDED: Final[i64] = _KINDS.kind("round_ended", "round", "seat")
FEAR_GIVEN_BACK: Final[i64] = _KINDS.kind("fear_given_back", "seat", "number")
GAME_ENDED: Final[i64] = _KINDS.kind("game_ended")

EVENTS: Final = _KINDS.fields()
"""Every event id with the names of its numbers."""


def make(kind: i64, a: i64, b: i64, c: i64) -> Event:
    """The public form of an event."""
    return _KINDS.make(kind, a, b, c)
