"""Section 10: death."""

from __future__ import annotations

import pytest

from .table import at, rule

FULL_EAST = "E1=24 E2=26 E3=28"


@rule("GS-10.1")
def test_a_taoist_without_qi_dies_and_gives_everything_back() -> None:
    t = at(f"E=1qi/tao:gk/buddhas:1/@9 {FULL_EAST} turn=N").do("end")
    assert t.happened("taoist_died", board=1)
    assert not t.alive("E")
    assert t.possessed("E")
    assert (t.qi("E"), t.tao("E"), t.yin_yang("E"), t.buddhas("E")) == (0, "", False, 0)
    assert t.temple == 2
    assert (t.supply("g"), t.supply("k")) == (4, 4)


@rule("GS-10.1")
@pytest.mark.parametrize(("village", "place"), [("CAH/SBN/PWT", 1), ("TAH/SBN/PWC", 9), ("TAH/SBN/PWc", 9)])
def test_the_figure_of_a_dead_taoist_lies_on_the_cemetery(village: str, place: int) -> None:
    t = at(f"village={village} E=1qi/@5 {FULL_EAST} turn=N").do("end")
    assert t.place("E") == place


@rule("GS-10.1", "GS-8.9")
@pytest.mark.parametrize("edition", ["de2", "en", "pl"])
def test_the_power_tokens_of_a_dead_taoist_go_to_the_centre(edition: str) -> None:
    t = at(f"{edition} 3p E=1qi/tokens:1 {FULL_EAST} turn=N").do("end")
    assert (t.tokens("E"), t.centre) == (0, 1)


@rule("GS-10.1")
def test_the_power_tokens_of_a_dead_taoist_are_lost_in_de1() -> None:
    t = at(f"de1 3p E=1qi/tokens:1 {FULL_EAST} turn=N").do("end")
    assert (t.tokens("E"), t.centre) == (0, 0)


@rule("GS-10.1")
def test_who_dies_in_his_yin_phase_gets_no_ghost_and_no_yang_phase() -> None:
    t = at(f"E=1qi {FULL_EAST} turn=N").do("end")
    assert t.active == "S"
    assert t.drawing
    assert t.deck == 53


@rule("GS-10.1")
def test_who_dies_of_a_tormentor_gets_no_ghost_and_no_yang_phase() -> None:
    t = at("S=1qi S1=33 turn=E").do("end", "curse:qi")
    assert not t.alive("S")
    assert t.active == "W"
    assert t.drawing
    assert t.deck == 55


@rule("GS-10.1", "GS-10.3")
def test_the_rest_of_the_yin_phase_goes_on_as_for_a_possessed_board() -> None:
    t = at("S=1qi S1=33 S2=44 S3=13 turn=E").do("end", "curse:qi")
    assert not t.alive("S")
    assert t.active == "S"
    assert t.cursed
    t.do("curse:qi")
    assert t.verbs("loseqi") == {"N", "E", "W"}
    t.do("loseqi:N")
    assert t.verbs("loseqi") == {"N", "E", "W"}  # three ghosts: the overrun
    t.do("loseqi:E")
    assert [t.qi(board) for board in "NESW"] == [2, 2, 0, 3]
    assert t.active == "W"


@rule("GS-10.1")
def test_who_dies_of_the_arriving_ghost_has_no_yang_phase() -> None:
    t = at("E=1qi turn=N").do("end", "draw:49", "place:E1")
    assert not t.alive("E")
    assert t.active == "S"
    assert t.drawing


@rule("GS-10.1", "GS-5.4")
def test_the_arrival_that_kills_is_finished_before_the_turn_ends() -> None:
    t = at("E=1qi deck=11 turn=N").do("end", "draw:57", "place:E1", "curse:qi", "recurse:no")
    assert not t.alive("E")
    assert t.card("E1") == 57
    assert t.active == "S"


@rule("GS-10.1", "GS-11.4")
def test_who_dies_in_his_yang_phase_ends_his_turn() -> None:
    t = at("N=@4/1qi/buddhas:1 N1=38 E1=24 turn=N").do("help", "expel:N1")
    assert not t.alive("N")
    assert t.ghosts == {"E1": 24}
    assert t.active == "E"
    assert t.drawing


