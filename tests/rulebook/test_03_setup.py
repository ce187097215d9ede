"""Section 3: setup."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import spuk

from .table import EDITIONS, GAME, Table, at, difference, new, rule

COUNTED = "Nightmare and Hell deck counted from"
LONE = "the lone Taoist"


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
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("level", ["initiation", "normal"])
@pytest.mark.parametrize(("players", "above"), [(4, 45), (3, 40), (2, 35), (1, 30)])
def test_one_incarnation_has_exactly_ten_ghosts_below_it(
    edition: str, level: str, players: int, above: int
) -> None:
    t = laid(edition=edition, level=level, players=players)
    assert t.deck == above + 1 + 10
    assert t.view["deck"]["incarnations_after"] == [above]
    assert t.view["deck"]["incarnations"] == 1


TOP = {4: [10, 21, 32, 43], 3: [10, 21, 32, 43], 2: [10, 21, 32], 1: [10, 21, 32]}
"""Ten ghosts, an incarnation, and so on, then the rest: 15 ghosts, 10, 15, 10."""
BOTTOM = {4: [15, 26, 37, 48], 3: [10, 21, 32, 43], 2: [15, 26, 37], 1: [10, 21, 32]}
"""The same from the other end: the rest comes first, and ten ghosts after the last incarnation."""


@difference(COUNTED, de1=TOP, de2=TOP, en=TOP, pl=BOTTOM)
@rule("GS-3.3")
@pytest.mark.parametrize("level", ["nightmare", "hell"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_after_how_many_cards_the_incarnations_come_at_nightmare_and_hell(
    edition: str, expected: dict[int, list[int]], level: str, players: int
) -> None:
    t = laid(edition=edition, level=level, players=players)
    after = expected[players]
    assert t.view["deck"]["incarnations_after"] == after
    assert t.view["deck"]["incarnations"] == len(after)
    assert t.deck == 55 - 5 * (4 - players) + len(after)


@difference(COUNTED, de1=TOP, de2=TOP, en=TOP, pl=BOTTOM)
@rule("GS-3.3")
@pytest.mark.parametrize("level", ["nightmare", "hell"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_at_nightmare_and_hell_every_card_drawn_is_what_lies_there(
    edition: str, expected: dict[int, list[int]], level: str, players: int
) -> None:
    """Card by card through the whole deck: an incarnation at its places, a ghost at all others."""
    after = expected[players]
    cards = 55 - 5 * (4 - players) + len(after)
    for seen in range(cards - 1):
        come = sum(place < seen for place in after)
        banished = "banished=" + ",".join(str(56 + number) for number in range(come)) if come else ""
        if come == len(after):
            break  # won
        line = f"{edition} {level} {players}p {banished} deck={cards - seen} turn=N:yin"
        drawn = [int(name.split(":")[1]) for name in at(line).chances]
        assert drawn, line
        assert {card > 55 for card in drawn} == {seen in after}, line


@difference(COUNTED, de1=15, de2=15, en=15, pl=10)
@rule("GS-3.3")
@pytest.mark.parametrize("players", [2, 4])
def test_how_many_ghosts_lie_below_the_last_incarnation(edition: str, expected: int, players: int) -> None:
    incarnations = {4: "58,59,60", 2: "58,59"}[players]
    t = at(f"{edition} nightmare {players}p banished={incarnations} N1=64 turn=N")
    assert t.deck == expected
    assert t.view["deck"]["incarnations_after"] == []


@difference(COUNTED, de1=(43, 16), de2=(43, 16), en=(43, 16), pl=(48, 11))
@rule("GS-3.3")
def test_a_position_must_have_the_incarnations_that_have_come(
    edition: str, expected: tuple[int, int]
) -> None:
    after, left = expected
    assert after + left == 59
    at(f"{edition} hell banished=58,59,60 deck={left} turn=N")
    for broken in (f"deck={left - 1}", f"N1=64 deck={left}"):
        with pytest.raises(spuk.BrokenText, match="incarnations"):
            at(f"{edition} hell banished=58,59,60 {broken} turn=N")


@rule("GS-3.3")
@pytest.mark.parametrize(("deck", "incarnation"), [(12, False), (11, True), (10, None)])
def test_the_incarnation_comes_at_its_place_in_the_deck(deck: int, incarnation: bool | None) -> None:
    lying = "N1=64 " if incarnation is None else ""
    t = at(f"{lying}deck={deck} turn=N").do("end")
    drawn = {int(name.split(":")[1]) for name in t.chances}
    assert (min(drawn) > 55) == bool(incarnation)
    assert (max(drawn) > 55) == bool(incarnation)


@rule("GS-3.3")
def test_incarnations_that_were_agreed_on_come_in_that_order_and_no_others() -> None:
    """Where only one card can lie, nobody is asked to draw it."""
    assert at("incarnations=nameless deck=11 turn=N").do("end").happened("card_drawn", card=65)
    four = "nightmare incarnations=nameless,uncatchable,vampire_lord,howling_nightmare"
    for line, card in (("deck=49", 65), ("deck=38 banished=65", 57), ("deck=27 banished=57,65", 64)):
        assert at(f"{four} {line} turn=N").do("end").happened("card_drawn", card=card)


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


COLORS = ("yellow", "blue", "green", "red")
SPIRES, TWIN = "dance_of_the_spires", "dance_of_the_twin_winds"
ANY = dict.fromkeys(COLORS, 1 / 4)


def lone(edition: str, color: str, **options: Any) -> Table:
    """A solo game of this Taoist, laid out."""
    others = [other for other in COLORS if other != color]
    return laid(players=1, edition=edition, colors=(color, *others), **options)


def sides(t: Table) -> dict[str, str]:
    """Colour -> the power that its board shows."""
    return {board["color"]: board["power"] for board in t.view["boards"]}


@difference(LONE, de1={"red": 1}, de2={"red": 1}, en=ANY, pl=ANY)
@rule("GS-3.5")
def test_which_taoist_the_lone_one_may_be(edition: str, expected: dict[str, float]) -> None:
    colors: Counter[str] = Counter()

    def follow(t: Table, chance: float) -> None:
        """Every way to lay the boards out; the sides come after them."""
        if t.verbs("board"):
            for name, share in t.chances.items():
                follow(Table(t.state.clone()).do(name), chance * share)
        else:
            while not t.drawing:
                t.do(min(t.chances))
            colors[t.board("N")["color"]] += chance

    t = new(players=1, edition=edition)
    while not t.verbs("board"):
        t.do(min(t.chances))
    follow(t, 1)
    assert colors == pytest.approx(expected)


@difference(LONE)
@rule("GS-3.5")
@pytest.mark.parametrize("level", ["initiation", "normal", "nightmare", "hell"])
def test_solo_the_red_board_flies_and_the_other_sides_are_random(edition: str, level: str) -> None:
    for last in (min, max):
        t = new(players=1, edition=edition, level=level)
        flips = 0
        while not t.drawing:
            flips += t.can("side:0", "side:1")
            t.do(last(t.chances))
        assert flips == 3
        assert sides(t)["red"] == SPIRES


@difference(LONE, "en", "pl")
@rule("GS-3.5")
@pytest.mark.parametrize("color", COLORS)
def test_any_taoist_may_be_chosen_to_play_alone(edition: str, color: str) -> None:
    t = lone(edition, color)
    assert t.board("N")["color"] == color
    assert t.board("N")["seat"] == 0
    assert sides(t)["red"] == SPIRES


@difference(LONE, "de1", "de2")
@rule("GS-3.5")
@pytest.mark.parametrize("color", ["yellow", "blue", "green"])
def test_only_red_may_be_chosen_to_play_alone(edition: str, color: str) -> None:
    assert lone(edition, "red").board("N")["color"] == "red"
    with pytest.raises(ValueError, match=r"colors.*red.*GS-3\.5"):
        lone(edition, color)
    others = " ".join(
        f"{board}={other}" for board, other in zip("ESW", (c for c in COLORS if c != color), strict=True)
    )
    with pytest.raises(spuk.BrokenText, match=r"red.*GS-3\.5"):
        at(f"{edition} 1p N={color} {others} turn=N")


@difference(LONE)
@rule("GS-3.5")
def test_solo_the_red_board_cannot_be_laid_on_its_other_side(edition: str) -> None:
    with pytest.raises(ValueError, match=r"powers.*spires.*GS-3\.5"):
        new(players=1, edition=edition, powers=(TWIN,))
    with pytest.raises(spuk.BrokenText, match=r"spires.*GS-3\.5"):
        at(f"{edition} 1p N=red/twin turn=N")


@difference(LONE, "en", "pl")
@rule("GS-3.5")
@pytest.mark.parametrize("board", ["E", "S", "W"])
def test_a_neutral_red_board_shows_the_side_that_flies_too(edition: str, board: str) -> None:
    others = zip((b for b in "ESW" if b != board), ("green", "yellow"), strict=True)
    rest = " ".join(f"{other}={color}" for other, color in others)
    t = at(f"{edition} 1p N=blue {board}=red {rest} turn=N")
    assert sides(t)["red"] == SPIRES
    with pytest.raises(spuk.BrokenText, match=r"spires.*GS-3\.5"):
        at(f"{edition} 1p N=blue {board}=red/twin {rest} turn=N")
    with pytest.raises(ValueError, match=r"powers.*spires.*GS-3\.5"):
        new(players=1, edition=edition, colors=("blue", "green", "yellow", "red"), powers=(TWIN,))


@difference(LONE, "en", "pl")
@rule("GS-3.5", "GS-8.9")
def test_a_lone_blue_taoist_flies_with_a_power_token_only(edition: str) -> None:
    t = at(f"{edition} 1p N=blue/wind/@1 E=red turn=N")
    assert t.verbs("move") == set("245")
    assert t.do("borrow:E").verbs("move") == set("23456789")


@rule("GS-3.5", "GS-3.2")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize(
    ("level", "qi", "yin_yang"),
    [("initiation", 4, True), ("normal", 3, True), ("nightmare", 3, True), ("hell", 3, False)],
)
def test_the_lone_taoist_has_the_same_things_whatever_his_colour(
    edition: str, color: str, level: str, qi: int, yin_yang: bool
) -> None:
    if edition in ("de1", "de2") and color != "red":
        return  # GS-3.5: there the lone Taoist is the red one
    black = "k" if level == "initiation" and edition in ("en", "pl") else ""
    laid_out = lone(edition, color, level=level)
    written = at(f"{edition} {level} 1p N={color} turn=N")
    for t in (laid_out, written):
        assert t.board("N")["color"] == color
        assert t.tao("N") == "ybgr" + black
        assert t.tokens("N") == 3
        assert (t.qi("N"), t.yin_yang("N"), t.place("N")) == (qi, yin_yang, 5)
        for board in "ESW":
            assert t.board(board)["seat"] is None
            assert (t.qi(board), t.tao(board), t.yin_yang(board), t.tokens(board)) == (3, "", False, 0)


@difference(LONE, "en", "pl")
@rule("GS-3.5")
@pytest.mark.parametrize("color", COLORS)
def test_a_solo_position_of_any_taoist_reads_as_it_is_written(edition: str, color: str) -> None:
    for t in (
        new(players=1, edition=edition),
        lone(edition, color),
        at(f"{edition} hell 1p N={color}/1qi/tao:k/@1/tokens:1 centre=2 N1=38! W3=12 turn=N"),
    ):
        while True:
            line = t.state.text()
            again = GAME.from_text(line)
            assert again.text() == line
            assert {**again.view(None), "options": None} == {**t.view, "options": None}
            if t.drawing or t.actor >= 0:
                break
            t.do(max(t.chances))


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
