"""Section 8: the powers of the boards, and Power tokens."""

from __future__ import annotations

import pytest

from .table import at, rule

CORNERS = set("123456789")


@rule("GS-8.1")
def test_bottomless_pockets_give_one_tao_of_any_colour_before_the_move() -> None:
    t = at("turn=W")
    assert t.verbs("pockets") == set("ybgrk")
    t.do("pockets:k")
    assert t.tao("W") == "yk"
    assert t.verbs("pockets") == set()
    assert t.verbs("move") == CORNERS - {"5"}


@rule("GS-8.1")
def test_bottomless_pockets_are_shut_after_the_move() -> None:
    t = at("turn=W").do("move:3")
    assert t.verbs("pockets") == set()


@rule("GS-8.1")
def test_bottomless_pockets_are_shut_after_the_action() -> None:
    t = at("W=@3 turn=W").do("help", "roll:r", "roll:r")
    assert t.verbs("pockets") == set()


@rule("GS-8.1", "GS-1.4")
def test_bottomless_pockets_find_only_colours_in_the_supply() -> None:
    t = at("N=tao:rrrr S=tao:kkk circle=k turn=W")
    assert t.verbs("pockets") == set("ybg")


@rule("GS-8.1")
def test_only_the_yellow_taoist_has_pockets() -> None:
    assert at("turn=N").verbs("pockets") == set()


@rule("GS-8.2")
def test_the_mantra_may_be_put_on_any_ghost_before_the_move() -> None:
    t = at("W=yellow/mantra N1=38 E2=24 S3=64 deck=10 turn=W")
    assert t.verbs("mantra") == {"N1", "E2", "S3"}
    t.do("mantra:E2")
    assert t.mantra("E2")
    assert t.verbs("mantra") == set()
    assert t.verbs("move") == CORNERS - {"5"}


@rule("GS-8.2")
def test_the_mantra_is_not_moved_after_the_move() -> None:
    t = at("W=yellow/mantra N1=38 E2=24 turn=W").do("move:3")
    assert t.verbs("mantra") == set()


@rule("GS-8.2")
def test_the_mantra_may_be_moved_from_one_ghost_to_another() -> None:
    t = at("W=yellow/mantra N1=38m E2=24 S3=13 turn=W")
    assert t.verbs("mantra") == {"E2", "S3"}
    t.do("mantra:E2")
    assert not t.mantra("N1")
    assert t.mantra("E2")


@rule("GS-8.2")
def test_the_mantra_helps_every_taoist() -> None:
    t = at("W=yellow/mantra S=@2/tao: N2=38m turn=S").do("exorcise", "roll:r", "roll:g", "roll:g")
    assert t.card("N2") is None


@rule("GS-8.2")
def test_the_mantra_that_comes_back_is_usable_from_the_next_turn_only() -> None:
    t = at("W=yellow/mantra N1=38m E2=24 turn=W").do("yinyang:4", "expel:N1")
    assert t.ghosts == {"E2": 24}
    assert t.verbs("mantra") == set()
    t = at("W=yellow/mantra E2=24 gone=38 turn=W")
    assert t.verbs("move")
    assert t.can("mantra:E2")


@rule("GS-8.2", "GS-5.4")
def test_the_mantra_leaves_play_when_its_power_is_blocked_and_returns_with_the_power() -> None:
    t = at("W=yellow/mantra N2=38m turn=N").do("end", "draw:3", "place:W1", "draw:32", "place:E1")
    assert not t.powered("W")
    assert not t.mantra("N2")
    t = at("W=yellow/mantra/@7/tao: S=@7/tao: W1=3 N2=38 turn=W")
    assert t.verbs("mantra") == set()
    t = at("W=yellow/mantra S=@7/tao: W1=3 N2=38 turn=S")
    t.do("exorcise", "roll:y", "roll:g", "roll:g")
    assert t.powered("W")
    t.do("end", "draw:32", "place:E1")
    assert t.active == "W"
    assert t.can("mantra:N2")


@rule("GS-8.2", "GS-10.2")
def test_the_mantra_leaves_play_when_the_yellow_taoist_dies() -> None:
    t = at("W=yellow/mantra/1qi N2=38m W1=2 W2=4 W3=6 turn=S").do("end")
    assert not t.alive("W")
    assert not t.mantra("N2")


