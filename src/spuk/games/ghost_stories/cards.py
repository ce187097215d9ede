"""The 65 cards (GS-1.3) as tables indexed by card number, read from `ghost_cards.csv`."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import symbols
from spuk.games.ghost_stories.board import COLORS

LAST_GHOST: Final[i64] = 55
FIRST_INCARNATION: Final[i64] = 56
LAST_CARD: Final[i64] = 65

# What a card does: one bit per stone and ability.
ADD_GHOST: Final[i64] = 1 << 0
BLOCK_POWER: Final[i64] = 1 << 1
CAPTURE_DIE: Final[i64] = 1 << 2
LOCK_TAO: Final[i64] = 1 << 3
LOSE_QI: Final[i64] = 1 << 4
HAUNT_TILE: Final[i64] = 1 << 5
ARRIVAL_LOSE_TAO: Final[i64] = 1 << 6
STARTS_ON_STONE: Final[i64] = 1 << 7
ARRIVAL_CURSE: Final[i64] = 1 << 8
BLOCK_ALL_POWERS: Final[i64] = 1 << 9
CLEAR_CIRCLE: Final[i64] = 1 << 10
HAUNTER: Final[i64] = 1 << 11
DICE_IMMUNE: Final[i64] = 1 << 12
TORMENTOR: Final[i64] = 1 << 13
YIN_LOSE_TAO: Final[i64] = 1 << 14
OPPOSITE_MUST_BE_EMPTY: Final[i64] = 1 << 15
NEEDS_BUDDHA: Final[i64] = 1 << 16
WHITE_NOT_WILD: Final[i64] = 1 << 17
PARTING_CURSE: Final[i64] = 1 << 18
REWARD_TAO: Final[i64] = 1 << 19
REWARD_TWO_TAO: Final[i64] = 1 << 20
REWARD_QI_OR_YIN_YANG: Final[i64] = 1 << 21
REWARD_GROUP: Final[i64] = 1 << 22

_STONES: Final[dict[tuple[str, str], int]] = {
    ("left", "add_ghost"): ADD_GHOST,
    ("left", "block_power"): BLOCK_POWER,
    ("left", "capture_die"): CAPTURE_DIE,
    ("left", "lock_tao"): LOCK_TAO,
    ("left", "lose_qi"): LOSE_QI,
    ("left", "haunt_tile"): HAUNT_TILE,
    ("left", "group_lose_tao"): ARRIVAL_LOSE_TAO,
    ("left", "haunter_starts_on_board"): STARTS_ON_STONE,
    ("left", "curse_die"): ARRIVAL_CURSE,
    ("left", "group_block_power"): BLOCK_ALL_POWERS,
    ("left", "clear_circle_of_prayer"): CLEAR_CIRCLE,
    ("centre", "haunter"): HAUNTER,
    ("centre", "dice_immune"): DICE_IMMUNE,
    ("centre", "curse_die"): TORMENTOR,
    ("centre", "group_lose_tao"): YIN_LOSE_TAO,
    ("centre", "opposite_space_empty_to_exorcise"): OPPOSITE_MUST_BE_EMPTY,
    ("centre", "buddha_needed_to_exorcise"): NEEDS_BUDDHA,
    ("centre", "white_not_wild"): WHITE_NOT_WILD,
    ("right", "curse_die"): PARTING_CURSE,
    ("right", "reward_tao"): REWARD_TAO,
    ("right", "reward_two_tao"): REWARD_TWO_TAO,
    ("right", "reward_qi_or_yinyang"): REWARD_QI_OR_YIN_YANG,
    ("right", "reward_qi_and_yinyang"): REWARD_GROUP,
}

ABILITY_NAMES: Final = tuple([f"{stone}_{ability}" for stone, ability in _STONES])
"""The meaning of each bit of `ABILITIES`: where it is printed, and what."""


def _read() -> list[dict[str, str]]:
    text = (files("spuk.games.ghost_stories") / "ghost_cards.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _abilities(row: dict[str, str]) -> int:
    bits = 0
    for stone in ("left", "centre", "right"):
        for ability in filter(None, row[stone].split("+")):
            bits |= _STONES[stone, ability]
    return bits


ROWS: Final = _read()
"""The CSV rows, card n at n - 1: names in three languages and the printed stones."""

# Card 0 means "no card", so that an empty space needs no special case.
_colors = [0] + [COLORS.index(row["color"]) for row in ROWS]
COLOR: Final[vec[i64]] = vec[i64](_colors)
_abilities_of = [0] + [_abilities(row) for row in ROWS]
ABILITIES: Final[vec[i64]] = vec[i64](_abilities_of)
_resistances = [0] + [symbols.bundle(row["resistance"].lower()) for row in ROWS]
RESISTANCE: Final[vec[i64]] = vec[i64](_resistances)
"""Symbols needed, as a bundle (see symbols.py)."""
MANY_COLORED: Final[list[bool]] = [False, *(len(set(row["resistance"])) > 1 for row in ROWS)]
INCARNATIONS: Final = {
    row["name_en"].lower().replace(" ", "_"): int(row["id"]) for row in ROWS if int(row["id"]) > LAST_GHOST
}


ALL_INCARNATIONS: Final[i64] = (1 << 10) - 1
"""The set of all ten."""


def incarnation_bit(card: i64) -> i64:
    """The bit of an incarnation in a set of them."""
    return 1 << (card - FIRST_INCARNATION)


def incarnations_of(bits: i64) -> list[int]:
    """The cards of a set of incarnations."""
    return [int(FIRST_INCARNATION) + bit for bit in range(10) if (bits >> bit) & 1]


def is_incarnation(card: i64) -> bool:
    """Wu-Feng himself (56–65), untouched by the Sorcerer and the Buddhas (GS-9)."""
    return card > LAST_GHOST
