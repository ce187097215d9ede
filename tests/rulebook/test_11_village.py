"""Section 11: the help of the villagers."""

from __future__ import annotations

import pytest

from .table import at, rule

ALL_FULL = "N1=35 N2=37 N3=39 E1=24 E2=26 E3=28 S1=13 S2=15 S3=17 W1=2 W2=4 W3=6"


@rule("GS-11.0", "GS-6.3")
def test_a_haunted_circle_of_prayer_keeps_its_token_and_its_effect() -> None:
    t = at("village=CAH/SBN/pWT N=@2/tao: N2=38 circle=r turn=N")
    t.do("exorcise", "roll:r", "roll:g", "roll:g")
    assert t.card("N2") is None
    assert t.circle == "r"


@rule("GS-11.0")
def test_haunting_the_circle_of_prayer_leaves_its_token_there() -> None:
    t = at("W1=1! circle=r turn=S").do("end")
    assert t.haunted == {7}
    assert t.circle == "r"


@rule("GS-11.0", "GS-11.7")
def test_a_haunted_circle_of_prayer_cannot_be_changed() -> None:
    t = at("village=CAH/SBN/pWT N=@7 circle=r turn=N")
    assert not t.can("help")
    assert not t.can("yinyang:7")


@rule("GS-11.0", "GS-5.3")
def test_buddhas_return_to_a_haunted_temple() -> None:
    t = at("village=CAH/SbN/PWT E1=b turn=N").do("end", "draw:54", "place:E1")
    assert t.temple == 2


@rule("GS-11.0", "GS-11.5")
def test_buddhas_cannot_be_taken_from_a_haunted_temple() -> None:
    t = at("village=CAH/SbN/PWT N=@5 turn=N")
    assert t.temple == 2
    assert not t.can("help")
    assert not t.can("yinyang:5")


@rule("GS-11.1")
def test_the_cemetery_returns_a_dead_taoist_with_two_qi_and_nothing_else() -> None:
    t = at("N=@1 E=0qi turn=N").do("help", "curse:blank")
    assert t.alive("E")
    assert not t.possessed("E")
    assert (t.qi("E"), t.tao("E"), t.yin_yang("E"), t.buddhas("E")) == (2, "", False, 0)
    assert t.place("E") == 1
    assert t.happened("taoist_revived", board=1)


@rule("GS-11.1")
def test_the_player_chooses_who_returns_from_the_cemetery() -> None:
    t = at("N=@1 E=0qi W=0qi turn=N").do("help")
    assert t.legal == {"revive:E", "revive:W"}
    t.do("revive:W", "curse:blank")
    assert (t.alive("E"), t.alive("W")) == (False, True)


@rule("GS-11.1")
def test_the_returned_taoist_plays_at_his_next_turn() -> None:
    t = at("N=@1 E=0qi turn=N").do("help", "curse:blank", "end")
    assert t.active == "E"
    t.do("draw:43", "place:N1")
    assert t.actor == 1
    assert t.can("end", "move:5")


@rule("GS-11.1")
def test_the_returned_taoist_has_no_power_tokens() -> None:
    t = at("3p N=@1 E=0qi centre=1 turn=N").do("help", "curse:blank")
    assert (t.tokens("E"), t.centre) == (0, 1)


@rule("GS-11.1", "GS-7.1")
def test_the_active_player_rolls_the_curse_die_on_the_cemetery() -> None:
    t = at("N=@1 E=0qi turn=N").do("help")
    assert t.cursed
    t.do("curse:qi")
    assert (t.qi("N"), t.qi("E")) == (2, 2)
    t = at("N=@1/tao:rk E=0qi turn=N").do("help", "curse:tao")
    assert t.tao("N") == ""


@rule("GS-11.1")
def test_the_haunt_face_haunts_the_cemetery_itself() -> None:
    t = at("village=WAH/SBN/PCT N=@8 E=0qi turn=N").do("help", "curse:haunt")
    assert t.haunted == {8}
    assert t.happened("tile_haunted", place=7, space=-1), "no ghost did it"


@rule("GS-11.1", "GS-6.6")
def test_asked_by_yin_yang_the_cemetery_is_haunted_all_the_same() -> None:
    t = at("N=@9 E=0qi turn=N").do("yinyang:1", "curse:haunt")
    assert t.alive("E")
    assert t.place("E") == 1
    assert t.haunted == {1}


@rule("GS-11.1", "GS-5.2")
def test_the_ghost_face_on_the_cemetery_brings_a_ghost_for_the_active_board() -> None:
    t = at("N=@1 E=0qi turn=N").do("help", "curse:ghost", "draw:54")
    assert t.verbs("place") == {"N1", "N2", "N3"}