@rule("GS-8.2", "GS-9.5")
def test_the_mantra_leaves_play_with_all_powers() -> None:
    t = at("W=yellow/mantra N2=38m deck=11 turn=N").do("end", "draw:60", "place:E1")
    assert not t.mantra("N2")


@rule("GS-8.2", "GS-8.9")
def test_a_mantra_placed_by_a_power_token_stays_after_the_turn() -> None:
    t = at("3p W=yellow/mantra N=@1 N2=38 E3=24 turn=N").do("borrow:W", "mantra:N2", "end")
    assert t.active == "E"
    assert t.mantra("N2")
    t.do("draw:32", "place:E1", "move:1", "end")
    assert t.active == "S"
    assert t.mantra("N2")


@rule("GS-8.2", "GS-8.9")
def test_a_mantra_placed_by_a_power_token_leaves_when_the_yellow_power_stops() -> None:
    line = "3p W=yellow/mantra N=@1 N2=38 E3=24 turn=N"
    t = at(line).do("borrow:W", "mantra:N2", "end", "draw:3", "place:W1", "draw:32", "place:E1")
    assert not t.mantra("N2")


@rule("GS-8.3")
@pytest.mark.parametrize("place", range(1, 10))
def test_the_dance_of_the_spires_flies_to_any_other_tile(place: int) -> None:
    t = at(f"N=red/spires/@{place} turn=N")
    assert t.verbs("move") == CORNERS - {str(place)}


@rule("GS-8.4")
@pytest.mark.parametrize("edition", ["en", "pl"])
def test_twin_winds_carries_another_taoist_one_tile_before_the_own_move(edition: str) -> None:
    t = at(f"{edition} N=red/twin E=@1 turn=N")
    assert t.verbs("twin") == {"E", "S", "W"}
    t.do("twin:E")
    assert t.verbs("carry") == {"2", "4", "5"}
    t.do("carry:4")
    assert t.place("E") == 4
    assert t.verbs("twin") == set()
    assert t.verbs("move") == CORNERS - {"5"}
    t.do("move:1")
    assert t.place("N") == 1


@rule("GS-8.4")
@pytest.mark.parametrize("edition", ["en", "pl"])
def test_twin_winds_is_over_once_one_has_moved(edition: str) -> None:
    t = at(f"{edition} N=red/twin turn=N").do("move:1")
    assert t.verbs("twin") == set()


@rule("GS-8.4")
@pytest.mark.parametrize("edition", ["de1", "de2"])
def test_twin_winds_carries_another_taoist_after_the_own_move(edition: str) -> None:
    t = at(f"{edition} N=red/twin E=@1 turn=N").do("move:2")
    assert t.verbs("twin") == {"E", "S", "W"}
    t.do("twin:E", "carry:4")
    assert (t.place("N"), t.place("E")) == (2, 4)
    assert t.verbs("twin") == set()
    assert t.verbs("move") == set()


@rule("GS-8.4")
@pytest.mark.parametrize("edition", ["de1", "de2"])
def test_twin_winds_used_without_an_own_move_gives_that_move_up(edition: str) -> None:
    t = at(f"{edition} N=red/twin/@3 E=@1 turn=N").do("twin:E", "carry:4")
    assert t.verbs("move") == set()
    assert t.can("help")


@rule("GS-8.4")
@pytest.mark.parametrize("edition", ["en", "pl"])
def test_twin_winds_may_be_used_without_an_own_move(edition: str) -> None:
    t = at(f"{edition} N=red/twin/@3 E=@1 turn=N").do("twin:E", "carry:4")
    assert t.can("help", "end")


@rule("GS-8.4")
@pytest.mark.parametrize("edition", ["de1", "de2", "en", "pl"])
def test_twin_winds_is_over_after_the_action(edition: str) -> None:
    t = at(f"{edition} N=red/twin/@3 E=@1 turn=N").do("help", "roll:r", "roll:r")
    assert t.verbs("twin") == set()


@rule("GS-8.4")
def test_twin_winds_moves_no_dead_taoist_and_not_oneself() -> None:
    t = at("N=red/twin E=0qi turn=N")
    assert t.verbs("twin") == {"S", "W"}


