"""Where the editions differ (GS-12) and what the levels change (GS-3.2): one table of named flags each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final


@final
@dataclass
class Edition:
    """One column of the edition table; the defaults are the English edition's."""

    id: str
    initiation_haunted_limit: int = 3
    initiation_black_tao: bool = True
    twin_winds_after_move: bool = False
    uncatchable_seeks_buddha: bool = False
    uncatchable_stays_exposed: bool = False
    forgotten_ones_forever: bool = False
    overrun_judged_at_start: bool = False
    neutral_overrun_judged_at_start: bool = False
    power_token_before_own_power: bool = False
    solo_changes: bool = True
    dead_lose_power_tokens: bool = False
    yin_yang_to_the_dead: bool = False
    hell_win_bonus: int = 20
    empty_space_bonus: int = 0
    further_incarnations: tuple[int, ...] = (2, 4, 6)
    further_incarnations_small_table: tuple[int, ...] = (2, 4)
    """With one or two players, who face three incarnations."""
    deck_counted_from_bottom: bool = False
    """GS-3.3: where the incarnations of Nightmare and Hell are."""
    corner_choice_with_tokens: bool = False
    """GS-6.4: the player picks where dice and tokens could banish either ghost, but not both."""
    solo_taoist_is_red: bool = False


EDITIONS: Final[dict[str, Edition]] = {
    "de1": Edition(
        "de1",
        initiation_haunted_limit=4,
        initiation_black_tao=False,
        twin_winds_after_move=True,
        uncatchable_seeks_buddha=True,
        forgotten_ones_forever=True,
        neutral_overrun_judged_at_start=True,
        solo_changes=False,
        dead_lose_power_tokens=True,
        yin_yang_to_the_dead=True,
        hell_win_bonus=10,
        empty_space_bonus=2,
        further_incarnations_small_table=(4, 6),
        solo_taoist_is_red=True,
    ),
    "de2": Edition(
        "de2",
        initiation_haunted_limit=4,
        initiation_black_tao=False,
        twin_winds_after_move=True,
        uncatchable_stays_exposed=True,
        further_incarnations_small_table=(2, 4, 6),
        corner_choice_with_tokens=True,
        solo_taoist_is_red=True,
    ),
    "en": Edition("en"),
    "pl": Edition(
        "pl",
        overrun_judged_at_start=True,
        power_token_before_own_power=True,
        deck_counted_from_bottom=True,
        corner_choice_with_tokens=True,
    ),
}


@final
@dataclass
class Level:
    """What a level changes (GS-3.2, GS-3.3)."""

    id: str
    qi: int
    yin_yang: bool = True
    many_incarnations: bool = False
    for_beginners: bool = False
    """Where the editions differ most: haunted tiles, the black Tao (GS-12)."""
    from_hell: bool = False
    """A win may be worth more (GS-13.3)."""


LEVELS: Final[dict[str, Level]] = {
    "initiation": Level("initiation", qi=4, for_beginners=True),
    "normal": Level("normal", qi=3),
    "nightmare": Level("nightmare", qi=3, many_incarnations=True),
    "hell": Level("hell", qi=3, yin_yang=False, many_incarnations=True, from_hell=True),
}

HAUNTED_LIMIT: Final = 3
WIN_BONUS: Final = 10
NEUTRAL_QI: Final = 3
FIVE_QI: Final = 5
