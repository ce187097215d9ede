"""Which rule to look up for what: the numbers of docs/rules/ghost-stories.md."""

from __future__ import annotations

from typing import Final

TILES: Final = {
    "cemetery": "GS-11.1",
    "taoist_altar": "GS-11.2",
    "herbalist": "GS-11.3",
    "sorcerer": "GS-11.4",
    "temple": "GS-11.5",
    "night_watchman": "GS-11.6",
    "circle_of_prayer": "GS-11.7",
    "pavilion": "GS-11.8",
    "tea_house": "GS-11.9",
}
POWERS: Final = {
    "bottomless_pockets": "GS-8.1",
    "enfeeblement_mantra": "GS-8.2",
    "dance_of_the_spires": "GS-8.3",
    "dance_of_the_twin_winds": "GS-8.4",
    "strength_of_a_mountain": "GS-8.5",
    "gods_favorite": "GS-8.6",
    "heavenly_gust": "GS-8.7",
    "second_wind": "GS-8.8",
}
_ABILITIES: Final = {
    ("centre", "haunter"): "GS-4.1",
    ("centre", "curse_die"): "GS-4.3",
    ("centre", "group_lose_tao"): "GS-9.6",
    ("centre", "dice_immune"): "GS-6.3",
    ("centre", "opposite_space_empty_to_exorcise"): "GS-9.1",
    ("centre", "buddha_needed_to_exorcise"): "GS-9.2",
    ("centre", "white_not_wild"): "GS-9.10",
    ("left", "group_block_power"): "GS-9.5",
    ("left", "clear_circle_of_prayer"): "GS-9.10",
}
_STONES: Final = {"left": "GS-5.4", "centre": "GS-4.3", "right": "GS-6.5"}


def ability_rule(stone: str, ability: str) -> str:
    """The rule of an ability on a stone of a ghost card."""
    return _ABILITIES.get((stone, ability), _STONES[stone])
