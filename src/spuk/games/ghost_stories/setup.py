"""Setup (GS-3): chance determines tiles, boards, sides and the first player; then
everyone gets their things.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghost_stories import arrival, curse, dice, exorcism, life, steps, tao, villagers, yang, yin
from spuk.games.ghost_stories.actions import SETUP_COLOR, SETUP_FIRST, SETUP_SIDE, SETUP_TILE
from spuk.games.ghost_stories.board import BLACK, DANCE_OF_THE_SPIRES, NOWHERE, RED
from spuk.games.ghost_stories.editions import NEUTRAL_QI
from spuk.games.ghost_stories.state import DICE, State, Step, register

ROOMS: Final = (arrival, curse, dice, exorcism, life, tao, villagers, yang, yin)
"""The modules of the rules. Importing them registers their steps."""


def _left_to_lay(base: i64, count: i64, laid: vec[i64]) -> vec[i64]:
    """Actions for all of `count` things that have not been placed yet."""
    seen: i64 = 0
    for thing in laid:
        seen |= 1 << thing
    options = vec[i64](capacity=9)
    for thing in range(count):
        if not (seen >> thing) & 1:
            options = append(options, base + thing)
    return options


@final
class _LayTile(Step):
    """GS-3.1: the next place of the village gets a random tile."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        if len(s.setup.fixed_village) > 0:
            return vec[i64]([SETUP_TILE + s.setup.fixed_village[len(s.village)]])
        return _left_to_lay(SETUP_TILE, 9, s.village)

    def take(self, s: State, arg: i64, action: i64) -> None:
        s.village = append(s.village[:], action - SETUP_TILE)
        s.push(steps.LAY_TILE if len(s.village) < 9 else steps.LAY_BOARD)


@final
class _LayBoard(Step):
    """GS-3.1: the next board gets a random colour; in some editions, a solo game is
    played as red (GS-3.5).
    """

    def options(self, s: State, arg: i64) -> vec[i64]:
        if len(s.setup.fixed_colors) > 0:
            return vec[i64]([SETUP_COLOR + s.setup.fixed_colors[len(s.colors)]])
        if s.setup.solo and s.setup.edition.solo_taoist_is_red and len(s.colors) == 0:
            return vec[i64]([SETUP_COLOR + RED])
        return _left_to_lay(SETUP_COLOR, 4, s.colors)

    def take(self, s: State, arg: i64, action: i64) -> None:
        s.colors = append(s.colors[:], action - SETUP_COLOR)
        s.push(steps.LAY_BOARD if len(s.colors) < 4 else steps.TURN_BOARD)


@final
class _TurnBoard(Step):
    """GS-3.1: the next board shows a random side; in a solo game, the red board flies (GS-3.5)."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        color: i64 = s.colors[len(s.powers)]
        if s.setup.solo and color == RED:
            return vec[i64]([SETUP_SIDE + (DANCE_OF_THE_SPIRES & 1)])
        for power in s.setup.fixed_powers:
            if power >> 1 == color:
                return vec[i64]([SETUP_SIDE + (power & 1)])
        return vec[i64]([SETUP_SIDE, SETUP_SIDE + 1])

    def take(self, s: State, arg: i64, action: i64) -> None:
        color: i64 = s.colors[len(s.powers)]
        s.powers = append(s.powers[:], 2 * color + action - SETUP_SIDE)
        if len(s.powers) < 4:
            s.push(steps.TURN_BOARD)
        else:
            hand_out(s)
            s.push(steps.CHOOSE_FIRST)


@final
class _ChooseFirst(Step):
    """GS-3.1: the first player is random."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        if s.setup.fixed_first != NOWHERE:
            return vec[i64]([SETUP_FIRST + s.setup.fixed_first])
        return _left_to_lay(SETUP_FIRST, s.setup.players, vec[i64]())

    def take(self, s: State, arg: i64, action: i64) -> None:
        s.push(steps.BEGIN_TURN, s.setup.board_of_seat[action - SETUP_FIRST])


def hand_out(s: State) -> None:
    """GS-3.2, GS-3.4, GS-3.5: every board gets its Qi, Yin-Yang, Tao and Power tokens."""
    for board in range(4):
        if s.neutral(board):
            s.qi[board] = NEUTRAL_QI
        else:
            _equip(s, board)


def _equip(s: State, board: i64) -> None:
    s.qi[board] = s.setup.start_qi
    s.power_tokens[board] = s.setup.power_tokens
    if s.setup.level.yin_yang:
        s.yin_yang |= 1 << board
    if s.setup.solo:
        for color in range(4):
            s.tao[5 * board + color] = 1
    else:
        s.tao[5 * board + s.colors[board]] = 1
    if s.setup.extra_black_tao:
        s.tao[5 * board + BLACK] = 1


register(steps.LAY_TILE, _LayTile(DICE))
register(steps.LAY_BOARD, _LayBoard(DICE))
register(steps.TURN_BOARD, _TurnBoard(DICE))
register(steps.CHOOSE_FIRST, _ChooseFirst(DICE))


def begin(s: State) -> None:
    """An unpacked box becomes a new game that waits for its first chance event."""
    s.push(steps.LAY_TILE)
    s.settle()
