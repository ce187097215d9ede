"""The 60 cards (GH-1.1). Cards that look the same are the same kind; a hand is a packed count of kinds.

Kinds are 3 * family + value - 1 for ghosts and MIST for mist. A hand holds 3 bits per kind. As no hand has
more than five cards, its size is the sum of its octal digits, which is its remainder by 7.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

FAMILIES: Final = ("mummy", "frankie", "skeleton", "vampire", "swamp", "pumpkin")
LETTERS: Final = "mfsvwp"
NO_FAMILY: Final[i64] = 6
MIST: Final[i64] = 18
KINDS: Final[i64] = 19
CARDS: Final[i64] = 60
HAND: Final[i64] = 5
HIGHEST_LEVEL: Final[i64] = 7

COPIES: Final[vec[i64]] = vec[i64]([3] * 18 + [6])
"""How many cards of each kind there are."""
_units = [8**kind for kind in range(19)]
UNIT: Final[vec[i64]] = vec[i64](_units)
"""The packed hand that holds one card of a kind."""


def family(kind: i64) -> i64:
    """The family of a ghost card; NO_FAMILY for mist."""
    return kind // 3


def value(kind: i64) -> i64:
    """The value of a ghost card."""
    return kind % 3 + 1


def count(hand: i64, kind: i64) -> i64:
    """How many cards of a kind a hand holds."""
    return (hand >> (3 * kind)) & 7


def size(hand: i64) -> i64:
    """How many cards a hand of at most five holds."""
    return hand % 7


def only_mist(hand: i64) -> bool:
    """Whether the hand has cards and all of them are mist."""
    return hand > 0 and hand & (UNIT[MIST] - 1) == 0


def level_and_family(trick: vec[i64]) -> tuple[i64, i64]:
    """The sum of a trick's cards, not counting mirrors, and the family of the top ghost."""
    level: i64 = 0
    top: i64 = NO_FAMILY
    for kind in trick:
        if kind != MIST:
            if family(kind) != top:
                level += value(kind)
            top = family(kind)
    return level, top


def kind_text(kind: int) -> str:
    """m1 … p3: the family's letter and the value; x for mist."""
    return "x" if kind == MIST else f"{LETTERS[kind // 3]}{kind % 3 + 1}"