@rule("GS-8.4")
def test_the_own_move_of_twin_winds_is_an_ordinary_one() -> None:
    assert at("N=red/twin/@1 turn=N").verbs("move") == {"2", "4", "5"}


@rule("GS-8.5")
def test_strength_of_a_mountain_never_rolls_for_tormentors() -> None:
    t = at("E=green/mountain E1=33 turn=N").do("end")
    assert t.drawing
    assert t.happened("curse_skipped")


@rule("GS-8.5")
def test_strength_of_a_mountain_never_rolls_for_a_banished_ghost() -> None:
    t = at("E=green/mountain/@6/tao: E2=28 turn=E")
    t.do("exorcise", "roll:g", "roll:g", "roll:r", "roll:r")
    assert t.card("E2") is None
    assert not t.cursed
    assert t.can("end")


@rule("GS-8.5")
def test_strength_of_a_mountain_never_rolls_for_an_arriving_ghost() -> None:
    t = at("E=green/mountain deck=11 turn=N").do("end", "draw:57", "place:E1")
    assert t.actor == 1
    assert t.can("end")


@rule("GS-8.5", "GS-11.1")
def test_strength_of_a_mountain_never_rolls_on_the_cemetery() -> None:
    t = at("E=green/mountain/@1 N=0qi turn=E").do("help")
    assert t.alive("N")
    assert not t.cursed
    assert t.can("end")


@rule("GS-8.5")
def test_strength_of_a_mountain_rolls_as_others_do_when_blocked() -> None:
    t = at("E=green/mountain/@6/tao: E2=28 E1=25 turn=E")
    t.do("exorcise", "roll:g", "roll:g", "roll:r")
    assert not t.rolling
    assert t.cursed


@rule("GS-8.5", "GS-11.3")
def test_strength_of_a_mountain_adds_no_die_at_the_herbalist() -> None:
    t = at("E=green/mountain/@3/tao: turn=E").do("help", "roll:r", "roll:g")
    assert t.tao("E") == "gr"
    assert t.can("end")


@rule("GS-8.6")
def test_the_gods_favorite_may_reroll_any_dice_of_an_exorcism_once() -> None:
    t = at("E=green/favorite/@6/tao: E2=27 turn=E").do("exorcise", "roll:g", "roll:r", "roll:k")
    wanted = {"none", "1", "2", "3", "12", "13", "23", "123"}
    assert t.actor == 1
    assert t.verbs("reroll") == wanted
    t.do("reroll:2", "roll:w")
    assert t.verbs("reroll") == set()
    assert t.card("E2") is None


@rule("GS-8.6")
def test_the_gods_favorite_may_keep_his_roll() -> None:
    t = at("E=green/favorite/@6/tao: E2=27 turn=E")
    t.do("exorcise", "roll:g", "roll:r", "roll:r", "reroll:none")
    assert t.card("E2") == 27
    assert t.can("end")


@rule("GS-8.6")
def test_the_second_result_of_the_gods_favorite_stands() -> None:
    t = at("E=green/favorite/@6/tao: E2=27 turn=E")
    t.do("exorcise", "roll:g", "roll:g", "roll:r", "reroll:123", "roll:r", "roll:r", "roll:r")
    assert t.card("E2") == 27
    assert t.can("end")


@rule("GS-8.6")
def test_the_gods_favorite_rerolls_only_dice_that_were_rolled() -> None:
    t = at("E=green/favorite/@6/tao: E2=27 S1=46 turn=E").do("exorcise", "roll:g", "roll:r")
    assert t.verbs("reroll") == {"none", "1", "2", "12"}


@rule("GS-8.6", "GS-11.3")
def test_the_gods_favorite_may_reroll_at_the_herbalist() -> None:
    t = at("E=green/favorite/@3/tao: turn=E").do("help", "roll:y", "roll:r")
    assert t.verbs("reroll") == {"none", "1", "2", "12"}
    t.do("reroll:1", "roll:k")
    assert t.tao("E") == "rk"


@rule("GS-8.6")
def test_the_gods_favorite_may_reroll_the_curse_die_once() -> None:
    t = at("E=green/favorite E1=33 turn=N").do("end", "curse:qi")
    assert t.actor == 1
    assert t.legal == {"recurse:no", "recurse:yes"}
    assert t.qi("E") == 3
    t.do("recurse:yes", "curse:tao")
    assert (t.qi("E"), t.tao("E")) == (3, "")
    assert t.drawing


