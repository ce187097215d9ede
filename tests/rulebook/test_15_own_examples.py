"""The worked examples that our own rules text tells (chapter 14 there), played through."""

from __future__ import annotations

import pytest

from .table import EDITIONS, at, exorcise, rule

editions = pytest.mark.parametrize("edition", EDITIONS)


@rule("GS-6.3", "GS-6.4")
@editions
def test_own_example_1_one_of_two_tokens_pays_the_missing_symbol(edition: str) -> None:
    t = exorcise(f"{edition} N=green/mountain W=@2/tao:rr N2=41 turn=W", "rwg")
    t.do("banish:first").pay()
    assert t.card("N2") is None
    assert t.tao("W") == "r"


@rule("GS-6.3", "GS-6.4")
@editions
def test_own_example_2_two_dice_and_a_token_banish_two_ghosts(edition: str) -> None:
    t = exorcise(f"{edition} N=@1/tao:g N1=1 W3=23 E2=46 turn=N", "wb")
    t.do("banish:both").pay()
    assert t.ghosts == {"E2": 46}
    assert t.tao("N") == ""


@rule("GS-6.3", "GS-6.5")
@editions
def test_own_example_3_a_ghost_that_needs_no_symbols_goes_whatever_the_dice_show(edition: str) -> None:
    t = exorcise(f"{edition} W=yellow/mantra N=@2/tao:/-yy N2=50m circle=k turn=N", "yyy")
    assert t.card("N2") is None
    assert t.cursed
    t.do("curse:blank")
    assert t.legal == {"qi", "yy"}


@rule("GS-6.3", "GS-6.4")
@editions
def test_own_example_4_only_a_teammates_token_banishes_a_ghost_immune_to_dice(edition: str) -> None:
    t = exorcise(f"{edition} N=green/favorite/@4/tao: W=blue/gust/@4/tao:b W2=13 turn=N", "www")
    t.do("reroll:none", "banish:first").pay()
    assert t.card("W2") is None
    assert t.tao("W") == ""


@rule("GS-5.2", "GS-5.3")
@editions
def test_own_example_5_a_ghost_for_a_full_board_is_caught_by_a_buddha_elsewhere(edition: str) -> None:
    line = f"{edition} N=blue/gust E=red/spires S=green/mountain W=yellow/pockets"
    t = at(f"{line} E1=38 E2=39 E3=41 S1=b turn=W").do("end", "draw:34")
    assert t.verbs("place") == {"N1", "N2", "N3", "S1", "S2", "S3", "W1", "W2", "W3"}
    temple = t.temple
    t.do("place:S1")
    assert t.card("S1") is None
    assert t.temple == temple + 1


@rule("GS-6.1", "GS-6.6", "GS-11.9")
@editions
def test_own_example_6_the_yin_yang_restores_the_tile_that_then_helps(edition: str) -> None:
    t = at(f"{edition} village=CAH/SBN/PWt N=@5/2qi/tao: turn=N").do("move:9", "cleanse:9")
    assert t.haunted == set()
    t.do("help", "take:k")
    assert (t.tao("N"), t.qi("N")) == ("k", 3)
    assert t.can("draw:5")


@rule("GS-11.1")
@editions
def test_own_example_7_the_cemetery_is_haunted_after_a_taoist_has_returned(edition: str) -> None:
    t = at(f"{edition} N=red/spires/@1 E=blue/gust/0qi village=CAH/SBN/PWT turn=N")
    t.do("help", "curse:haunt")  # one dead Taoist: no choice
    assert t.qi("E") == 2
    assert not t.possessed("E")
    assert t.haunted == {1}
    assert t.place("E") == 1


@rule("GS-13.1")
@editions
def test_own_example_8_the_last_card_does_not_matter_without_an_incarnation(edition: str) -> None:
    t = exorcise(f"{edition} N=red/spires/@2/tao:ggbbyy N2=58 deck=1 turn=N", "rrk")
    t.do("banish:first").pay()
    t.do("curse:ghost")
    assert not t.lost


@rule("GS-6.8", "GS-8.9")
@editions
def test_own_example_9_a_power_token_comes_back_at_the_end_of_the_turn(edition: str) -> None:
    t = at(f"{edition} 1p N=red/spires/@1/tao:/tokens:3 W=yellow/pockets turn=N")
    t.do("borrow:W", "pockets:k", "move:5")
    assert (t.tokens("N"), t.centre) == (2, 1)
    t.do("end", "retake:1")
    assert (t.tokens("N"), t.centre, t.tao("N")) == (3, 0, "k")
