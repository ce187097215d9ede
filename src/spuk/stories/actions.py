"""The flat action space: every action is verb + target, one small stable int.

New verbs are only ever added at the end, so that records, masks and networks stay valid.
Verbs made most often come first: CPython keeps the ints up to 256 ready.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import i64

from spuk.kernel.game import BrokenText
from spuk.stories.board import BOARDS, COLORS, CURSE_FACES, LETTERS, TILES


class Verb(NamedTuple):
    """A row of the action space: actions base … base + size - 1."""

    name: str
    base: int
    size: int
    target: str
    """What the offset means: '' (nothing), place, space, board, color, tile, …"""


VERBS: Final[list[Verb]] = []


def _verb(name: str, size: int, target: str) -> int:
    base = VERBS[-1].base + VERBS[-1].size if VERBS else 0
    VERBS.append(Verb(name, base, size, target))
    return base


# Chance: dice and cards.
ROLL: Final[i64] = _verb("roll", 6, "face")
ROLL_CURSE: Final[i64] = _verb("curse", 5, "curse")
DRAW: Final[i64] = _verb("draw", 66, "card")
# The Yang phase (GS-6).
END_TURN: Final[i64] = _verb("end", 1, "")
MOVE: Final[i64] = _verb("move", 9, "place")
HELP: Final[i64] = _verb("help", 1, "")
EXORCISE: Final[i64] = _verb("exorcise", 1, "")
PLACE_BUDDHA: Final[i64] = _verb("buddha", 12, "space")
YIN_YANG_HELP: Final[i64] = _verb("yinyang", 9, "place")
YIN_YANG_RESTORE: Final[i64] = _verb("cleanse", 9, "place")
POCKETS: Final[i64] = _verb("pockets", 5, "color")
MANTRA: Final[i64] = _verb("mantra", 12, "space")
TWIN_WINDS: Final[i64] = _verb("twin", 4, "board")
TWIN_WINDS_TO: Final[i64] = _verb("carry", 9, "place")
USE_POWER_TOKEN: Final[i64] = _verb("borrow", 4, "board")
TAKE_POWER_TOKENS: Final[i64] = _verb("retake", 4, "number")
# Arrival (GS-5).
PLACE_GHOST: Final[i64] = _verb("place", 12, "space")
# Exorcism and dice (GS-6.3 to 6.5, GS-8.6).
REROLL: Final[i64] = _verb("reroll", 8, "dice")
REROLL_CURSE: Final[i64] = _verb("recurse", 2, "yesno")
MANTRA_COLOR: Final[i64] = _verb("weaken", 5, "color")
BANISH: Final[i64] = _verb("banish", 4, "which")
PAY: Final[i64] = _verb("pay", 20, "token")
# Tokens gained and lost (GS-5.4, GS-6.5, GS-10.3).
TAKE_TAO: Final[i64] = _verb("take", 5, "color")
DISCARD_TAO: Final[i64] = _verb("discard", 5, "color")
TAKE_QI: Final[i64] = _verb("qi", 1, "")
TAKE_YIN_YANG: Final[i64] = _verb("yy", 1, "")
GIVE_QI: Final[i64] = _verb("giveqi", 4, "board")
GIVE_YIN_YANG: Final[i64] = _verb("giveyy", 4, "board")
LOSE_QI: Final[i64] = _verb("loseqi", 4, "board")
# Village help (GS-11).
REVIVE: Final[i64] = _verb("revive", 4, "board")
RESTORE: Final[i64] = _verb("restore", 9, "place")
DISCARD_GHOST: Final[i64] = _verb("expel", 12, "space")
CALL_WATCHMAN: Final[i64] = _verb("watch", 4, "board")
SET_CIRCLE: Final[i64] = _verb("circle", 5, "color")
BLOW_GHOST: Final[i64] = _verb("blow", 12, "space")
BLOW_GHOST_TO: Final[i64] = _verb("blowto", 12, "space")
BLOW_TAOIST: Final[i64] = _verb("lift", 4, "board")
BLOW_TAOIST_TO: Final[i64] = _verb("liftto", 9, "place")
SKIP: Final[i64] = _verb("skip", 1, "")
# Setup is chance, too (GS-3.1).
SETUP_TILE: Final[i64] = _verb("tile", 9, "tile")
SETUP_COLOR: Final[i64] = _verb("board", 4, "boardcolor")
SETUP_SIDE: Final[i64] = _verb("side", 2, "number")
SETUP_FIRST: Final[i64] = _verb("first", 4, "seat")

ACTIONS: Final = VERBS[-1].base + VERBS[-1].size

_VERB_OF: Final = [verb for verb in VERBS for _ in range(verb.size)]


def space_text(space: int) -> str:
    """N1 … W3: the board's letter and the space, clockwise."""
    return f"{BOARDS[space // 3]}{space % 3 + 1}"


def _target_text(target: str, offset: int) -> str:
    match target:
        case "place":
            return str(offset + 1)
        case "space":
            return space_text(offset)
        case "board":
            return BOARDS[offset]
        case "color" | "face":
            return LETTERS[offset]
        case "token":
            return BOARDS[offset // 5] + LETTERS[offset % 5]
        case "dice":
            return "".join(str(die + 1) for die in range(3) if offset >> die & 1) or "none"
        case "which":
            return ("none", "first", "second", "both")[offset]
        case "yesno":
            return ("no", "yes")[offset]
        case "curse":
            return CURSE_FACES[offset]
        case "tile":
            return TILES[offset]
        case "boardcolor":
            return COLORS[offset]
        case _:
            return str(offset)


def verb_of(action: int) -> Verb:
    """The verb an action belongs to."""
    if not 0 <= action < ACTIONS:
        raise BrokenText(f"{action} is no action; actions are 0…{ACTIONS - 1}")
    return _VERB_OF[action]


def action_text(action: int) -> str:
    """The short name of an action: `verb` or `verb:target`."""
    verb = verb_of(action)
    if not verb.target:
        return verb.name
    return f"{verb.name}:{_target_text(verb.target, action - verb.base)}"


_BY_TEXT: Final = {action_text(action): action for action in range(ACTIONS)}


def action_of(text: str) -> int:
    """The action with this short name."""
    if text in _BY_TEXT:
        return _BY_TEXT[text]
    name = text.partition(":")[0]
    for verb in VERBS:
        if verb.name == name:
            targets = [action_text(verb.base + offset) for offset in range(verb.size)]
            raise BrokenText(f"{text!r} is no action; {name} can be {', '.join(targets)}")
    names = ", ".join(verb.name for verb in VERBS)
    raise BrokenText(f"{text!r} is no action; the verbs are {names}")
