"""Illegal and malformed actions: refused with what is allowed, and nothing changes."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.common import bad_input as check
from tests.property.players import Steered
from tests.property.tables import GAME, seeds, tables, walk

import spuk

START = "en normal 4p N1=1 turn=N"
MALFORMED: list[Any] = [
    None, "", "end", "move:1", "0", b"0", 0.0, 1.0, 1.5, float("nan"), float("inf"), 1j,
    True, False, [], [1], (1,), {}, {1: 1}, object(), int, Decimal(1), Fraction(1),
    -1, -2, -(10**30), GAME.actions, GAME.actions + 1, 2**31, 2**32 + 1, 2**63, 2**64 + 1, 10**30,
]  # fmt: skip


@pytest.mark.parametrize(
    "action", MALFORMED, ids=[f"{number} {type(action).__name__}" for number, action in enumerate(MALFORMED)]
)
@pytest.mark.parametrize(
    "line",
    [
        START,
        START + " stack=end,yang,roll:3 stage=acted",
        "village=cah/SBN/PWT end=village_haunted",
        "1p N1=1",
    ],
    ids=["player", "chance", "over", "solo"],
)
def test_what_is_no_action_is_refused_and_nothing_changes(line: str, action: Any) -> None:
    check.refuses_action(GAME.from_text(line), action)


@given(tables(), seeds)
def test_no_other_action_than_the_legal_ones_is_accepted(table: dict[str, Any], seed: int) -> None:
    check.accepts_only_what_is_legal(walk(table, Steered(seed, luck=0.5)), seed)


@given(st.text(max_size=20))
def test_any_text_is_an_action_or_says_what_actions_there_are(text: str) -> None:
    try:
        action = GAME.action(text)
    except spuk.BrokenText as error:
        assert "end" in str(error) or text.partition(":")[0] in str(error)
    else:
        assert GAME.action_text(action) == text


@pytest.mark.parametrize("text", ["", "mov:1", "move", "move:", "move:0", "move:10", "MOVE:1", " end"])
def test_a_misspelt_action_is_refused_and_the_right_ones_are_named(text: str) -> None:
    with pytest.raises(spuk.BrokenText, match="move:9" if text.startswith("move") else "exorcise"):
        GAME.action(text)
