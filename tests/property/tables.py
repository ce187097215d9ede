"""Tables of Ghost Stories for the tests: every mix of options, for hypothesis and as fixed lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from tests.common import walks
from tests.common.walks import Player

import spuk

GAME = spuk.game("ghost-stories")
ALLOWED = GAME.options()
EDITIONS = ("de1", "de2", "en", "pl")
LEVELS = ("initiation", "normal", "nightmare", "hell")
PLAYERS = (1, 2, 3, 4)
RED_ALONE = ("de1", "de2")
"""GS-3.5: where the lone Taoist is the red one."""
COLORS = ("yellow", "blue", "green", "red")
SIDES = (
    ("bottomless_pockets", "enfeeblement_mantra"),
    ("heavenly_gust", "second_wind"),
    ("gods_favorite", "strength_of_a_mountain"),
    ("dance_of_the_spires", "dance_of_the_twin_winds"),
)


def incarnation_count(level: str, players: int) -> int:
    """GS-3.3, written out once more."""
    if level in ("initiation", "normal"):
        return 1
    return 4 if players >= 3 else 3


def every_table() -> Iterator[dict[str, Any]]:
    """All editions × levels × player counts, and the easier start where it is allowed."""
    for edition, level, players in product(EDITIONS, LEVELS, PLAYERS):
        table = {"edition": edition, "level": level, "players": players}
        yield table
        if level == "initiation":
            yield {**table, "five_qi": True}


def random_table(pick: Any) -> dict[str, Any]:
    """Any table; `pick(sequence)` chooses, so hypothesis and seeded generators can both ask."""
    players, level = pick(PLAYERS), pick(LEVELS)
    table: dict[str, Any] = {"edition": pick(EDITIONS), "level": level, "players": players}
    if level == "initiation":
        table["five_qi"] = pick((False, True))
    if pick((False, True)):
        colors = _shuffled(COLORS, pick)
        if players == 1 and table["edition"] in RED_ALONE:
            colors.remove("red")
            colors.insert(0, "red")
        table["colors"] = colors
    if pick((False, True)):
        powers = [pick(sides) for sides in SIDES]
        if players == 1:
            powers[3] = "dance_of_the_spires"
        table["powers"] = powers[: pick((1, 2, 3, 4))]
    if pick((False, True)):
        table["village"] = _shuffled(ALLOWED["village"][1:], pick)
    if pick((False, True)):
        table["first"] = pick(tuple(range(players)))
    if pick((False, True)):
        names = _shuffled(ALLOWED["incarnations"][1:], pick)
        table["incarnations"] = names[: incarnation_count(level, players)]
    return table


def _shuffled(names: Any, pick: Any) -> list[str]:
    left, out = list(names), []
    while left:
        out.append(pick(tuple(left)))
        left.remove(out[-1])
    return out


@st.composite
def tables(draw: Any) -> dict[str, Any]:
    """Any table, for hypothesis."""
    return random_table(lambda options: draw(st.sampled_from(options)))


seeds = st.integers(0, 2**32 - 1)
LIMIT = 3000
"""No game of these tests' players is longer; more would be a game that does not end."""


def walk(table: dict[str, Any], player: Player) -> Iterator[spuk.State]:
    """Every state of one game."""
    return walks.walk(GAME, table, player, LIMIT)


def finished(table: dict[str, Any], player: Player) -> tuple[list[int], spuk.State]:
    """All actions of one game and its last state."""
    return walks.finished(GAME, table, player)


def examples(number: int) -> settings:
    """So many examples in a usual run, eighty times as many in a deep one (see tests/conftest.py)."""
    usual = settings.get_profile("short").max_examples
    return settings(max_examples=number * settings.default.max_examples // usual)
