"""Section 6, all but exorcism: order of the Yang phase, help, Yin-Yang, Buddhas, Power tokens."""

from __future__ import annotations

import pytest

from .table import at, rule


@rule("GS-6.1", "GS-2.1")
@pytest.mark.parametrize(
    ("place", "places"),
    [
        (1, "245"),
        (2, "13456"),
        (3, "256"),
        (4, "12578"),
        (5, "12346789"),
        (6, "23589"),
        (7, "458"),
        (8, "45679"),
        (9, "568"),
    ],
)
def test_a_move_goes_to_an_adjacent_tile_diagonals_included(place: int, places: str) -> None:
    t = at(f"S=@{place} turn=S")
    assert t.verbs("move") == set(places)


@rule("GS-6.1")
def test_only_one_move_is_made() -> None:
    t = at("S=@5 turn=S").do("move:1")
    assert t.place("S") == 1
    assert t.verbs("move") == set()


@rule("GS-6.1")
def test_every_step_of_the_yang_phase_is_optional() -> None:
    t = at("S=@2/buddhas:1 N2=35 turn=S")
    assert t.can("end", "exorcise", "move:1")
    t.do("move:4")
    assert t.can("end", "help", "buddha:W2")


@rule("GS-6.1")
def test_there_is_no_move_after_the_action() -> None:
    t = at("N=@2/tao: N2=35 turn=N").do("exorcise", "roll:y", "roll:y", "roll:y")
    assert t.verbs("move") == set()
    assert t.can("end")


@rule("GS-6.1")
def test_help_and_exorcism_exclude_each_other() -> None:
    t = at("N=@3/tao: N3=35 turn=N").do("exorcise", "roll:y", "roll:y", "roll:y")
    assert not t.can("help")
    assert not t.can("exorcise")
    t = at("N=@3 N3=35 turn=N").do("help", "roll:y", "roll:y")
    assert not t.can("help")
    assert not t.can("exorcise")


@rule("GS-6.1")
def test_after_placing_a_buddha_there_is_no_move_and_no_action() -> None:
    t = at("N=@3/buddhas:1 E1=24 turn=N").do("buddha:N3")
    assert t.verbs("move") == set()
    assert not t.can("help")
    assert not t.can("exorcise")


@rule("GS-6.1", "GS-6.7")
def test_a_buddha_may_be_placed_after_the_action() -> None:
    t = at("N=@3/buddhas:1/tao: E1=24 turn=N").do("exorcise", "roll:y", "roll:y", "roll:y")
    assert t.verbs("buddha") == {"N3"}


@rule("GS-6.1", "GS-6.6")
def test_the_yin_yang_may_be_used_before_the_move_which_is_still_to_come() -> None:
    t = at("S=@1 turn=S").do("yinyang:7", "circle:r")
    assert t.circle == "r"
    assert not t.yin_yang("S")
    assert t.verbs("move") == {"2", "4", "5"}


@rule("GS-6.1", "GS-6.6")
def test_the_yin_yang_may_be_used_between_move_and_action() -> None:
    t = at("S=@1 turn=S").do("move:2")
    assert t.can("yinyang:7")
    t.do("yinyang:3", "roll:y", "roll:b")
    assert t.verbs("move") == set()
    assert t.tao("S") == "ybb"


@rule("GS-6.1", "GS-6.6")
def test_the_yin_yang_may_be_used_after_the_action() -> None:
    t = at("N=@3 turn=N").do("help", "roll:y", "roll:b")
    assert t.can("yinyang:7")


@rule("GS-6.1", "GS-6.6")
def test_the_yin_yang_may_be_used_after_the_buddhas() -> None:
    t = at("N=@3/buddhas:1 turn=N").do("buddha:N3")
    assert t.can("yinyang:7")


@rule("GS-6.1", "GS-6.6")
def test_the_yin_yang_is_never_used_during_a_step() -> None:
    t = at("N=@2/tao:rr N2=38 turn=N").do("exorcise", "roll:r", "roll:g", "roll:g")
    assert t.legal == {"banish:first", "banish:none"}
    t = at("N=@7 turn=N").do("help")
    assert t.verbs("yinyang") == set()


@rule("GS-6.1", "GS-8.7")
def test_the_yin_yang_may_be_used_between_the_two_actions_of_the_blue_taoist() -> None:
    t = at("S=@3 turn=S N3=35 E1=24").do("help", "roll:y", "roll:b")
    assert t.can("yinyang:7", "exorcise")
    t.do("yinyang:7", "circle:r")
    assert t.can("exorcise")


@rule("GS-6.1", "GS-8.3")
def test_nobody_but_the_red_spires_flies() -> None:
    for board in "ESW":
        t = at(f"{board}=@1 turn={board}")
        assert t.verbs("move") == {"2", "4", "5"}


@rule("GS-6.1")
def test_tokens_are_never_given_so_no_action_but_those_of_the_rules_is_offered() -> None:
    t = at("N=@5/tao:rr/tokens:1 S=@5/tao:bb/tokens:1 2p turn=N")
    verbs = {name.split(":")[0] for name in t.legal}
    assert verbs <= {"end", "move", "help", "yinyang", "borrow"}


