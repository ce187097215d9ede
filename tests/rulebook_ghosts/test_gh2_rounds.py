"""Section 2: the deal, a hand of only mist, and who starts."""

from __future__ import annotations

import pytest

from .table import EDITIONS, Table, at, new, rule

SEATS = [2, 3, 4, 5, 6]


def only_mist(players: int = 4, seat: int = 0, starter: int = 0) -> Table:
    """A game dealt so that this seat holds only mist."""
    hands = [""] * players
    hands[seat] = "x,x,x,x,x"
    return new(players=players).do(f"starter:{starter}").deal(*hands)


@rule("GH-2.1")
@pytest.mark.parametrize("players", SEATS)
def test_all_cards_are_shuffled_and_everyone_gets_5(players: int) -> None:
    t = new(players=players).do("starter:1")
    assert (t.phase, t.pile, t.cards) == ("deal", 60, [0] * players)
    t.deal()
    assert t.cards == [5] * players


@rule("GH-2.1")
@pytest.mark.parametrize("players", SEATS)
def test_the_rest_is_the_draw_pile(players: int) -> None:
    t = new(players=players).do("starter:1").deal()
    assert t.pile == 60 - 5 * players
    assert t.trick == ""
    assert not t.aside


@rule("GH-2.1")
def test_every_card_left_is_equally_likely_to_be_dealt() -> None:
    t = new(players=2).do("starter:0", "draw:x", "draw:x", "draw:f2")
    assert t.chances["draw:x"] == pytest.approx(4 / 57)
    assert t.chances["draw:f2"] == pytest.approx(2 / 57)
    assert t.chances["draw:m3"] == pytest.approx(3 / 57)
    assert sum(t.chances.values()) == pytest.approx(1)


@rule("GH-2.1")
@pytest.mark.parametrize("players", SEATS)
def test_the_next_round_begins_with_all_60_cards_again(players: int) -> None:
    others = " ".join(f"{seat}=s{seat // 2}" for seat in range(2, players))
    t = at(f"{players}p 0=f1,m2 1= {others} pile= gained={','.join('1' * players)}").do("play:f1")
    assert (t.phase, t.round, t.pile) == ("deal", 2, 60)
    assert t.cards == [0] * players
    assert not t.aside
    assert t.trick == ""
    assert t.gained == [0] * players
    assert t.left("x") == 6
    assert t.left("f1") == 3
    t.deal()
    assert t.cards == [5] * players
    assert t.pile == 60 - 5 * players


@rule("GH-2.1")
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("seat", [0, 1])
def test_who_holds_only_mist_may_reshuffle_or_keep_it(players: int, seat: int) -> None:
    t = only_mist(players, seat)
    assert t.actor == seat
    assert t.legal == {"keep", "reshuffle"}


@rule("GH-2.1")
def test_four_mist_and_a_ghost_are_not_only_mist() -> None:
    t = new(players=3).do("starter:1").deal("x,x,x,x,f1")
    assert t.phase == "play"
    assert t.actor == 1


@rule("GH-2.1")
def test_the_reshuffled_hand_goes_into_the_pile_and_5_new_cards_are_drawn() -> None:
    t = only_mist(players=3, starter=1).do("reshuffle")
    assert t.drawing
    assert t.turn == 0
    assert (t.pile, t.cards) == (50, [0, 5, 5])
    assert t.chances["draw:x"] == pytest.approx(6 / 50)
    t.do("draw:x", "draw:x", "draw:x", "draw:x", "draw:p3")
    assert t.hand(0) == "p3,x,x,x,x"
    assert (t.pile, t.cards) == (45, [5, 5, 5])


@rule("GH-2.1")
def test_the_mist_of_the_reshuffled_hand_may_be_drawn_again_until_it_is_no_longer_only_mist() -> None:
    t = only_mist(players=3, starter=1).do("reshuffle", *["draw:x"] * 5)
    assert t.actor == 0
    assert t.legal == {"keep", "reshuffle"}
    t.do("reshuffle", *["draw:x"] * 5)
    assert t.legal == {"keep", "reshuffle"}
    t.do("reshuffle", *["draw:x"] * 4, "draw:w2")
    assert t.phase == "play"
    assert t.hand(0) == "w2,x,x,x,x"


