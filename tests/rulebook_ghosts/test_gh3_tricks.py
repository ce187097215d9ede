"""Section 3: tricks, their fear level, mirrors, mist, drawing, and taking the pile."""

from __future__ import annotations

import pytest

from .table import EDITIONS, at, new, rule


@rule("GH-3.1")
@pytest.mark.parametrize("value", [1, 2, 3])
def test_the_first_card_of_a_trick_sets_the_fear_level_to_its_value(value: int) -> None:
    t = at(f"3p 0=w{value},m1 1=s1,s2 2=v1,v2 pile=")
    assert (t.level, t.family) == (0, None)
    t.do(f"play:w{value}")
    assert (t.level, t.family, t.trick) == (value, "swamp", f"w{value}")


@rule("GH-3.1", "GH-3.6")
def test_an_opener_plays_any_ghost_but_neither_mist_nor_nothing() -> None:
    t = at("3p 0=f1,f2,s3,m1,x 1=s1,s2 2=v1,v2")
    assert t.legal == {"play:f1", "play:f2", "play:s3", "play:m1"}


@rule("GH-3.1")
def test_an_opener_with_a_single_ghost_among_mist_plays_it() -> None:
    t = at("3p 0=f1,x,x 1=s1,x 2=v1,v2 trick=m3,w3 turn=0 pile=").do("take").must("play:f1")
    assert t.trick == "f1"
    assert t.hand(0) == "x,x"
    assert t.actor == 1


@rule("GH-3.1")
def test_an_opener_with_only_mist_plays_mist_and_the_next_player_opens() -> None:
    t = at("3p 0=m1,m2 1=x,x 2=s1,s2,x trick=f3,m3 turn=1 pile=").do("take").must("play:x")
    assert (t.trick, t.level, t.family) == ("x", 0, None)
    assert t.hand(1) == "x"
    assert t.actor == 2
    assert t.legal == {"play:s1", "play:s2"}
    t.do("play:s2")
    assert (t.trick, t.level, t.family) == ("x,s2", 2, "skeleton")
    assert t.actor == 0
    assert t.legal == {"play:m1", "play:m2", "take"}


@rule("GH-3.1")
def test_opening_with_mist_costs_no_fear_and_keeps_the_direction() -> None:
    t = at("4p 0=m1,m2 1=x,x 2=s1,s2 3=v1,v2 trick=f3,m3 turn=1 direction=back pile=").do("take")
    t.must("play:x")
    assert t.gained == [0, 1, 0, 0]  # for the pile he took, not for the mist
    assert not t.clockwise
    assert t.actor == 0
    assert t.legal == {"play:m1", "play:m2"}


@rule("GH-3.1")
def test_mist_after_mist_until_somebody_has_a_ghost() -> None:
    t = at("4p 0=m1,m2 1=x,x 2=x,x 3=v1,v2 trick=f3,m3 turn=1 pile=").do("take")
    t.must("play:x", "play:x")
    assert (t.trick, t.level, t.family) == ("x,x", 0, None)
    assert t.actor == 3
    assert t.legal == {"play:v1", "play:v2"}
    t.do("play:v2")
    assert (t.trick, t.level, t.family) == ("x,x,v2", 2, "vampire")


@rule("GH-3.1")
def test_after_opening_mist_the_first_ghost_is_no_mirror_of_the_last_trick() -> None:
    t = at("3p 0=m1,s2 1=x,x 2=m2,s2 trick=f3,m3 turn=1 pile=").do("take").must("play:x").do("play:m2")
    assert (t.level, t.family) == (2, "mummy")
    assert t.clockwise
    assert t.actor == 0


@rule("GH-3.1", "GH-2.1", "GH-3.5")
def test_a_starter_who_kept_only_mist_opens_with_mist_and_draws() -> None:
    t = new(players=3).do("starter:1").deal("f1,f2,f3,m1,m2", "x,x,x,x,x", "s1,s2,s3,v1,v2").do("keep")
    t.must("play:x")
    assert (t.trick, t.level) == ("x", 0)
    assert t.drawing
    assert t.turn == 1
    t.do("draw:w1")
    assert t.hand(1) == "w1,x,x,x,x"
    assert t.actor == 2
    assert t.legal == {"play:s1", "play:s2", "play:s3", "play:v1", "play:v2"}


@rule("GH-3.1", "GH-4.1")
def test_where_everyone_has_only_mist_mist_is_played_until_a_hand_is_empty() -> None:
    t = at("2p 0=x,x 1=x trick=f3,m3 turn=0 pile= fear=1,1").do("take")
    t.must("play:x", "play:x", "play:x")
    assert t.phase == "giveback"
    assert t.fear == [2, 1]