@rule("GS-6.2")
@pytest.mark.parametrize(("village", "place"), [("CAh/SBN/PWT", 3), ("CAH/SBN/pWT", 7), ("CAH/SBN/PWt", 9)])
def test_a_haunted_tile_gives_no_help(village: str, place: int) -> None:
    t = at(f"village={village} N=@{place} turn=N")
    assert not t.can("help")
    assert not t.can(f"yinyang:{place}")


@rule("GS-6.2")
def test_help_comes_from_the_tile_one_stands_on() -> None:
    t = at("N=@3 turn=N").do("help")
    assert t.rolling
    t = at("N=@7 turn=N").do("help")
    assert t.verbs("circle") == set("ybgrk")


@rule("GS-6.6")
def test_the_yin_yang_asks_any_active_tile_from_afar() -> None:
    t = at("N=@3 turn=N").do("yinyang:9", "take:k")
    assert t.qi("N") == 4
    assert t.tao("N") == "rk"
    assert not t.yin_yang("N")
    assert t.drawing


@rule("GS-6.6")
def test_the_yin_yang_does_not_take_the_action() -> None:
    t = at("N=@3 turn=N").do("yinyang:7", "circle:r")
    assert t.can("help")


@rule("GS-6.6")
def test_the_yin_yang_works_for_ones_own_tile_too() -> None:
    assert at("N=@7 turn=N").can("yinyang:7", "help")


@rule("GS-6.6")
def test_the_yin_yang_turns_a_haunted_tile_back_and_no_ghost_arrives() -> None:
    t = at("village=CAh/SBN/pWT turn=N")
    assert t.verbs("cleanse") == {"3", "7"}
    t.do("cleanse:7")
    assert t.haunted == {3}
    assert not t.yin_yang("N")
    assert t.verbs("cleanse") == set()
    assert t.actor == 0


@rule("GS-6.6")
def test_an_active_tile_cannot_be_turned_back() -> None:
    assert at("turn=N").verbs("cleanse") == set()


@rule("GS-6.6")
def test_without_a_yin_yang_there_is_neither_distant_help_nor_cleansing() -> None:
    t = at("N=-yy village=CAh/SBN/PWT turn=N")
    assert t.verbs("yinyang") == set()
    assert t.verbs("cleanse") == set()


@rule("GS-6.6", "GS-6.5")
def test_a_yin_yang_regained_in_the_same_turn_may_be_used_again() -> None:
    line = "N=@2/tao:kk N2=49 turn=N"
    t = at(line).do("yinyang:7", "circle:r")
    assert not t.yin_yang("N")
    t.do("exorcise", "roll:k", "roll:k", "roll:g", "yy")
    assert t.yin_yang("N")
    assert t.can("yinyang:7")


@rule("GS-6.7", "GS-11.5")
def test_a_buddha_taken_in_this_turn_cannot_be_placed_in_it() -> None:
    t = at("village=BAH/SCN/PWT N=@1 turn=N").do("help")
    assert t.buddhas("N") == 1
    assert t.verbs("buddha") == set()


@rule("GS-6.7")
def test_a_buddha_taken_with_the_yin_yang_in_this_turn_cannot_be_placed_either() -> None:
    t = at("N=@2 turn=N").do("yinyang:5")
    assert t.buddhas("N") == 1
    assert t.verbs("buddha") == set()


@rule("GS-6.7")
def test_an_older_buddha_may_be_placed_although_a_fresh_one_is_held() -> None:
    t = at("village=BAH/SCN/PWT N=@1/buddhas:1 turn=N").do("help")
    assert t.buddhas("N") == 2
    t.do("buddha:N1")
    assert t.verbs("buddha") == set()


@rule("GS-6.7")
def test_a_buddha_taken_in_an_earlier_turn_is_placed_next_to_ones_tile() -> None:
    t = at("N=@2/buddhas:1 turn=N")
    assert t.verbs("buddha") == {"N2"}
    t.do("buddha:N2")
    assert t.buddha("N2")
    assert t.buddhas("N") == 0


@rule("GS-6.7")
@pytest.mark.parametrize(
    ("place", "spaces"),
    [
        (1, {"N1", "W3"}),
        (3, {"N3", "E1"}),
        (9, {"E3", "S1"}),
        (7, {"S3", "W1"}),
        (4, {"W2"}),
        (6, {"E2"}),
        (8, {"S2"}),
        (5, set()),
    ],
)
def test_buddhas_go_to_the_spaces_the_tile_touches(place: int, spaces: set[str]) -> None:
    assert at(f"N=@{place}/buddhas:1 turn=N").verbs("buddha") == spaces


@rule("GS-6.7")
def test_on_a_corner_two_buddhas_may_be_placed() -> None:
    t = at("N=@1/buddhas:2 turn=N").do("buddha:N1")
    assert t.verbs("buddha") == {"W3"}
    t.do("buddha:W3")
    assert t.buddha("N1")
    assert t.buddha("W3")
    assert t.buddhas("N") == 0


