"""Golden games of Ghosts, one per number of players, and the counts of perft."""

from __future__ import annotations

from typing import Any

import pytest
from tests.ghosts import perft
from tests.ghosts.make import TABLES
from tests.ghosts.playthrough import FOLDER, ghosts_event
from tests.ghosts.tables import GAME
from tests.golden.playthrough import check, read


@pytest.mark.parametrize("name", TABLES)
def test_the_game_goes_as_it_was_written_down(name: str) -> None:
    check(GAME, FOLDER / f"{name}.txt", TABLES[name][0], ghosts_event)


def test_there_is_one_small_file_per_number_of_players() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(TABLES) == {f"{n}p" for n in range(2, 7)}
    assert max(file.stat().st_size for file in FOLDER.glob("*.txt")) < 80_000


def test_the_games_are_worth_reading() -> None:
    games = [(FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in TABLES]
    for word in ("mirror", "mist_played", "pile_taken", "fear_given_back", "hand_reshuffled", "keep"):
        assert any(word in game for game in games), word
    assert {read(game)[0]["edition"] for game in games} == {"original", "amigo2022"}


def _written() -> list[str]:
    return perft.FILE.read_text(encoding="utf-8").strip().split("\n\n")[1:]


@pytest.mark.parametrize("position", perft.POSITIONS, ids=[what for what, *_ in perft.POSITIONS])
def test_as_many_ways_lead_on_as_were_written_down(position: tuple[str, Any, str, int]) -> None:
    written = _written()[perft.POSITIONS.index(position)]
    assert perft.block(*position).splitlines() == written.splitlines()


def test_every_position_is_written_down() -> None:
    assert [written.splitlines()[0] for written in _written()] == [what for what, *_ in perft.POSITIONS]