@rule("GS-11.1", "GS-8.6")
def test_the_gods_favorite_may_reroll_on_the_cemetery() -> None:
    t = at("E=green/favorite/@1 S=0qi turn=E").do("help", "curse:qi")
    assert t.can("recurse:yes")


@rule("GS-11.1", "GS-11.10")
def test_the_cemetery_has_no_help_while_all_live() -> None:
    t = at("N=@1 turn=N")
    assert not t.can("help")
    assert not t.can("yinyang:1")


@rule("GS-11.1")
def test_the_cemetery_does_not_cure_a_possessed_neutral_board() -> None:
    t = at("2p N=@1 E=0qi turn=N")
    assert not t.can("help")


@rule("GS-11.2")
def test_the_altar_turns_one_haunted_tile_back_and_then_a_ghost_arrives() -> None:
    t = at("village=cAh/SBN/PWT N=@2 turn=N").do("help")
    assert t.legal == {"restore:1", "restore:3"}
    t.do("restore:3")
    assert t.haunted == {1}
    assert t.drawing
    t.do("draw:54")
    assert t.verbs("place") == {"N1", "N2", "N3"}


@rule("GS-11.2", "GS-11.10")
def test_the_altar_has_no_help_without_a_haunted_tile() -> None:
    t = at("N=@2 turn=N")
    assert not t.can("help")
    assert not t.can("yinyang:2")


@rule("GS-11.3")
def test_the_herbalist_gives_a_token_of_each_of_two_faces() -> None:
    t = at("N=@3/tao: turn=N").do("help", "roll:y", "roll:k")
    assert t.tao("N") == "yk"
    assert t.can("end")


@rule("GS-11.3")
def test_the_herbalist_gives_a_token_of_ones_choice_for_a_white_face() -> None:
    t = at("N=@3/tao: turn=N").do("help", "roll:w", "roll:w")
    assert t.verbs("take") == set("ybgrk")
    t.do("take:b", "take:g")
    assert t.tao("N") == "bg"


@rule("GS-11.3", "GS-1.4")
def test_the_herbalist_gives_nothing_that_the_supply_lacks() -> None:
    t = at("N=@3/tao:kkk E=tao:k turn=N").do("help", "roll:k", "roll:r")
    assert t.tao("N") == "rkkk"
    t = at("N=@3/tao:kkk E=tao: turn=N").do("help", "roll:k", "roll:k")
    assert t.tao("N") == "kkkk"


@rule("GS-11.3", "GS-1.4")
def test_a_white_face_cannot_choose_what_the_supply_lacks() -> None:
    t = at("N=@3/tao:kkkk turn=N").do("help", "roll:r", "roll:w")
    assert t.verbs("take") == set("ybgr")


@rule("GS-11.3")
@pytest.mark.parametrize(("captors", "dice"), [("E1=46", 2), ("E1=46 E2=47", 1), ("E1=63 E2=47", 1)])
def test_captured_dice_are_missing_at_the_herbalist_too(captors: str, dice: int) -> None:
    deck = "deck=10 " if "63" in captors else ""
    t = at(f"{deck}N=@3/tao: {captors} turn=N").do("help", *["roll:y"] * dice)
    assert not t.rolling
    assert t.tao("N") == "y" * dice


@rule("GS-11.3", "GS-11.10")
def test_the_herbalist_has_no_help_when_all_dice_are_captured() -> None:
    t = at("N=@3/tao: E1=46 E2=47 E3=48 turn=N")
    assert not t.can("help")


@rule("GS-11.4")
def test_the_sorcerer_discards_any_ghost_for_a_qi() -> None:
    t = at("N=@4 N1=38! E2=22 S3=54 turn=N").do("help")
    assert t.verbs("expel") == {"N1", "E2", "S3"}
    t.do("expel:E2")
    assert t.ghosts == {"N1": 38, "S3": 54}
    assert t.qi("N") == 2


@rule("GS-11.4")
def test_the_sorcerers_ghost_gives_no_curse_and_no_reward() -> None:
    t = at("N=@4/-yy/2qi/tao: N1=50 N2=43 turn=N").do("help", "expel:N1")
    assert not t.cursed
    assert (t.qi("N"), t.yin_yang("N")) == (1, False)
    t = at("N=@4/tao: N1=39 N2=43 turn=N").do("help", "expel:N2")
    assert t.tao("N") == ""


@rule("GS-11.4")
def test_the_sorcerers_price_is_paid_by_who_asks_with_the_yin_yang_too() -> None:
    t = at("N=@9 N1=38 E2=22 turn=N").do("yinyang:4", "expel:N1")
    assert t.qi("N") == 2