@rule("GS-10.1", "GS-6.5")
@pytest.mark.parametrize("face", ["haunt", "ghost"])
def test_a_second_curse_still_rolls_after_the_first_has_killed(face: str) -> None:
    line = "N=@1/1qi/tao:r N1=39 W3=40 circle=r turn=N"
    t = at(line).do("exorcise", "roll:r", "roll:r", "roll:g", "curse:qi")
    assert not t.alive("N")
    assert t.active == "N"
    assert t.cursed
    t.do(f"curse:{face}")
    if face == "haunt":
        assert t.haunted == {1}
    else:
        assert t.drawing
        assert t.active == "N"
        t.do("draw:32", "place:E1")
    assert t.active == "E"


@rule("GS-10.1", "GS-6.5")
@pytest.mark.parametrize("face", ["qi", "tao", "blank"])
def test_the_second_curse_takes_nothing_from_the_dead_nor_from_the_living(face: str) -> None:
    line = "N=@1/1qi/tao:r N1=39 W3=40 circle=r turn=N"
    t = at(line).do("exorcise", "roll:r", "roll:r", "roll:g", "curse:qi", f"curse:{face}")
    assert [t.qi(board) for board in "NESW"] == [0, 3, 3, 3]
    assert t.active == "E"


@rule("GS-10.1", "GS-6.5")
def test_the_own_reward_of_a_dead_exorcist_lapses() -> None:
    line = "N=@2/1qi/tao:/-yy N2=50 turn=N"
    t = at(line).do("exorcise", "roll:k", "roll:k", "roll:g", "curse:qi")
    assert not t.alive("N")
    assert (t.qi("N"), t.yin_yang("N")) == (0, False)
    assert t.active == "E"


@rule("GS-10.1", "GS-6.5", "GS-9.4")
def test_the_group_reward_of_a_dead_exorcist_stands() -> None:
    line = "nightmare N=@2/1qi/tao:kk E=-yy S=-yy N2=59 turn=N"
    t = at(line).do("exorcise", "roll:k", "roll:k", "roll:k", "banish:first").pay()
    t.do("curse:qi")
    assert not t.alive("N")
    assert t.verbs("giveqi") == {"E", "S", "W"}
    t.do("giveqi:W", "giveyy:S")
    assert t.qi("W") == 4
    assert t.yin_yang("S")
    assert t.active == "E"


@rule("GS-10.1")
def test_a_dead_taoist_is_no_source_of_tokens_and_no_passenger() -> None:
    t = at("N=@1 E=0qi turn=N")
    assert t.tao("E") == ""
    t = at("N=@8 E=0qi N1=1 turn=N").do("help", "skip")
    assert t.verbs("lift") == {"S", "W"}


@rule("GS-10.1")
def test_a_dead_taoists_turn_is_passed_over() -> None:
    t = at("E=0qi S=0qi turn=N").do("end")
    assert t.active == "W"
    assert t.drawing


@rule("GS-10.2")
def test_a_possessed_boards_power_is_inactive() -> None:
    t = at("E=0qi turn=N")
    assert [t.powered(board) for board in "NESW"] == [True, False, True, True]


@rule("GS-10.2")
def test_a_possessed_neutral_boards_power_is_inactive() -> None:
    t = at("3p W=0qi turn=N")
    assert not t.powered("W")


@rule("GS-10.2", "GS-11.1")
def test_the_power_returns_with_the_taoist() -> None:
    t = at("N=@1 E=0qi turn=N").do("help", "curse:blank")
    assert t.powered("E")
    assert not t.possessed("E")


@rule("GS-10.3", "GS-4.6")
def test_the_overrun_of_a_possessed_board_hits_a_living_taoist_of_the_players_choice() -> None:
    t = at(f"E=0qi {FULL_EAST} turn=N").do("end")
    assert t.actor == 2
    assert t.verbs("loseqi") == {"N", "S", "W"}
    t.do("loseqi:S")
    assert [t.qi(board) for board in "NESW"] == [3, 0, 2, 3]
    assert t.active == "S"


@rule("GS-10.3")
def test_a_possessed_neutral_board_hits_only_living_taoists_not_neutral_boards() -> None:
    t = at(f"2p E=0qi {FULL_EAST} turn=N").do("end")
    assert t.verbs("loseqi") == {"N", "S"}


@rule("GS-10.3", "GS-10.1")
def test_a_taoist_may_die_for_a_possessed_board() -> None:
    t = at(f"E=0qi S=1qi {FULL_EAST} turn=N").do("end", "loseqi:S")
    assert not t.alive("S")
    assert t.active == "W"


@rule("GS-10.4", "GS-13.2")
def test_the_game_is_lost_when_all_taoists_are_dead() -> None:
    t = at(f"N=0qi E=1qi S=0qi W=0qi {FULL_EAST} turn=E:yin")
    assert t.lost
    assert t.reason_rule == "GS-10.4"


