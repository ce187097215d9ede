"""The boards of Ghost Stories as a scene."""

from __future__ import annotations

from typing import Any

import pytest

import spuk
from spuk.games.ghost_stories.scene import scene
from spuk.kernel.seeds import Random
from spuk.table.table import Seat


def shown_at_start(**options: Any) -> dict[str, Any]:
    """What a spectator is shown of a game that has just begun."""
    state, random = spuk.game("ghost-stories").new(**options), Random(1)
    while state.actor == spuk.CHANCE:
        state.apply(state.sample(random))
    seats = [{**vars(Seat("somebody", "Ada")), "yours": False, "kind": "person"}] * state.seats()
    view = state.view(None)
    return {
        **{"view": view, "seats": seats, "your_seats": [], "actor": state.actor, "status": "playing"},
        **{"asked": None, "result": None, "study": {"odds": None, "phase": "", "question": ""}},
    }


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({"players": 2, "level": "initiation"}, 4),
        ({"players": 2, "level": "initiation", "five_qi": True}, 5),
        ({"players": 4, "level": "normal"}, 3),
    ],
)
def test_a_board_shows_the_qi_it_has_lost_since_the_start(options: dict[str, Any], most: int) -> None:
    shown = shown_at_start(**options)
    for board in shown["view"]["boards"]:
        board["qi"] -= 1
    boards = scene(shown, "en").boards
    assert all(board.hollow == 1 for board in boards)
    assert {board.qi + board.hollow for board in boards if board.seat is not None} == {most}


@pytest.mark.parametrize(("edition", "own"), [("de1", False), ("de2", True), ("en", True), ("pl", True)])
def test_a_lone_taoist_reads_what_the_pavilion_does_in_his_edition(edition: str, own: bool) -> None:
    tiles = scene(shown_at_start(players=1, edition=edition), "en").tiles
    (pavilion,) = (tile for tile in tiles if tile.id == "pavilion")
    assert ("your own Taoist" in pavilion.effect) is own