@rule("GS-11.4", "GS-11.10")
def test_the_sorcerer_has_no_help_without_a_ghost() -> None:
    assert not at("N=@4 N1=b turn=N").can("help")


@rule("GS-11.5")
def test_the_temple_gives_one_buddha() -> None:
    t = at("N=@5 turn=N").do("help")
    assert t.buddhas("N") == 1
    assert t.temple == 1


@rule("GS-11.5", "GS-11.10")
def test_an_empty_temple_has_no_help() -> None:
    assert not at("N1=b E=buddhas:1 turn=N").can("help")
    assert at("E=buddhas:1 turn=N").can("help")


@rule("GS-11.5", "GS-8.8")
def test_the_second_wind_may_take_both_buddhas() -> None:
    t = at("S=blue/wind turn=S").do("help", "help")
    assert t.buddhas("S") == 2


@rule("GS-11.6")
def test_the_night_watchman_sends_all_figures_of_one_board_back() -> None:
    t = at("N=@6 N1=38! N2=34 N3=41! E1=23! turn=N").do("help")
    assert t.verbs("watch") == {"N", "E"}
    t.do("watch:N")
    assert [t.figure(space) for space in ("N1", "N2", "N3", "E1")] == [
        "card",
        "card",
        "card",
        "stone",
    ]


@rule("GS-11.6", "GS-11.10")
def test_the_night_watchman_has_no_help_while_no_figure_stands_on_a_stone() -> None:
    assert not at("N=@6 N1=38 E1=24 turn=N").can("help")


@rule("GS-11.7")
def test_the_circle_of_prayer_takes_a_token_from_the_supply() -> None:
    t = at("N=@7/tao:r turn=N").do("help", "circle:r")
    assert t.circle == "r"
    assert t.tao("N") == "r"
    assert t.supply("r") == 2


@rule("GS-11.7")
def test_the_token_on_the_circle_of_prayer_is_swapped() -> None:
    t = at("N=@7 circle=r turn=N").do("help", "circle:k")
    assert t.circle == "k"
    assert (t.supply("r"), t.supply("k")) == (3, 3)


@rule("GS-11.7", "GS-11.10")
def test_the_circle_of_prayer_is_not_offered_the_colour_it_already_has() -> None:
    t = at("N=@7 circle=r turn=N").do("help")
    assert t.verbs("circle") == set("ybgk")


@rule("GS-11.7", "GS-11.10", "GS-1.4")
def test_the_circle_of_prayer_has_no_help_while_only_its_own_colour_is_in_the_supply() -> None:
    line = "N=@7/tao:kkkk E=tao:gggg S=tao:bbbb W=tao:yyyy turn=N circle=r"
    assert not at(line).can("help")
    assert at(line.replace("kkkk", "kkk")).can("help")


@rule("GS-11.7", "GS-1.4")
def test_the_circle_of_prayer_takes_only_what_the_supply_has() -> None:
    t = at("N=@7/tao:rrrr turn=N").do("help")
    assert t.verbs("circle") == set("ybgk")


@rule("GS-11.8")
def test_the_pavilion_moves_a_ghost_to_any_space_without_a_ghost() -> None:
    t = at("N=@8 N1=38 E1=24 S1=b turn=N").do("help")
    assert t.legal == {"blow:N1", "blow:E1", "skip"}
    t.do("blow:N1")
    assert t.verbs("blowto") == {
        *("N2", "N3", "E2", "E3", "S1", "S2", "S3", "W1", "W2", "W3"),
    }


@rule("GS-11.8")
def test_the_pavilion_then_moves_another_living_taoist_to_any_tile() -> None:
    t = at("N=@8 W=0qi N1=38 turn=N").do("help", "blow:N1", "blowto:W2")
    assert t.legal == {"lift:E", "lift:S", "skip"}
    t.do("lift:E")
    assert t.verbs("liftto") >= set("12346789")
    t.do("liftto:1")
    assert t.place("E") == 1
    assert t.ghosts == {"W2": 38}


@rule("GS-11.8")
def test_all_that_lies_on_the_ghost_moves_with_it() -> None:
    t = at("W=yellow/mantra N=@8 N1=38!m turn=N").do("help", "blow:N1", "blowto:E1")
    assert t.figure("E1") == "stone"
    assert t.mantra("E1")


@rule("GS-11.8", "GS-5.4")
def test_a_blocking_ghost_blocks_the_board_it_is_moved_to() -> None:
    t = at("N=@8 E1=25 turn=N").do("help", "blow:E1", "blowto:W1")
    assert t.powered("E")
    assert not t.powered("W")


