"""Section 5: a ghost arrives."""

from __future__ import annotations

import pytest

from .table import at, rule

ALL_FULL = "N1=35 N2=37 N3=39 E1=24 E2=26 E3=28 S1=13 S2=15 S3=17 W1=2 W2=4 W3=6"
NEXT_IS_INCARNATION = "deck=11"


@rule("GS-5.1")
def test_a_ghost_that_finds_twelve_full_spaces_costs_a_qi_instead() -> None:
    t = at(f"N=@9 {ALL_FULL} turn=N").do("help", "take:r")
    assert t.happened("all_spaces_full")
    assert t.qi("N") == 3
    assert t.deck == 44
    assert t.can("end")


@rule("GS-5.1")
def test_the_active_taoist_pays_for_the_full_village_not_the_owner_of_a_board() -> None:
    t = at(f"N=@2 village=CAH/SbN/PWT {ALL_FULL} turn=N").do("help")
    assert t.haunted == set()
    assert t.qi("N") == 2
    assert [t.qi(board) for board in "ESW"] == [3, 3, 3]


@rule("GS-5.1", "GS-7.2")
def test_a_neutral_board_loses_its_own_qi_when_its_ghost_finds_no_space() -> None:
    full = ALL_FULL.replace("E1=24", "E1=33")
    t = at(f"2p {full} turn=N").do("end", "curse:ghost")
    assert t.qi("E") == 1  # one for the ghost, one for the overrun
    assert (t.qi("N"), t.deck) == (3, 34)


@rule("GS-5.1", "GS-5.2", "GS-5.3")
def test_a_space_with_a_buddha_is_free() -> None:
    eleven = ALL_FULL.replace("E3=28", "E3=b")
    t = at(f"N=@2 village=CAH/SbN/PWT {eleven} turn=N").do("help", "draw:47")
    assert t.qi("N") == 3
    assert t.card("E3") is None
    assert not t.buddha("E3")


@rule("GS-5.2")
@pytest.mark.parametrize(("card", "board"), [(43, "N"), (32, "E"), (21, "S"), (10, "W"), (54, "N")])
def test_a_coloured_card_goes_to_its_board_and_a_black_one_to_the_active_board(card: int, board: str) -> None:
    t = at("turn=W").do("end", f"draw:{card}")
    assert t.actor == 0
    assert t.verbs("place") == {f"{board}1", f"{board}2", f"{board}3"}


@rule("GS-5.2")
def test_a_black_card_follows_the_active_board() -> None:
    t = at("turn=N").do("end", "draw:45")
    assert t.actor == 1
    assert t.verbs("place") == {"E1", "E2", "E3"}


@rule("GS-5.2")
def test_only_free_spaces_of_the_board_can_be_chosen() -> None:
    t = at("N2=35 turn=N").do("end", "draw:43")
    assert t.verbs("place") == {"N1", "N3"}


@rule("GS-5.2")
def test_a_full_colour_board_sends_the_ghost_to_any_free_space_of_the_others() -> None:
    t = at("N1=35 N2=37 N3=39 S2=13 turn=N").do("end", "draw:43")
    assert t.actor == 1
    assert t.verbs("place") == {"E1", "E2", "E3", "S1", "S3", "W1", "W2", "W3"}


@rule("GS-5.2")
def test_a_black_ghost_finds_the_active_board_full_and_goes_elsewhere() -> None:
    line = "N=@9 N1=35 N2=37 N3=39 turn=N"
    t = at(line).do("help", "take:r", "draw:54")
    assert t.verbs("place") == {b + n for b in "ESW" for n in "123"}


@rule("GS-5.2")
def test_the_colour_board_takes_its_ghosts_even_when_neutral_or_possessed() -> None:
    t = at("2p turn=N").do("end", "draw:32")
    assert t.verbs("place") == {"E1", "E2", "E3"}
    t = at("W=0qi turn=N").do("end", "draw:10")
    assert t.verbs("place") == {"W1", "W2", "W3"}


@rule("GS-5.2")
def test_a_buddhas_space_may_be_chosen_beside_empty_ones() -> None:
    t = at("N1=b N2=35 turn=N").do("end", "draw:43")
    assert t.verbs("place") == {"N1", "N3"}


