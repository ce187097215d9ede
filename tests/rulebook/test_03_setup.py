"""Section 3: setup."""

from __future__ import annotations

from typing import Any

import pytest

from .table import EDITIONS, Table, at, new, rule


def laid(**options: Any) -> Table:
    """A new game laid out, at its first draw."""
    t = new(**options)
    while not t.drawing:
        t.do(min(t.chances))
    return t


@rule("GS-3.1")
def test_tiles_colours_sides_and_the_first_player_are_random() -> None:
    t = new()
    verbs = []
    while not t.drawing:
        chances = t.chances
        assert sum(chances.values()) == pytest.approx(1)
        assert len(set(chances.values())) == 1
        verbs.append(min(chances).split(":")[0])
        t.do(min(chances))
    assert verbs.count("tile") >= 8
    assert verbs.count("board") >= 3
    assert verbs.count("side") == 4
    assert verbs.count("first") == 1


@rule("GS-3.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_all_taoists_start_on_the_centre_and_both_buddhas_on_the_temple(players: int) -> None:
    t = laid(players=players)
    boards = {1: "N", 2: "NS", 3: "NES", 4: "NESW"}[players]
    assert [t.place(board) for board in boards] == [5] * players
    assert t.temple == 2
    assert t.haunted == set()
    assert t.ghosts == {}


@rule("GS-3.1")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_any_player_may_begin_and_begins_with_his_yin_phase(seat: int) -> None:
    t = new(first=seat)
    while not t.drawing:
        t.do(min(t.chances))
    assert t.active == "NESW"[seat]
    assert t.drawing


@rule("GS-3.1", "GS-4.6")
def test_turns_go_clockwise_round_all_four_boards_neutral_ones_included() -> None:
    t = at("2p E1=38 W1=34 turn=N").do("end")
    assert t.figure("E1") == "stone"
    assert t.figure("W1") == "card"
    assert t.active == "S"


@rule("GS-3.2")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("level", "qi", "yin_yang"),
    [("initiation", 4, True), ("normal", 3, True), ("nightmare", 3, True), ("hell", 3, False)],
)
def test_levels_give_qi_and_yin_yang(edition: str, level: str, qi: int, yin_yang: bool) -> None:
    for t in (at(f"{edition} {level} turn=N"), laid(level=level, edition=edition)):
        assert [t.qi(board) for board in "NESW"] == [qi] * 4
        assert [t.yin_yang(board) for board in "NESW"] == [yin_yang] * 4


@rule("GS-3.2")
@pytest.mark.parametrize("level", ["normal", "nightmare", "hell"])
def test_each_taoist_gets_a_tao_of_his_colour(level: str) -> None:
    t = laid(level=level, colors=("green", "yellow", "red", "blue"))
    assert [t.tao(board) for board in "NESW"] == ["g", "y", "r", "b"]