@rule("GS-6.7")
def test_a_buddha_needs_a_space_without_ghost_and_without_buddha() -> None:
    assert at("N=@1/buddhas:1 N1=35 turn=N").verbs("buddha") == {"W3"}
    assert at("N=@1/buddhas:1 N1=b turn=N").verbs("buddha") == {"W3"}
    assert at("N=@2/buddhas:1 N2=35 turn=N").verbs("buddha") == set()


@rule("GS-6.7")
def test_a_buddha_may_take_the_space_that_the_exorcism_has_emptied() -> None:
    t = at("N=@2/buddhas:1 N2=38 turn=N").do("exorcise", "roll:r", "roll:r", "roll:r")
    assert t.verbs("buddha") == {"N2"}


@rule("GS-6.8", "GS-8.9")
@pytest.mark.parametrize("village", ["CAH/SBN/PWT", "CAH/SbN/PWT"])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_power_tokens_on_the_centre_may_be_taken_at_the_end_of_a_turn_there(
    village: str, number: int
) -> None:
    t = at(f"2p village={village} N=@5/tokens:0 S=tokens:0 centre=2 turn=N").do("end")
    assert t.actor == 0
    assert t.legal == {"retake:0", "retake:1", "retake:2"}
    t.do(f"retake:{number}")
    assert t.tokens("N") == number
    assert t.centre == 2 - number


@rule("GS-6.8")
def test_no_power_tokens_are_taken_when_the_turn_ends_elsewhere() -> None:
    t = at("2p N=@4/tokens:0 centre=1 turn=N").do("end")
    assert t.tokens("N") == 0
    assert t.centre == 1
    assert t.active == "S"


@rule("GS-6.8")
def test_only_the_active_player_takes_power_tokens_from_the_centre() -> None:
    t = at("2p N=@4/tokens:0 S=@5/tokens:0 centre=2 turn=N").do("end")
    assert t.drawing
    assert t.centre == 2


@rule("GS-6.9")
def test_several_taoists_may_share_a_tile() -> None:
    t = at("N=@1 E=@2 S=@2 W=@2 turn=N").do("move:2")
    assert [t.place(board) for board in "NESW"] == [2, 2, 2, 2]


@rule("GS-6.9")
def test_a_move_carries_nobody_along() -> None:
    t = at("turn=N").do("move:2")
    assert [t.place(board) for board in "NESW"] == [2, 5, 5, 5]


@rule("GS-6.7", "GS-11.5")
def test_a_buddha_may_be_placed_in_the_next_turn() -> None:
    t = at("1p village=BAH/SCN/PWT N=@1 turn=N").do("help", "end", "draw:43", "place:N3")
    assert t.active == "N"
    assert t.verbs("buddha") == {"N1", "W3"}


@rule("GS-6.6", "GS-10.1")
def test_who_spends_his_last_qi_by_yin_yang_before_his_move_ends_his_turn() -> None:
    t = at("N=@9/1qi N1=38 E1=24 turn=N").do("yinyang:4", "expel:N1")
    assert not t.alive("N")
    assert t.active == "E"


@rule("GS-6.6", "GS-6.2")
def test_a_tile_cleansed_by_the_yin_yang_gives_help_at_once() -> None:
    t = at("village=CAh/SBN/PWT N=@3 turn=N").do("cleanse:3")
    assert t.can("help")


@rule("GS-6.1", "GS-6.7", "GS-8.7")
def test_the_blue_taoist_places_no_buddha_between_his_actions() -> None:
    t = at("S=blue/gust/@3/tao:/buddhas:1 N3=38 turn=S").do("help", "roll:g", "roll:g", "buddha:E1")
    assert not t.can("exorcise")


@rule("GS-6.6", "GS-8.7")
def test_the_yin_yang_counts_as_none_of_the_blue_taoists_actions() -> None:
    t = at("S=blue/gust/@3/tao: N3=38 turn=S").do("yinyang:7", "circle:k", "help")
    t.do("roll:g", "roll:g")
    assert t.can("exorcise")


@rule("GS-6.1", "GS-6.3", "GS-6.7")
def test_a_haunted_tile_hinders_neither_moves_nor_exorcisms_nor_buddhas() -> None:
    t = at("village=cAH/SBN/PWT S=@4/tao:/buddhas:1 N1=38 turn=S").do("move:1")
    assert t.can("exorcise", "buddha:W3")
    t.do("exorcise", "roll:r", "roll:r", "roll:g")
    assert t.card("N1") is None


@rule("GS-6.8", "GS-10.1")
def test_who_dies_on_the_centre_takes_no_power_tokens() -> None:
    t = at("3p N=@5/1qi/tokens:0 centre=1 N1=38 E1=24 turn=N").do("yinyang:4", "expel:N1")
    assert not t.alive("N")
    assert t.active == "E"
    assert t.centre == 1


@rule("GS-6.1")
def test_a_turn_without_any_action_may_be_ended() -> None:
    t = at("turn=N").do("end")
    assert t.active == "E"