@rule("GS-5.2")
def test_the_last_free_space_of_the_board_must_be_taken_even_with_a_buddha_on_it() -> None:
    t = at("N1=b N2=35 N3=37 turn=N").do("end", "draw:43")
    assert 43 not in t.ghosts.values()
    assert not t.buddha("N1")


@rule("GS-5.2", "GS-9.3", "GS-9.10")
@pytest.mark.parametrize(
    ("card", "board"),
    [(56, "E"), (58, "E"), (59, "E"), (60, "E"), (65, "E"), (61, "N"), (62, "S"), (63, "E"), (64, "W")],
)
def test_incarnations_go_to_the_board_of_their_colour_or_the_active_one(card: int, board: str) -> None:
    t = at(f"{NEXT_IS_INCARNATION} turn=N").do("end", f"draw:{card}")
    assert t.verbs("place") == {f"{board}1", f"{board}2", f"{board}3"}


@rule("GS-5.3")
def test_a_ghost_put_on_a_buddha_is_discarded_without_any_effect() -> None:
    t = at("E1=b turn=N").do("end", "draw:47", "place:E1")
    assert t.card("E1") is None
    assert t.view["dice"]["captured"] == 0
    assert t.actor == 1  # no further ghost: the Yang phase
    assert t.deck == 55


@rule("GS-5.3")
def test_a_ghost_caught_by_a_buddha_gives_no_curse_and_no_reward() -> None:
    t = at("E=-yy/2qi E1=b turn=N").do("end", "draw:50", "place:E1")
    assert not t.cursed
    assert (t.qi("E"), t.yin_yang("E")) == (2, False)
    assert t.actor == 1


@rule("GS-5.3")
def test_the_buddha_that_caught_a_ghost_returns_to_the_temple() -> None:
    t = at("E1=b S1=b turn=N")
    assert t.temple == 0
    t.do("end", "draw:54", "place:E1")
    assert t.temple == 1
    assert not t.buddha("E1")
    assert t.buddha("S1")
    assert t.haunted == set()


@rule("GS-5.3")
def test_an_incarnation_put_on_a_buddha_stays_and_acts_and_the_buddha_returns() -> None:
    t = at(f"E1=b {NEXT_IS_INCARNATION} turn=N").do("end", "draw:63", "place:E1")
    assert t.card("E1") == 63
    assert t.view["dice"]["captured"] == 1
    assert not t.buddha("E1")
    assert t.temple == 2


@rule("GS-5.4")
def test_add_ghost_brings_another_ghost_at_once() -> None:
    t = at("turn=N").do("end", "draw:37", "place:N1")
    assert t.drawing
    t.do("draw:43", "place:N2")
    assert t.ghosts == {"N1": 37, "N2": 43}
    assert t.actor == 1


@rule("GS-5.4")
def test_an_added_ghost_has_the_same_deciding_player_and_active_board() -> None:
    t = at("turn=N").do("end", "draw:37", "place:N1", "draw:54")
    assert t.actor == 1
    assert t.verbs("place") == {"E1", "E2", "E3"}


@rule("GS-5.4")
def test_added_ghosts_may_add_ghosts_in_turn() -> None:
    t = at("turn=N").do("end", "draw:37", "place:N1", "draw:26", "place:E1", "draw:15", "place:S1")
    assert t.drawing


@rule("GS-5.4")
@pytest.mark.parametrize(("card", "board"), [(36, "N"), (25, "E"), (14, "S"), (3, "W")])
def test_block_power_silences_the_board_it_lies_on_and_adds_a_ghost(card: int, board: str) -> None:
    t = at("turn=N").do("end", f"draw:{card}", f"place:{board}1")
    assert t.drawing
    t.do("draw:54", "place:E2")
    assert not t.powered(board)
    assert all(t.powered(other) for other in "NESW" if other != board)


@rule("GS-5.4")
def test_block_power_silences_the_board_the_card_lies_on_not_the_one_of_its_colour() -> None:
    line = "N1=35 N2=37 N3=39 turn=N"
    t = at(line).do("end", "draw:36", "place:S1", "draw:54", "place:E1")
    assert t.powered("N")
    assert not t.powered("S")