@rule("GS-3.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_five_qi_are_an_option_at_initiation(edition: str) -> None:
    t = laid(level="initiation", five_qi=True, edition=edition)
    assert [t.qi(board) for board in "NESW"] == [5] * 4


@rule("GS-3.2")
@pytest.mark.parametrize("level", ["normal", "nightmare", "hell"])
def test_five_qi_are_no_option_at_other_levels(level: str) -> None:
    with pytest.raises(ValueError, match="five_qi"):
        new(level=level, five_qi=True)


@rule("GS-3.3")
@pytest.mark.parametrize("level", ["initiation", "normal"])
@pytest.mark.parametrize(("players", "above"), [(4, 45), (3, 40), (2, 35), (1, 30)])
def test_one_incarnation_has_exactly_ten_ghosts_below_it(level: str, players: int, above: int) -> None:
    t = laid(level=level, players=players)
    assert t.deck == above + 1 + 10
    assert t.view["deck"]["incarnations_after"] == [above]
    assert t.view["deck"]["incarnations"] == 1


@rule("GS-3.3")
@pytest.mark.parametrize("level", ["nightmare", "hell"])
@pytest.mark.parametrize(
    ("players", "incarnations", "rest"), [(4, 4, 15), (3, 4, 10), (2, 3, 15), (1, 3, 10)]
)
def test_at_nightmare_and_hell_every_eleventh_card_is_an_incarnation(
    level: str, players: int, incarnations: int, rest: int
) -> None:
    t = laid(level=level, players=players)
    assert t.deck == incarnations * 11 + rest
    assert t.view["deck"]["incarnations_after"] == [10, 21, 32, 43][:incarnations]
    assert t.view["deck"]["incarnations"] == incarnations


@rule("GS-3.3")
@pytest.mark.parametrize(("deck", "incarnation"), [(12, False), (11, True), (10, None)])
def test_the_incarnation_comes_at_its_place_in_the_deck(deck: int, incarnation: bool | None) -> None:
    lying = "N1=64 " if incarnation is None else ""
    t = at(f"{lying}deck={deck} turn=N").do("end")
    drawn = {int(name.split(":")[1]) for name in t.chances}
    assert (min(drawn) > 55) == bool(incarnation)
    assert (max(drawn) > 55) == bool(incarnation)


@rule("GS-3.3")
def test_removed_ghosts_are_unseen() -> None:
    t = laid(players=2)
    assert len([name for name in t.chances if name.startswith("draw:")]) == 55


@rule("GS-3.4")
@pytest.mark.parametrize(("players", "neutral"), [(3, "W"), (2, "EW"), (1, "ESW")])
def test_the_other_boards_are_neutral_with_three_qi_and_nothing_else(players: int, neutral: str) -> None:
    for level in ("initiation", "normal", "nightmare"):
        t = laid(players=players, level=level)
        for board in neutral:
            assert t.board(board)["seat"] is None
            assert (t.qi(board), t.tao(board), t.yin_yang(board)) == (3, "", False)
            assert t.tokens(board) == 0
            assert not t.possessed(board)
            assert t.board(board)["power"]


@rule("GS-3.4")
def test_two_players_sit_opposite_each_other() -> None:
    t = laid(players=2)
    assert [t.board(board)["seat"] for board in "NESW"] == [0, None, 1, None]


@rule("GS-3.4")
@pytest.mark.parametrize(("players", "tokens"), [(4, 0), (3, 1), (2, 1), (1, 3)])
def test_each_player_gets_his_power_tokens(players: int, tokens: int) -> None:
    t = laid(players=players)
    assert t.tokens("N") == tokens


@rule("GS-3.4", "GS-6.5")
def test_neutral_boards_never_gain_qi() -> None:
    t = at("nightmare 2p N=@2/tao: N2=60 turn=N").do("exorcise", "roll:k", "roll:k", "roll:k")
    assert t.verbs("giveqi") == {"N", "S"}


@rule("GS-3.4", "GS-6.5")
def test_possessed_boards_never_gain_qi() -> None:
    t = at("nightmare E=0qi N=@2/tao: N2=60 turn=N").do("exorcise", "roll:k", "roll:k", "roll:k")
    assert t.verbs("giveqi") == {"N", "S", "W"}


@rule("GS-3.5")
def test_the_lone_taoist_is_red_and_flies() -> None:
    t = laid(players=1)
    assert t.board("N")["color"] == "red"
    assert t.board("N")["power"] == "dance_of_the_spires"


@rule("GS-3.5")
def test_the_lone_taoist_has_a_tao_of_each_colour_but_black() -> None:
    t = laid(players=1)
    assert t.tao("N") == "ybgr"
    assert t.tokens("N") == 3
    assert (t.qi("N"), t.yin_yang("N")) == (3, True)


@rule("GS-3.5", "GS-11.1")
def test_the_cemetery_gives_no_help_to_the_lone_taoist() -> None:
    t = at("1p N=@1 E=0qi turn=N")
    assert not t.can("help")
    assert not t.can("yinyang:1")


@rule("GS-3.5", "GS-11.8")
def test_the_pavilion_may_move_the_lone_taoist_himself() -> None:
    t = at("1p N=@8 N1=38 turn=N").do("help", "skip")
    if t.verbs("lift"):
        t.do("lift:N")
    t.do("liftto:1")
    assert t.place("N") == 1


@rule("GS-3.5", "GS-8.9")
def test_the_lone_taoist_decides_alone_and_plays_after_every_round() -> None:
    t = at("1p E1=38 S1=12 W1=1 turn=N").do("end")
    assert [t.figure(space) for space in ("E1", "S1", "W1")] == ["stone"] * 3
    assert t.active == "N"
    assert t.drawing