@rule("GH-2.1")
def test_reshuffling_is_his_choice() -> None:
    t = only_mist(players=3, seat=2).do("keep")
    assert t.phase == "play"
    assert t.hand(2) == "x,x,x,x,x"
    assert t.actor == 0


@rule("GH-2.1")
def test_a_reshuffled_hand_is_a_matter_of_the_deal_and_changes_no_other_hand() -> None:
    t = only_mist(players=3, seat=1)
    before = (t.hand(0), t.hand(2))
    t.do("reshuffle", "draw:p1", "draw:p1", "draw:p1", "draw:p2", "draw:p2")
    assert (t.hand(0), t.hand(2)) == before
    assert t.fear == [1, 1, 1]


@rule("GH-2.1")
def test_a_hand_that_becomes_only_mist_during_the_round_is_not_reshuffled() -> None:
    t = at("3p 0=m2,x,x,x,x 1=s1,s2 2=m1,p1 pile=x,f3 trick=f2 turn=0").do("play:m2", "draw:x")
    assert t.hand(0) == "x,x,x,x,x"
    assert t.phase == "play"
    assert t.actor == 1


@rule("GH-2.1")
def test_a_later_round_offers_the_reshuffle_too() -> None:
    t = at("3p 0=f1,m2 1= 2=m1 pile= gained=1,1,1").do("play:f1").deal("", "", "x,x,x,x,x")
    assert t.round == 2
    assert t.actor == 2
    assert t.legal == {"keep", "reshuffle"}


@rule("GH-2.2")
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_starter_of_the_first_round_is_random(players: int, edition: str) -> None:
    t = new(players=players, edition=edition)
    assert t.chances == {f"starter:{seat}": pytest.approx(1 / players) for seat in range(players)}


@rule("GH-2.2")
@pytest.mark.parametrize("players", SEATS)
def test_every_seat_can_start_and_opens_the_first_trick(players: int) -> None:
    for seat in range(players):
        t = new(players=players).do(f"starter:{seat}").deal()
        assert t.starter == seat
        assert t.actor == seat
        assert "take" not in t.legal


@rule("GH-2.2")
def test_a_round_starts_clockwise() -> None:
    t = (
        new(players=4)
        .do("starter:3")
        .deal("f1,f2,f3,m1,m2", "s1,s2,s3,m1,m2", "v1,v1,v2,v2,v3", "w1,w1,w2,w3,p1")
    )
    assert t.clockwise
    t.do("play:p1", "draw:x")
    assert t.actor == 0


@rule("GH-2.2")
def test_a_round_starts_clockwise_even_where_the_last_one_ended_the_other_way() -> None:
    t = at("3p 0=f1,m2 1=m1 2= pile= direction=back gained=1,1,1").do("play:f1")
    assert t.round == 2
    assert t.clockwise
    t.deal("x,f1,f2,f3,m1", "s1,s2,s3,m1,m2", "v1,v1,v2,v2,v3")
    assert t.actor == 1
    t.do("play:s1", "draw:x")
    assert t.actor == 2


@rule("GH-2.2")
@pytest.mark.parametrize("players", SEATS)
def test_later_rounds_start_with_the_next_player_clockwise_from_the_previous_starter(players: int) -> None:
    for starter in range(players):
        hands = " ".join(f"{seat}={'f1,m2' if seat == 0 else ''}" for seat in range(players))
        t = at(f"{players}p {hands} starter={starter} pile= gained={','.join('1' * players)}").do("play:f1")
        assert t.round == 2
        assert t.starter == (starter + 1) % players
        t.deal()
        assert t.actor == (starter + 1) % players


@rule("GH-2.2")
@pytest.mark.parametrize("ender", [0, 1, 2])
def test_who_ended_the_round_does_not_matter_for_who_starts_the_next(ender: int) -> None:
    hands = " ".join(f"{seat}={'f1,m2' if seat == ender else ''}" for seat in range(3))
    t = at(f"3p {hands} starter=1 turn={ender} round=2 pile= gained=1,1,1").do("play:f1")
    assert (t.round, t.starter) == (3, 2)
