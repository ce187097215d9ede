"""Section 9: the incarnations of Wu-Feng."""

from __future__ import annotations

import pytest

from .table import Table, at, rule

ALL = list(range(56, 66))
NEXT = "deck=11"


def attempt(line: str, faces: str) -> Table:
    """N tries an exorcism with these faces; where the rules refuse it outright, nothing happens."""
    t = at(line)
    if t.can("exorcise"):
        t.do("exorcise")
        for face in faces:
            if t.rolling:
                t.do(f"roll:{face}")
    return t


@rule("GS-11.4")
@pytest.mark.parametrize("card", ALL)
def test_the_sorcerer_never_takes_an_incarnation(card: int) -> None:
    t = at(f"N=@4 N1={card} S1=2 S2=13 deck=10 turn=N").do("help")
    assert t.verbs("expel") == {"S1", "S2"}
    assert not at(f"N=@4 N1={card} deck=10 turn=N").can("help")


@rule("GS-5.3")
@pytest.mark.parametrize("card", [58, 59, 60, 62, 63, 64, 65])
def test_buddhas_catch_no_incarnation_and_return_to_the_temple(card: int) -> None:
    t = at(f"{NEXT} E1=b turn=N").do("end", f"draw:{card}")
    board = t.verbs("place").pop()[0]
    t = at(f"{NEXT} {board}1=b turn=N").do("end", f"draw:{card}", f"place:{board}1")
    assert t.card(f"{board}1") == card
    assert not t.buddha(f"{board}1")
    assert t.temple == 2


@rule("GS-9.1")
def test_the_howling_nightmare_cannot_be_banished_while_a_ghost_lies_opposite() -> None:
    t = attempt("N=@2/tao:kkk N2=56 S2=13 deck=10 turn=N", "kkk")
    assert t.card("N2") == 56
    assert not t.can("banish:first")
    assert t.outcome is None


@rule("GS-9.1")
@pytest.mark.parametrize("others", ["", "S1=13 S3=15 E2=24 W2=2", "S2=b"])
def test_the_howling_nightmare_is_banished_while_no_ghost_lies_opposite(others: str) -> None:
    t = attempt(f"nightmare N=@2/tao: N2=56 {others} turn=N", "kkk")
    assert t.card("N2") is None


@rule("GS-9.1", "GS-2.2")
@pytest.mark.parametrize(
    ("space", "place", "opposite"),
    [
        *(
            ("N1", 1, "S3"),
            ("N2", 2, "S2"),
            ("N3", 3, "S1"),
            ("E1", 3, "W3"),
            ("E2", 6, "W2"),
            ("E3", 9, "W1"),
        ),
        *(
            ("S1", 9, "N3"),
            ("S2", 8, "N2"),
            ("S3", 7, "N1"),
            ("W1", 7, "E3"),
            ("W2", 4, "E2"),
            ("W3", 1, "E1"),
        ),
    ],
)
def test_each_space_has_one_opposite_where_the_howling_nightmare_wants_no_ghost(
    space: str, place: int, opposite: str
) -> None:
    t = attempt(f"nightmare N=@{place}/tao: {space}=56 {opposite}=13 turn=N", "kkk")
    assert t.card(space) == 56
    t = attempt(f"nightmare N=@{place}/tao: {space}=56 turn=N", "kkk")
    assert t.card(space) is None


@rule("GS-9.1", "GS-6.3")
def test_a_neighbour_of_the_howling_nightmare_can_be_banished_all_the_same() -> None:
    t = attempt("N=@1/tao: N1=56 W3=12 S3=13 deck=10 turn=N", "kkb")
    assert t.ghosts == {"N1": 56, "S3": 13}


@rule("GS-9.1")
def test_the_neighbour_shares_no_dice_with_a_howling_nightmare_that_cannot_go() -> None:
    t = attempt("N=@1/tao: N1=56 W3=45 S3=13 deck=10 turn=N", "kkk")
    assert t.card("N1") == 56
    assert t.card("W3") is None


@rule("GS-9.1", "GS-5.4")
def test_the_howling_nightmare_brings_another_ghost() -> None:
    t = at(f"{NEXT} turn=N").do("end", "draw:56", "place:E1")
    assert t.drawing


