"""Section 6: exorcism, payment, curses and rewards; two ghosts at a corner: `test_06_corner.py`."""

from __future__ import annotations

import pytest

from .table import at, exorcise, rule

CORNER = "N=@1/tao:"


@rule("GS-6.3")
@pytest.mark.parametrize(
    ("place", "spaces"),
    [(1, "N1 W3"), (2, "N2"), (3, "N3 E1"), (4, "W2"), (6, "E2"), (7, "S3 W1"), (8, "S2"), (9, "E3 S1")],
)
def test_a_ghost_in_any_space_next_to_ones_tile_can_be_exorcised(place: int, spaces: str) -> None:
    for space in spaces.split():
        t = exorcise(f"N=@{place}/tao: {space}=38 turn=N", "rrr")
        assert t.card(space) is None


@rule("GS-6.3")
def test_without_a_ghost_next_to_the_tile_there_is_no_exorcism() -> None:
    assert not at("N=@2 N1=38 N3=34 W3=1 turn=N").can("exorcise")
    assert not at("N=@2 N2=b turn=N").can("exorcise")


@rule("GS-6.3", "GS-2.1")
def test_the_centre_touches_no_ghost() -> None:
    t = at("N=@5 N2=38 E2=34 S2=12 W2=1 turn=N")
    assert not t.can("exorcise")


@rule("GS-6.3")
def test_on_a_corner_both_ghosts_are_in_the_one_roll() -> None:
    t = exorcise(f"{CORNER} N1=34 W3=12 turn=N", "rbg")
    assert t.ghosts == {}


@rule("GS-6.3")
def test_a_white_face_counts_for_any_one_colour() -> None:
    t = exorcise("N=@2/tao: N2=38 turn=N", "wrg")
    assert t.card("N2") is None
    t = exorcise("N=@2/tao: N2=38 turn=N", "wgg")
    assert t.card("N2") == 38


@rule("GS-6.3")
def test_a_white_face_counts_once_only() -> None:
    t = exorcise(f"{CORNER} N1=34 W3=12 turn=N", "wgg")
    assert t.legal == {"banish:first", "banish:second"}


@rule("GS-6.3")
@pytest.mark.parametrize(
    ("captors", "dice"),
    [("", 3), ("E1=46", 2), ("E1=46 E2=47", 1), ("E1=46 E2=47 E3=48", 0), ("E1=46 E2=47 E3=48 S1=63", 0)],
)
def test_captured_dice_are_not_rolled(captors: str, dice: int) -> None:
    exorcise(f"N=@2/tao:rr N2=38 {captors} turn=N", "rrr"[:dice])


@rule("GS-6.3")
def test_without_any_dice_tao_tokens_alone_may_banish() -> None:
    t = exorcise("N=@2/tao:rrk N2=38 E1=46 E2=47 E3=48 turn=N", "").do("banish:first")
    assert t.card("N2") is None
    assert t.tao("N") == "k"


@rule("GS-6.3", "GS-8.5")
@pytest.mark.parametrize(("captors", "dice"), [("", 4), ("S1=46", 3), ("S1=46 S2=47 S3=48", 1)])
def test_strength_of_a_mountain_adds_a_die_that_cannot_be_captured(captors: str, dice: int) -> None:
    t = exorcise(f"E=green/mountain/@6/tao: E2=32 {captors} turn=E", "gggg"[:dice])
    assert (t.card("E2") is None) == (dice == 4)


@rule("GS-6.3", "GS-11.7")
def test_the_circle_of_prayer_takes_one_from_ghosts_of_its_colour() -> None:
    t = exorcise("N=@2/tao: N2=38 circle=r turn=N", "rgg")
    assert t.card("N2") is None
    t = exorcise("N=@2/tao: N2=38 circle=b turn=N", "rgg")
    assert t.card("N2") == 38


@rule("GS-6.3", "GS-11.7")
def test_the_circle_of_prayer_helps_against_both_ghosts_of_a_corner() -> None:
    t = exorcise(f"{CORNER} N1=38 W3=39 circle=r turn=N", "rrg")
    assert t.card("N1") is None
    assert t.card("W3") is None
    assert t.cursed


@rule("GS-6.3", "GS-8.2")
def test_the_mantra_takes_one_from_the_ghost_it_lies_on() -> None:
    line = "W=yellow/mantra N=@2/tao: turn=N"
    assert exorcise(f"{line} N2=38m", "rgg").card("N2") is None
    assert exorcise(f"{line} N2=38 N3=34m", "rgg").card("N2") == 38