@rule("GS-8.6")
def test_the_gods_favorite_may_keep_the_curse_die() -> None:
    t = at("E=green/favorite E1=33 turn=N").do("end", "curse:qi", "recurse:no")
    assert t.qi("E") == 2


@rule("GS-8.6")
def test_the_gods_favorite_may_reroll_each_roll_of_the_curse_die() -> None:
    t = at("E=green/favorite E1=33 E2=44 turn=N").do("end", "curse:qi", "recurse:yes", "curse:blank")
    t.do("curse:qi")
    assert t.can("recurse:yes")


@rule("GS-8.6")
def test_nobody_rerolls_for_others() -> None:
    t = at("N=@2/tao: N2=39 E=green/favorite turn=N").do("exorcise", "roll:r", "roll:r", "roll:g")
    t.do("curse:qi")
    assert t.qi("N") == 2


@rule("GS-8.6", "GS-5.4")
def test_a_blocked_gods_favorite_does_not_reroll() -> None:
    t = at("E=green/favorite/@6/tao: E2=27 E1=25 turn=E").do("exorcise", "roll:g", "roll:r", "roll:r")
    assert t.verbs("reroll") == set()


@rule("GS-8.7")
def test_the_heavenly_gust_gives_help_and_then_an_exorcism() -> None:
    t = at("S=blue/gust/@3/tao: N3=38 turn=S").do("help", "roll:r", "roll:r")
    assert not t.can("help")
    t.do("exorcise", "roll:r", "roll:r", "roll:r")
    assert t.card("N3") is None
    assert not t.can("help")
    assert not t.can("exorcise")


@rule("GS-8.7")
def test_the_heavenly_gust_gives_an_exorcism_and_then_help() -> None:
    t = at("S=blue/gust/@3/tao: N3=38 turn=S").do("exorcise", "roll:r", "roll:r", "roll:r")
    assert not t.can("exorcise")
    t.do("help", "roll:r", "roll:r")
    assert t.tao("S") == "rr"
    assert not t.can("help")


@rule("GS-8.7")
def test_the_heavenly_gust_gives_neither_two_helps_nor_two_exorcisms() -> None:
    t = at("S=blue/gust/@3/tao: N3=38 turn=S").do("exorcise", "roll:g", "roll:g", "roll:g")
    assert not t.can("exorcise")
    t = at("S=blue/gust/@3/tao: turn=S").do("help", "roll:g", "roll:g")
    assert not t.can("help")


@rule("GS-8.7", "GS-6.1")
def test_there_is_no_move_between_the_two_actions_of_the_blue_taoist() -> None:
    t = at("S=blue/gust/@3/tao: N3=38 turn=S").do("help", "roll:g", "roll:g")
    assert t.verbs("move") == set()


@rule("GS-8.8")
def test_the_second_wind_gives_help_twice() -> None:
    t = at("S=blue/wind/@3/tao: N3=38 turn=S").do("help", "roll:g", "roll:g")
    assert t.can("help")
    assert not t.can("exorcise")
    t.do("help", "roll:y", "roll:y")
    assert t.tao("S") == "yygg"
    assert not t.can("help")
    assert not t.can("exorcise")


@rule("GS-8.8")
def test_the_second_wind_gives_two_independent_exorcisms() -> None:
    t = at("S=blue/wind/@3/tao: N3=38 turn=S").do("exorcise", "roll:r", "roll:g", "roll:g")
    assert t.card("N3") == 38
    assert t.can("exorcise")
    assert not t.can("help")
    t.do("exorcise", "roll:r", "roll:g", "roll:g")
    assert t.card("N3") == 38  # the two red faces do not add up
    assert not t.can("exorcise")


@rule("GS-8.8")
def test_the_second_exorcism_may_succeed_where_the_first_failed() -> None:
    t = at("S=blue/wind/@3/tao: N3=38 turn=S")
    t.do("exorcise", "roll:g", "roll:g", "roll:g", "exorcise", "roll:r", "roll:r", "roll:g")
    assert t.card("N3") is None


@rule("GS-8.8")
def test_the_second_wind_stays_on_the_same_tile() -> None:
    t = at("S=blue/wind/@3/tao: N3=38 turn=S").do("exorcise", "roll:g", "roll:g", "roll:g")
    assert t.verbs("move") == set()


