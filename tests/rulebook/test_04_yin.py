"""Section 4: the Yin phase of the active board."""

from __future__ import annotations

import pytest

from .table import at, rule

FULL_NORTH = "N1=35 N2=37 N3=39"
FULL_EAST = "E1=24 E2=26 E3=28"


@rule("GS-4.1")
def test_a_figure_on_the_card_steps_onto_the_stone() -> None:
    t = at("N1=38 turn=W").do("end")
    assert t.figure("N1") == "stone"
    assert t.happened("figure_on_stone", space=0)
    assert t.haunted == set()


@rule("GS-4.1")
def test_a_figure_on_the_stone_haunts_the_nearest_tile_and_returns_to_the_card() -> None:
    t = at("N1=38! turn=W").do("end")
    assert t.haunted == {1}
    assert t.figure("N1") == "card"


@rule("GS-4.1")
def test_a_haunter_needs_two_yin_phases_of_its_board_for_each_tile() -> None:
    t = at("N1=38 turn=N:yin")
    assert (t.figure("N1"), t.haunted) == ("stone", set())
    t = at("N1=38! turn=N:yin")
    assert (t.figure("N1"), t.haunted) == ("card", {1})


@rule("GS-4.1")
@pytest.mark.parametrize(("village", "haunted"), [("cAH/SBN/PWT", {1, 4}), ("cAH/sBN/PWT", {1, 4, 7})])
def test_a_haunter_passes_over_tiles_that_are_haunted_already(village: str, haunted: set[int]) -> None:
    t = at(f"de2 initiation village={village} N1=38! turn=W").do("end")
    assert t.haunted == haunted
    assert t.outcome is None


@rule("GS-4.1")
@pytest.mark.parametrize(
    ("space", "place"),
    [
        ("N1", 1),
        ("N2", 2),
        ("N3", 3),
        ("E1", 3),
        ("E2", 6),
        ("E3", 9),
        ("S1", 9),
        ("S2", 8),
        ("S3", 7),
        ("W1", 7),
        ("W2", 4),
        ("W3", 1),
    ],
)
def test_the_nearest_tile_of_every_space_is_haunted_first(space: str, place: int) -> None:
    t = at(f"{space}=38! turn={space[0]}:yin")
    assert t.haunted == {place}


@rule("GS-4.1")
def test_haunters_act_in_space_order() -> None:
    t = at("N1=38! N2=34 N3=41! turn=W").do("end")
    acts = [(e.id, e.values["space"]) for e in t.events if e.id in ("tile_haunted", "figure_on_stone")]
    assert acts == [("tile_haunted", 0), ("figure_on_stone", 1), ("tile_haunted", 2)]


@rule("GS-4.1")
def test_haunters_of_other_boards_wait_for_their_own_yin_phase() -> None:
    t = at("E1=38! S1=34 turn=W").do("end")
    assert t.haunted == set()
    assert (t.figure("E1"), t.figure("S1")) == ("stone", "card")


@rule("GS-4.1", "GS-4.3")
def test_all_haunters_act_before_any_tormentor() -> None:
    t = at("N1=44 N3=38! turn=W").do("end")
    assert t.cursed
    assert t.haunted == {3}


@rule("GS-4.2", "GS-13.2")
def test_a_haunter_without_an_active_tile_in_its_line_loses_the_game_at_once() -> None:
    t = at("de2 initiation village=cAH/sBN/pWT N1=38! turn=W").do("end")
    assert t.lost
    assert t.reason_rule == "GS-4.2"


@rule("GS-4.2")
def test_a_fully_haunted_line_does_no_harm_while_the_figure_is_still_on_the_card() -> None:
    t = at("de2 initiation village=cAH/sBN/pWT N1=38 turn=W").do("end")
    assert t.outcome is None
    assert t.figure("N1") == "stone"


@rule("GS-4.2", "GS-7.1")
def test_a_tormentors_haunt_without_an_active_tile_loses_the_game() -> None:
    t = at("de2 initiation village=cAH/sBN/pWT N1=44 turn=W").do("end", "curse:haunt")
    assert t.lost
    assert t.reason_rule == "GS-4.2"


