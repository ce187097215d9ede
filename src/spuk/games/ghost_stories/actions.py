"""The flat action space: every action is a verb with a target, as one small stable int.

New verbs are only ever added at the end, so records, masks and networks stay valid.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spuk.games.ghost_stories.board import BOARDS, COLORS, CURSE_FACES, LETTERS, TILES
from spuk.kernel.actions import ActionSpace

SPACE: Final = ActionSpace()


def space_text(space: int) -> str:
    """N1 … W3: the board's letter and the space, clockwise."""
    return f"{BOARDS[space // 3]}{space % 3 + 1}"


def _place(offset: int) -> str:
    return str(offset + 1)


def _board(offset: int) -> str:
    return BOARDS[offset]


def _color(offset: int) -> str:
    return LETTERS[offset]


def _token(offset: int) -> str:
    return BOARDS[offset // 5] + LETTERS[offset % 5]


def _dice(offset: int) -> str:
    return "".join(str(die + 1) for die in range(3) if offset >> die & 1) or "none"


def _which(offset: int) -> str:
    return ("none", "first", "second", "both")[offset]


def _yes_or_no(offset: int) -> str:
    return ("no", "yes")[offset]


def _curse_face(offset: int) -> str:
    return CURSE_FACES[offset]


def _tile(offset: int) -> str:
    return TILES[offset]


def _color_name(offset: int) -> str:
    return COLORS[offset]


# Chance: dice and cards.
ROLL: Final[i64] = SPACE.verb("roll", 6, _color)
ROLL_CURSE: Final[i64] = SPACE.verb("curse", 5, _curse_face)
DRAW: Final[i64] = SPACE.verb("draw", 66, str)
# The Yang phase (GS-6).
END_TURN: Final[i64] = SPACE.verb("end", 1)
MOVE: Final[i64] = SPACE.verb("move", 9, _place)
HELP: Final[i64] = SPACE.verb("help", 1)
EXORCISE: Final[i64] = SPACE.verb("exorcise", 1)
PLACE_BUDDHA: Final[i64] = SPACE.verb("buddha", 12, space_text)
YIN_YANG_HELP: Final[i64] = SPACE.verb("yinyang", 9, _place)
YIN_YANG_RESTORE: Final[i64] = SPACE.verb("cleanse", 9, _place)
POCKETS: Final[i64] = SPACE.verb("pockets", 5, _color)
MANTRA: Final[i64] = SPACE.verb("mantra", 12, space_text)
TWIN_WINDS: Final[i64] = SPACE.verb("twin", 4, _board)
TWIN_WINDS_TO: Final[i64] = SPACE.verb("carry", 9, _place)
USE_POWER_TOKEN: Final[i64] = SPACE.verb("borrow", 4, _board)
TAKE_POWER_TOKENS: Final[i64] = SPACE.verb("retake", 4, str)
# Arrival (GS-5).
PLACE_GHOST: Final[i64] = SPACE.verb("place", 12, space_text)
# Exorcism and dice (GS-6.3 to 6.5, GS-8.6).
REROLL: Final[i64] = SPACE.verb("reroll", 8, _dice)
REROLL_CURSE: Final[i64] = SPACE.verb("recurse", 2, _yes_or_no)
MANTRA_COLOR: Final[i64] = SPACE.verb("weaken", 5, _color)
BANISH: Final[i64] = SPACE.verb("banish", 4, _which)
PAY: Final[i64] = SPACE.verb("pay", 20, _token)
# Tokens gained and lost (GS-5.4, GS-6.5, GS-10.3).
TAKE_TAO: Final[i64] = SPACE.verb("take", 5, _color)
DISCARD_TAO: Final[i64] = SPACE.verb("discard", 5, _color)
TAKE_QI: Final[i64] = SPACE.verb("qi", 1)
TAKE_YIN_YANG: Final[i64] = SPACE.verb("yy", 1)
GIVE_QI: Final[i64] = SPACE.verb("giveqi", 4, _board)
GIVE_YIN_YANG: Final[i64] = SPACE.verb("giveyy", 4, _board)
LOSE_QI: Final[i64] = SPACE.verb("loseqi", 4, _board)
# Village help (GS-11).
REVIVE: Final[i64] = SPACE.verb("revive", 4, _board)
RESTORE: Final[i64] = SPACE.verb("restore", 9, _place)
DISCARD_GHOST: Final[i64] = SPACE.verb("expel", 12, space_text)
CALL_WATCHMAN: Final[i64] = SPACE.verb("watch", 4, _board)
SET_CIRCLE: Final[i64] = SPACE.verb("circle", 5, _color)
BLOW_GHOST: Final[i64] = SPACE.verb("blow", 12, space_text)
BLOW_GHOST_TO: Final[i64] = SPACE.verb("blowto", 12, space_text)
BLOW_TAOIST: Final[i64] = SPACE.verb("lift", 4, _board)
BLOW_TAOIST_TO: Final[i64] = SPACE.verb("liftto", 9, _place)
SKIP: Final[i64] = SPACE.verb("skip", 1)
# Setup is chance, too (GS-3.1).
SETUP_TILE: Final[i64] = SPACE.verb("tile", 9, _tile)
SETUP_COLOR: Final[i64] = SPACE.verb("board", 4, _color_name)
SETUP_SIDE: Final[i64] = SPACE.verb("side", 2, str)
SETUP_FIRST: Final[i64] = SPACE.verb("first", 4, str)

VERBS: Final = SPACE.verbs
ACTIONS: Final = len(SPACE)


def action_text(action: int) -> str:
    """The short name of an action: `verb` or `verb:target`."""
    return SPACE.text(action)
