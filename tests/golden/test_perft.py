"""Exactly the legal actions are found, counted several actions deep."""

from __future__ import annotations

from typing import Any

import pytest
from tests.golden.perft import FILE, POSITIONS, block


def _written() -> list[str]:
    return FILE.read_text(encoding="utf-8").strip().split("\n\n")[1:]


@pytest.mark.parametrize("position", POSITIONS, ids=[what for what, *_ in POSITIONS])
def test_as_many_ways_lead_on_as_were_written_down(position: tuple[str, Any, str, int]) -> None:
    written = _written()[POSITIONS.index(position)]
    assert block(*position).splitlines() == written.splitlines()


def test_every_position_is_written_down() -> None:
    assert [written.splitlines()[0] for written in _written()] == [what for what, *_ in POSITIONS]
