"""Village help (GS-11): what each villager does for the active Taoist, at the tile or by Yin-Yang."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghost_stories import actions as act
from spuk.games.ghost_stories import events as ev
from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.arrival import any_free_space, move_ghost, remove_ghost
from spuk.games.ghost_stories.board import (
    ALTAR,
    CEMETERY,
    CIRCLE,
    EVERYWHERE,
    HERBALIST,
    PAVILION,
    SORCERER,
    SPACES,
    TEA_HOUSE,
    TEMPLE,
    WATCHMAN,
    WHITE,
)
from spuk.games.ghost_stories.cards import is_incarnation
from spuk.games.ghost_stories.curse import FROM_CEMETERY, roll_curse
from spuk.games.ghost_stories.dice import free_dice, roll_dice, white_is_wild
from spuk.games.ghost_stories.life import gain_qi, lose_qi, restore_place
from spuk.games.ghost_stories.state import NOBODY, PLAYER, State, Step, register
from spuk.games.ghost_stories.tao import gain_tao, some_tao_left

HERBALIST_DICE: Final[i64] = 2
REVIVED_QI: Final[i64] = 2
_MUST: Final[i64] = 1
"""The Pavilion's ghost was skipped, so a Taoist must be moved (GS-11.8)."""


def can_help(s: State, tile: i64) -> bool:
    """GS-11.10: help that would do nothing cannot be requested."""
    if tile == CEMETERY:
        return _somebody_to_revive(s)
    if tile == ALTAR:
        return s.haunted != 0
    if tile == HERBALIST:
        return free_dice(s) > 0 and some_tao_left(s)
    if tile == SORCERER:
        return _something_to_expel(s)
    if tile == TEMPLE:
        return s.temple_buddhas() > 0
    if tile == WATCHMAN:
        return s.stones != 0
    if tile == CIRCLE:
        return _circle_can_change(s)
    if tile == PAVILION:
        return _ghost_to_blow(s) or _taoist_to_blow(s)
    return some_tao_left(s) or s.qi_supply() > 0


def ask(s: State, tile: i64) -> None:
    """Ask the villager of an active tile for help (GS-6.2)."""
    s.emit(ev.HELP_ASKED, s.active, tile)
    if tile == CEMETERY:
        s.push(steps.REVIVE)
    elif tile == ALTAR:
        s.push(steps.ARRIVE)
        s.push(steps.RESTORE)
    elif tile == HERBALIST:
        s.push(steps.HERBS)
        roll_dice(s, min(HERBALIST_DICE, free_dice(s)))
    elif tile == SORCERER:
        s.push(steps.EXPEL)
    elif tile == TEMPLE:
        _take_buddha(s)
    elif tile == WATCHMAN:
        s.push(steps.WATCH)
    elif tile == CIRCLE:
        s.push(steps.SET_CIRCLE)
    elif tile == PAVILION:
        s.push(steps.BLOW_GHOST)
    elif tile == TEA_HOUSE:
        s.push(steps.ARRIVE)
        gain_qi(s, s.active, 1)
        s.push(steps.TAKE_TAO)


@final
class _Revive(Step):
    """GS-11.1: a dead Taoist returns; then the active player rolls the Curse die."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        return vec[i64]([act.REVIVE + board for board in range(4) if _is_dead(s, board)])

    def take(self, s: State, arg: i64, action: i64) -> None:
        board: i64 = action - act.REVIVE
        s.emit(ev.REVIVED, board)
        gain_qi(s, board, REVIVED_QI)
        roll_curse(s, s.active, FROM_CEMETERY)


@final
class _Restore(Step):
    """GS-11.2: the Taoist Altar turns one haunted tile back over."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        return vec[i64]([act.RESTORE + place for place in range(9) if (s.haunted >> place) & 1])

    def take(self, s: State, arg: i64, action: i64) -> None:
        restore_place(s, action - act.RESTORE)


@final
class _Herbs(Step):
    """GS-11.3: a token of each face; white gives a token of choice, unless GS-9.10 makes it worthless."""

    def run(self, s: State, arg: i64) -> None:
        for face in s.dice:
            if face != WHITE:
                gain_tao(s, s.active, face)
            elif white_is_wild(s):
                s.push(steps.TAKE_TAO)
        s.dice = vec[i64]()


@final
class _Expel(Step):
    """GS-11.4: the Sorcerer discards any ghost except an incarnation; it costs a Qi."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        return vec[i64]([act.DISCARD_GHOST + space for space in range(SPACES) if _expellable(s, space)])

    def take(self, s: State, arg: i64, action: i64) -> None:
        space: i64 = action - act.DISCARD_GHOST
        s.emit(ev.GHOST_DISCARDED, s.ghosts[space], space)
        remove_ghost(s, space)
        lose_qi(s, s.active)


@final
class _Watch(Step):
    """GS-11.6: all haunting figures of one board go back to their cards."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        return vec[i64]([act.CALL_WATCHMAN + board for board in range(4) if (s.stones >> 3 * board) & 7])

    def take(self, s: State, arg: i64, action: i64) -> None:
        board: i64 = action - act.CALL_WATCHMAN
        s.stones &= ~(7 << 3 * board)
        s.emit(ev.FIGURES_BACK, board)


