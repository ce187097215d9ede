"""Section 5: the example of the sheet, card by card."""

from __future__ import annotations

from .table import Table, at, new, rule

O, S, M, R = range(4)  # noqa: E741  (the names of the sheet, clockwise)

HANDS = "0=f2,x,m1,w3,p1 1=m3,s2,p2,p3,v1 2=m2,v2,v3,w1,w2 3=s1,s3,f1,f3,p1"


def check(t: Table, level: int, family: str, clockwise: bool) -> None:
    """The fear level, the top ghost and the direction."""
    assert (t.level, t.family, t.clockwise) == (level, family, clockwise)


def play(t: Table, seat: int, card: str, draw: str) -> None:
    """A seat plays a card and draws another."""
    assert t.actor == seat
    t.do("play:" + card)
    assert t.drawing
    assert t.turn == seat
    t.do("draw:" + draw)


def example(t: Table) -> None:
    """The example as the sheet tells it."""
    play(t, O, "f2", "w1")
    check(t, 2, "frankie", clockwise=True)
    play(t, S, "m3", "v2")
    check(t, 5, "mummy", clockwise=True)
    play(t, M, "m2", "p2")  # mirror
    check(t, 5, "mummy", clockwise=False)
    play(t, S, "s2", "v1")
    check(t, 7, "skeleton", clockwise=False)
    play(t, O, "x", "f1")
    check(t, 7, "skeleton", clockwise=False)
    assert t.fear == [1, 1, 1, 1]
    play(t, R, "s1", "w3")  # mirror
    check(t, 7, "skeleton", clockwise=True)
    assert t.actor == O
    t.must("take")  # he has neither blue nor mist
    assert t.gained == [1, 0, 0, 0]
    assert t.fear == [2, 1, 1, 1]
    assert (t.level, t.family, t.trick) == (0, None, "")
    assert t.aside == {"f2": 1, "m3": 1, "m2": 1, "s2": 1, "x": 1, "s1": 1}
    assert t.actor == O
    assert t.clockwise
    assert t.legal == {"play:m1", "play:w3", "play:p1", "play:w1", "play:f1"}
    play(t, O, "w3", "x")
    check(t, 3, "swamp", clockwise=True)
    assert t.actor == S


@rule("GH-5", "GH-3.1", "GH-3.2", "GH-3.3", "GH-3.4", "GH-3.6")
def test_the_example_of_the_sheet_from_its_position() -> None:
    example(at(f"4p {HANDS}"))


@rule("GH-5", "GH-2.1", "GH-2.2")
def test_the_example_of_the_sheet_from_the_deal_on() -> None:
    hands = [word.partition("=")[2] for word in HANDS.split()]
    example(new(players=4).do("starter:0").deal(*hands))


@rule("GH-5", "GH-3.3")
def test_as_long_as_he_has_mist_he_need_not_take_the_pile_of_the_example() -> None:
    t = at("4p 0=m1,x 1=p2,p3 2=v2,v3 3=s1,s3 trick=f2,m3,m2,s2,x turn=3 direction=back pile=")
    check(t, 7, "skeleton", clockwise=False)
    t.do("play:s1")
    check(t, 7, "skeleton", clockwise=True)
    assert t.actor == O
    assert t.legal == {"play:x", "take"}