@rule("GS-6.3")
def test_circle_and_mantra_add_up() -> None:
    t = exorcise("W=yellow/mantra N=@2/tao: N2=41m circle=r turn=N", "rgg")
    assert t.card("N2") is None


@rule("GS-6.3")
def test_a_ghost_that_needs_nothing_is_banished_whatever_the_dice_show() -> None:
    t = at("N=@2/tao: N2=34 circle=r turn=N").do("exorcise")
    while t.rolling:
        t.do("roll:g")
    assert t.card("N2") is None
    assert not t.can("exorcise")
    assert not t.can("help")


@rule("GS-6.3")
@pytest.mark.parametrize(("card", "letter"), [(2, "y"), (13, "b"), (24, "g"), (35, "r"), (46, "k")])
def test_dice_count_nothing_against_a_dice_immune_ghost(card: int, letter: str) -> None:
    dice = 2 if card == 46 else 3
    t = exorcise(f"N=@2/tao: N2={card} turn=N", letter * dice)
    assert t.card("N2") == card
    t = exorcise(f"N=@2/tao: N2={card} turn=N", "w" * dice)
    assert t.card("N2") == card


@rule("GS-6.3", "GS-6.4")
@pytest.mark.parametrize(("card", "letter"), [(2, "y"), (13, "b"), (24, "g"), (35, "r")])
def test_a_dice_immune_ghost_goes_for_a_token_the_circle_or_the_mantra(card: int, letter: str) -> None:
    t = exorcise(f"N=@2/tao:{letter} N2={card} turn=N", "kkk").do("banish:first")
    assert t.card("N2") is None
    assert t.tao("N") == ""
    for line in (f"N2={card} circle={letter}", f"W=yellow/mantra N2={card}m"):
        t = at(f"N=@2/tao: {line} turn=N").do("exorcise")
        while t.rolling:
            t.do("roll:k")
        assert t.card("N2") is None


@rule("GS-6.3", "GS-9.10")
def test_the_circle_takes_one_symbol_of_its_colour_from_a_many_coloured_incarnation() -> None:
    line = "N=@2/tao:gby N2=65 deck=10 turn=N"
    t = exorcise(f"{line} circle=r", "kgg")
    assert t.can("banish:first")
    t = exorcise(f"{line}", "kgg")
    assert t.card("N2") == 65


@rule("GS-6.3", "GS-9.3")
def test_the_circle_takes_nothing_of_a_colour_the_incarnation_does_not_show() -> None:
    line = "N=@2/tao:rggbb N2=58 deck=10 turn=N"  # red 2, green 2, blue 2, yellow 2
    assert exorcise(f"{line} circle=k", "yyk").card("N2") == 58
    assert exorcise(f"{line} circle=r", "yyk").can("banish:first")


@rule("GS-6.3", "GS-8.2")
def test_for_the_mantra_on_a_many_coloured_incarnation_the_colour_is_chosen_after_the_roll() -> None:
    line = "W=yellow/mantra N=@2/tao:rgb N2=65m deck=10 turn=N"
    t = exorcise(line, "kgg")
    assert t.verbs("weaken") >= {"y", "b"}
    t.do("weaken:y")
    assert t.can("banish:first")
    t.do("banish:first").pay()
    assert t.card("N2") is None
    assert t.tao("N") == "g"


@rule("GS-6.4")
def test_missing_symbols_may_be_paid_with_ones_own_tokens() -> None:
    t = exorcise("N=@2/tao:rrk N2=38 turn=N", "rgg")
    assert t.legal == {"banish:first", "banish:none"}
    t.do("banish:first")
    assert t.card("N2") is None
    assert t.tao("N") == "rk"
    assert t.supply("r") == 3


@rule("GS-6.4")
def test_all_symbols_may_be_paid_with_tokens() -> None:
    t = exorcise("N=@2/tao:rr N2=38 turn=N", "ggg").do("banish:first")
    assert t.card("N2") is None
    assert t.tao("N") == ""


@rule("GS-6.4")
def test_tokens_of_another_colour_pay_nothing() -> None:
    t = exorcise("N=@2/tao:yyyk N2=38 turn=N", "rgg")
    assert t.card("N2") == 38
    assert t.can("end")


@rule("GS-6.4")
def test_tokens_of_taoists_on_the_same_tile_may_pay() -> None:
    t = exorcise("N=@2/tao: E=@2/tao:r S=@2/tao:r N2=38 turn=N", "ggg").do("banish:first").pay()
    assert t.card("N2") is None
    assert (t.tao("E"), t.tao("S")) == ("", "")


