"""The Curse die (GS-7) and what the green powers do to it (GS-8.5, GS-8.6)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import events as ev
from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.actions import REROLL_CURSE, ROLL_CURSE
from spuk.games.ghost_stories.board import (
    CEMETERY,
    CURSE_GHOST,
    CURSE_HAUNT,
    CURSE_QI,
    CURSE_SIDES,
    CURSE_TAO,
    GODS_FAVORITE,
    NOWHERE,
    SPACES,
    STRENGTH_OF_A_MOUNTAIN,
)
from spuk.games.ghost_stories.life import haunt_line, haunt_place, lose_qi
from spuk.games.ghost_stories.state import DICE, NOBODY, PLAYER, YIN, State, Step, register
from spuk.games.ghost_stories.tao import lose_all_tao

FROM_CEMETERY: Final[i64] = SPACES
"""Used instead of a ghost space when the Cemetery itself caused the roll (GS-11.1)."""

_SIDES: Final[vec[i64]] = vec[i64]([ROLL_CURSE + face for face in CURSE_SIDES])
_KEEP_OR_REROLL: Final[vec[i64]] = vec[i64]([REROLL_CURSE, REROLL_CURSE + 1])

# A frame's number holds: board (2 bits), space (4 bits), second roll (1 bit), face (3 bits).
_SECOND_ROLL: Final[i64] = 1 << 6


def roll_curse(s: State, board: i64, space: i64) -> None:
    """Roll the Curse die for a board, because of the ghost on a space."""
    s.push(steps.CURSE, board | space << 2)


@final
class _Curse(Step):
    """GS-8.5: with Strength of a Mountain, the die is never rolled."""

    def sound(self, s: State, arg: i64) -> bool:
        return (arg >> 2) <= FROM_CEMETERY

    def run(self, s: State, arg: i64) -> None:
        board: i64 = arg & 3
        if s.living(board) and s.has_power(board, STRENGTH_OF_A_MOUNTAIN):
            s.used |= 1 << STRENGTH_OF_A_MOUNTAIN
            s.emit(ev.CURSE_SKIPPED, board)
        else:
            s.push(steps.ROLL_CURSE, arg)


@final
class _RollCurse(Step):
    """The roll. GS-8.6 lets the Gods' Favorite see it and reroll once."""

    def sound(self, s: State, arg: i64) -> bool:
        return ((arg & ~_SECOND_ROLL) >> 2) <= FROM_CEMETERY

    def options(self, s: State, arg: i64) -> vec[i64]:
        return _SIDES

    def take(self, s: State, arg: i64, action: i64) -> None:
        board: i64 = arg & 3
        face: i64 = action - ROLL_CURSE
        s.emit(ev.CURSE_ROLLED, face, board)
        if not arg & _SECOND_ROLL and s.living(board) and s.has_power(board, GODS_FAVORITE):
            s.push(steps.REROLL_CURSE, arg | face << 7)
        else:
            _suffer(s, board, (arg >> 2) & 15, face)


@final
class _RerollCurse(Step):
    """GS-8.6: keep the face or reroll; the second result counts."""

    def sound(self, s: State, arg: i64) -> bool:
        return ((arg >> 2) & 31) <= FROM_CEMETERY and (arg >> 7) <= CURSE_QI

    def options(self, s: State, arg: i64) -> vec[i64]:
        return _KEEP_OR_REROLL

    def take(self, s: State, arg: i64, action: i64) -> None:
        if action == REROLL_CURSE:
            _suffer(s, arg & 3, (arg >> 2) & 15, arg >> 7)
        else:
            s.used |= 1 << GODS_FAVORITE
            s.push(steps.ROLL_CURSE, (arg & 63) | _SECOND_ROLL)


register(steps.CURSE, _Curse(NOBODY))
register(steps.ROLL_CURSE, _RollCurse(DICE))
register(steps.REROLL_CURSE, _RerollCurse(PLAYER))


def _suffer(s: State, board: i64, space: i64, face: i64) -> None:
    """GS-7.1, GS-7.2: what the face does to the roller."""
    if face == CURSE_HAUNT:
        if space == FROM_CEMETERY:
            haunt_place(s, s.place_of(CEMETERY), NOWHERE)
        else:
            haunt_line(s, space)
    elif face == CURSE_GHOST:
        s.push(steps.ARRIVE)
    elif face == CURSE_TAO:
        if s.living(board):
            lose_all_tao(s, board)
    elif face == CURSE_QI and not _died_in_his_yang(s, board):
        lose_qi(s, board)


def _died_in_his_yang(s: State, board: i64) -> bool:
    """GS-10.1: in that case, only the haunt and ghost faces of a further curse count."""
    return s.stage != YIN and not s.living(board)
