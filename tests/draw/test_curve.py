"""The curve of the winning chance."""

from __future__ import annotations

from spuk.render.curve import HEIGHT, WIDTH, Judged, costliest, curve

GAME = [Judged(2, 0, 0.5, 0.0, ""), Judged(5, 1, 0.3, 0.12, "??"), Judged(9, 0, 0.8, 0.03, "?!")]


def test_everyone_who_plays_for_himself_has_a_line_that_ends_where_the_game_does() -> None:
    found = curve(GAME, 10, [1.0, 0.0], ["Ann", "Bob"], own=1)
    assert [(line.name, line.own, line.path.count("L")) for line in found.lines] == [
        ("Ann", False, 2),
        ("Bob", True, 1),
    ]
    assert all(line.path.split("L")[-1].startswith(f"{WIDTH - 8}.0 ") for line in found.lines)


def test_those_who_win_together_share_a_line() -> None:
    (line,) = curve(GAME, 10, [1.0], ["All"]).lines
    assert line.path.count("L") == 3


def test_costly_decisions_are_marked_at_the_position_before_them() -> None:
    marks = curve(GAME, 10, [], ["Ann", "Bob"]).marks
    assert [(mark.kind, mark.at, mark.turn) for mark in marks] == [("blunder", 4, 1), ("inaccuracy", 8, 2)]


def test_a_hard_game_has_a_scale_of_its_own() -> None:
    low = curve([Judged(1, 0, 0.06, 0.0, "")], 4, [], ["All"])
    assert [words for _, words in low.ticks] == ["0 %", "5 %", "10 %"]
    full = curve([Judged(1, 0, 1.0, 0.0, "")], 4, [], ["All"])
    assert full.ticks[-1][1] == "100 %"
    assert 0 <= float(full.ticks[-1][0]) < float(full.ticks[0][0]) <= HEIGHT


def test_the_costliest_come_in_the_order_of_the_game() -> None:
    assert [one.at for one in costliest(GAME)] == [5, 9]
    assert [one.at for one in costliest(GAME, 1)] == [5]


def test_nothing_judged_is_no_line() -> None:
    assert curve([], 0, [], ["All"]).lines == ()