@rule("GS-8.8", "GS-11.8")
def test_the_second_wind_asks_the_same_tile_twice_only() -> None:
    t = at("S=blue/wind/@7 turn=S").do("help", "circle:r", "help", "circle:b")
    assert t.circle == "b"


@rule("GS-8.8", "GS-11.8", "GS-3.5")
def test_the_second_wind_gives_no_second_help_from_another_tile() -> None:
    line = "1p N=blue/wind/@8 E=red/spires E1=38 turn=N"
    t = at(line).do("help", "skip", "liftto:7")
    assert t.place("N") == 7
    assert not t.can("help")
    t = at(line).do("help", "blow:E1", "blowto:E2", "skip")
    assert t.place("N") == 8
    assert t.can("help")


@rule("GS-8.8", "GS-6.6", "GS-3.5")
def test_the_second_wind_gives_no_second_exorcism_from_another_tile() -> None:
    t = at("1p N=blue/wind/@2/tao: E=red/spires N2=38 E2=24 turn=N")
    t.do("exorcise", "roll:g", "roll:g", "roll:g")
    assert t.can("exorcise")
    t.do("yinyang:8", "skip", "liftto:6")
    assert not t.can("exorcise")


@rule("GS-8.9")
def test_a_power_token_lends_the_power_of_a_neutral_board() -> None:
    t = at("2p E=green/mountain N=@2/tao: N2=43 turn=N")
    assert t.verbs("borrow") >= {"E"}
    t.do("borrow:E")
    assert t.tokens("N") == 0
    assert t.centre == 1
    t.do("exorcise", "roll:r", "roll:r", "roll:r", "roll:r", "take:k", "take:k")
    assert t.card("N2") is None


@rule("GS-8.9")
def test_a_borrowed_power_lasts_for_the_rest_of_the_turn_and_no_longer() -> None:
    line = "2p E=blue/wind S=green/favorite/@7 N=@3/tao: N3=38 turn=N"
    t = at(line).do("borrow:E", "exorcise", "roll:g", "roll:g", "roll:g")
    assert t.can("exorcise")
    t.do("exorcise", "roll:g", "roll:g", "roll:g", "end", "draw:32", "place:S1", "end")
    t.do("draw:43", "place:N1")
    assert t.active == "N"
    t.do("exorcise", "roll:g", "roll:g", "roll:g")
    assert not t.can("exorcise")


@rule("GS-8.9")
def test_the_own_power_works_beside_the_borrowed_one() -> None:
    t = at("2p E=green/mountain N=red/spires/@1/tao: turn=N").do("borrow:E")
    assert t.verbs("move") == CORNERS - {"1"}


@rule("GS-8.9")
def test_only_neutral_boards_lend_their_power() -> None:
    assert at("2p turn=N").verbs("borrow") <= {"E", "W"}
    assert at("3p turn=N").verbs("borrow") <= {"W"}
    assert at("turn=N").verbs("borrow") == set()


@rule("GS-8.9", "GS-10.2")
def test_a_possessed_board_lends_no_power() -> None:
    assert at("3p turn=N").verbs("borrow") == {"W"}
    assert at("3p W=0qi turn=N").verbs("borrow") == set()


@rule("GS-8.9")
def test_a_dead_players_board_lends_no_power() -> None:
    assert at("3p S=0qi centre=1 turn=N").verbs("borrow") == {"W"}


@rule("GS-8.9", "GS-5.4")
def test_a_blocked_board_lends_no_power() -> None:
    assert at("3p W1=3 turn=N").verbs("borrow") == set()


@rule("GS-8.9")
def test_without_a_power_token_nothing_is_borrowed() -> None:
    assert at("3p N=tokens:0 centre=1 turn=N").verbs("borrow") == set()


@rule("GS-8.9")
def test_the_same_power_is_never_borrowed_twice() -> None:
    t = at("1p N=tokens:3 turn=N").do("borrow:W", "pockets:k")
    assert "W" not in t.verbs("borrow")
    assert t.verbs("pockets") == set()
    assert t.verbs("borrow") <= {"E", "S"}