@rule("GH-3.2")
@pytest.mark.parametrize(
    ("trick", "card", "level"),
    [
        ("f1", "s1", 2),
        ("f2", "m3", 5),
        ("f2,m3", "s2", 7),
        ("f1,m1,s1", "p3", 6),
        ("f3,m3", "w1", 7),
        ("f2,m1", "f2", 5),  # the family of a lower ghost counts like any other
        ("f2,f3", "w3", 5),  # mirrors added nothing
    ],
)
def test_a_ghost_of_another_family_raises_the_level_by_its_value(trick: str, card: str, level: int) -> None:
    t = at(f"3p 0={card},x 1=x,v1 2=x,v2 trick={trick} pile=").do("play:" + card)
    assert t.level == level
    assert t.clockwise
    assert t.actor == 1


@rule("GH-3.2")
@pytest.mark.parametrize(
    ("trick", "allowed"),
    [
        ("f3,m1", {"play:s1", "play:s2", "play:s3"}),  # level 4
        ("f3,m2", {"play:s1", "play:s2"}),
        ("f3,m3", {"play:s1"}),
        ("f3,m3,p1", set()),  # level 7
    ],
)
def test_the_level_may_reach_7_but_not_pass_it(trick: str, allowed: set[str]) -> None:
    t = at(f"3p 0=s1,s2,s3,x 1=v1,x 2=v2,x trick={trick} pile=")
    assert t.legal == allowed | {"play:x", "take"}


@rule("GH-3.2")
def test_the_new_ghost_becomes_the_top_ghost() -> None:
    t = at("3p 0=s2,x 1=s1,f1 2=v2,x trick=f1 pile=").do("play:s2")
    assert (t.level, t.family) == (3, "skeleton")
    t.do("play:f1")
    assert (t.level, t.family) == (4, "frankie")
    assert t.clockwise


@rule("GH-3.3")
@pytest.mark.parametrize("value", [1, 2, 3])
@pytest.mark.parametrize(("trick", "level"), [("m1", 1), ("f2,m3", 5), ("f3,s1,m3", 7)])
def test_a_ghost_of_the_same_family_is_a_mirror_at_any_level_and_value(
    value: int, trick: str, level: int
) -> None:
    t = at(f"4p 0=m{value},x 1=v1,x 2=v2,x 3=v3,x trick={trick} pile=").do(f"play:m{value}")
    assert (t.level, t.family) == (level, "mummy")
    assert not t.clockwise
    assert t.actor == 3


@rule("GH-3.3")
def test_a_second_mirror_turns_the_direction_back_again() -> None:
    t = at("4p 0=m1,x 1=v1,x 2=v2,x 3=m2,x trick=m3 pile=").do("play:m1", "play:m2")
    assert t.clockwise
    assert t.level == 3
    assert t.actor == 0


@rule("GH-3.3")
@pytest.mark.parametrize(("direction", "following"), [("on", 2), ("back", 4)])
def test_the_direction_turns_from_either_way(direction: str, following: int) -> None:
    hands = "0=v1,x 1=v2,x 2=v3,x 3=m1,x 4=s1,x 5=s2,x"
    t = at(f"6p {hands} trick=m3 turn=3 direction={direction} pile=").do("play:m1")
    assert t.clockwise is (direction == "back")
    assert t.actor == following


@rule("GH-3.3")
def test_with_6_players_a_mirror_of_the_first_seat_goes_on_to_the_last() -> None:
    t = at("6p 0=m1,x 1=v2,x 2=v3,x 3=p1,x 4=s1,x 5=s2,x trick=m3 pile=").do("play:m1")
    assert t.actor == 5
    t.do("play:s2")
    assert t.actor == 4


@rule("GH-3.3")
@pytest.mark.parametrize("direction", ["on", "back"])
@pytest.mark.parametrize("seat", [0, 1])
def test_with_2_players_a_mirror_passes_on_as_usual(seat: int, direction: str) -> None:
    line = f"2p {seat}=m1,m2,x {1 - seat}=m3,s1 trick=m3 turn={seat} direction={direction} pile="
    t = at(line).do("play:m1")
    assert t.level == 3
    assert t.actor == 1 - seat
    t.do("play:m3")
    assert t.level == 3
    assert t.actor == seat


@rule("GH-3.3", "GH-3.2")
def test_with_2_players_other_cards_pass_on_after_mirrors_too() -> None:
    t = at("2p 0=m1,s1,x 1=m3,s2,x trick=m3 pile=").do("play:m1", "play:s2")
    assert (t.level, t.actor) == (5, 0)
    t.do("play:x")
    assert (t.level, t.actor) == (5, 1)


