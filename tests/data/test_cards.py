"""The card table against the printed cards: read here once more, and counted by hand from the rules."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from spuk.games.ghost_stories import cards, symbols

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "src/spuk/games/ghost_stories/ghost_cards.csv"
COLORS = ("yellow", "blue", "green", "red", "black")
LETTERS = "YBGRK"
FIRST = {"yellow": 1, "blue": 12, "green": 23, "red": 34, "black": 45}

# What each stone of the CSV is called in the engine.
BITS = {
    "left add_ghost": "ADD_GHOST",
    "left block_power": "BLOCK_POWER",
    "left capture_die": "CAPTURE_DIE",
    "left lock_tao": "LOCK_TAO",
    "left lose_qi": "LOSE_QI",
    "left haunt_tile": "HAUNT_TILE",
    "left group_lose_tao": "ARRIVAL_LOSE_TAO",
    "left haunter_starts_on_board": "STARTS_ON_STONE",
    "left curse_die": "ARRIVAL_CURSE",
    "left group_block_power": "BLOCK_ALL_POWERS",
    "left clear_circle_of_prayer": "CLEAR_CIRCLE",
    "centre haunter": "HAUNTER",
    "centre dice_immune": "DICE_IMMUNE",
    "centre curse_die": "TORMENTOR",
    "centre group_lose_tao": "YIN_LOSE_TAO",
    "centre opposite_space_empty_to_exorcise": "OPPOSITE_MUST_BE_EMPTY",
    "centre buddha_needed_to_exorcise": "NEEDS_BUDDHA",
    "centre white_not_wild": "WHITE_NOT_WILD",
    "right curse_die": "PARTING_CURSE",
    "right reward_tao": "REWARD_TAO",
    "right reward_two_tao": "REWARD_TWO_TAO",
    "right reward_qi_or_yinyang": "REWARD_QI_OR_YIN_YANG",
    "right reward_qi_and_yinyang": "REWARD_GROUP",
}
# How often each stone is printed: four coloured suits alike, the black suit, the incarnations.
COUNTS = {
    "left add_ghost": 4 * 2 + 2 + 1,
    "left block_power": 4 * 1,
    "left capture_die": 3 + 1,
    "left lock_tao": 2 + 1,
    "left lose_qi": 1,
    "left haunt_tile": 1,
    "left group_lose_tao": 1 + 1,
    "left haunter_starts_on_board": 3,
    "left curse_die": 1,
    "left group_block_power": 1,
    "left clear_circle_of_prayer": 1,
    "centre haunter": 4 * 4 + 4 + 1,
    "centre dice_immune": 4 * 1 + 1,
    "centre curse_die": 4 * 1 + 1 + 1,
    "centre group_lose_tao": 1,
    "centre opposite_space_empty_to_exorcise": 1,
    "centre buddha_needed_to_exorcise": 1,
    "centre white_not_wild": 1,
    "right curse_die": 4 * 2 + 2 + 2,
    "right reward_tao": 4,
    "right reward_two_tao": 4 * 1,
    "right reward_qi_or_yinyang": 4 * 1 + 7,
    "right reward_qi_and_yinyang": 10,
}
# GS-9: name, colour of its board, symbols needed, and what its stones do.
INCARNATIONS = {
    56: ("howling_nightmare", "black", "KKK",
         {"left add_ghost", "centre opposite_space_empty_to_exorcise"}),
    57: ("uncatchable", "black", "KKK", {"left curse_die", "centre buddha_needed_to_exorcise"}),
    58: ("hope_killer", "black", "RRGGBBYY", {"right curse_die"}),
    59: ("death_army", "black", "KKKKK", {"centre curse_die", "right curse_die"}),
    60: ("forgotten_ones", "black", "KKK", {"left group_block_power"}),
    61: ("bonecracker", "red", "RRRR", {"left group_lose_tao", "centre group_lose_tao"}),
    62: ("dark_mistress", "blue", "BBB", {"left lock_tao"}),
    63: ("creeping_horror", "green", "GGGG", {"left capture_die"}),
    64: ("vampire_lord", "yellow", "YYYY", {"centre haunter"}),
    65: ("nameless", "black", "KRGBY", {"left clear_circle_of_prayer", "centre white_not_wild"}),
}  # fmt: skip


def _rows() -> dict[int, dict[str, str]]:
    with FILE.open(encoding="utf-8", newline="") as file:
        return {int(row["id"]): row for row in csv.DictReader(file)}


ROWS = _rows()


def _stones(row: dict[str, str]) -> set[str]:
    return {
        f"{stone} {ability}"
        for stone in ("left", "centre", "right")
        for ability in row[stone].split("+")
        if ability
    }


def test_there_are_55_ghosts_and_10_incarnations() -> None:
    assert list(ROWS) == list(range(1, 66))
    assert (int(cards.LAST_GHOST), int(cards.LAST_CARD)) == (55, 65)


@pytest.mark.parametrize("color", COLORS)
def test_each_colour_has_eleven_ghosts_in_its_row(color: str) -> None:
    numbers = [card for card, row in ROWS.items() if row["color"] == color and card <= 55]
    assert numbers == list(range(FIRST[color], FIRST[color] + 11))


@pytest.mark.parametrize("color", COLORS)
def test_each_colour_has_four_ones_three_twos_two_threes_and_two_fours(color: str) -> None:
    letter = LETTERS[COLORS.index(color)]
    strengths = [ROWS[FIRST[color] + index]["resistance"] for index in range(11)]
    assert strengths == [letter * count for count in (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4)]


@pytest.mark.parametrize("color", COLORS[1:4])
def test_the_four_coloured_suits_are_alike(color: str) -> None:
    for index in range(11):
        assert _stones(ROWS[FIRST[color] + index]) == _stones(ROWS[1 + index])


def test_every_stone_is_printed_as_often_as_counted_by_hand() -> None:
    assert Counter(stone for row in ROWS.values() for stone in _stones(row)) == COUNTS


@pytest.mark.parametrize("card", INCARNATIONS)
def test_the_incarnations_are_as_the_rules_say(card: int) -> None:
    name, color, resistance, stones = INCARNATIONS[card]
    row = ROWS[card]
    assert (row["color"], row["resistance"]) == (color, resistance)
    assert _stones(row) == stones | {"right reward_qi_and_yinyang"}
    assert cards.INCARNATIONS[name] == card
    assert len(cards.INCARNATIONS) == 10


@pytest.mark.parametrize("card", ROWS)
def test_the_engine_knows_the_card_as_it_is_printed(card: int) -> None:
    row = ROWS[card]
    assert cards.COLOR[card] == COLORS.index(row["color"])
    needed = [symbols.of(cards.RESISTANCE[card], color) for color in range(5)]
    assert needed == [row["resistance"].count(letter) for letter in LETTERS]
    assert cards.ABILITIES[card] == sum(int(getattr(cards, BITS[s])) for s in _stones(row))
    assert cards.MANY_COLORED[card] == (card in (58, 65))
    assert cards.is_incarnation(card) == (card >= 56)


def test_no_card_is_nothing() -> None:
    assert (cards.COLOR[0], cards.ABILITIES[0], cards.RESISTANCE[0]) == (0, 0, 0)


def test_every_ability_has_a_bit_of_its_own() -> None:
    bits = [int(getattr(cards, name)) for name in BITS.values()]
    assert len(set(bits)) == len(bits) == 23
    assert all(bit.bit_count() == 1 for bit in bits)
