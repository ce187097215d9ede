"""Section 12: every row of the edition table, in all four editions."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table, at, difference, new, rule

LIMIT = "haunted tiles that lose the game: Initiation / other levels"
BLACK = "extra black Tao at Initiation (solo too)"
TWIN = "Twin Winds moves the other Taoist"
UNCATCHABLE = "Uncatchable and the Buddha"
FORGOTTEN = "Forgotten Ones"
OVERRUN = "overrun judged"
TOKEN = "Power token"
SOLO = "solo changes to Cemetery and Pavilion"
GREEN = "green powers on a neutral board's rolls"
DEAD_TOKENS = "dead Taoist's Power tokens"
DEAD_YIN_YANG = "incarnation's Yin-Yang to a dead Taoist"
FIVE = "5-Qi variant printed"
AFTERWARDS = "Uncatchable: afterwards"
EAST = {"E1", "E2", "E3"}
NEXT = {"de1": 49, "de2": 49, "en": 49, "pl": 44}
"""Cards left at Nightmare when the first incarnation is the next (GS-3.3)."""


def attempt(line: str, faces: str) -> Table:
    """N tries an exorcism; where the rules refuse it outright, nothing happens."""
    t = at(line)
    if t.can("exorcise"):
        t.do("exorcise")
        for face in faces:
            if t.rolling:
                t.do(f"roll:{face}")
    return t


@difference(LIMIT, de1=4, de2=4, en=3, pl=3)
@rule("GS-13.2")
def test_haunted_tiles_that_lose_the_game_at_initiation(edition: str, expected: int) -> None:
    t = at(f"{edition} initiation turn=N")
    assert t.view["haunted_limit"] == expected
    before = {3: "Cah/SBN/PWT", 4: "Cah/SbN/PWT"}[expected]
    t = at(f"{edition} initiation village={before} N1=38! turn=W").do("end")
    assert t.lost
    assert t.reason_rule == "GS-13.2"
    one_less = {3: "CaH/SBN/PWT", 4: "Cah/SBN/PWT"}[expected]
    t = at(f"{edition} initiation village={one_less} N1=38! turn=W").do("end")
    assert t.outcome is None


@difference(LIMIT, de1=3, de2=3, en=3, pl=3)
@rule("GS-13.2")
@pytest.mark.parametrize("level", ["normal", "nightmare", "hell"])
def test_haunted_tiles_that_lose_the_game_at_other_levels(edition: str, expected: int, level: str) -> None:
    t = at(f"{edition} {level} village=Cah/SBN/PWT N1=38! turn=W").do("end")
    assert t.lost
    assert len(t.haunted) == expected
    t = at(f"{edition} {level} village=CaH/SBN/PWT N1=38! turn=W").do("end")
    assert t.outcome is None


@difference(BLACK, de1="", de2="", en="k", pl="k")
@rule("GS-3.2")
def test_extra_black_tao_at_initiation(edition: str, expected: str) -> None:
    t = at(f"{edition} initiation turn=N")
    assert [t.tao(board) for board in "NESW"] == [c + expected for c in "rgby"]
    t = at(f"{edition} initiation 3p turn=N")
    assert [t.tao(board) for board in "NESW"] == [*(c + expected for c in "rgb"), ""]


@difference(BLACK, de1="ybgr", de2="ybgr", en="ybgrk", pl="ybgrk")
@rule("GS-3.5")
def test_extra_black_tao_for_the_lone_taoist(edition: str, expected: str) -> None:
    assert at(f"{edition} initiation 1p turn=N").tao("N") == expected
    assert at(f"{edition} normal 1p turn=N").tao("N") == "ybgr"


@difference(BLACK)
@rule("GS-3.2")
@pytest.mark.parametrize("level", ["normal", "nightmare", "hell"])
def test_no_extra_black_tao_at_other_levels(edition: str, level: str) -> None:
    assert at(f"{edition} {level} turn=N").tao("N") == "r"


@difference(TWIN, de1=True, de2=True, en=False, pl=False)
@rule("GS-8.4")
def test_twin_winds_after_the_own_move(edition: str, expected: bool) -> None:
    t = at(f"{edition} N=red/twin turn=N").do("move:2")
    assert bool(t.verbs("twin")) == expected


@difference(TWIN, de1=False, de2=False, en=True, pl=True)
@rule("GS-8.4")
def test_the_own_move_after_twin_winds(edition: str, expected: bool) -> None:
    t = at(f"{edition} N=red/twin turn=N").do("twin:E", "carry:1")
    assert bool(t.verbs("move")) == expected


@difference(UNCATCHABLE, de1={"S2"}, de2=EAST, en=EAST, pl=EAST)
@rule("GS-9.2", "GS-5.2")
def test_where_the_uncatchable_arrives_when_a_buddha_stands_elsewhere(
    edition: str, expected: set[str]
) -> None:
    t = at(f"{edition} S2=b deck=11 turn=N").do("end", "draw:57")
    if len(expected) == 1:
        assert t.ghosts == dict.fromkeys(expected, 57)
    else:
        assert t.verbs("place") == expected


@difference(UNCATCHABLE, "de1")
@rule("GS-9.2", "GS-5.2")
def test_in_de1_the_uncatchable_may_choose_among_the_buddhas_of_all_boards(edition: str) -> None:
    t = at(f"{edition} E1=b S2=b deck=11 turn=N").do("end", "draw:57")
    assert t.verbs("place") == {"E1", "S2"}


@difference(UNCATCHABLE, "de1")
@rule("GS-9.2", "GS-5.2")
def test_in_de1_the_uncatchable_follows_the_usual_rule_without_a_buddha(edition: str) -> None:
    t = at(f"{edition} E1=24 deck=11 turn=N").do("end", "draw:57")
    assert t.verbs("place") == {"E2", "E3"}


@difference(UNCATCHABLE, de1=True, de2=False, en=True, pl=True)
@rule("GS-9.2", "GS-5.3")
def test_whether_the_buddha_stays_under_the_arriving_uncatchable(edition: str, expected: bool) -> None:
    t = at(f"{edition} E1=b E2=b deck=11 turn=N").do("end", "draw:57", "place:E1")
    assert t.card("E1") == 57
    assert t.buddha("E1") == expected
    assert t.temple == (0 if expected else 1)


@difference(UNCATCHABLE)
@rule("GS-9.2")
def test_an_uncatchable_that_came_onto_a_buddha_can_be_exorcised(edition: str) -> None:
    line = f"{edition} nightmare E=red/spires/@6/tao: N=green/mountain E2=b E3=b deck={NEXT[edition]} turn=N"
    t = at(line).do("end", "draw:57", "place:E2", "curse:blank")
    assert t.active == "E"
    t.do("exorcise", "roll:k", "roll:k", "roll:k")
    assert t.card("E2") is None


@difference(UNCATCHABLE)
@rule("GS-9.2")
def test_an_uncatchable_that_met_no_buddha_cannot_be_exorcised(edition: str) -> None:
    t = attempt(f"{edition} nightmare N=@2/tao:kkk N2=57 turn=N", "kkk")
    assert t.card("N2") == 57
    assert not t.can("banish:first")


@difference(FORGOTTEN, de1=False, de2=True, en=True, pl=True)
@rule("GS-9.5")
def test_powers_after_the_forgotten_ones_are_banished(edition: str, expected: bool) -> None:
    t = at(f"{edition} nightmare E=@6/tao: deck={NEXT[edition]} turn=N").do("end", "draw:60", "place:E2")
    assert t.active == "E"
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "giveqi:N")
    assert t.card("E2") is None
    assert [t.powered(board) for board in "NESW"] == [expected] * 4


@difference(FORGOTTEN)
@rule("GS-9.5")
def test_no_powers_while_the_forgotten_ones_are_in_play(edition: str) -> None:
    t = at(f"{edition} deck=11 turn=N").do("end", "draw:60", "place:E1")
    assert [t.powered(board) for board in "NESW"] == [False] * 4


@difference(FORGOTTEN, "de1")
@rule("GS-9.5", "GS-8.9")
def test_in_de1_power_tokens_stay_useless_after_the_forgotten_ones(edition: str) -> None:
    assert at(f"{edition} nightmare 2p turn=N").verbs("borrow")
    t = at(f"{edition} nightmare 2p banished=60 powers_gone turn=N")
    assert t.verbs("borrow") == set()
    assert t.verbs("move")


@difference(OVERRUN, de1=(2, False), de2=(2, False), en=(2, False), pl=(3, True))
@rule("GS-4.4")
def test_the_overrun_by_a_third_ghost_that_comes_in_step_one(
    edition: str, expected: tuple[int, bool]
) -> None:
    t = at(f"{edition} N1=44 N2=35 turn=W").do("end", "curse:ghost", "draw:43")
    assert (t.qi("N"), t.drawing) == expected


@difference(OVERRUN, de1=3, de2=2, en=2, pl=2)
@rule("GS-4.4", "GS-4.6")
def test_the_overrun_of_a_neutral_board_by_a_third_ghost(edition: str, expected: int) -> None:
    t = at(f"{edition} 2p E1=33 E2=24 turn=N").do("end", "curse:ghost", "draw:32")
    assert t.qi("E") == expected


@difference(OVERRUN, de1=False, de2=True, en=True, pl=True)
@rule("GS-4.4", "GS-4.6", "GS-10.3")
def test_the_overrun_of_a_possessed_board_by_a_third_ghost(edition: str, expected: bool) -> None:
    t = at(f"{edition} E=0qi E1=33 E2=24 turn=N").do("end", "curse:ghost", "draw:32")
    assert bool(t.verbs("loseqi")) == expected


@difference(OVERRUN)
@rule("GS-4.4", "GS-4.6")
def test_three_ghosts_from_the_start_overrun_every_board(edition: str) -> None:
    t = at(f"{edition} N1=35 N2=37 N3=39 turn=W").do("end")
    assert t.qi("N") == 2
    t = at(f"{edition} 2p E1=24 E2=26 E3=28 turn=N").do("end")
    assert t.qi("E") == 2


@difference(TOKEN, de1=True, de2=True, en=True, pl=False)
@rule("GS-8.9")
def test_a_power_token_after_ones_own_power_of_flight(edition: str, expected: bool) -> None:
    line = f"{edition} 3p N=red/spires/@1/tao: W=green/mountain E=yellow/pockets E3=24 turn=N"
    t = at(line).do("move:9")
    assert ("W" in t.verbs("borrow")) == expected


@difference(TOKEN, de1=True, de2=True, en=True, pl=False)
@rule("GS-8.9")
def test_a_power_token_after_ones_own_pockets(edition: str, expected: bool) -> None:
    line = f"{edition} 3p N=yellow/pockets/@2/tao: W=green/mountain E=red/spires N2=38 turn=N"
    t = at(line).do("pockets:k")
    assert ("W" in t.verbs("borrow")) == expected


@difference(TOKEN)
@rule("GS-8.9")
def test_a_power_token_before_ones_own_power(edition: str) -> None:
    line = f"{edition} 3p N=yellow/pockets/@2/tao: W=green/mountain E=red/spires N2=38 turn=N"
    t = at(line).do("borrow:W")
    assert t.verbs("pockets") == set("ybgrk")


@difference(SOLO, de1=False, de2=True, en=True, pl=True)
@rule("GS-3.5", "GS-11.8")
def test_whether_the_pavilion_moves_the_lone_taoist(edition: str, expected: bool) -> None:
    t = at(f"{edition} 1p N=@8 turn=N")
    assert t.can("help") == expected  # no ghost in play
    t = at(f"{edition} 1p N=@8 N1=38 turn=N").do("help")
    if t.verbs("blow"):
        t.do("blow:N1")
    t.do("blowto:E1")
    assert ("skip" in t.legal) == expected
    assert t.card("E1") == 38


@difference(SOLO)
@rule("GS-3.5", "GS-11.1")
def test_the_cemetery_never_helps_the_lone_taoist(edition: str) -> None:
    t = at(f"{edition} 1p N=@1 E=0qi turn=N")
    assert not t.can("help")


@difference(GREEN)
@rule("GS-7.2")
def test_green_powers_never_help_on_a_neutral_boards_rolls(edition: str) -> None:
    t = at(f"{edition} 2p E=green/mountain E1=33 turn=N").do("end")
    assert t.cursed
    t = at(f"{edition} 2p E=green/favorite E1=33 turn=N").do("end", "curse:qi")
    assert t.qi("E") == 2
    t = at(f"{edition} 2p N=green/favorite E=red/spires W1=33 turn=S").do("end", "curse:qi")
    assert t.qi("W") == 2
    t = at(f"{edition} 2p N=green/mountain E=red/spires W1=33 turn=S").do("end")
    assert t.cursed


@difference(DEAD_TOKENS, de1=0, de2=1, en=1, pl=1)
@rule("GS-10.1")
def test_a_dead_taoists_power_tokens(edition: str, expected: int) -> None:
    t = at(f"{edition} 3p N=@4/1qi N1=38 E1=24 turn=N").do("help", "expel:N1")
    assert not t.alive("N")
    assert (t.tokens("N"), t.centre) == (0, expected)


@difference(DEAD_YIN_YANG, de1={"E", "S", "W"}, de2={"S", "W"}, en={"S", "W"}, pl={"S", "W"})
@rule("GS-6.5")
def test_an_incarnations_yin_yang_for_a_dead_taoist(edition: str, expected: set[str]) -> None:
    line = f"{edition} nightmare N=@2/tao: E=0qi S=-yy W=-yy N2=60 turn=N"
    t = attempt(line, "kkk")
    assert t.verbs("giveqi") == {"N", "S", "W"}
    t.do("giveqi:N")
    assert t.verbs("giveyy") == expected


@difference(DEAD_YIN_YANG, "de1")
@rule("GS-6.5")
def test_in_de1_the_dead_taoist_holds_the_yin_yang(edition: str) -> None:
    line = f"{edition} nightmare N=@2/tao: E=0qi S=-yy N2=60 turn=N"
    t = attempt(line, "kkk").do("giveqi:N", "giveyy:E")
    assert t.yin_yang("E")
    assert not t.alive("E")


@difference(FIVE)
@rule("GS-3.2")
def test_the_five_qi_variant_is_offered_in_every_edition(edition: str) -> None:
    t = at(f"{edition} initiation 5qi turn=N")
    assert [t.qi(board) for board in "NESW"] == [5] * 4
    options: dict[str, Any] = {"edition": edition, "level": "initiation", "five_qi": True}
    assert new(**options).view["options"]["five_qi"] is True


@difference(AFTERWARDS, de1=2, en=2, pl=2)
@rule("GS-9.2")
def test_the_buddha_goes_to_the_temple_when_the_uncatchable_is_banished(edition: str, expected: int) -> None:
    t = attempt(f"{edition} nightmare N=@2/tao: N2=57b turn=N", "kkk")
    assert t.card("N2") is None
    assert not t.buddha("N2")
    assert t.temple == expected


@difference(AFTERWARDS, "en", "pl")
@rule("GS-9.2", "GS-11.8")
def test_moved_off_the_uncatchable_leaves_its_buddha_and_is_safe_again(edition: str) -> None:
    t = at(f"{edition} nightmare S=blue/gust/@8/tao: N2=57b turn=S")
    t.do("help", "blow:N2", "blowto:S2", "skip")
    assert t.card("S2") == 57
    assert t.buddha("N2")
    assert not t.buddha("S2")
    if t.can("exorcise"):
        t.do("exorcise", "roll:k", "roll:k", "roll:k")
    assert t.card("S2") == 57


@difference(AFTERWARDS, "de2")
@rule("GS-9.2", "GS-11.8")
def test_in_de2_the_uncatchable_stays_vulnerable_if_moved(edition: str) -> None:
    t = at(f"{edition} nightmare exposed S=blue/gust/@8/tao: N2=57 turn=S")
    t.do("help", "blow:N2", "blowto:S2", "skip", "exorcise", "roll:k", "roll:k", "roll:k")
    assert t.card("S2") is None


@difference(AFTERWARDS, "de2")
@rule("GS-9.2", "GS-8.8")
def test_in_de2_the_uncatchable_stays_vulnerable_when_another_ghost_leaves(edition: str) -> None:
    t = at(f"{edition} nightmare exposed N=blue/wind/@1/tao: N1=57 W3=14 turn=N")
    t.do("exorcise", "roll:b", "roll:b", "roll:y")
    assert t.card("W3") is None
    t.do("exorcise", "roll:k", "roll:k", "roll:k")
    assert t.card("N1") is None


@difference(UNCATCHABLE, "de2")
@rule("GS-9.2", "GS-11.8", "GS-5.3")
def test_in_de2_the_uncatchable_may_be_blown_onto_a_buddha_which_returns(edition: str) -> None:
    t = at(f"{edition} nightmare S=blue/gust/@8/tao: N2=57 S2=b turn=S")
    t.do("help", "blow:N2", "blowto:S2", "skip")
    assert t.temple == 2
    t.do("exorcise", "roll:k", "roll:k", "roll:k")
    assert t.card("S2") is None


@difference(UNCATCHABLE, "de1", "en", "pl")
@rule("GS-9.2", "GS-11.8", "GS-5.3")
def test_the_uncatchable_blown_onto_a_buddha_can_be_exorcised_there(edition: str) -> None:
    t = at(f"{edition} nightmare S=blue/gust/@8/tao: N2=57 S2=b turn=S")
    t.do("help", "blow:N2", "blowto:S2", "skip")
    assert t.buddha("S2")
    t.do("exorcise", "roll:k", "roll:k", "roll:k")
    assert t.card("S2") is None