@rule("GH-3.3")
def test_the_first_ghost_of_a_trick_is_never_a_mirror() -> None:
    t = at("3p 0=m1,x 1=m2,x,s1 2=m3,x trick=f3,m3 turn=1 pile=").do("take")
    assert t.actor == 1
    t.do("play:m2")
    assert t.level == 2
    assert t.clockwise
    assert t.actor == 2


@rule("GH-3.4")
@pytest.mark.parametrize(("direction", "following"), [("on", 1), ("back", 3)])
@pytest.mark.parametrize(("trick", "level"), [("f2", 2), ("s3,f1", 4), ("s3,f3,m1", 7), ("f2,x", 2)])
def test_mist_changes_neither_level_nor_top_ghost_nor_direction(
    trick: str, level: int, direction: str, following: int
) -> None:
    t = at(f"4p 0=v1,x 1=f1,x 2=v3,x 3=f2,m2 trick={trick} direction={direction} pile=")
    family = t.family
    t.do("play:x")
    assert (t.level, t.family) == (level, family)
    assert t.clockwise is (direction == "on")
    assert t.actor == following


@rule("GH-3.4", "GH-3.3")
def test_over_mist_a_ghost_of_the_top_family_is_still_a_mirror() -> None:
    t = at("3p 0=v1,x 1=f1,x 2=v3,x trick=f2 pile=").do("play:x", "play:f1")
    assert t.level == 2
    assert not t.clockwise
    assert t.actor == 0


@rule("GH-3.4")
def test_mist_is_playable_at_any_level_on_a_ghost() -> None:
    for trick in ("f1", "f3", "f3,m3", "f3,m3,p1"):
        assert "play:x" in at(f"3p 0=v1,x 1=f1,x 2=v3,x trick={trick} pile=").legal


@rule("GH-3.4")
def test_mist_goes_beside_the_pile() -> None:
    t = at("3p 0=v1,x 1=f1,x 2=v3,x trick=f2 pile=").do("play:x")
    assert t.trick == "f2,x"
    assert t.hand(0) == "v1"


@rule("GH-3.5")
def test_after_playing_a_card_is_drawn() -> None:
    t = at("3p 0=f1,f2,f3,m1,m2 1=s1,s2,s3,v1,v2 2=w1,w2,w3,p1,p2").do("play:f1")
    assert t.drawing
    assert t.turn == 0
    assert (t.pile, t.cards) == (45, [4, 5, 5])
    t.do("draw:p3")
    assert sorted(t.hand(0).split(",")) == ["f2", "f3", "m1", "m2", "p3"]
    assert (t.pile, t.cards) == (44, [5, 5, 5])
    assert t.actor == 1


@rule("GH-3.5")
def test_any_card_of_the_pile_may_be_drawn_each_equally_likely() -> None:
    t = at("2p 0=f1,f2,f3,m1,m2 1=s1,s2,s3,v1,v2 pile=p3,p3,x,w1").do("play:f1")
    assert t.chances == {
        "draw:p3": pytest.approx(1 / 2),
        "draw:x": pytest.approx(1 / 4),
        "draw:w1": pytest.approx(1 / 4),
    }


@rule("GH-3.5")
def test_the_played_card_and_earlier_tricks_are_not_drawn_again() -> None:
    t = at("2p 0=f1,f2,f3,m1,m2 1=s1,s2,s3,v1,v2 aside=w3,w3,w3 trick=p1,p1 turn=0").do("play:f1")
    assert "draw:w3" not in t.legal
    assert t.left("p1") == 1
    assert t.left("f1") == 2


@rule("GH-3.5")
def test_several_cards_are_drawn_where_there_are_several_missing() -> None:
    t = at("2p 0=f1,f2,m1 1=s1,s2,s3,v1,v2 pile=p1,p2,w1,w2,v3").do("play:f1", "draw:p1", "draw:w2")
    assert t.drawing
    t.do("draw:v3")
    assert (t.pile, t.cards) == (2, [5, 5])
    assert t.actor == 1


@rule("GH-3.5")
def test_drawing_ends_with_the_pile() -> None:
    t = at("2p 0=f1,f2,m1 1=s1,s2,s3,v1,v2 pile=p1,p2").do("play:f1", "draw:p1", "draw:p2")
    assert (t.pile, t.cards) == (0, [4, 5])
    assert t.actor == 1
    t.do("play:s1")
    assert (t.pile, t.cards) == (0, [4, 4])
    assert t.actor == 0