@rule("GS-5.4", "GS-8.3")
def test_a_blocked_red_board_cannot_fly() -> None:
    t = at("N=@1 N3=36 turn=N")
    assert t.verbs("move") == {"2", "4", "5"}


@rule("GS-5.4", "GS-6.3")
def test_capture_die_takes_a_die_while_the_ghost_is_in_play() -> None:
    t = at("N=@2 N2=35 E1=46 turn=N").do("exorcise", "roll:r", "roll:r")
    assert not t.rolling
    t = at("N=@2 N2=35 gone=46 turn=N").do("exorcise", "roll:r", "roll:r")
    assert t.rolling


@rule("GS-5.4")
def test_severed_heads_capture_a_die_before_they_add_a_ghost() -> None:
    t = at("turn=N").do("end", "draw:47", "place:E1")
    assert t.drawing
    assert t.view["dice"]["captured"] == 1


@rule("GS-5.4", "GS-6.4")
@pytest.mark.parametrize("widow", [50, 51])
def test_lock_tao_forbids_spending_tokens_for_everybody(widow: int) -> None:
    line = f"N=@2/tao:rrr E=@2/tao:r N2=38 S1={widow} turn=N"
    t = at(line).do("exorcise", "roll:r", "roll:g", "roll:g")
    assert t.card("N2") == 38
    assert not t.can("banish:first")
    assert t.tao("N") == "rrr"


@rule("GS-5.4", "GS-6.3")
def test_the_circle_of_prayer_still_works_while_tao_is_locked() -> None:
    line = "N=@2/tao:rrr N2=38 S1=50 circle=r turn=N"
    t = at(line).do("exorcise", "roll:r", "roll:g", "roll:g")
    assert t.card("N2") is None
    assert t.tao("N") == "rrr"


@rule("GS-5.4")
def test_tao_can_be_spent_again_once_the_black_widow_has_left() -> None:
    line = "N=@2/tao:rrr N2=38 gone=50 turn=N"
    t = at(line).do("exorcise", "roll:r", "roll:g", "roll:g", "banish:first")
    assert t.tao("N") == "rr"


@rule("GS-5.4")
def test_lose_qi_hits_the_active_taoist() -> None:
    t = at("turn=N").do("end", "draw:49", "place:E1")
    assert [t.qi(board) for board in "NESW"] == [3, 2, 3, 3]


@rule("GS-5.4")
def test_lose_qi_hits_the_active_taoist_even_if_the_card_lies_elsewhere() -> None:
    line = "N=@9 N1=35 N2=37 N3=39 turn=N"
    t = at(line).do("help", "take:r", "draw:49", "place:E1")
    assert [t.qi(board) for board in "NESW"] == [3, 3, 3, 3]  # 3 + 1 - 1


@rule("GS-5.4")
def test_lose_qi_hits_the_active_neutral_board() -> None:
    t = at("2p E1=33 turn=N").do("end", "curse:ghost", "draw:49", "place:E2")
    assert [t.qi(board) for board in "NESW"] == [3, 2, 3, 3]


@rule("GS-5.4")
@pytest.mark.parametrize(("space", "place"), [("E1", 3), ("E2", 6), ("E3", 9)])
def test_haunt_tile_haunts_the_first_active_tile_of_its_line_at_once(space: str, place: int) -> None:
    t = at("turn=N").do("end", "draw:54", f"place:{space}")
    assert t.haunted == {place}


@rule("GS-5.4")
def test_haunt_tile_passes_over_a_haunted_tile() -> None:
    t = at("village=CAh/SBN/PWT turn=N").do("end", "draw:54", "place:E1")
    assert t.haunted == {3, 2}


@rule("GS-5.4")
def test_group_lose_tao_makes_every_living_taoist_discard_one_of_his_choice() -> None:
    line = "N=tao:rg E=tao: S=tao:bbk W=tao:yk turn=N"
    t = at(line).do("end", "draw:55", "place:E1")
    chosen = 0
    while t.verbs("discard"):
        letter = {0: "g", 2: "k", 3: "y"}[t.actor]
        t.do(f"discard:{letter}")
        chosen += 1
    assert chosen == 3
    assert [t.tao(board) for board in "NESW"] == ["r", "", "bb", "k"]
    assert t.supply("g") == 4