@rule("GS-4.2", "GS-6.5")
def test_the_curse_of_a_banished_ghost_without_an_active_tile_loses_the_game() -> None:
    line = "de2 initiation village=CaH/SbN/PwT N=@2 N2=39 turn=N"
    t = at(line).do("exorcise", "roll:r", "roll:r", "roll:g", "curse:haunt")
    assert t.lost
    assert t.reason_rule == "GS-4.2"


@rule("GS-4.2", "GS-5.4")
def test_an_arrival_that_haunts_a_line_without_an_active_tile_loses_the_game() -> None:
    t = at("de2 initiation village=cAH/sBN/pWT turn=W").do("end", "draw:54", "place:N1")
    assert t.lost
    assert t.reason_rule == "GS-4.2"


@rule("GS-4.3")
def test_the_curse_die_is_rolled_once_for_each_tormentor_in_space_order() -> None:
    t = at("N1=44 N3=11 turn=W").do("end", "curse:haunt")
    assert t.haunted == {1}
    assert t.cursed
    t.do("curse:haunt")
    assert t.haunted == {1, 3}
    assert t.drawing


@rule("GS-4.3")
def test_tormentors_of_other_boards_are_not_rolled_for() -> None:
    t = at("E1=44 S1=11 W1=22 turn=W").do("end")
    assert t.drawing


@rule("GS-4.3", "GS-5.4")
def test_a_tormentor_that_arrives_during_the_rolls_is_not_rolled_for_yet() -> None:
    line = "N=yellow/pockets W=red/spires N1=44 turn=W"
    t = at(line).do("end", "curse:ghost", "draw:11", "place:N2")
    assert t.drawing


@rule("GS-4.3", "GS-9.6")
def test_the_bonecracker_acts_before_haunters_and_tormentors() -> None:
    t = at("N=tao:rg N1=61 N2=38! N3=44 turn=W").do("end")
    assert t.haunted == set()
    assert t.legal == {"discard:r", "discard:g"}
    t.do("discard:r")
    assert t.haunted == {2}
    assert t.cursed


@rule("GS-4.4")
def test_three_ghosts_on_the_board_cost_its_taoist_a_qi_and_no_ghost_arrives() -> None:
    t = at(f"{FULL_NORTH} turn=W").do("end")
    assert t.happened("board_overrun", board=0)
    assert t.qi("N") == 2
    assert t.deck == 53
    assert t.active == "N"
    assert t.actor == 0
    assert t.can("end", "move:1")


@rule("GS-4.4", "GS-4.5")
def test_two_ghosts_on_the_board_cost_nothing_and_a_ghost_arrives() -> None:
    t = at("N1=35 N2=37 E1=24 E2=26 E3=28 turn=W").do("end")
    assert t.qi("N") == 3
    assert t.drawing


@rule("GS-4.4")
def test_a_buddha_does_not_count_as_a_ghost_for_the_overrun() -> None:
    t = at("N1=35 N2=37 N3=b turn=W").do("end")
    assert t.qi("N") == 3
    assert t.drawing


@rule("GS-4.4")
@pytest.mark.parametrize("edition", ["de1", "de2", "en"])
def test_a_third_ghost_brought_by_a_tormentor_overruns_the_board_in_the_same_phase(
    edition: str,
) -> None:
    t = at(f"{edition} N1=44 N2=35 turn=W").do("end", "curse:ghost", "draw:43")
    assert t.qi("N") == 2
    assert t.actor == 0
    assert t.deck == 53


@rule("GS-4.4")
def test_in_the_polish_edition_the_overrun_is_judged_at_the_start_of_the_turn() -> None:
    t = at("pl N1=44 N2=35 turn=W").do("end", "curse:ghost", "draw:43")
    assert t.qi("N") == 3
    assert t.drawing


@rule("GS-4.4")
def test_three_ghosts_at_the_start_overrun_the_board_in_the_polish_edition_too() -> None:
    t = at(f"pl {FULL_NORTH} turn=W").do("end")
    assert t.qi("N") == 2
    assert t.actor == 0


@rule("GS-4.5")
def test_exactly_one_ghost_arrives_in_step_three() -> None:
    t = at("turn=W").do("end", "draw:38", "place:N1")
    assert t.ghosts == {"N1": 38}
    assert t.actor == 0
    assert t.can("end")