@rule("GS-8.9")
def test_a_token_is_not_spent_on_a_power_whose_moment_has_passed() -> None:
    t = at("3p W=yellow/pockets turn=N").do("move:3")
    assert t.verbs("borrow") == set()
    t = at("3p W=yellow/mantra E1=24 turn=N").do("move:3")
    assert t.verbs("borrow") == set()


@rule("GS-8.9")
def test_a_token_may_still_be_spent_on_a_power_whose_moment_is_to_come() -> None:
    t = at("2p E=green/mountain N=@5/tao: N2=43 turn=N").do("move:2")
    assert "E" in t.verbs("borrow")


@rule("GS-8.9", "GS-6.8")
def test_a_used_token_may_be_retaken_by_ending_the_turn_on_the_centre() -> None:
    t = at("3p N=@5 turn=N").do("borrow:W", "pockets:k", "end")
    assert t.legal == {"retake:0", "retake:1"}
    t.do("retake:1")
    assert t.tokens("N") == 1
    assert t.centre == 0


@rule("GS-8.9")
def test_a_borrowed_gods_favorite_rerolls() -> None:
    t = at("2p E=green/favorite N=@2/tao: N2=38 turn=N")
    t.do("borrow:E", "exorcise", "roll:r", "roll:g", "roll:g")
    assert t.can("reroll:23")


@rule("GS-8.9")
def test_a_borrowed_strength_of_a_mountain_skips_the_curse() -> None:
    t = at("2p E=green/mountain N=@2/tao: N2=39 turn=N")
    t.do("borrow:E", "exorcise", "roll:r", "roll:r", "roll:g", "roll:g")
    assert t.card("N2") is None
    assert not t.cursed


@rule("GS-8.9")
def test_a_borrowed_heavenly_gust_gives_help_and_exorcism() -> None:
    t = at("2p E=blue/gust S=green/favorite N=@3/tao: N3=38 turn=N")
    t.do("borrow:E", "help", "roll:g", "roll:g")
    assert t.can("exorcise")


@rule("GS-8.9")
def test_a_borrowed_dance_of_the_spires_flies() -> None:
    t = at("2p N=blue/gust/@1 E=red/spires S=green/favorite turn=N")
    assert t.verbs("move") == {"2", "4", "5"}
    t.do("borrow:E")
    assert t.verbs("move") == CORNERS - {"1"}


@rule("GS-8.9")
def test_a_borrowed_twin_winds_carries_another_taoist() -> None:
    t = at("2p N=blue/gust/@1 E=red/twin S=green/favorite/@9 turn=N").do("borrow:E")
    while t.verbs("twin"):
        t.do("twin:S")
    assert t.verbs("carry") == {"5", "6", "8"}


@rule("GS-8.10")
def test_a_blocked_power_returns_as_soon_as_the_ghost_leaves_the_board() -> None:
    t = at("N=@8/tao: S=@2 N1=36 S3=15 turn=N")
    assert not t.powered("N")
    t.do("help", "blow:N1", "blowto:E1")
    assert t.powered("N")
    assert not t.powered("E")


@rule("GS-8.10")
def test_a_blocked_power_returns_in_the_very_turn_the_ghost_is_banished() -> None:
    line = "S=blue/wind/@8/tao: S2=14 turn=S"
    t = at(line).do("exorcise", "roll:b", "roll:g", "roll:g")
    assert t.powered("S")


@rule("GS-8.10")
def test_two_blocking_ghosts_must_both_leave() -> None:
    t = at("N=@2/tao: N2=36 N3=3 turn=N").do("exorcise", "roll:r", "roll:g", "roll:g")
    assert not t.powered("N")


@rule("GS-8.7", "GS-5.4")
def test_a_heavenly_gust_blocked_by_ones_own_help_gives_no_second_action() -> None:
    t = at("S=blue/gust/@9/tao: S1=13 turn=S").do("help", "take:b", "draw:14", "place:S2")
    t.do("draw:43", "place:N1")
    assert t.active == "S"
    assert not t.powered("S")
    assert not t.can("exorcise")


@rule("GS-8.10", "GS-8.7")
def test_a_heavenly_gust_freed_by_ones_own_exorcism_gives_help() -> None:
    t = at("S=blue/gust/@8/tao: S2=14 turn=S").do("exorcise", "roll:b", "roll:g", "roll:g")
    assert t.card("S2") is None
    assert t.can("help")