@rule("GS-9.2")
@pytest.mark.parametrize("edition", ["de1", "de2", "en", "pl"])
def test_the_uncatchable_cannot_be_banished_without_a_buddha(edition: str) -> None:
    t = attempt(f"{edition} N=@2/tao:kkk N2=57 deck=10 turn=N", "kkk")
    assert t.card("N2") == 57
    assert not t.can("banish:first")


@rule("GS-9.2")
@pytest.mark.parametrize("edition", ["de1", "en", "pl"])
def test_the_uncatchable_is_banished_while_a_buddha_stands_there(edition: str) -> None:
    t = attempt(f"{edition} nightmare N=@2/tao: N2=57b turn=N", "kkk")
    assert t.card("N2") is None
    assert not t.buddha("N2")
    assert t.temple == 2


@rule("GS-9.2", "GS-5.3")
@pytest.mark.parametrize("edition", ["de1", "en", "pl"])
def test_the_buddha_stays_with_an_uncatchable_that_arrives_on_it(edition: str) -> None:
    t = at(f"{edition} E1=b E2=b {NEXT} turn=N").do("end", "draw:57", "place:E1")
    assert t.card("E1") == 57
    assert t.buddha("E1")
    assert t.buddha("E2")
    assert t.temple == 0
    assert t.cursed


@rule("GS-9.2")
@pytest.mark.parametrize("edition", ["en", "pl"])
def test_elsewhere_than_in_de1_the_uncatchable_may_avoid_the_buddha(edition: str) -> None:
    t = at(f"{edition} E1=b {NEXT} turn=N").do("end", "draw:57")
    assert t.verbs("place") == {"E1", "E2", "E3"}


@rule("GS-9.2", "GS-5.4")
def test_the_uncatchable_rolls_the_curse_die_on_arrival() -> None:
    t = at(f"{NEXT} turn=N").do("end", "draw:57", "place:E1")
    assert t.cursed


@rule("GS-9.3")
def test_the_hope_killer_needs_two_of_each_of_four_colours() -> None:
    line = "N=@2/tao:rggbb N2=58 deck=10 turn=N"
    t = attempt(line, "yyr").do("banish:first").pay()
    assert t.card("N2") is None
    assert attempt(line, "yyk").card("N2") == 58
    assert attempt(line, "yrr").card("N2") == 58


@rule("GS-9.3", "GS-13.1")
def test_the_hope_killer_curses_when_banished() -> None:
    line = "N=@2/tao:rggbb N2=58 deck=10 turn=N"
    t = attempt(line, "yyr").do("banish:first").pay()
    assert t.outcome is None
    assert t.cursed


@rule("GS-9.3")
def test_black_counts_nothing_against_the_hope_killer() -> None:
    t = attempt("N=@2/tao:yyrrggbkkkk N2=58 deck=10 turn=N", "kkk")
    assert t.card("N2") == 58
    assert not t.can("banish:first")


@rule("GS-9.4", "GS-4.3")
def test_the_death_army_torments() -> None:
    t = at("E=red/spires N=green/favorite E1=59 deck=10 turn=N").do("end", "curse:qi")
    assert t.qi("E") == 2


@rule("GS-9.4")
def test_the_death_army_needs_five_black_and_curses_when_banished() -> None:
    t = attempt("N=@2/tao:kk N2=59 deck=10 turn=N", "kkk").do("banish:first").pay()
    assert t.card("N2") is None
    assert t.cursed
    assert not attempt("N=@2/tao:k N2=59 deck=10 turn=N", "kkk").can("banish:first")


@rule("GS-9.5")
def test_no_board_has_its_power_while_the_forgotten_ones_are_in_play() -> None:
    t = at("N=@1 N2=60 deck=10 turn=N")
    assert [t.powered(board) for board in "NESW"] == [False] * 4
    assert t.verbs("move") == {"2", "4", "5"}
    assert at("N2=60 deck=10 turn=W").verbs("pockets") == set()


@rule("GS-9.5")
def test_the_forgotten_ones_silence_all_powers_when_they_arrive() -> None:
    t = at(f"{NEXT} turn=N").do("end", "draw:60", "place:E1")
    assert [t.powered(board) for board in "NESW"] == [False] * 4


@rule("GS-9.5", "GS-8.9")
def test_power_tokens_are_of_no_use_while_the_forgotten_ones_are_in_play() -> None:
    assert at("2p N2=60 deck=10 turn=N").verbs("borrow") == set()