@rule("GS-11.8", "GS-5.3")
def test_a_ghost_moved_onto_a_buddha_is_discarded_and_the_buddha_returns() -> None:
    t = at("N=@8 N1=50 E1=b turn=N").do("help", "blow:N1", "blowto:E1")
    assert t.ghosts == {}
    assert t.temple == 2
    assert not t.cursed
    assert t.qi("N") == 3


@rule("GS-11.8")
def test_a_moved_ghost_has_no_arrival_effect() -> None:
    for card in (54, 49, 37, 55):
        t = at(f"N=@8 N1={card} turn=N").do("help", "blow:N1", "blowto:E1")
        assert t.haunted == set()
        assert t.qi("N") == 3
        assert t.tao("N") == "r"
        assert t.verbs("lift") == {"E", "S", "W"}


@rule("GS-11.8")
def test_either_part_of_the_pavilion_may_be_skipped_but_not_both() -> None:
    t = at("N=@8 N1=38 turn=N").do("help", "skip")
    assert not t.can("skip")
    t = at("N=@8 N1=38 turn=N").do("help", "blow:N1", "blowto:E1", "skip")
    assert t.can("end")
    assert t.ghosts == {"E1": 38}


@rule("GS-11.8")
def test_without_a_ghost_the_pavilion_moves_a_taoist() -> None:
    t = at("N=@8 turn=N").do("help", "lift:E", "liftto:1")
    assert t.place("E") == 1


@rule("GS-11.8", "GS-11.10")
def test_the_last_living_taoist_without_a_ghost_finds_no_help_at_the_pavilion() -> None:
    assert not at("N=@8 E=0qi S=0qi W=0qi turn=N").can("help")


@rule("GS-11.8")
def test_with_all_spaces_full_the_pavilion_moves_only_a_taoist() -> None:
    t = at(f"N=@8 {ALL_FULL} turn=N").do("help")
    assert t.verbs("blow") == set()
    assert t.verbs("lift") == {"E", "S", "W"}


@rule("GS-11.8")
def test_the_pavilion_does_not_move_oneself_in_company() -> None:
    t = at("N=@8 turn=N").do("help")
    assert "N" not in t.verbs("lift")


@rule("GS-11.9")
def test_the_tea_house_gives_a_tao_and_a_qi_and_then_a_ghost_arrives() -> None:
    t = at("N=@9 turn=N").do("help")
    assert t.verbs("take") == set("ybgrk")
    t.do("take:k")
    assert (t.qi("N"), t.tao("N")) == (4, "rk")
    assert t.drawing
    t.do("draw:54")
    assert t.verbs("place") == {"N1", "N2", "N3"}


@rule("GS-11.9", "GS-1.4")
def test_the_tea_house_without_qi_in_the_supply_gives_the_tao_all_the_same() -> None:
    t = at("N=@9/8qi E=4qi S=4qi W=4qi turn=N").do("help", "take:k")
    assert (t.qi("N"), t.tao("N")) == (8, "rk")
    assert t.drawing


@rule("GS-11.9", "GS-1.4")
def test_the_tea_house_without_tao_in_the_supply_gives_the_qi_all_the_same() -> None:
    line = "N=@9/tao:rrrrkkkk E=tao:gggg S=tao:bbbb W=tao:yyyy turn=N"
    t = at(line).do("help")
    assert t.qi("N") == 4
    assert t.drawing


@rule("GS-11.9", "GS-11.10")
def test_the_tea_house_has_no_help_when_neither_tao_nor_qi_can_be_gained() -> None:
    line = "N=@9/8qi/tao:rrrrkkkk E=4qi/tao:gggg S=4qi/tao:bbbb W=4qi/tao:yyyy turn=N"
    assert not at(line).can("help")


@rule("GS-11.10", "GS-6.6")
def test_neither_on_foot_nor_by_yin_yang_is_useless_help_asked_for() -> None:
    t = at("N=@1 turn=N")
    assert t.verbs("yinyang") == {"3", "5", "7", "8", "9"}
    assert not t.can("help")


@rule("GS-11.1", "GS-13.2")
def test_the_cemetery_haunting_itself_may_lose_the_game() -> None:
    t = at("village=Cah/SBN/PWT N=@1 E=0qi turn=N").do("help", "curse:haunt")
    assert t.lost


@rule("GS-11.2", "GS-6.6")
def test_the_altar_asked_by_yin_yang_brings_a_ghost_too() -> None:
    t = at("village=CAh/SBN/PWT N=@9 turn=N").do("yinyang:2")
    assert t.haunted == set()
    assert t.drawing


