"""The rest of the box (GS-1, GS-2, GS-3.4) and the names, each written out by hand once more."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from spuk.games.ghost_stories import board
from spuk.games.ghost_stories.editions import EDITIONS, LEVELS

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "rules"
NAMES = ROOT / "src/spuk/games/ghost_stories/words/names.csv"
COPIES = {
    "ghost_cards.csv": ROOT / "src/spuk/games/ghost_stories/ghost_cards.csv",
    "names.csv": NAMES,
    "ghost-stories.md": ROOT / "docs/rules/ghost-stories.md",
    "ghosts.md": ROOT / "docs/rules/ghosts.md",
}
# GS-2.1, drawn in docs/notation.md: space → the places of its line, nearest first.
LINES = {
    "N1": (1, 4, 7), "N2": (2, 5, 8), "N3": (3, 6, 9),
    "E1": (3, 2, 1), "E2": (6, 5, 4), "E3": (9, 8, 7),
    "S1": (9, 6, 3), "S2": (8, 5, 2), "S3": (7, 4, 1),
    "W1": (7, 8, 9), "W2": (4, 5, 6), "W3": (1, 2, 3),
}  # fmt: skip
OPPOSITE = {"N1": "S3", "N2": "S2", "N3": "S1", "E1": "W3", "E2": "W2", "E3": "W1"}
FACING = {
    1: ["N1", "W3"], 2: ["N2"], 3: ["N3", "E1"],
    4: ["W2"], 5: [], 6: ["E2"],
    7: ["S3", "W1"], 8: ["S2"], 9: ["E3", "S1"],
}  # fmt: skip
STEPS = {1: {2, 4, 5}, 2: {1, 3, 4, 5, 6}, 5: {1, 2, 3, 4, 6, 7, 8, 9}, 9: {5, 6, 8}}
SPACES = list(LINES)


def test_the_box_holds_what_the_rules_say() -> None:
    assert (board.TOKENS_PER_COLOR, board.QI_TOKENS, board.BUDDHAS, board.TAO_DICE) == (4, 20, 2, 3)
    assert len(board.TILES) == 9
    assert len(board.POWERS) == 8
    faces = [board.CURSE_FACES[face] for face in board.CURSE_SIDES]
    assert sorted(faces) == ["blank", "blank", "ghost", "haunt", "qi", "tao"]
    assert board.COLORS == ("yellow", "blue", "green", "red", "black", "white")


@pytest.mark.parametrize("space", SPACES)
def test_each_space_faces_its_line(space: str) -> None:
    index = SPACES.index(space)
    assert [p + 1 for p in board.LINES[3 * index : 3 * index + 3]] == list(LINES[space])


def test_the_ends_of_a_line_are_opposite() -> None:
    for one, other in OPPOSITE.items():
        assert SPACES[board.OPPOSITE[SPACES.index(one)]] == other
        assert SPACES[board.OPPOSITE[SPACES.index(other)]] == one


@pytest.mark.parametrize("place", FACING)
def test_corners_touch_two_spaces_edges_one_and_the_centre_none(place: int) -> None:
    assert [SPACES[space] for space in board.FACING[place - 1]] == FACING[place]


def test_steps_go_to_all_neighbours_diagonals_too() -> None:
    for place, near in STEPS.items():
        assert {p + 1 for p in board.ADJACENT[place - 1]} == near
    assert all(len(board.EVERYWHERE[place]) == 8 for place in range(9))


def test_seats_sit_where_the_rules_say() -> None:
    seats = {n: "".join(board.BOARDS[b] for b in board.SEATS[n]) for n in (1, 2, 3, 4)}
    assert seats == {1: "N", 2: "NS", 3: "NES", 4: "NESW"}


def test_levels_and_editions_are_all_there() -> None:
    assert set(EDITIONS) == {"de1", "de2", "en", "pl"}
    assert {level.id: (level.qi, level.yin_yang, level.many_incarnations)
            for level in LEVELS.values()} == {
        "initiation": (4, True, False),
        "normal": (3, True, False),
        "nightmare": (3, True, True),
        "hell": (3, False, True),
    }  # fmt: skip


def _names() -> list[dict[str, str]]:
    with NAMES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_name_is_there_in_three_languages() -> None:
    for row in _names():
        for language in ("en", "de", "pl"):
            name = row[language]
            assert name.strip() == name != "", row
    keys = [(row["kind"], row["id"]) for row in _names()]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("kind", "ids"),
    [("tile", board.TILES), ("power", board.POWERS), ("level", tuple(LEVELS))],
    ids=["tile", "power", "level"],
)
def test_everything_with_an_id_has_a_name(kind: str, ids: tuple[str, ...]) -> None:
    assert {row["id"] for row in _names() if row["kind"] == kind} == set(ids)


def test_every_card_has_a_name_in_three_languages() -> None:
    with COPIES["ghost_cards.csv"].open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for language in ("en", "de", "pl"):
                assert row[f"name_{language}"].strip() == row[f"name_{language}"] != ""


def test_the_copies_of_the_reference_have_not_drifted() -> None:
    """Only where the reference lies beside the repository; a clone alone has nothing to compare."""
    originals = sorted(SHARED.glob("*.csv")) + sorted(SHARED.glob("*.md"))
    for original in originals:
        assert COPIES[original.name].read_bytes() == original.read_bytes(), original.name
