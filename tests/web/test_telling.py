"""What is kept of games that were told: the same as telling them anew, and never too much."""

from __future__ import annotations

from dataclasses import replace

import pytest

import spuk
from spuk.table import event_history as telling
from spuk.table.table import PLAYING, Table
from spuk.table.updates import Eye


def table_after(record: spuk.Record, number: int, id: str = "one") -> Table:
    return Table(
        id=id,
        game=record.game,
        options=record.options,
        status=PLAYING,
        actions=list(record.actions[:number]),
    )


def told_anew(table: Table, eye: Eye) -> tuple[telling.Told, list[int]]:
    telling._kept.clear()
    return telling.history(table, eye), telling.steps(table, eye)


@pytest.mark.parametrize("game", spuk.games())
def test_a_game_that_goes_on_back_and_elsewhere_is_told_as_if_anew(game: str) -> None:
    one, other = (spuk.play(game, {"players": 3}, ["monk"], seed) for seed in (1, 2))
    tables = [table_after(one, number) for number in (10, 40, 25, 40, 60)]  # played on, and looked back
    undone = table_after(one, 20)
    tables += [undone, table_after(other, 30), table_after(one, 50)]
    eyes: tuple[Eye, ...] = ((), (0,), (0, 1, 2))
    expected = [told_anew(table, eye) for table in tables for eye in eyes]
    telling._kept.clear()
    found = [(telling.history(table, eye), telling.steps(table, eye)) for table in tables for eye in eyes]
    assert found == expected


def test_only_the_latest_tellings_are_kept() -> None:
    record = spuk.play("ghosts", {"players": 2}, ["novice"], 1)
    table = table_after(record, 5)
    for number in range(2 * telling._MOST):
        telling.history(replace(table, id=str(number)), ())
    assert len(telling._kept) == telling._MOST
    assert (str(2 * telling._MOST - 1), ()) in telling._kept