@rule("GS-5.4")
def test_group_lose_tao_takes_the_only_token_without_asking() -> None:
    t = at("turn=N").do("end", "draw:55", "place:E1")
    assert [t.tao(board) for board in "NESW"] == ["", "", "", ""]


@rule("GS-5.4")
@pytest.mark.parametrize("card", [45, 52, 53])
def test_haunter_starts_on_board_puts_the_figure_on_the_stone(card: int) -> None:
    t = at("turn=N").do("end", f"draw:{card}", "place:E1")
    assert t.figure("E1") == "stone"
    assert t.haunted == set()


@rule("GS-5.4", "GS-9.2", "GS-7.3")
def test_curse_die_on_arrival_is_rolled_at_once_by_the_active_taoist() -> None:
    line = f"E=green/favorite S=tao:bk {NEXT_IS_INCARNATION} turn=E"
    t = at(line).do("end", "draw:57", "place:S2")
    assert t.cursed
    t.do("curse:tao")
    assert t.tao("S") == ""
    assert t.tao("E") == "g"


@rule("GS-5.4", "GS-9.2")
def test_the_curse_of_an_arriving_ghost_haunts_its_own_line() -> None:
    t = at(f"{NEXT_IS_INCARNATION} turn=E").do("end", "draw:57", "place:S2", "curse:haunt")
    assert t.haunted == {8}


@rule("GS-5.5")
@pytest.mark.parametrize("card", [1, 5, 8, 12, 16, 19, 23, 27, 30, 34, 38, 41, 49, 64])
def test_a_haunter_gets_its_figure_on_the_card_when_it_arrives(card: int) -> None:
    deck = f"{NEXT_IS_INCARNATION} " if card == 64 else ""
    t = at(f"{deck}turn=N").do("end", f"draw:{card}")
    board = t.verbs("place").pop()[0]
    t.do(f"place:{board}2")
    assert t.figure(f"{board}2") == "card"


@rule("GS-5.5")
def test_other_ghosts_have_no_figure() -> None:
    t = at("turn=N").do("end", "draw:43", "place:N1")
    assert t.figure("N1") is None


@rule("GS-5.6", "GS-13.2")
def test_drawing_the_last_card_with_an_incarnation_at_large_loses_before_the_card_acts() -> None:
    t = at("N1=64 deck=1 turn=N").do("end", "draw:49")
    assert t.lost
    assert t.reason_rule == "GS-5.6"
    assert t.qi("E") == 3
    assert t.deck == 0


@rule("GS-5.6")
def test_the_last_card_but_one_loses_nothing() -> None:
    t = at("N1=64 deck=2 turn=N").do("end", "draw:43", "place:N2")
    assert t.outcome is None
    assert t.deck == 1


@rule("GS-5.6", "GS-5.1")
def test_no_card_is_drawn_so_nothing_is_lost_when_all_spaces_are_full() -> None:
    full = ALL_FULL.replace("W3=6", "W3=64")
    t = at(f"N=@2 village=CAH/SbN/PWT {full} deck=1 turn=N").do("help")
    assert t.outcome is None
    assert t.deck == 1
    assert t.qi("N") == 2


@rule("GS-5.4", "GS-10.3")
def test_lose_qi_on_a_possessed_active_board_hits_a_living_taoist_of_choice() -> None:
    t = at("E=0qi E1=33 turn=N").do("end", "curse:ghost", "draw:49", "place:E2")
    assert t.verbs("loseqi") == {"N", "S", "W"}
    t.do("loseqi:W")
    assert t.qi("W") == 2


@rule("GS-5.4", "GS-7.2")
def test_the_curse_of_a_ghost_that_a_neutral_board_brings_hits_that_board() -> None:
    t = at("2p E1=33 deck=11 turn=N").do("end", "curse:ghost", "draw:57", "place:E2")
    assert t.cursed
    t.do("curse:qi")
    assert [t.qi(board) for board in "NESW"] == [3, 2, 3, 3]


@rule("GS-5.4", "GS-5.2")
def test_added_ghosts_of_a_neutral_boards_turn_keep_it_active() -> None:
    t = at("2p E1=33 turn=N").do("end", "curse:ghost", "draw:37", "place:N1", "draw:54")
    assert t.actor == 1
    assert t.verbs("place") == {"E2", "E3"}


