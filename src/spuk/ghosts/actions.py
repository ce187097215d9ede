"""The flat action space: every action is verb + target, one small stable int. New verbs come at the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spuk.ghosts.cards import kind_text
from spuk.kernel.actions import ActionSpace

_SPACE: Final = ActionSpace()


def _kind(offset: int) -> str:
    return kind_text(offset)


PLAY: Final[i64] = _SPACE.verb("play", 19, _kind)
TAKE_PILE: Final[i64] = _SPACE.verb("take", 1)
KEEP_HAND: Final[i64] = _SPACE.verb("keep", 1)
RESHUFFLE: Final[i64] = _SPACE.verb("reshuffle", 1)
GIVE_BACK: Final[i64] = _SPACE.verb("giveback", 4, str)
DRAW: Final[i64] = _SPACE.verb("draw", 19, _kind)
STARTER: Final[i64] = _SPACE.verb("starter", 6, str)

SPACE: Final = _SPACE
