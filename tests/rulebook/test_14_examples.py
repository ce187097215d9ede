"""Section 14: the worked examples of the books."""

from __future__ import annotations

import pytest

from .table import EDITIONS, at, example, rule

editions = pytest.mark.parametrize("edition", EDITIONS)


@example(1)
@rule("GS-6.3", "GS-6.4")
@editions
@pytest.mark.parametrize("faces", ["rrg", "rwg", "wwk", "rrr"])
def test_example_1_two_red_or_white_faces_banish_bleeding_eyes(edition: str, faces: str) -> None:
    t = at(f"{edition} W=yellow/pockets/@2/tao: N2=38 turn=W")
    t.do("exorcise", *[f"roll:{face}" for face in faces])
    assert t.card("N2") is None


@example(1)
@rule("GS-6.4")
@editions
def test_example_1_one_red_face_and_a_red_token_may_banish_bleeding_eyes(edition: str) -> None:
    t = at(f"{edition} W=yellow/pockets/@2/tao:r N2=38 turn=W")
    t.do("exorcise", "roll:r", "roll:y", "roll:b")
    assert t.legal == {"banish:first", "banish:none"}
    t.do("banish:first")
    assert t.card("N2") is None
    assert t.tao("W") == ""


@example(2)
@rule("GS-6.3", "GS-6.4")
@editions
def test_example_2_red_white_yellow_and_a_red_token_banish_both(edition: str) -> None:
    t = at(f"{edition} W=@1/tao:r N1=38 W3=15 turn=W")
    t.do("exorcise", "roll:r", "roll:w", "roll:y")
    assert t.can("banish:both")
    t.do("banish:both")
    assert t.ghosts == {}
    assert t.tao("W") == ""


@example(3)
@rule("GS-6.4", "GS-6.5", "GS-8.10")
@editions
def test_example_3_both_must_go_and_the_unwanted_curse_is_rolled(edition: str) -> None:
    t = at(f"{edition} N=@1/tao:y N1=6 W3=3 turn=N")
    assert not t.powered("W")
    t.do("exorcise", "roll:y", "roll:y", "roll:w")
    assert t.ghosts == {}
    assert t.cursed
    assert t.powered("W")
    assert t.tao("N") == "y"


@example(4)
@rule("GS-6.4")
@editions
def test_example_4_the_yellow_taoists_tokens_pay_for_the_red_taoist(edition: str) -> None:
    t = at(f"{edition} N=red/spires/@4/tao: W=yellow/pockets/@4/tao:yy W2=8 turn=N")
    t.do("exorcise", "roll:g", "roll:y", "roll:r")
    assert t.can("banish:first")
    t.do("banish:first").pay()
    assert t.card("W2") is None
    assert t.tao("W") == ""


@example(5)
@rule("GS-4.4", "GS-5.1", "GS-5.4")
@editions
def test_example_5_severed_heads_fill_the_last_space(edition: str) -> None:
    line = f"{edition} N1=35 N2=37 E1=24 E2=26 E3=28 S1=13 S2=15 S3=17 W1=2 W2=4 W3=6 turn=W"
    t = at(line).do("end")
    left = t.deck
    t.do("draw:47")
    assert t.card("N3") == 47
    assert t.view["dice"]["captured"] == 1
    assert t.qi("N") == 2  # for the added ghost, not for the overrun
    assert t.happened("all_spaces_full")
    assert not t.happened("board_overrun")
    assert t.deck == left - 1
    assert (t.active, t.actor) == ("N", 0)


@example(6)
@rule("GS-6.3", "GS-6.5", "GS-6.6")
@editions
def test_example_6_the_yin_yang_helps_to_banish_the_dark_wraith_and_comes_back(
    edition: str,
) -> None:
    t = at(f"{edition} N=@2/tao: N2=52! turn=N")
    t.do("yinyang:7", "circle:k", "exorcise", "roll:k", "roll:w", "roll:g")
    assert t.card("N2") is None
    assert t.legal == {"qi", "yy"}
    t.do("yy")
    assert t.yin_yang("N")
    assert t.can("yinyang:7")


@example(7)
@rule("GS-10.1", "GS-11.4")
@editions
def test_example_7_the_last_qi_buys_the_village_time(edition: str) -> None:
    line = f"{edition} village=caH/SBN/PWT N=@4/1qi S1=12! S2=17 turn=N"
    t = at(line).do("help", "expel:S1")
    assert not t.alive("N")
    assert t.outcome is None
    assert t.ghosts == {"S2": 17}
    assert t.active == "E"


@example(8)
@rule("GS-9.4", "GS-13.1", "GS-13.2")
@editions
def test_example_8_the_death_armys_last_curse_may_still_lose_the_game(edition: str) -> None:
    line = f"{edition} village=caH/SBN/PWT N=@6/tao:kk E2=59 deck=10 turn=N"
    t = at(line).do("exorcise", "roll:k", "roll:k", "roll:k", "banish:first").pay()
    assert t.outcome is None
    t.do("curse:haunt")
    assert t.lost


@example(8)
@rule("GS-9.4", "GS-13.2")
@pytest.mark.parametrize("edition", ["de1", "de2"])
def test_example_8_at_initiation_the_fourth_haunted_tile_loses_in_the_german_books(
    edition: str,
) -> None:
    line = f"{edition} initiation village=cah/SBN/PWT N=@6/tao:kk E2=59 deck=10 turn=N"
    t = at(line).do("exorcise", "roll:k", "roll:k", "roll:k", "banish:first").pay()
    assert t.outcome is None
    t.do("curse:haunt")
    assert t.lost


@example(9)
@rule("GS-8.9", "GS-3.5")
@pytest.mark.parametrize("edition", ["de1", "de2", "en"])
def test_example_9_three_power_tokens_in_one_turn(edition: str) -> None:
    line = f"{edition} 1p N=red/spires/@1/tao: E=green/mountain S=blue/gust W=yellow/pockets"
    t = at(f"{line} N3=43 turn=N")
    assert t.tokens("N") == 3
    t.do("borrow:W", "pockets:r", "move:3", "borrow:S", "help", "roll:y", "roll:y")
    t.do("borrow:E", "exorcise", "roll:r", "roll:r", "roll:r", "roll:g", "banish:first")
    assert t.card("N3") is None
    assert t.tokens("N") == 0
    assert t.centre == 3


@example(9)
@rule("GS-8.9")
def test_example_9_in_the_polish_edition_the_tokens_come_before_the_own_flight() -> None:
    line = "pl 1p N=red/spires/@1/tao: E=green/mountain S=blue/gust W=yellow/pockets"
    t = at(f"{line} N3=43 turn=N").do("borrow:W", "pockets:r", "borrow:S", "borrow:E", "move:3")
    assert t.tokens("N") == 0
    t.do("help", "roll:y", "roll:y", "exorcise", "roll:r", "roll:r", "roll:r", "roll:g")
    t.do("banish:first")
    assert t.card("N3") is None