@rule("GH-3.5", "GH-3.3", "GH-3.4")
@pytest.mark.parametrize(("card", "following"), [("m1", 2), ("x", 1)])
def test_a_mirror_and_mist_are_replaced_too(card: str, following: int) -> None:
    t = at(f"3p 0={card},v1,v2,v3,w1 1=s1,s2,s3,v1,v2 2=w1,w2,w3,p1,p2 trick=m2").do("play:" + card)
    assert t.drawing
    assert t.turn == 0
    t.do("draw:m3")
    assert t.cards == [5, 5, 5]
    assert t.actor == following


@rule("GH-3.6")
def test_who_does_not_want_to_play_takes_the_pile_and_1_fear_and_opens() -> None:
    t = at("4p 0=m1,m2 1=s1,s2 2=p1,x 3=v1,v2 trick=f1,x turn=1 fear=1,1,2,1 pile=").do("take")
    assert t.fear == [1, 2, 2, 1]
    assert t.gained == [0, 1, 0, 0]
    assert t.trick == ""
    assert t.level == 0
    assert t.actor == 1
    assert t.legal == {"play:s1", "play:s2"}


@rule("GH-3.6")
def test_who_cannot_play_takes_the_pile_and_1_fear_and_opens() -> None:
    t = at("3p 0=m1,m2 1=s1,s2 2=p1,x trick=f3,m3 turn=0 pile=").do("play:m1")
    assert t.actor == 2  # a mirror
    t = at("3p 0=v1,m2 1=s1,s2 2=p1,x trick=f3,m3 turn=0 pile=").do("play:v1").must("take")
    assert t.fear == [1, 2, 1]
    assert t.actor == 1
    assert (t.trick, t.level) == ("", 0)
    assert t.legal == {"play:s1", "play:s2"}


@rule("GH-3.6")
def test_the_taken_cards_lie_face_down_and_come_neither_to_the_hand_nor_to_the_draw_pile() -> None:
    t = at("3p 0=v1,m2 1=s1,s2 2=p1,x trick=f3,x,m3 turn=1").do("take")
    assert sorted(t.hand(1).split(",")) == ["s1", "s2"]
    assert t.pile == 60 - 6 - 3
    assert t.aside == {"f3": 1, "m3": 1, "x": 1}
    t.do("play:s1")
    assert t.left("f3") == 2
    assert t.left("m3") == 2
    assert t.left("x") == 4


@rule("GH-3.6")
@pytest.mark.parametrize(("direction", "following"), [("on", 2), ("back", 0)])
def test_after_a_pile_is_taken_the_direction_stays(direction: str, following: int) -> None:
    t = at(f"4p 0=m1,m2 1=s1,s2 2=p1,x 3=v1,v2 trick=f1 turn=1 direction={direction} pile=")
    t.do("take", "play:s1")
    assert t.clockwise is (direction == "on")
    assert t.actor == following


@rule("GH-3.6")
def test_an_opener_may_not_decline() -> None:
    for trick in ("", " trick=x"):
        assert "take" not in at(f"3p 0=m1,m2,x 1=s1,s2 2=v1,x{trick}").legal


@rule("GH-3.6")
def test_one_pile_costs_1_fear_however_high_it_is() -> None:
    small = at("3p 0=m1,m2 1=s1,s2 2=p1,x trick=f1 turn=1 pile=").do("take")
    large = at("3p 0=m1,m2 1=s1,s2 2=p1,x trick=f3,m3,x,x,m1,s1 turn=1 pile=").do("take")
    assert small.gained == large.gained == [0, 1, 0]


@rule("GH-3.6")
def test_one_may_take_several_piles_in_a_round() -> None:
    t = at("3p 0=m1,x 1=s1,s2,p3 2=p1,x trick=f1 turn=1 gained=0,2,0 pile=").do("take")
    assert t.gained == [0, 3, 0]
    t.do("play:s1", "play:p1", "play:x", "take")
    assert t.gained == [0, 4, 0]
    assert t.fear == [1, 5, 1]


@rule("GH-3.6", "GH-3.5")
def test_who_takes_the_pile_draws_nothing_before_he_opens() -> None:
    t = at("3p 0=m1,m2,m3,f1,f2 1=s1,s2,s3,v1,v2 2=w1,w2,w3,p1,p2 trick=f1 turn=1").do("take")
    assert t.actor == 1
    assert t.hand(1) == "s1,s2,s3,v1,v2"


@rule("GH-3.6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_mirror_or_mist_or_the_pile_are_all_that_is_left_at_level_7(edition: str) -> None:
    t = at(f"{edition} 3p 0=s1,s2,p2,x,v1 1=s1,x 2=v2,x trick=f3,m3,p1 pile=")
    assert t.legal == {"play:p2", "play:x", "take"}