@final
class _SetCircle(Step):
    """GS-11.7: put a token on the Circle of Prayer, or swap the one there."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        return vec[i64](
            [act.SET_CIRCLE + color for color in range(5) if color != s.circle and s.supply(color) > 0]
        )

    def take(self, s: State, arg: i64, action: i64) -> None:
        s.circle = action - act.SET_CIRCLE
        s.emit(ev.CIRCLE_SET, s.circle)


@final
class _BlowGhost(Step):
    """GS-11.8: the Pavilion moves a ghost, or skips to the Taoist."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        options = vec[i64]()
        if _taoist_to_blow(s):
            options = append(options, act.SKIP)
        if any_free_space(s):
            for space in range(SPACES):
                if s.ghosts[space] > 0:
                    options = append(options, act.BLOW_GHOST + space)
        return options

    def take(self, s: State, arg: i64, action: i64) -> None:
        if action == act.SKIP:
            s.push(steps.BLOW_TAOIST, _MUST)
        else:
            s.push(steps.BLOW_TAOIST)
            s.push(steps.BLOW_GHOST_TO, action - act.BLOW_GHOST)


@final
class _BlowGhostTo(Step):
    """GS-11.8: to any space without a ghost."""

    def sound(self, s: State, arg: i64) -> bool:
        return 0 <= arg < SPACES and s.ghosts[arg] > 0

    def options(self, s: State, arg: i64) -> vec[i64]:
        return vec[i64]([act.BLOW_GHOST_TO + space for space in range(SPACES) if s.ghosts[space] == 0])

    def take(self, s: State, arg: i64, action: i64) -> None:
        move_ghost(s, arg, action - act.BLOW_GHOST_TO)


@final
class _BlowTaoist(Step):
    """GS-11.8: then another living Taoist; in a solo game your own (GS-3.5)."""

    def sound(self, s: State, arg: i64) -> bool:
        return arg == 0 or arg == _MUST

    def options(self, s: State, arg: i64) -> vec[i64]:
        options = vec[i64]()
        if arg != _MUST:
            options = append(options, act.SKIP)
        for board in range(4):
            if _can_blow_taoist(s, board):
                options = append(options, act.BLOW_TAOIST + board)
        return options

    def take(self, s: State, arg: i64, action: i64) -> None:
        if action != act.SKIP:
            s.push(steps.BLOW_TAOIST_TO, action - act.BLOW_TAOIST)


@final
class _BlowTaoistTo(Step):
    """GS-11.8: to any tile."""

    def sound(self, s: State, arg: i64) -> bool:
        return 0 <= arg < 4 and s.living(arg)

    def options(self, s: State, arg: i64) -> vec[i64]:
        return vec[i64]([act.BLOW_TAOIST_TO + place for place in EVERYWHERE[s.at[arg]]])

    def take(self, s: State, arg: i64, action: i64) -> None:
        s.at[arg] = action - act.BLOW_TAOIST_TO
        s.emit(ev.TAOIST_MOVED, arg, s.at[arg])


register(steps.REVIVE, _Revive(PLAYER))
register(steps.RESTORE, _Restore(PLAYER))
register(steps.HERBS, _Herbs(NOBODY))
register(steps.EXPEL, _Expel(PLAYER))
register(steps.WATCH, _Watch(PLAYER))
register(steps.SET_CIRCLE, _SetCircle(PLAYER))
register(steps.BLOW_GHOST, _BlowGhost(PLAYER))
register(steps.BLOW_GHOST_TO, _BlowGhostTo(PLAYER))
register(steps.BLOW_TAOIST, _BlowTaoist(PLAYER))
register(steps.BLOW_TAOIST_TO, _BlowTaoistTo(PLAYER))


def _take_buddha(s: State) -> None:
    """GS-11.5: it may be placed from the next turn on (GS-6.7)."""
    s.buddhas_held[s.active] += 1
    s.fresh_buddhas += 1
    s.emit(ev.BUDDHA_TAKEN, s.active)


def _is_dead(s: State, board: i64) -> bool:
    return s.qi[board] == 0 and not s.neutral(board)


def _somebody_to_revive(s: State) -> bool:
    """Nobody in a solo game (GS-3.5), in which no Taoist is dead while the game is in progress."""
    if s.qi_supply() == 0:
        return False
    return _is_dead(s, 0) or _is_dead(s, 1) or _is_dead(s, 2) or _is_dead(s, 3)


def _expellable(s: State, space: i64) -> bool:
    return s.ghosts[space] > 0 and not is_incarnation(s.ghosts[space])


def _something_to_expel(s: State) -> bool:
    for space in range(SPACES):
        if _expellable(s, space):
            return True
    return False


def _circle_can_change(s: State) -> bool:
    for color in range(5):
        if color != s.circle and s.supply(color) > 0:
            return True
    return False


def _ghost_to_blow(s: State) -> bool:
    if not any_free_space(s):
        return False
    for space in range(SPACES):
        if s.ghosts[space] > 0:
            return True
    return False


def _can_blow_taoist(s: State, board: i64) -> bool:
    if board == s.active:
        return s.setup.solo_changes
    return s.living(board)


def _taoist_to_blow(s: State) -> bool:
    for board in range(4):
        if _can_blow_taoist(s, board):
            return True
    return False
