"""Section 1: material."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from .table import LETTERS, SPACES, at, new, rule

ROOT = Path(__file__).parents[2]
CARDS = {
    int(row["id"]): row
    for row in csv.DictReader(
        (ROOT / "src/spuk/games/ghost_stories/ghost_cards.csv").read_text(encoding="utf-8").splitlines()
    )
}
COLOURS = {"yellow": range(1, 12), "blue": range(12, 23), "green": range(23, 34)} | {
    "red": range(34, 45),
    "black": range(45, 56),
}


@rule("GS-1.1")
def test_the_village_has_nine_different_tiles_none_haunted_at_the_start() -> None:
    tiles = at("turn=N").view["village"]
    assert {tile["tile"] for tile in tiles} == {
        "cemetery",
        "taoist_altar",
        "herbalist",
        "sorcerer",
        "temple",
        "night_watchman",
        "circle_of_prayer",
        "pavilion",
        "tea_house",
    }
    assert not any(tile["haunted"] for tile in tiles)


@rule("GS-1.2")
def test_there_are_four_boards_of_four_colours_with_three_spaces_each() -> None:
    boards = at("turn=N").view["boards"]
    assert {board["color"] for board in boards} == {"red", "green", "blue", "yellow"}
    assert [len(board["spaces"]) for board in boards] == [3, 3, 3, 3]


@rule("GS-1.2")
@pytest.mark.parametrize(
    ("part", "power"),
    [
        ("yellow/pockets", "bottomless_pockets"),
        ("yellow/mantra", "enfeeblement_mantra"),
        ("blue/gust", "heavenly_gust"),
        ("blue/wind", "second_wind"),
        ("green/favorite", "gods_favorite"),
        ("green/mountain", "strength_of_a_mountain"),
        ("red/spires", "dance_of_the_spires"),
        ("red/twin", "dance_of_the_twin_winds"),
    ],
)
def test_each_board_has_two_sides_with_a_power_each(part: str, power: str) -> None:
    board = {"red": "N", "green": "E", "blue": "S", "yellow": "W"}[part.split("/", maxsplit=1)[0]]
    t = at(f"{board}={part} turn=N")
    assert t.board(board)["power"] == power


@rule("GS-1.3")
def test_there_are_eleven_ghosts_of_each_colour_and_ten_incarnations() -> None:
    deck = at("turn=N").view["deck"]
    assert deck["unseen"] == list(range(1, 56))
    assert deck["unseen_incarnations"] == list(range(56, 66))
    for color, ids in COLOURS.items():
        assert [i for i in range(1, 56) if CARDS[i]["color"] == color] == list(ids)


@rule("GS-1.3")
@pytest.mark.parametrize("card", range(1, 66))
def test_every_card_has_its_printed_values(card: int) -> None:
    line = f"N1={card} deck=10 turn=N" if card > 55 else f"N1={card} turn=N"
    ghost = at(line).space("N1")["ghost"]
    printed = CARDS[card]
    assert ghost["card"] == card
    assert ghost["color"] == printed["color"]
    assert sorted(ghost["resistance"].upper()) == sorted(printed["resistance"])
    for stone in ("left", "centre", "right"):
        assert ghost[stone] == [part for part in printed[stone].split("+") if part]
    assert ghost["incarnation"] == (card > 55)


@rule("GS-1.4")
def test_there_are_four_tao_tokens_of_each_of_five_colours() -> None:
    t = at("N=tao:rg E=tao:kk S=tao: W=tao:yyy circle=b turn=N")
    assert [t.supply(letter) for letter in "ybgrk"] == [1, 3, 3, 3, 2]
    assert set(t.view["supply"]["tao"]) == set(LETTERS)


@rule("GS-1.4")
def test_there_are_twenty_qi_tokens() -> None:
    assert at("turn=N").view["supply"]["qi"] == 8
    assert at("N=1qi E=0qi S=5qi W=3qi turn=N").view["supply"]["qi"] == 11
    assert at("2p turn=N").view["supply"]["qi"] == 8


@rule("GS-1.4")
def test_what_the_supply_lacks_is_not_gained() -> None:
    t = at("N=@3/tao:kkkk turn=N").do("help", "roll:k", "roll:k")
    assert t.tao("N") == "kkkk"
    t = at("N=@2/8qi/tao: E=4qi S=4qi W=4qi N2=49 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:g")
    assert t.qi("N") == 8


@rule("GS-1.5")
def test_three_tao_dice_show_six_faces_evenly() -> None:
    t = at("N=@2/tao: N2=38 turn=N").do("exorcise")
    for _ in range(3):
        assert t.chances == pytest.approx({f"roll:{face}": 1 / 6 for face in "ybgrkw"})
        t.do("roll:g")
    assert not t.rolling


@rule("GS-1.5", "GS-8.5")
def test_the_fourth_die_shows_the_same_faces() -> None:
    t = at("E=green/mountain/@6/tao: E2=32 turn=E").do("exorcise", "roll:r", "roll:r", "roll:r")
    assert t.chances == pytest.approx({f"roll:{face}": 1 / 6 for face in "ybgrkw"})


@rule("GS-1.5")
def test_the_curse_die_has_two_blank_faces_and_four_others() -> None:
    t = at("N1=44 turn=W").do("end")
    sixth = 1 / 6
    assert t.chances == pytest.approx(
        {
            "curse:blank": 2 * sixth,
            "curse:haunt": sixth,
            "curse:ghost": sixth,
            "curse:tao": sixth,
            "curse:qi": sixth,
        }
    )


@rule("GS-1.6")
def test_there_are_four_yin_yang_two_buddhas_and_three_power_tokens() -> None:
    t = at("turn=N")
    assert all(t.yin_yang(board) for board in "NESW")
    assert t.temple == 2
    assert at("1p turn=N").tokens("N") == 3


@rule("GS-1.6", "GS-8.2")
def test_there_is_one_mantra() -> None:
    t = at("W=yellow/mantra N1=38m E1=24 turn=W").do("mantra:E1")
    assert [space for space in SPACES if t.mantra(space)] == ["E1"]


@rule("GS-1.6")
def test_haunting_figures_never_run_out() -> None:
    haunters = (1, 5, 8, 9, 12, 16, 19, 20, 23, 27, 30)
    lying = " ".join(f"{space}={card}" for space, card in zip(SPACES, haunters, strict=False))
    t = at(f"N=@2 village=CAH/SbN/PWT {lying} turn=N").do("help", "draw:45")
    assert t.card("W3") == 45
    assert all(t.figure(space) is not None for space in SPACES)


@rule("GS-1.3")
def test_an_unknown_card_is_drawn_evenly_from_all_unseen_ghosts() -> None:
    t = at("N1=38 gone=1,2 turn=N").do("end")
    unseen = set(range(1, 56)) - {38, 1, 2}
    assert t.chances == pytest.approx({f"draw:{card}": 1 / 52 for card in unseen})


@rule("GS-1.3", "GS-3.3")
def test_the_incarnation_is_any_of_the_ten() -> None:
    t = at("deck=11 turn=N").do("end")
    assert t.chances == pytest.approx({f"draw:{card}": 1 / 10 for card in range(56, 66)})


@rule("GS-1.1", "GS-3.1")
def test_a_new_village_is_laid_from_the_nine_tiles() -> None:
    t = new()
    assert len(t.chances) == 9
    t.do("tile:pavilion")
    assert len(t.chances) == 8
    assert not t.can("tile:pavilion")