@rule("GS-10.4")
def test_a_lone_taoist_who_dies_loses_although_neutral_boards_have_qi() -> None:
    t = at("1p N=@4/1qi N1=38 E1=24 turn=N").do("help", "expel:N1")
    assert t.lost
    assert t.reason_rule == "GS-10.4"


@rule("GS-10.4")
def test_the_game_goes_on_while_one_taoist_lives() -> None:
    t = at(f"N=3qi E=1qi S=0qi W=0qi {FULL_EAST} turn=N").do("end")
    assert not t.alive("E")
    assert t.outcome is None
    assert t.active == "N"


@rule("GS-10.4", "GS-13.1")
def test_dead_players_share_the_victory() -> None:
    t = at("N=@2/tao: E=0qi S=0qi N2=60 deck=10 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "giveqi:W")
    assert t.outcome is not None
    assert t.outcome.winners == (0, 1, 2, 3)


@rule("GS-10.1", "GS-11.2")
def test_who_dies_of_the_altars_ghost_ends_his_turn() -> None:
    t = at("N=@2/1qi village=cAH/SBN/PWT turn=N").do("help", "draw:49", "place:N1")
    assert not t.alive("N")
    assert t.haunted == set()
    assert t.active == "E"


@rule("GS-10.1", "GS-11.1")
def test_who_dies_of_the_cemeterys_curse_leaves_the_returned_one_alive() -> None:
    t = at("N=@1/1qi E=0qi S=0qi W=0qi turn=N").do("help", "revive:E", "curse:qi")
    assert not t.alive("N")
    assert t.alive("E")
    assert t.outcome is None
    assert t.active == "E"
    assert t.drawing


@rule("GS-10.1", "GS-8.7")
def test_a_dead_blue_taoist_has_no_second_action() -> None:
    t = at("S=blue/gust/@4/1qi W2=38 W3=34 turn=S").do("help", "expel:W3")
    assert not t.alive("S")
    assert t.active == "W"


@rule("GS-10.3")
def test_the_only_living_taoist_takes_the_loss_of_a_possessed_board() -> None:
    t = at(f"E=0qi S=0qi W=0qi {FULL_EAST} turn=N").do("end")
    assert t.qi("N") == 2
    assert t.active == "N"


@rule("GS-10.1", "GS-7.1")
def test_a_ghost_brought_by_the_first_curse_may_kill_and_the_second_curse_still_rolls() -> None:
    t = at("N=@1/1qi/tao:r N1=39 W3=40 circle=r turn=N")
    t.do("exorcise", "roll:r", "roll:r", "roll:g", "curse:ghost", "draw:49", "place:N2")
    assert not t.alive("N")
    assert t.cursed
    t.do("curse:haunt")
    assert t.haunted == {1}
    assert t.active == "E"


@rule("GS-10.1", "GS-5.4")
def test_an_added_ghost_may_kill_in_the_yin_phase() -> None:
    t = at("E=1qi turn=N").do("end", "draw:37", "place:N1", "draw:49", "place:E1")
    assert not t.alive("E")
    assert t.active == "S"


@rule("GS-10.1", "GS-6.5")
def test_the_tao_reward_of_a_dead_exorcist_lapses() -> None:
    t = at("N=@1/1qi/tao: N1=45 W3=6 turn=N")
    t.do("exorcise", "roll:k", "roll:y", "roll:y", "curse:qi")
    assert not t.alive("N")
    assert t.tao("N") == ""
    assert t.active == "E"
    assert t.drawing


@rule("GS-10.1", "GS-4.6")
def test_the_next_living_player_places_the_ghost_of_a_dead_exorcists_second_curse() -> None:
    t = at("N=@1/1qi/tao:r N1=39 W3=40 circle=r turn=N")
    t.do("exorcise", "roll:r", "roll:r", "roll:g", "curse:qi", "curse:ghost", "draw:54")
    assert t.actor == 1
    assert t.verbs("place") == {"N1", "N2", "N3"}


@rule("GS-10.1", "GS-10.3", "GS-5.4")
def test_the_grave_walker_of_a_dead_exorcists_second_curse_hits_a_living_taoist() -> None:
    t = at("N=@1/1qi/tao:r N1=39 W3=40 circle=r turn=N")
    t.do("exorcise", "roll:r", "roll:r", "roll:g", "curse:qi", "curse:ghost", "draw:49")
    t.do("place:N2")
    assert t.verbs("loseqi") == {"E", "S", "W"}
    t.do("loseqi:W")
    assert t.qi("W") == 2
    assert t.active == "E"
