"""What people give `spuk.play` and `from_text`; how every state behaves is in `spuk.testing.manners`."""

from __future__ import annotations

from typing import Any

import pytest

import spuk


@pytest.mark.parametrize("name", spuk.games())
@pytest.mark.parametrize("nonsense", [None, 7, b"en", ["en"]])
def test_a_position_must_be_text(name: str, nonsense: Any) -> None:
    with pytest.raises(spuk.BrokenText, match="line of text"):
        spuk.game(name).from_text(nonsense)


def test_a_game_wants_as_many_bots_as_seats_or_fewer() -> None:
    with pytest.raises(ValueError, match="1 to 2 bots"):
        spuk.play("ghosts", {"players": 2}, bots=["random"] * 3)
    with pytest.raises(ValueError, match="give 1 to 4 bots"):
        spuk.play("ghosts", bots=[])
    wrong: Any = "x"
    with pytest.raises(ValueError, match="integer"):
        spuk.play("ghosts", seed=wrong)
    assert spuk.play("ghosts", {"players": 2}, bots="random").players == ["random", "random"]
