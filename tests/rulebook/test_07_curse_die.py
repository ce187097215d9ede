"""Section 7: the Curse die."""

from __future__ import annotations

import pytest

from .table import Table, at, rule


def banish_curse(line: str) -> Table:
    """N banishes a Blood Drinker on N2 and is about to roll the Curse die."""
    t = at(f"{line} turn=N").do("exorcise", "roll:r", "roll:r", "roll:g")
    assert t.cursed
    return t


@rule("GS-7.1")
def test_a_blank_face_does_nothing() -> None:
    t = banish_curse("N=@2/tao:k N2=39").do("curse:blank")
    assert (t.qi("N"), t.tao("N"), t.haunted, t.ghosts) == (3, "k", set(), {})
    assert t.can("end")


@rule("GS-7.1")
def test_the_haunt_face_haunts_the_first_active_tile_of_the_causing_ghosts_line() -> None:
    assert banish_curse("N=@2/tao: N2=39").do("curse:haunt").haunted == {2}
    line = "village=CaH/SBN/PWT N=@2/tao: N2=39"
    assert banish_curse(line).do("curse:haunt").haunted == {2, 5}


@rule("GS-7.1")
def test_the_ghost_face_brings_a_ghost() -> None:
    t = banish_curse("N=@2/tao: N2=39").do("curse:ghost")
    assert t.drawing
    t.do("draw:32", "place:E2")
    assert t.ghosts == {"E2": 32}


@rule("GS-7.1")
def test_the_tao_face_takes_all_tao_of_the_roller() -> None:
    t = banish_curse("N=@2/tao:yrkk N2=39").do("curse:tao")
    assert t.tao("N") == ""
    assert t.supply("k") == 4
    assert [t.tao(board) for board in "ESW"] == ["g", "b", "y"]


@rule("GS-7.1")
def test_the_tao_face_does_nothing_to_a_roller_without_tao() -> None:
    t = banish_curse("N=@2/tao: N2=39").do("curse:tao")
    assert t.qi("N") == 3
    assert t.can("end")


@rule("GS-7.1")
def test_the_qi_face_takes_one_qi_of_the_roller() -> None:
    t = banish_curse("N=@2/tao: N2=39").do("curse:qi")
    assert [t.qi(board) for board in "NESW"] == [2, 3, 3, 3]


@rule("GS-7.2")
@pytest.mark.parametrize("who", ["2p", "E=0qi"])
def test_the_tao_face_does_nothing_to_a_board_without_a_living_taoist(who: str) -> None:
    t = at(f"{who} E1=33 turn=N").do("end", "curse:tao")
    assert t.active == "S"
    assert (t.tao("N"), t.tao("S")) == ("r", "b")


@rule("GS-7.2")
def test_the_qi_face_takes_a_qi_of_the_neutral_board() -> None:
    t = at("2p E1=33 turn=N").do("end", "curse:qi")
    assert [t.qi(board) for board in "NESW"] == [3, 2, 3, 3]


@rule("GS-7.2", "GS-10.3")
def test_the_qi_face_rolled_for_a_possessed_board_hits_a_living_taoist_of_choice() -> None:
    t = at("E=0qi E1=33 turn=N").do("end", "curse:qi")
    assert t.verbs("loseqi") == {"N", "S", "W"}
    t.do("loseqi:W")
    assert [t.qi(board) for board in "NESW"] == [3, 0, 3, 2]


@rule("GS-7.2")
@pytest.mark.parametrize("who", ["2p", "E=0qi"])
def test_the_haunt_face_works_on_boards_without_a_living_taoist(who: str) -> None:
    t = at(f"{who} E1=33 turn=N").do("end", "curse:haunt")
    assert t.haunted == {3}


@rule("GS-7.2", "GS-8.6")
def test_the_gods_favorite_does_not_help_on_a_neutral_boards_roll() -> None:
    # E, green, decides for no one; W is neutral; N would decide
    t = at("3p N=green/favorite E=red/spires W1=33 turn=S").do("end", "curse:qi")
    assert not t.can("recurse:yes")
    assert t.qi("W") == 2


@rule("GS-7.2", "GS-8.5")
def test_a_neutral_green_boards_own_power_does_not_help_on_its_rolls() -> None:
    t = at("2p E=green/mountain E1=33 turn=N").do("end")
    assert t.cursed
    t = at("2p E=green/favorite E1=33 turn=N").do("end", "curse:qi")
    assert not t.can("recurse:yes")
    assert t.qi("E") == 2


@rule("GS-7.2", "GS-10.2")
def test_a_possessed_green_boards_power_does_not_help_on_its_rolls() -> None:
    t = at("E=green/mountain/0qi E1=33 turn=N").do("end")
    assert t.cursed


@rule("GS-7.2", "GS-5.2")
@pytest.mark.parametrize("who", ["2p", "E=0qi"])
def test_a_board_without_a_living_taoist_is_the_active_board_for_the_ghost_it_brings(
    who: str,
) -> None:
    t = at(f"{who} E1=33 turn=N").do("end", "curse:ghost", "draw:54")
    assert t.verbs("place") == {"E2", "E3"}
    t.do("place:E2")
    assert t.haunted == {6}


@rule("GS-7.3")
def test_the_roller_of_an_exorcisms_curse_is_the_exorcist_not_the_owner_of_the_board() -> None:
    t = at("N=@6/tao: E2=39 turn=N").do("exorcise", "roll:r", "roll:r", "roll:g", "curse:qi")
    assert [t.qi(board) for board in "NESW"] == [2, 3, 3, 3]


@rule("GS-7.3")
def test_the_roller_of_a_tormentors_curse_is_the_boards_taoist() -> None:
    t = at("S1=33 turn=E").do("end", "curse:qi")
    assert [t.qi(board) for board in "NESW"] == [3, 3, 2, 3]


@rule("GS-7.3")
def test_the_roller_of_an_arrivals_curse_is_the_active_taoist() -> None:
    line = "S1=2 S2=4 S3=6 N=@9 deck=11 turn=N"
    t = at(line).do("help", "take:r", "draw:57", "place:N1", "curse:qi")
    assert [t.qi(board) for board in "NESW"] == [3, 3, 3, 3]  # the Tea House gave N one


@rule("GS-7.1", "GS-5.1")
def test_the_ghost_face_costs_a_qi_when_all_spaces_are_full() -> None:
    full = "N1=44 N2=37 N3=39 E1=24 E2=26 E3=28 S1=13 S2=15 S3=17 W1=2 W2=4 W3=6"
    t = at(f"{full} turn=W").do("end", "curse:ghost")
    assert t.qi("N") == 1  # for the ghost, and for the overrun
    assert t.actor == 0


@rule("GS-7.2", "GS-8.9")
def test_a_mountain_borrowed_in_the_turn_before_does_not_spare_the_neutral_board() -> None:
    t = at("2p E=green/mountain N=@2 N2=38 E1=33 turn=N").do("borrow:E", "end")
    assert t.active == "E"
    assert t.cursed