@rule("GS-9.5")
def test_under_the_forgotten_ones_the_green_taoist_rolls_the_curse_die() -> None:
    t = at("E=green/mountain N2=60 E1=33 deck=10 turn=N").do("end")
    assert t.cursed


@rule("GS-9.6", "GS-5.4")
def test_the_bonecracker_costs_every_living_taoist_a_tao_when_it_arrives() -> None:
    t = at(f"N=tao:rk S=0qi {NEXT} turn=N").do("end", "draw:61", "place:N1")
    assert t.actor == 0
    assert t.legal == {"discard:r", "discard:k"}
    t.do("discard:k")
    assert [t.tao(board) for board in "NESW"] == ["r", "", "", ""]


@rule("GS-9.6")
def test_the_bonecracker_acts_at_the_start_of_its_boards_yin_phase() -> None:
    t = at("N1=61 deck=10 turn=W").do("end")
    assert [t.tao(board) for board in "NESW"] == ["", "", "", ""]
    assert t.drawing


@rule("GS-9.6")
def test_the_bonecracker_rests_in_the_yin_phases_of_other_boards() -> None:
    t = at("N1=61 deck=10 turn=N").do("end")
    assert [t.tao(board) for board in "NESW"] == ["r", "g", "b", "y"]


@rule("GS-9.6")
@pytest.mark.parametrize("who", ["2p", "E=0qi"])
def test_the_bonecracker_acts_on_boards_without_a_living_taoist_too(who: str) -> None:
    t = at(f"{who} E1=61 deck=10 turn=N").do("end")
    assert t.tao("N") == ""
    assert t.tao("S") == ""


@rule("GS-9.6")
def test_a_taoist_without_tao_loses_nothing_to_the_bonecracker() -> None:
    t = at("N=tao: N1=61 deck=10 turn=W").do("end")
    assert t.qi("N") == 3
    assert t.drawing


@rule("GS-9.7", "GS-5.4")
def test_the_dark_mistress_forbids_spending_tao() -> None:
    t = attempt("N=@2/tao:rrr N2=38 S1=62 deck=10 turn=N", "rgg")
    assert t.card("N2") == 38
    assert not t.can("banish:first")


@rule("GS-9.7")
def test_the_dark_mistress_herself_must_be_banished_without_tao() -> None:
    t = attempt("N=@2/tao:bbb N2=62 deck=10 turn=N", "bbg")
    assert t.card("N2") == 62
    t = attempt("nightmare N=@2/tao:bbb N2=62 turn=N", "bbb")
    assert t.card("N2") is None


@rule("GS-9.8")
def test_the_creeping_horror_captures_a_die() -> None:
    t = at("N=@2/tao: N2=38 S1=63 deck=10 turn=N").do("exorcise", "roll:g", "roll:g")
    assert not t.rolling


@rule("GS-9.8")
def test_the_creeping_horrors_die_is_free_again_when_it_is_banished() -> None:
    t = attempt("nightmare N=@2/tao:gg N2=63 turn=N", "gg").do("banish:first").pay()
    assert t.card("N2") is None
    assert t.view["dice"]["captured"] == 0


@rule("GS-9.9", "GS-4.1")
def test_the_vampire_lord_haunts() -> None:
    t = at("N1=64 deck=10 turn=W").do("end")
    assert t.figure("N1") == "stone"
    t = at("N1=64! deck=10 turn=W").do("end")
    assert t.haunted == {1}
    assert t.figure("N1") == "card"


@rule("GS-9.10", "GS-5.4")
def test_the_nameless_clears_the_circle_of_prayer_when_it_arrives() -> None:
    t = at(f"{NEXT} circle=r turn=N").do("end", "draw:65", "place:E1")
    assert t.circle is None
    assert t.supply("r") == 3


@rule("GS-9.10", "GS-11.7")
def test_a_new_token_may_be_put_on_the_circle_under_the_nameless() -> None:
    t = at("N=@7 S2=65 deck=10 turn=N").do("help", "circle:k")
    assert t.circle == "k"


@rule("GS-9.10")
def test_white_faces_are_not_wild_while_the_nameless_is_in_play() -> None:
    t = attempt("N=@2/tao: N2=38 S2=65 deck=10 turn=N", "www")
    assert t.card("N2") == 38


