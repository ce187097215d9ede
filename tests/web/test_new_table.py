"""The form for a new table: what it asks for, and what does not go together."""

from __future__ import annotations

import pytest

from spuk.render.new_table import EMPTY, WrongField, order_of, usual


def alone(edition: str, **chosen: str) -> dict[str, str]:
    """A table for one person, with some of it set up by hand."""
    seats = {f"seat{seat}": EMPTY for seat in range(1, 4)}
    return {**usual("ghost-stories", "en"), **seats, "edition": edition, **chosen}


@pytest.mark.parametrize("edition", ["en", "pl"])
def test_who_plays_alone_may_choose_any_taoist_where_the_edition_allows_it(edition: str) -> None:
    options = order_of(alone(edition, colors0="blue"), "en")["options"]
    assert options["colors"][0] == "blue"
    assert sorted(options["colors"]) == ["blue", "green", "red", "yellow"]


@pytest.mark.parametrize("edition", ["de1", "de2"])
def test_elsewhere_the_lone_taoist_is_the_red_one(edition: str) -> None:
    with pytest.raises(WrongField, match="solo_red"):
        order_of(alone(edition, colors0="blue"), "en")
    assert order_of(alone(edition, colors1="blue"), "en")["options"]["colors"][:2] == ["red", "blue"]


@pytest.mark.parametrize("edition", ["de1", "de2", "en", "pl"])
def test_alone_the_red_board_flies_in_every_edition(edition: str) -> None:
    with pytest.raises(WrongField, match="solo_power"):
        order_of(alone(edition, powers0="dance_of_the_twin_winds"), "en")