@rule("GS-4.5", "GS-4.6")
def test_no_ghost_arrives_on_a_neutral_boards_turn() -> None:
    t = at("2p turn=N").do("end")
    assert t.active == "S"
    assert t.drawing


@rule("GS-4.5", "GS-4.6", "GS-10.1")
def test_no_ghost_arrives_on_a_dead_taoists_turn() -> None:
    t = at("E=0qi turn=N").do("end")
    assert t.active == "S"
    assert t.drawing


@rule("GS-4.6")
def test_haunters_act_on_a_neutral_board() -> None:
    t = at("2p E1=38! E2=34 turn=N").do("end")
    assert t.haunted == {3}
    assert t.figure("E2") == "stone"


@rule("GS-4.6")
def test_haunters_act_on_a_possessed_board() -> None:
    t = at("E=0qi E1=38! E2=34 turn=N").do("end")
    assert t.haunted == {3}
    assert t.figure("E2") == "stone"


@rule("GS-4.6")
def test_tormentors_are_rolled_for_on_neutral_and_possessed_boards() -> None:
    for line in ("2p E1=33 turn=N", "E=0qi E1=33 turn=N"):
        t = at(line).do("end")
        assert t.active == "E"
        assert t.cursed


@rule("GS-4.6")
def test_three_ghosts_on_a_neutral_board_cost_its_own_qi() -> None:
    t = at(f"2p {FULL_EAST} turn=N").do("end")
    assert t.qi("E") == 2
    assert (t.qi("N"), t.qi("S")) == (3, 3)
    assert t.active == "S"


@rule("GS-4.6", "GS-10.1")
def test_a_neutral_board_without_qi_is_possessed() -> None:
    t = at(f"2p E=1qi {FULL_EAST} turn=N").do("end")
    assert t.qi("E") == 0
    assert t.possessed("E")
    assert t.outcome is None


@rule("GS-4.6")
def test_neutral_and_possessed_boards_have_no_yang_phase() -> None:
    t = at("2p turn=N").do("end", "draw:43", "place:N1", "end")
    assert t.active == "N"
    assert t.drawing


@rule("GS-4.6")
@pytest.mark.parametrize(
    ("line", "ends", "seat"),
    [
        ("2p E1=33 turn=N", ("end",), 1),
        ("2p W1=33 turn=S", ("end",), 0),
        ("1p E1=33 turn=N", ("end",), 0),
        ("E=0qi E1=33 turn=N", ("end",), 2),
        ("E=0qi S=0qi E1=33 turn=N", ("end",), 3),
    ],
)
def test_the_next_living_player_clockwise_decides_for_a_board_without_a_living_taoist(
    line: str, ends: tuple[str, ...], seat: int
) -> None:
    t = at(line).do(*ends, "curse:ghost", "draw:43")
    assert t.actor == seat
    assert t.legal == {"place:N1", "place:N2", "place:N3"}


@rule("GS-4.6", "GS-4.4")
@pytest.mark.parametrize(("edition", "left"), [("de1", 3), ("de2", 2), ("en", 2), ("pl", 2)])
def test_the_overrun_of_a_neutral_board_is_judged_in_step_two_but_at_the_start_in_de1(
    edition: str, left: int
) -> None:
    t = at(f"{edition} 2p E1=33 E2=24 turn=N").do("end", "curse:ghost", "draw:32")
    assert "E3" in t.ghosts
    assert t.qi("E") == left
    assert t.active == "S"


@rule("GS-4.4")
def test_an_incarnation_counts_for_the_overrun() -> None:
    t = at("N1=35 N2=37 N3=64 deck=10 turn=W").do("end")
    assert t.qi("N") == 2


@rule("GS-4.6", "GS-10.3")
def test_a_neutral_board_possessed_in_step_one_goes_on_as_a_possessed_one() -> None:
    t = at("2p E=1qi E1=33 E2=44 turn=N").do("end", "curse:qi")
    assert t.possessed("E")
    assert t.cursed
    t.do("curse:qi")
    assert t.verbs("loseqi") == {"N", "S"}


@rule("GS-4.1", "GS-13.2")
def test_the_haunting_that_loses_the_game_stops_everything_at_once() -> None:
    t = at("village=CAh/SbN/PWT N1=38! N2=34! N3=44 turn=W").do("end")
    assert t.lost
    assert t.haunted == {3, 5, 1}
