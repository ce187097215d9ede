"""Setup (GS-3): tiles, boards, sides and the first player are chance; then everyone gets his things."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghost_stories import arrival, curse, dice, exorcism, life, steps, tao, villagers, yang, yin
from spuk.games.ghost_stories.actions import DRAW, SETUP_COLOR, SETUP_FIRST, SETUP_SIDE, SETUP_TILE
from spuk.games.ghost_stories.board import (
    BLACK,
    CENTRE,
    DANCE_OF_THE_SPIRES,
    NO_COLOR,
    NOWHERE,
    RED,
)
from spuk.games.ghost_stories.cards import ALL_INCARNATIONS, LAST_GHOST
from spuk.games.ghost_stories.editions import NEUTRAL_QI
from spuk.games.ghost_stories.options import Setup
from spuk.games.ghost_stories.state import DICE, RUNNING, YIN, State, Step, register
from spuk.kernel.game import CHANCE

ROOMS: Final = (arrival, curse, dice, exorcism, life, tao, villagers, yang, yin)
"""The rooms of the rules; importing them registers what their steps do."""


def _left_to_lay(base: i64, count: i64, laid: vec[i64]) -> vec[i64]:
    """Actions for all of `count` things that are not laid out yet."""
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
    """GS-3.1: the next board gets a random colour; in some editions solo is played as red (GS-3.5)."""

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
    """GS-3.1: the next board shows a random side; in solo the red board flies (GS-3.5)."""

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
    """GS-3.1: the player who begins is random."""

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


def empty_state(setup: Setup) -> State:
    """A table with the box unpacked and nothing laid out yet."""
    return State(
        setup=setup,
        village=vec[i64](),
        colors=vec[i64](),
        powers=vec[i64](),
        qi=vec[i64]([0] * 4),
        tao=vec[i64]([0] * 20),
        at=vec[i64]([CENTRE] * 4),
        ghosts=vec[i64]([0] * 12),
        buddhas_held=vec[i64]([0] * 4),
        power_tokens=vec[i64]([0] * 4),
        stack=vec[i64](),
        dice=vec[i64](),
        options=vec[i64](),
        actor=CHANCE,
        active=0,
        turn=0,
        stage=YIN,
        haunted=0,
        stones=0,
        buddhas=0,
        yin_yang=0,
        circle=NO_COLOR,
        mantra=NOWHERE,
        unseen=vec[i64]([DRAW + card for card in range(1, LAST_GHOST + 1)]),
        unseen_incarnations=ALL_INCARNATIONS,
        deck=setup.deck,
        removed=setup.removed,
        banished=0,
        centre_tokens=0,
        powers_gone=False,
        exposed=False,
        helps=0,
        exorcisms=0,
        action_place=NOWHERE,
        used=0,
        borrowed=0,
        fresh_buddhas=0,
        abilities=0,
        captured=0,
        end=RUNNING,
    )


def new_state(setup: Setup) -> State:
    """A new game, waiting for its first chance event."""
    s = empty_state(setup)
    s.push(steps.LAY_TILE)
    s.settle()
    return s