@rule("GS-5.1", "GS-5.4")
def test_an_added_ghost_without_a_space_costs_a_qi() -> None:
    eleven = ALL_FULL.replace(" N3=39", "")
    t = at(f"N=@2 village=CAH/SbN/PWT {eleven} turn=N").do("help", "draw:36")
    assert t.card("N3") == 36
    assert t.qi("N") == 2


@rule("GS-5.1", "GS-10.1")
def test_the_missing_space_may_cost_the_last_qi() -> None:
    t = at(f"N=@2/1qi village=CAH/SbN/PWT {ALL_FULL} turn=N").do("help")
    assert not t.alive("N")
    assert t.active == "E"


@rule("GS-5.4", "GS-11.7")
def test_locked_tao_may_still_be_gained_and_put_on_the_circle() -> None:
    t = at("N=@7 S1=50 turn=N").do("help", "circle:k")
    assert t.circle == "k"
    t = at("N=@3/tao: S1=50 turn=N").do("help", "roll:y", "roll:k")
    assert t.tao("N") == "yk"


@rule("GS-5.4", "GS-6.4")
def test_tao_stays_locked_in_the_very_exorcism_that_banishes_the_black_widow() -> None:
    t = at("N=@1/tao:r N1=50 W3=34 turn=N").do("exorcise", "roll:k", "roll:k", "roll:g")
    assert t.ghosts == {"W3": 34}
    assert t.cursed
    assert t.tao("N") == "r"


@rule("GS-5.3", "GS-9.5", "GS-9.10")
def test_an_incarnation_on_a_buddha_still_acts_on_arrival() -> None:
    t = at(f"E1=b {NEXT_IS_INCARNATION} turn=N").do("end", "draw:60", "place:E1")
    assert not t.powered("N")
    t = at(f"E1=b circle=r {NEXT_IS_INCARNATION} turn=N").do("end", "draw:65", "place:E1")
    assert t.circle is None
    t = at(f"E1=b {NEXT_IS_INCARNATION} turn=N").do("end", "draw:56", "place:E1")
    assert t.card("E1") == 56
    assert t.temple == 2
    assert t.drawing


@rule("GS-5.6", "GS-11.9")
def test_the_last_card_drawn_in_a_yang_phase_loses_too() -> None:
    t = at("N=@9 N1=64 deck=1 turn=N").do("help", "take:k", "draw:43")
    assert t.lost
    assert t.reason_rule == "GS-5.6"


@rule("GS-5.6")
def test_with_two_incarnations_at_large_the_last_card_loses() -> None:
    t = at("nightmare banished=61,62 N1=64 E1=60 deck=1 turn=N").do("end", "draw:43")
    assert t.lost
    assert t.reason_rule == "GS-5.6"


@rule("GS-5.1", "GS-9.2")
def test_the_space_of_the_uncatchable_is_not_free_although_a_buddha_stands_there() -> None:
    full = ALL_FULL.replace("W3=6", "W3=57b")
    t = at(f"N=@2 village=CAH/SbN/PWT {full} deck=9 turn=N").do("help")
    assert t.qi("N") == 2
    assert t.deck == 9
    t = at("W3=57b deck=9 turn=N").do("end", "draw:10")
    assert t.verbs("place") == {"W1", "W2"}


@rule("GS-5.1", "GS-10.3")
def test_a_possessed_board_whose_ghost_finds_no_space_costs_a_living_taoist_a_qi() -> None:
    full = ALL_FULL.replace("E1=24", "E1=33")
    t = at(f"E=0qi {full} turn=N").do("end", "curse:ghost")
    assert t.verbs("loseqi") == {"N", "S", "W"}
    t.do("loseqi:N", "loseqi:S")  # and the overrun
    assert [t.qi(board) for board in "NESW"][:2] == [2, 0]
    assert t.deck == 44


@rule("GS-5.3")
def test_a_ghost_caught_by_a_buddha_is_out_of_the_game() -> None:
    t = at("E1=b turn=N").do("end", "draw:54", "place:E1")
    assert 54 not in t.view["deck"]["unseen"]
    assert t.happened("ghost_caught_by_buddha", card=54)
