"""Tao tokens taken from the supply and discarded (GS-1.4, GS-5.4, GS-6.5)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import events as ev
from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.actions import DISCARD_TAO, TAKE_TAO
from spuk.games.ghost_stories.state import NOBODY, PLAYER, State, Step, register


@final
class _TakeTao(Step):
    """The active Taoist takes a token of their choice; nothing if the supply is empty or they died."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        if not s.living(s.active):
            return vec[i64]()
        return vec[i64]([TAKE_TAO + color for color in range(5) if s.supply(color) > 0])

    def take(self, s: State, arg: i64, action: i64) -> None:
        gain_tao(s, s.active, action - TAKE_TAO)


@final
class _DiscardTao(Step):
    """A Taoist discards a token of their choice, if they have one."""

    def sound(self, s: State, arg: i64) -> bool:
        return 0 <= arg < 4

    def board(self, s: State, arg: i64) -> i64:
        return arg

    def options(self, s: State, arg: i64) -> vec[i64]:
        return vec[i64]([DISCARD_TAO + color for color in range(5) if s.tao[5 * arg + color] > 0])

    def take(self, s: State, arg: i64, action: i64) -> None:
        color: i64 = action - DISCARD_TAO
        s.tao[5 * arg + color] -= 1
        s.emit(ev.TAO_LOST, arg, color)


@final
class _GroupLosesTao(Step):
    """GS-5.4, GS-9.6: every living Taoist discards one, clockwise from the active board."""

    def run(self, s: State, arg: i64) -> None:
        for back in range(4):
            s.push(steps.DISCARD_TAO, (s.active + 3 - back) & 3)


register(steps.TAKE_TAO, _TakeTao(PLAYER))
register(steps.DISCARD_TAO, _DiscardTao(PLAYER))
register(steps.GROUP_LOSES_TAO, _GroupLosesTao(NOBODY))


def gain_tao(s: State, board: i64, color: i64) -> None:
    """One token of this colour, if the supply has one."""
    if s.supply(color) > 0:
        s.tao[5 * board + color] += 1
        s.emit(ev.TAO_GAINED, board, color)


def lose_all_tao(s: State, board: i64) -> None:
    """GS-7.1: the roller discards all Tao."""
    for color in range(5):
        s.tao[5 * board + color] = 0
    s.emit(ev.ALL_TAO_LOST, board)


def some_tao_left(s: State) -> bool:
    """Whether the supply has a token of any colour."""
    for color in range(5):
        if s.supply(color) > 0:
            return True
    return False