@rule("GS-9.10", "GS-11.3")
@pytest.mark.parametrize("edition", ["de1", "de2", "en", "pl"])
def test_a_white_face_gives_nothing_at_the_herbalist_under_the_nameless(edition: str) -> None:
    t = at(f"{edition} N=@3/tao: S2=65 deck=10 turn=N").do("help", "roll:w", "roll:k")
    assert t.tao("N") == "k"
    assert t.verbs("take") == set()


@rule("GS-9.10")
def test_the_nameless_needs_one_of_each_colour_and_no_white() -> None:
    line = "nightmare N=@2/tao:yr N2=65 turn=N"
    assert attempt(line, "kgw").card("N2") == 65
    t = attempt(line, "kgb").do("banish:first").pay()
    assert t.card("N2") is None


@rule("GS-6.5")
@pytest.mark.parametrize(
    ("card", "faces", "tokens"),
    [
        (56, "kkk", ""),
        (58, "yyr", "rggbb"),
        (59, "kkk", "kk"),
        (60, "kkk", ""),
        (61, "rrr", "r"),
        (62, "bbb", ""),
        (63, "gg", "gg"),
        (64, "yyy", "y"),
        (65, "kgb", "yr"),
    ],
)
def test_every_incarnation_gives_the_group_a_qi_and_a_yin_yang(card: int, faces: str, tokens: str) -> None:
    t = attempt(f"nightmare N=@2/tao:{tokens} E=-yy S=-yy N2={card} turn=N", faces)
    if t.can("banish:first"):
        t.do("banish:first").pay()
    if t.cursed:
        t.do("curse:blank")
    assert t.verbs("giveqi") == set("NESW")
    t.do("giveqi:N")
    assert t.verbs("giveyy") == {"E", "S"}
    t.do("giveyy:E")
    assert t.qi("N") == 4
    assert t.yin_yang("E")
    assert card in t.view["deck"]["banished"]


@rule("GS-11.8")
@pytest.mark.parametrize("card", ALL)
def test_the_pavilion_may_move_an_incarnation(card: int) -> None:
    t = at(f"N=@8 N1={card} deck=10 turn=N").do("help")
    assert t.can("blow:N1")


@rule("GS-11.8", "GS-5.3")
def test_an_incarnation_blown_onto_a_buddha_stays_and_the_buddha_returns() -> None:
    t = at("N=@8 N1=64 E1=b deck=10 turn=N").do("help", "blow:N1", "blowto:E1")
    assert t.card("E1") == 64
    assert not t.buddha("E1")
    assert t.temple == 2


@rule("GS-9.2", "GS-6.3")
@pytest.mark.parametrize("edition", ["de1", "de2", "en", "pl"])
def test_the_neighbour_of_an_uncatchable_that_cannot_go_takes_all_dice(edition: str) -> None:
    t = attempt(f"{edition} N=@1/tao: N1=57 W3=52 deck=10 turn=N", "kkk")
    assert t.ghosts == {"N1": 57}


@rule("GS-9.2", "GS-6.3", "GS-11.7")
def test_circle_and_tokens_work_against_the_uncatchable_on_its_buddha() -> None:
    t = attempt("nightmare N=@2/tao:k N2=57b circle=k turn=N", "kgg")
    t.do("banish:first")
    assert t.card("N2") is None


@rule("GS-9.1", "GS-11.4")
def test_the_howling_nightmare_can_go_as_soon_as_the_ghost_opposite_has_left() -> None:
    t = at("nightmare N=@2/tao: N2=56 S2=13 E1=24 turn=N").do("yinyang:4", "expel:S2")
    t.do("exorcise", "roll:k", "roll:k", "roll:k")
    assert t.card("N2") is None


@rule("GS-9.9", "GS-11.6")
def test_the_night_watchman_sends_the_vampire_lords_figure_back() -> None:
    t = at("N=@6 N1=64! deck=10 turn=N").do("help")
    assert t.figure("N1") == "card"


@rule("GS-9.7", "GS-9.8", "GS-9.10")
def test_the_effects_of_incarnations_end_when_they_are_banished() -> None:
    t = attempt("nightmare N=@2/tao:bb N2=62 turn=N", "bbb").do("giveqi:N")
    assert t.card("N2") is None
    t = attempt("nightmare banished=62 N=@2/tao:rr N2=38 turn=N", "rgg")
    assert t.can("banish:first")
    t = attempt("nightmare banished=65 N=@2/tao: N2=38 turn=N", "wwg")
    assert t.card("N2") is None
