"""Rolling Tao dice (GS-1.5, GS-6.3), with the Gods' Favorite's second chance (GS-8.6)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghost_stories import actions as act
from spuk.games.ghost_stories import events as ev
from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.board import GODS_FAVORITE, TAO_DICE, WHITE
from spuk.games.ghost_stories.cards import WHITE_NOT_WILD
from spuk.games.ghost_stories.state import DICE, PLAYER, State, Step, register

PAID: Final[i64] = WHITE + 1
"""In `State.dice`, PAID + colour means a Tao token paid in this exorcism."""

_SIDES: Final[vec[i64]] = vec[i64]([act.ROLL + face for face in range(6)])


@final
class _Roll(Step):
    """One die after the other. The number says how many are left to roll."""

    def sound(self, s: State, arg: i64) -> bool:
        return 0 < arg <= TAO_DICE + 1 - len(s.dice)

    def options(self, s: State, arg: i64) -> vec[i64]:
        return _SIDES

    def take(self, s: State, arg: i64, action: i64) -> None:
        face: i64 = action - act.ROLL
        s.dice = append(s.dice, face)
        s.emit(ev.DIE_ROLLED, face)
        if arg > 1:
            s.push(steps.ROLL, arg - 1)


@final
class _Reroll(Step):
    """GS-8.6: any of the dice, once; the number picked is a mask of dice."""

    def sound(self, s: State, arg: i64) -> bool:
        return arg == 0 and len(s.dice) <= TAO_DICE

    def options(self, s: State, arg: i64) -> vec[i64]:
        masks: i64 = 1 << len(s.dice)
        return vec[i64]([act.REROLL + mask for mask in range(masks) if _is_canonical(s.dice, mask)])

    def take(self, s: State, arg: i64, action: i64) -> None:
        mask: i64 = action - act.REROLL
        kept = vec[i64]([s.dice[die] for die in range(len(s.dice)) if not (mask >> die) & 1])
        count: i64 = len(s.dice) - len(kept)
        if count > 0:
            s.used |= 1 << GODS_FAVORITE
            s.dice = kept
            s.emit(ev.DICE_REROLLED, count)
            s.push(steps.ROLL, count)


register(steps.ROLL, _Roll(DICE))
register(steps.REROLL, _Reroll(PLAYER))


def _is_canonical(dice: vec[i64], mask: i64) -> bool:
    """If several dice show the same face, the first ones are rerolled, so no choice appears twice."""
    for die in range(len(dice)):
        if (mask >> die) & 1:
            for earlier in range(die):
                if dice[earlier] == dice[die] and not (mask >> earlier) & 1:
                    return False
    return True


def roll_dice(s: State, count: i64) -> None:
    """Roll this many dice into `s.dice`, with the reroll if the player has that power."""
    s.dice = vec[i64]()
    if count > 0:
        if s.has_power(s.active, GODS_FAVORITE):
            s.push(steps.REROLL)
        s.push(steps.ROLL, count)


def free_dice(s: State) -> i64:
    """Tao dice that are not held by ghosts."""
    return max(0, TAO_DICE - s.captured)


def white_is_wild(s: State) -> bool:
    """GS-9.10: not while the Nameless is in play."""
    return not s.abilities & WHITE_NOT_WILD