@rule("GS-6.4")
def test_the_player_says_whose_tokens_pay() -> None:
    t = exorcise("N=@2/tao:r E=@2/tao:r N2=38 turn=N", "rgg").do("banish:first")
    assert t.legal == {"pay:Nr", "pay:Er"}
    t.do("pay:Er")
    assert (t.tao("N"), t.tao("E")) == ("r", "")
    assert t.card("N2") is None


@rule("GS-6.4")
def test_tokens_of_taoists_elsewhere_pay_nothing() -> None:
    t = exorcise("N=@2/tao: E=@1/tao:rr N2=38 turn=N", "rgg")
    assert t.card("N2") == 38
    assert not t.can("banish:first")


@rule("GS-6.4")
def test_paying_is_never_forced() -> None:
    t = exorcise("N=@2/tao:rr N2=38 turn=N", "rgg").do("banish:none")
    assert t.card("N2") == 38
    assert t.tao("N") == "rr"


@rule("GS-6.4")
def test_success_by_dice_alone_is_forced() -> None:
    t = exorcise("N=@2/tao:rr N2=39 turn=N", "rrg")
    assert t.card("N2") is None
    assert t.cursed
    assert t.tao("N") == "rr"


@rule("GS-6.4")
def test_when_the_dice_banish_both_neither_may_stay() -> None:
    t = exorcise(f"{CORNER}rb N1=34 W3=12 turn=N", "rbg")
    assert t.ghosts == {}
    assert t.tao("N") == "br"


@rule("GS-6.4")
def test_when_the_dice_banish_either_but_not_both_the_player_chooses_which() -> None:
    t = exorcise(f"{CORNER} N1=34 W3=37 turn=N", "rgg")
    assert t.legal == {"banish:first", "banish:second"}
    t.do("banish:second")
    assert t.ghosts == {"N1": 34}


@rule("GS-6.4")
def test_when_the_dice_banish_one_a_token_may_banish_the_other_too() -> None:
    t = exorcise(f"{CORNER}r N1=34 W3=37 turn=N", "rgg")
    assert t.legal == {"banish:first", "banish:second", "banish:both"}
    t.do("banish:both")
    assert t.ghosts == {}
    assert t.tao("N") == ""


@rule("GS-6.4")
def test_when_the_dice_banish_none_the_player_may_pay_for_none_one_or_both() -> None:
    t = exorcise(f"{CORNER}rb N1=34 W3=12 turn=N", "ggg")
    assert t.legal == {"banish:none", "banish:first", "banish:second", "banish:both"}


@rule("GS-6.4")
@pytest.mark.parametrize(
    ("place", "first", "second"),
    [(1, "N1", "W3"), (3, "N3", "E1"), (9, "E3", "S1"), (7, "S3", "W1")],
)
def test_first_and_second_follow_the_order_of_the_space_names(place: int, first: str, second: str) -> None:
    line = f"N=@{place}/tao: {first}=34 {second}=37 turn=N"
    assert exorcise(line, "rgg").do("banish:first").ghosts == {second: 37}
    assert exorcise(line, "rgg").do("banish:second").ghosts == {first: 34}


@rule("GS-6.4")
def test_a_failed_attempt_costs_nothing_but_the_action() -> None:
    t = exorcise("N=@2/tao:rk N2=38 turn=N", "ggg")
    assert t.happened("exorcism_failed")
    assert t.card("N2") == 38
    assert (t.qi("N"), t.tao("N")) == (3, "rk")
    assert not t.can("exorcise")
    assert t.can("end")


@rule("GS-6.5")
def test_a_banished_ghost_is_discarded_with_its_figure() -> None:
    t = exorcise("N=@2/tao: N2=38! turn=N", "rrg")
    assert t.card("N2") is None
    assert 38 not in t.view["deck"]["unseen"]
    assert t.haunted == set()


@rule("GS-6.5", "GS-8.10")
def test_a_banished_ghosts_effects_end() -> None:
    t = exorcise("N=@2/tao: N2=36 turn=N", "rgg")
    assert t.powered("N")
    t = exorcise("N=@2/tao: N2=47 turn=N", "kg")
    assert t.view["dice"]["captured"] == 0