@rule("GS-8.6", "GS-8.9")
def test_a_borrowed_gods_favorite_rerolls_the_curse_die_too() -> None:
    t = at("2p E=green/favorite N=@2/tao: N2=39 turn=N").do("borrow:E")
    t.do("exorcise", "roll:r", "roll:r", "roll:g", "reroll:none", "curse:qi")
    assert t.can("recurse:yes")


@rule("GS-8.6", "GS-7.1")
@pytest.mark.parametrize("board", "NESW")
@pytest.mark.parametrize("number", "123")
def test_the_gods_favorite_rolls_a_tormentors_curse_again_wherever_it_lies(board: str, number: str) -> None:
    others = dict(zip((name for name in "NESW" if name != board), ("red", "blue", "yellow"), strict=True))
    boards = " ".join(f"{name}={color}" for name, color in others.items())
    t = at(f"{board}=green/favorite {boards} {board}{number}=44 turn={board}:yin").do("curse:qi")
    assert t.legal == {"recurse:yes", "recurse:no"}
    t.do("recurse:yes", "curse:haunt")
    assert t.verbs("recurse") == set()
    assert t.happened("tile_haunted")


@rule("GS-8.9", "GS-8.7")
def test_a_token_for_the_heavenly_gust_may_be_spent_after_the_first_action() -> None:
    t = at("2p E=blue/gust S=green/favorite N=@3/tao: N3=38 turn=N").do("help", "roll:g", "roll:g")
    assert "E" in t.verbs("borrow")
    t.do("borrow:E")
    assert t.can("exorcise")


@rule("GS-8.9", "GS-8.8")
def test_a_token_for_the_second_wind_may_be_spent_after_the_first_action() -> None:
    t = at("2p E=blue/wind S=green/favorite N=@3/tao: N3=38 turn=N").do("help", "roll:g", "roll:g")
    t.do("borrow:E", "help", "roll:y", "roll:y")
    assert t.tao("N") == "yygg"


@rule("GS-8.9", "GS-6.1")
def test_the_second_wind_and_the_heavenly_gust_of_another_board_do_not_repeat_themselves() -> None:
    t = at("2p E=blue/gust S=green/favorite N=@3/tao: N3=38 turn=N")
    t.do("borrow:E", "help", "roll:g", "roll:g", "exorcise", "roll:g", "roll:g", "roll:g")
    assert not t.can("help")
    assert not t.can("exorcise")


@rule("GS-8.9")
def test_power_tokens_are_spent_in_the_own_yang_phase_only() -> None:
    t = at("2p N1=44 turn=N:yin")
    assert t.cursed
    t.do("curse:ghost", "draw:43")
    assert t.verbs("borrow") == set()


@rule("GS-8.2", "GS-8.9")
def test_the_borrowed_mantra_may_be_moved_from_another_ghost() -> None:
    t = at("3p W=yellow/mantra N1=38m E1=24 turn=N").do("borrow:W", "mantra:E1")
    assert t.mantra("E1")
    assert not t.mantra("N1")


@rule("GS-8.2")
def test_the_mantra_comes_back_when_its_ghost_is_banished() -> None:
    t = at("W=yellow/mantra N=@2/tao: N2=38m E1=24 turn=N").do("exorcise", "roll:r", "roll:g", "roll:g")
    assert t.happened("mantra_back")
    t = at("W=yellow/mantra S=@2/tao: N2=38m E1=24 turn=S").do(
        "exorcise", "roll:r", "roll:g", "roll:g", "end", "draw:43", "place:N1"
    )
    assert t.active == "W"
    assert t.verbs("mantra") == {"E1", "N1"}


@rule("GS-8.5", "GS-9.5")
def test_under_the_forgotten_ones_there_is_no_fourth_die() -> None:
    t = at("E=green/mountain/@6/tao: E2=32 N1=60 deck=10 turn=E").do("exorcise", "roll:g", "roll:g", "roll:g")
    assert not t.rolling


@rule("GS-8.4")
def test_the_carried_taoist_may_go_diagonally() -> None:
    t = at("N=red/twin E=@5 turn=N").do("twin:E")
    assert t.verbs("carry") == CORNERS - {"5"}


