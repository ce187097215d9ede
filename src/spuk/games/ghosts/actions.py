"""The flat action space: every action is verb + target, one small stable int. New verbs come at the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spuk.games.ghosts.cards import kind_text
from spuk.kernel.actions import ActionSpace

SPACE: Final = ActionSpace()


PLAY: Final[i64] = SPACE.verb("play", 19, kind_text)
TAKE_PILE: Final[i64] = SPACE.verb("take", 1)
KEEP_HAND: Final[i64] = SPACE.verb("keep", 1)
RESHUFFLE: Final[i64] = SPACE.verb("reshuffle", 1)
GIVE_BACK: Final[i64] = SPACE.verb("giveback", 4, str)
DRAW: Final[i64] = SPACE.verb("draw", 19, kind_text)
STARTER: Final[i64] = SPACE.verb("starter", 6, str)
