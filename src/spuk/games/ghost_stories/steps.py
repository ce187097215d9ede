"""Every kind of work that can wait on the stack, by number, in the order of the rules.

The modules of the rules register what each of them does (`state.register`). Text positions use the names.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Setup (setup.py)
LAY_TILE: Final[i64] = 0
LAY_BOARD: Final[i64] = 1
TURN_BOARD: Final[i64] = 2
CHOOSE_FIRST: Final[i64] = 3
# Yin (yin.py)
BEGIN_TURN: Final[i64] = 4
HAUNTERS: Final[i64] = 5
OVERRUN: Final[i64] = 6
END_TURN: Final[i64] = 7
# Arrival (arrival.py)
ARRIVE: Final[i64] = 8
DRAW: Final[i64] = 9
PLACE: Final[i64] = 10
# The Curse die (curse.py)
CURSE: Final[i64] = 11
ROLL_CURSE: Final[i64] = 12
REROLL_CURSE: Final[i64] = 13
# Qi and Tao (life.py, tao.py)
CHOOSE_QI_LOSER: Final[i64] = 14
TAKE_TAO: Final[i64] = 15
DISCARD_TAO: Final[i64] = 16
GROUP_LOSES_TAO: Final[i64] = 17
# Yang (yang.py)
BEGIN_YANG: Final[i64] = 18
YANG: Final[i64] = 19
CARRY: Final[i64] = 20
RETAKE: Final[i64] = 21
# Dice and exorcism (dice.py, exorcism.py)
ROLL: Final[i64] = 22
REROLL: Final[i64] = 23
WEAKEN: Final[i64] = 24
BANISH: Final[i64] = 25
PAY: Final[i64] = 26
REWARD: Final[i64] = 27
QI_OR_YIN_YANG: Final[i64] = 28
GIVE_QI: Final[i64] = 29
GIVE_YIN_YANG: Final[i64] = 30
VICTORY: Final[i64] = 31
# Village help (villagers.py)
REVIVE: Final[i64] = 32
RESTORE: Final[i64] = 33
HERBS: Final[i64] = 34
EXPEL: Final[i64] = 35
WATCH: Final[i64] = 36
SET_CIRCLE: Final[i64] = 37
BLOW_GHOST: Final[i64] = 38
BLOW_GHOST_TO: Final[i64] = 39
BLOW_TAOIST: Final[i64] = 40
BLOW_TAOIST_TO: Final[i64] = 41

NAMES: Final = (
    *("lay_tile", "lay_board", "turn_board", "choose_first"),
    *("begin", "haunters", "overrun", "end"),
    *("arrive", "draw", "place"),
    *("curse", "rollcurse", "recurse"),
    *("loseqi", "take", "discard", "grouptao"),
    *("beginyang", "yang", "carry", "retake"),
    *("roll", "reroll", "weaken", "banish", "pay"),
    *("reward", "qioryy", "giveqi", "giveyy", "victory"),
    *("revive", "restore", "herbs", "expel", "watch", "circle"),
    *("blow", "blowto", "lift", "liftto"),
)