@rule("GS-8.4", "GS-6.6")
def test_the_yin_yang_may_be_used_between_twin_winds_and_the_own_move() -> None:
    t = at("en N=red/twin E=@5 turn=N").do("twin:E", "carry:1", "yinyang:7", "circle:r")
    assert t.verbs("move") == CORNERS - {"5"}


@rule("GS-8.9", "GS-8.3")
def test_no_token_is_spent_on_flight_after_the_move() -> None:
    line = "3p N=blue/gust S=green/favorite E=yellow/pockets W=red/spires turn=N"
    assert at(line).verbs("borrow") == {"W"}
    assert at(line).do("move:1").verbs("borrow") == set()


@rule("GS-8.9", "GS-8.4")
@pytest.mark.parametrize(("edition", "lent"), [("de1", True), ("de2", True), ("en", False), ("pl", False)])
def test_a_token_for_twin_winds_after_the_move_follows_the_edition(edition: str, lent: bool) -> None:
    line = f"{edition} 3p N=blue/gust S=green/favorite E=yellow/pockets W=red/twin turn=N"
    assert ("W" in at(line).do("move:1").verbs("borrow")) == lent


@rule("GS-8.9", "GS-5.4")
def test_who_is_blocked_may_still_use_a_power_token() -> None:
    assert at("3p N3=36 turn=N").verbs("borrow") == {"W"}


@rule("GS-8.9")
def test_in_the_polish_edition_a_power_borrowed_earlier_outlasts_the_own_one() -> None:
    line = "pl 3p N=yellow/pockets/@2/tao: W=green/mountain E=red/spires N2=43 turn=N"
    t = at(line).do("borrow:W", "pockets:k", "exorcise", "roll:r", "roll:r", "roll:r")
    assert t.rolling


@rule("GS-8.9", "GS-9.5")
def test_a_borrowed_power_ends_when_the_forgotten_ones_come() -> None:
    line = "2p E=blue/gust S=green/favorite N=@9/tao: E3=38 deck=11 turn=N"
    t = at(line).do("borrow:E", "help", "take:k", "draw:60", "place:N1")
    assert t.active == "N"
    assert not t.can("exorcise")


@rule("GS-8.7", "GS-9.5")
def test_the_heavenly_gust_ends_when_the_forgotten_ones_come() -> None:
    t = at("S=blue/gust/@9/tao: E3=38 deck=11 turn=S").do("help", "take:k", "draw:60", "place:S2")
    assert t.active == "S"
    assert not t.can("exorcise")


@rule("GS-8.1", "GS-8.9")
def test_borrowed_pockets_are_filled_before_the_move_only() -> None:
    t = at("3p W=yellow/pockets turn=N").do("borrow:W", "move:3")
    assert t.verbs("pockets") == set()


@rule("GS-8.6", "GS-8.8")
def test_every_roll_of_the_gods_favorite_may_be_rerolled() -> None:
    t = at("2p N=green/favorite/@3/tao: E=blue/wind S=red/spires turn=N").do("borrow:E", "help")
    t.do("roll:y", "roll:r", "reroll:none", "help", "roll:y", "roll:r")
    assert t.can("reroll:12")


@rule("GS-8.2", "GS-8.9")
def test_a_mantra_that_comes_back_is_not_placed_by_a_power_token_in_the_same_turn() -> None:
    t = at("3p W=yellow/mantra N1=38m E2=24 turn=N").do("yinyang:4", "expel:N1")
    if t.can("borrow:W"):
        t.do("borrow:W")
    assert t.verbs("mantra") == set()


@rule("GS-8.1", "GS-6.1")
def test_the_pockets_may_be_filled_after_a_yin_yang_before_the_move() -> None:
    t = at("turn=W").do("yinyang:7", "circle:r")
    assert t.verbs("pockets") == set("ybgrk")


@rule("GS-8.1", "GS-8.2", "GS-8.4")
def test_no_power_of_the_beginning_is_left_after_placing_a_buddha() -> None:
    assert at("W=@2/buddhas:1 turn=W").do("buddha:N2").verbs("pockets") == set()
    t = at("W=yellow/mantra/@2/buddhas:1 N1=38 turn=W").do("buddha:N2")
    assert t.verbs("mantra") == set()
    for edition in ("de1", "de2", "en", "pl"):
        t = at(f"{edition} N=red/twin/@2/buddhas:1 turn=N").do("buddha:N2")
        assert t.verbs("twin") == set()