@rule("GS-11.4", "GS-8.10")
def test_the_sorcerer_ends_the_effects_of_the_ghost() -> None:
    t = at("N=@4 N1=36 E1=47 turn=N").do("help", "expel:N1")
    assert t.powered("N")
    assert t.view["dice"]["captured"] == 1


@rule("GS-11.8", "GS-4.1")
def test_a_moved_haunter_acts_from_its_new_space() -> None:
    t = at("N=@8 N1=38! turn=N").do("help", "blow:N1", "blowto:E2", "skip", "end")
    assert t.haunted == {6}


@rule("GS-11.8", "GS-3.4")
def test_the_pavilion_lifts_no_neutral_boards_taoist() -> None:
    t = at("3p N=@8 turn=N").do("help")
    assert t.verbs("lift") == {"E", "S"}


@rule("GS-11.6", "GS-4.1")
def test_the_night_watchman_wins_a_round_of_time() -> None:
    t = at("N=@6 E1=38! turn=N").do("help", "end")
    assert t.haunted == set()
    assert t.figure("E1") == "stone"


@rule("GS-11.5", "GS-10.1")
def test_the_buddhas_of_a_dead_taoist_can_be_taken_again() -> None:
    t = at("N=@5 E=1qi/buddhas:2 E1=24 E2=26 E3=28 turn=N")
    assert not t.can("help")
    t.do("end")
    assert t.temple == 2


@rule("GS-11.8", "GS-3.5")
def test_only_in_a_solo_game_may_the_pavilion_move_oneself() -> None:
    assert not at("2p N=@8 S=0qi centre=1 turn=N").can("help")


@rule("GS-11.8")
def test_a_lifted_taoist_is_set_on_haunted_tiles_too() -> None:
    t = at("village=cAH/SBN/PWT N=@8 turn=N").do("help", "lift:E")
    assert "1" in t.verbs("liftto")


@rule("GS-11.1", "GS-1.4", "GS-11.10")
def test_nobody_returns_from_the_cemetery_without_qi_in_the_supply() -> None:
    assert at("N=@1/11qi E=0qi S=4qi W=3qi turn=N").can("help")
    assert not at("N=@1/12qi E=0qi S=4qi W=4qi turn=N").can("help")


@rule("GS-11.9", "GS-5.4")
def test_the_tea_houses_guest_may_bring_company() -> None:
    t = at("N=@9 turn=N").do("help", "take:k", "draw:37", "place:N1")
    assert t.drawing


@rule("GS-11.3", "GS-8.6", "GS-9.10")
def test_a_rerolled_white_face_gives_nothing_under_the_nameless() -> None:
    t = at("E=green/favorite/@3/tao: S2=65 deck=10 turn=E").do("help", "roll:w", "roll:r")
    t.do("reroll:1", "roll:w")
    assert t.tao("E") == "r"


@rule("GS-11.8", "GS-8.2", "GS-5.3")
def test_the_mantra_comes_back_from_a_ghost_blown_onto_a_buddha() -> None:
    t = at("W=yellow/mantra N=@8 N1=38m E1=b turn=N").do("help", "blow:N1", "blowto:E1")
    assert t.happened("mantra_back")
    assert t.ghosts == {}


@rule("GS-11.7", "GS-11.10", "GS-1.4")
def test_the_circle_of_prayer_has_no_help_without_a_token_in_the_supply() -> None:
    line = "N=@7/tao:rrrrkkkk E=tao:gggg S=tao:bbbb W=tao:yyyy turn=N"
    assert not at(line).can("help")


@rule("GS-11.6", "GS-4.6")
def test_the_night_watchman_watches_neutral_and_possessed_boards_too() -> None:
    t = at("2p N=@6 E1=23! turn=N").do("help")
    assert t.figure("E1") == "card"
    t = at("E=0qi N=@6 E1=23! turn=N").do("help")
    assert t.figure("E1") == "card"


@rule("GS-11.1", "GS-6.5")
def test_a_yin_yang_given_while_dead_is_there_on_return_in_de1() -> None:
    t = at("de1 nightmare N=@1 E=0qi/yy turn=N").do("help", "curse:blank")
    assert t.qi("E") == 2
    assert t.yin_yang("E")


@rule("GS-11.8", "GS-11.10")
def test_the_last_living_taoist_may_have_the_pavilion_move_a_ghost() -> None:
    line = "N=@8 E=0qi S=0qi W=0qi turn=N"
    assert at(f"{line} N1=38").can("help")
    assert not at(line).can("help")