@rule("GS-6.5", "GS-7.1")
@pytest.mark.parametrize("card", [39, 40])
def test_the_right_stone_makes_the_exorcist_roll_the_curse_die(card: int) -> None:
    t = exorcise(f"N=@2/tao:k N2={card} turn=N", "rrg")
    assert t.cursed
    t.do("curse:tao")
    assert t.tao("N") == ""


@rule("GS-6.5", "GS-7.1")
def test_the_curse_of_a_banished_ghost_haunts_the_line_it_lay_in() -> None:
    t = exorcise("N=@3/tao: E1=39 turn=N", "rrg").do("curse:haunt")
    assert t.haunted == {3}


@rule("GS-6.5")
def test_two_banished_ghosts_make_two_curses() -> None:
    line = "N=@1/tao:r N1=39 W3=40 circle=r turn=N"
    t = exorcise(line, "rrg").do("curse:blank")
    assert t.cursed
    t.do("curse:blank")
    assert t.can("end")


@rule("GS-6.5")
def test_curses_come_before_rewards() -> None:
    t = exorcise("N=@2/tao: N2=50 turn=N", "kkg")
    assert t.cursed
    assert t.qi("N") == 3
    t.do("curse:qi")
    assert t.qi("N") == 3  # lost one, then won one: he has his Yin-Yang
    assert t.can("end")


@rule("GS-6.5")
def test_the_curse_of_one_ghost_comes_before_the_reward_of_the_other() -> None:
    t = exorcise(f"{CORNER} N1=45 W3=6 turn=N", "kyy")
    assert t.cursed
    t.do("curse:tao")
    assert t.verbs("take") == set("ybgrk")
    t.do("take:b")
    assert t.tao("N") == "b"


@rule("GS-6.5")
def test_the_reward_is_lost_if_the_curse_loses_the_game() -> None:
    line = "village=caH/SBN/PWT N=@3/tao: N3=50 turn=N"
    t = exorcise(line, "kkg").do("curse:haunt")
    assert t.lost
    assert t.qi("N") == 3


@rule("GS-6.5")
def test_a_ghost_brought_by_the_curse_may_take_the_vacated_space() -> None:
    t = exorcise("N=@2/tao: N1=35 N2=39 turn=N", "rrg").do("curse:ghost", "draw:43")
    assert t.verbs("place") == {"N2", "N3"}


@rule("GS-6.5")
@pytest.mark.parametrize("card", [45, 47, 48])
def test_reward_tao_gives_one_token_of_ones_choice(card: int) -> None:
    dice = "kg" if card != 45 else "kgg"
    t = exorcise(f"N=@2/tao:r N2={card} turn=N", dice)
    assert t.verbs("take") == set("ybgrk")
    t.do("take:y")
    assert t.tao("N") == "yr"
    assert t.can("end")


@rule("GS-6.5")
@pytest.mark.parametrize(("card", "letter"), [(10, "y"), (21, "b"), (32, "g"), (43, "r")])
def test_reward_two_tao_gives_two_tokens_of_ones_choice(card: int, letter: str) -> None:
    t = exorcise(f"N=@2/tao: N2={card} circle={letter} turn=N", letter * 3)
    t.do("take:k")
    assert t.verbs("take") == set("ybgrk")
    t.do("take:k")
    assert t.tao("N") == "kk"
    assert t.can("end")


@rule("GS-6.5", "GS-1.4")
def test_a_reward_can_only_be_taken_from_what_the_supply_has() -> None:
    t = exorcise("N=@2/tao:rrrr N2=45 turn=N", "kgg")
    assert t.verbs("take") == set("ybgk")


