"""The example that our own rules text tells (chapter 5 there), card by card."""

from __future__ import annotations

from spuk.games.ghosts.rules.part import trick

from .table import at, rule

IDA, LEO, ANA = range(3)
HANDS = "0=v3,w3,f1,m1,s1 1=x,p3,f2,m2,s2 2=w2,p1,f2,m3,s3"


@rule("GH-3.1", "GH-3.2", "GH-3.3", "GH-3.4", "GH-3.6")
def test_the_example_of_our_rules_from_its_position() -> None:
    t = at(f"3p {HANDS} pile=")
    played = [(IDA, "v3", 3), (LEO, "x", 3), (ANA, "w2", 5), (IDA, "w3", 5), (ANA, "p1", 6), (LEO, "p3", 6)]
    for seat, card, level in played:
        assert t.actor == seat
        t.do(f"play:{card}")
        assert t.level == level
    assert t.clockwise
    assert t.actor == ANA
    t.must("take")
    assert t.gained == [0, 0, 1]
    assert t.actor == ANA
    assert [level for _, _, level in played] == [each.level for each in trick("en")]
