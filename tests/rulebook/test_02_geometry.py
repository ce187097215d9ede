"""Section 2: geometry."""

from __future__ import annotations

import pytest

from .table import at, rule

LINES = {
    "N1": [1, 4, 7],
    "N2": [2, 5, 8],
    "N3": [3, 6, 9],
    "E1": [3, 2, 1],
    "E2": [6, 5, 4],
    "E3": [9, 8, 7],
    "S1": [9, 6, 3],
    "S2": [8, 5, 2],
    "S3": [7, 4, 1],
    "W1": [7, 8, 9],
    "W2": [4, 5, 6],
    "W3": [1, 2, 3],
}
OPPOSITE = {"N1": "S3", "N2": "S2", "N3": "S1", "E1": "W3", "E2": "W2", "E3": "W1"}
OPPOSITE |= {there: here for here, there in OPPOSITE.items()}
NEXT_TO = {place: {s for s, line in LINES.items() if line[0] == place} for place in range(1, 10)}


@rule("GS-2.1")
def test_the_boards_lie_clockwise_north_east_south_west() -> None:
    t = at("turn=N")
    order = [board["board"] for board in t.view["boards"]]
    assert order == ["N", "E", "S", "W"]
    for board in ("E", "S", "W", "N"):
        t.do("end")
        assert t.active == board
        t.do("draw:" + {"E": "43", "S": "32", "W": "21", "N": "10"}[board])
        t.do("place:" + min(t.verbs("place")))


@rule("GS-2.1")
@pytest.mark.parametrize("space", LINES)
def test_each_space_faces_a_line_of_three_tiles_nearest_first(space: str) -> None:
    assert at("turn=N").space(space)["line"] == LINES[space]
    village = ["C", "A", "H", "S", "B", "N", "P", "W", "T"]
    for step in range(3):
        tiles = "".join(
            t.lower() if place in LINES[space][:step] else t for place, t in enumerate(village, start=1)
        )
        rows = "/".join((tiles[:3], tiles[3:6], tiles[6:]))
        t = at(f"de2 initiation village={rows} {space}=38! turn={space[0]}:yin")
        assert t.haunted == set(LINES[space][: step + 1])


@rule("GS-2.1")
@pytest.mark.parametrize(("place", "number"), [(1, 2), (2, 1), (3, 2), (4, 1), (5, 0), (6, 1)])
def test_an_edge_tile_touches_one_space_a_corner_two_and_the_centre_none(place: int, number: int) -> None:
    t = at(f"N=@{place}/buddhas:1 turn=N")
    assert t.verbs("buddha") == NEXT_TO[place]
    assert len(t.verbs("buddha")) == number


@rule("GS-2.1")
def test_the_two_spaces_of_a_corner_lie_on_two_boards() -> None:
    for place in (1, 3, 7, 9):
        assert len({space[0] for space in NEXT_TO[place]}) == 2
        t = at(f"N=@{place}/buddhas:1 turn=N")
        assert t.verbs("buddha") == NEXT_TO[place]


@rule("GS-2.1")
def test_adjacent_includes_diagonals_and_not_ones_own_tile() -> None:
    assert at("S=@5 turn=S").verbs("move") == set("12346789")
    assert at("S=@1 turn=S").verbs("move") == set("245")


@rule("GS-2.2", "GS-9.1")
@pytest.mark.parametrize("space", LINES)
def test_the_space_opposite_is_at_the_other_end_of_the_line(space: str) -> None:
    place = LINES[space][0]
    others = [s for s in LINES if s not in (space, OPPOSITE[space])]
    for other in others:
        if other in NEXT_TO[place]:
            continue
        t = at(f"nightmare N=@{place}/tao: {space}=56 {other}=13 turn=N")
        t.do("exorcise", "roll:k", "roll:k", "roll:k")
        assert t.card(space) is None, f"{other} is not opposite {space}"
    t = at(f"nightmare N=@{place}/tao: {space}=56 {OPPOSITE[space]}=13 turn=N")
    if t.can("exorcise"):
        t.do("exorcise")
        while t.rolling:
            t.do("roll:k")
    assert t.card(space) == 56
