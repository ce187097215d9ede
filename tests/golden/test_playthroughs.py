"""Sixteen whole games, one per edition and number of players: each goes as when it was written down."""

from __future__ import annotations

import pytest
from tests.golden.make import TABLES, options_of
from tests.golden.playthrough import FOLDER, GAME, check, read, stories_event


@pytest.mark.parametrize("name", TABLES)
def test_the_game_goes_as_it_was_written_down(name: str) -> None:
    check(GAME, FOLDER / f"{name}.txt", options_of(name), stories_event)


def test_there_is_one_small_file_per_edition_and_number_of_players() -> None:
    expected = {f"{edition}-{n}p" for edition in ("de1", "de2", "en", "pl") for n in (1, 2, 3, 4)}
    assert set(TABLES) == expected
    assert {file.stem for file in FOLDER.glob("*.txt")} == expected
    assert max(file.stat().st_size for file in FOLDER.glob("*.txt")) < 60_000


def test_the_games_are_worth_reading() -> None:
    games = [file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.txt"))]
    assert any('"won": true' in game for game in games)
    for reason in ("village_haunted", "taoists_dead"):
        assert any(f'"reason": "{reason}"' in game for game in games)
    assert sum(len(read(game)[2]) > 250 for game in games) >= 5
    assert {read(game)[0]["level"] for game in games} == {
        "initiation", "normal", "nightmare", "hell",
    }  # fmt: skip