@rule("GS-6.5")
@pytest.mark.parametrize("card", [11, 22, 33, 44, 49, 52, 53, 54, 55])
def test_the_strong_ghosts_give_qi_or_the_yin_yang_back(card: int) -> None:
    letter = "ybgrk"[min((card - 1) // 11, 4)]
    for gift, qi, yin_yang in (("qi", 3, False), ("yy", 2, True)):
        line = f"N=@2/2qi/-yy/tao:{letter} N2={card} circle={letter} turn=N"
        t = at(line).do("exorcise")
        while t.rolling:
            t.do(f"roll:{letter}")
        assert t.legal == {"qi", "yy"}
        t.do(gift)
        assert (t.qi("N"), t.yin_yang("N")) == (qi, yin_yang)


@rule("GS-6.5")
def test_who_has_his_yin_yang_gets_a_qi() -> None:
    t = exorcise("N=@2/tao: N2=49 turn=N", "kkg")
    assert t.qi("N") == 4
    assert t.yin_yang("N")
    assert t.can("end")


@rule("GS-6.5", "GS-1.4")
def test_without_qi_in_the_supply_the_yin_yang_comes_back() -> None:
    line = "N=@2/tao:/-yy/8qi E=4qi S=4qi W=4qi N2=49 turn=N"
    t = exorcise(line, "kkg")
    assert t.view["supply"]["qi"] == 0
    assert (t.qi("N"), t.yin_yang("N")) == (8, True)


@rule("GS-6.5", "GS-1.4")
def test_with_neither_qi_nor_yin_yang_available_the_reward_lapses() -> None:
    line = "N=@2/tao:/8qi E=4qi S=4qi W=4qi N2=49 turn=N"
    t = exorcise(line, "kkg")
    assert (t.qi("N"), t.yin_yang("N")) == (8, True)
    assert t.can("end")


@rule("GS-6.5", "GS-3.2")
def test_in_hell_the_yin_yang_must_be_won_first() -> None:
    t = exorcise("hell N=@2/tao:/2qi N2=49 turn=N", "kkg")
    assert not t.yin_yang("N")
    assert t.legal == {"qi", "yy"}
    t.do("yy")
    assert t.yin_yang("N")


@rule("GS-6.5")
def test_an_incarnation_gives_the_group_a_qi_and_a_yin_yang_to_whom_it_likes() -> None:
    line = "nightmare N=@2/tao:/-yy E=-yy S=0qi W=yellow/pockets N2=60 turn=N"
    t = exorcise(line, "kkk")
    assert t.verbs("giveqi") == {"N", "E", "W"}
    t.do("giveqi:W")
    assert t.qi("W") == 4
    assert t.verbs("giveyy") == {"N", "E"}
    t.do("giveyy:E")
    assert t.yin_yang("E")
    assert not t.yin_yang("N")


@rule("GS-6.5")
def test_the_yin_yang_of_an_incarnation_lapses_if_all_living_taoists_have_theirs() -> None:
    t = exorcise("nightmare N=@2/tao: N2=60 turn=N", "kkk").do("giveqi:N")
    assert t.qi("N") == 4
    assert t.can("end")
    assert not t.verbs("giveyy")


@rule("GS-6.5", "GS-3.2")
def test_an_incarnation_gives_a_yin_yang_in_hell_too() -> None:
    t = exorcise("hell N=@2/tao: N2=60 turn=N", "kkk").do("giveqi:N")
    assert t.verbs("giveyy") == set("NESW")
    t.do("giveyy:W")
    assert [t.yin_yang(board) for board in "NESW"] == [False, False, False, True]


@rule("GS-6.5", "GS-13.1")
def test_the_last_incarnations_gifts_are_handed_out_before_the_game_is_won() -> None:
    line = "N=@2/tao:/-yy E=-yy N2=60 deck=10 turn=N"
    t = exorcise(line, "kkk")
    assert t.outcome is None
    t.do("giveqi:E", "giveyy:E")
    assert t.won
    assert (t.qi("E"), t.yin_yang("E")) == (4, True)


@rule("GS-6.4")
def test_the_player_says_which_colour_the_white_face_saves() -> None:
    # red 2 and blue 1; red, white, green: the white face is red and a blue token pays, or the reverse
    t = exorcise(f"{CORNER}rb N1=38 W3=12 turn=N", "rwg").do("banish:both")
    assert t.legal == {"pay:Nr", "pay:Nb"}
    t.do("pay:Nb")
    assert t.ghosts == {}
    assert t.tao("N") == "r"


@rule("GS-6.4")
def test_no_more_tokens_are_paid_than_are_missing() -> None:
    t = exorcise(f"{CORNER}rrb N1=38 W3=12 turn=N", "rwg").do("banish:both", "pay:Nr")
    assert t.ghosts == {}
    assert t.tao("N") == "br"


@rule("GS-6.3", "GS-6.4")
def test_beside_a_dice_immune_ghost_the_dice_work_on_the_other() -> None:
    line = "N1=35 W3=34 turn=N"
    t = exorcise(f"{CORNER} {line}", "rrr")
    assert t.ghosts == {"N1": 35}
    t = exorcise(f"{CORNER}r {line}", "rgg")
    assert t.can("banish:both", "banish:second")
    assert not t.can("banish:none")
    t.do("banish:both")
    assert t.ghosts == {}
    assert t.tao("N") == ""


@rule("GS-6.5")
def test_the_reward_goes_to_the_exorcist_wherever_the_ghost_lay() -> None:
    t = exorcise("N=@6/tao: E2=45 turn=N", "kgg").do("take:g")
    assert (t.tao("N"), t.tao("E")) == ("g", "g")


@rule("GS-6.5")
def test_two_rewards_are_both_taken() -> None:
    t = exorcise(f"{CORNER} N1=45 W3=47 turn=N", "kk")
    t.do("take:g", "take:k")
    assert t.tao("N") == "gk"
    assert t.can("end")


@rule("GS-6.5", "GS-1.4")
def test_a_tao_reward_lapses_when_the_supply_is_empty() -> None:
    line = "N=@2/tao:rrrrkkkk E=tao:gggg S=tao:bbbb W=tao:yyyy N2=45 turn=N"
    t = exorcise(line, "kgg")
    assert t.card("N2") is None
    assert t.can("end")


@rule("GS-6.3", "GS-9.10", "GS-11.7")
def test_a_black_token_on_the_circle_helps_against_the_nameless() -> None:
    t = exorcise("nightmare N=@2/tao:yr N2=65 circle=k turn=N", "ggb").do("banish:first").pay()
    assert t.card("N2") is None


@rule("GS-6.3", "GS-9.3", "GS-8.2")
def test_the_mantra_takes_one_symbol_of_choice_from_the_hope_killer() -> None:
    line = "W=yellow/mantra nightmare N=@2/tao:rrgb N2=58m turn=N"
    t = exorcise(line, "yyg").do("weaken:b").do("banish:first").pay()
    assert t.card("N2") is None
    assert t.tao("N") == ""
    t = exorcise(line, "yyg").do("weaken:y")
    assert not t.can("banish:first")


@rule("GS-6.1", "GS-6.3")
def test_the_mantra_on_a_plain_ghost_asks_for_no_colour() -> None:
    t = exorcise("W=yellow/mantra N=@2/tao: N2=38m turn=N", "rgg")
    assert t.card("N2") is None


@rule("GS-6.3", "GS-9.3")
def test_white_faces_fill_different_colours_of_a_many_coloured_incarnation() -> None:
    t = exorcise("nightmare N=@2/tao:yrrgg N2=58 turn=N", "www").do("banish:first").pay()
    assert t.card("N2") is None
    assert t.tao("N") == ""


@rule("GS-6.3", "GS-8.8")
def test_a_die_freed_by_the_first_exorcism_is_rolled_in_the_second() -> None:
    t = exorcise("S=blue/wind/@9/tao: S1=47 E3=38 turn=S", "kg").do("take:k")
    assert t.ghosts == {"E3": 38}
    t.do("exorcise", "roll:r", "roll:g")
    assert t.rolling


@rule("GS-6.5", "GS-8.5")
def test_a_skipped_curse_leaves_the_reward() -> None:
    t = exorcise("E=green/mountain/@6/tao: E2=50 turn=E", "kkgg")
    assert t.qi("E") == 4
    assert t.can("end")


@rule("GS-6.4")
def test_another_taoists_tokens_pay_only_in_the_colour_that_is_missing() -> None:
    t = exorcise("N=@2/tao: E=@2/tao:gk N2=38 turn=N", "rgg")
    assert t.card("N2") == 38


@rule("GS-6.5", "GS-1.4")
def test_an_incarnations_qi_lapses_without_qi_in_the_supply() -> None:
    line = "nightmare N=@2/8qi/tao: E=4qi/-yy S=4qi/-yy W=4qi N2=60 turn=N"
    t = exorcise(line, "kkk")
    assert t.verbs("giveqi") == set()
    assert t.verbs("giveyy") == {"E", "S"}


@rule("GS-6.5", "GS-10.1")
def test_a_qi_given_back_by_the_dead_is_there_for_the_group() -> None:
    line = "nightmare N=@2/1qi/tao:kk E=8qi S=8qi W=3qi N2=59 turn=N"
    t = exorcise(line, "kkk").do("banish:first").pay()
    t.do("curse:qi")
    assert not t.alive("N")
    assert t.verbs("giveqi") == {"E", "S", "W"}


@rule("GS-6.3")
@pytest.mark.parametrize("who", ["2p", "E=0qi"])
def test_ghosts_of_boards_without_a_living_taoist_can_be_exorcised(who: str) -> None:
    t = exorcise(f"{who} N=@6/tao: E2=38 turn=N", "rrg")
    assert t.ghosts == {}
