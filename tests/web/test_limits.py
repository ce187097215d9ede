"""Rates and counts, by a clock of our own."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from spuk.server import limits
from spuk.server.limits import RATES, Counted, Limits, Rate
from spuk.table.errors import TooMuch


class Clock:
    """Time that passes when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setitem(RATES, "chat", Rate(4, 0.5))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def taken(found: Limits, who: str = "ann", name: str = "chat") -> int:
    """How many of these somebody gets at once."""
    for number in range(1000):
        try:
            found.spend(name, who)
        except TooMuch:
            return number
    raise AssertionError("no limit")


def test_a_burst_is_all_there_is_at_once_for_each_person_and_each_limit(clock: Clock) -> None:
    found = Limits(1.0)
    assert taken(found) == 4
    assert taken(found) == 0
    assert taken(found, "bob") == 4
    assert taken(found, name="recovery") == RATES["recovery"].burst


def test_what_was_spent_comes_back_at_the_rate(clock: Clock) -> None:
    found = Limits(1.0)
    assert taken(found) == 4
    clock.now += 1.5
    assert taken(found) == 0
    clock.now += 0.5
    assert taken(found) == 1
    clock.now += 4
    assert taken(found) == 2


@pytest.mark.parametrize("spent", [0, 1, 4])
def test_however_long_nobody_came_no_more_than_the_burst_is_there(clock: Clock, spent: int) -> None:
    found = Limits(1.0)
    for _ in range(spent):
        found.spend("chat", "ann")
    clock.now += 1_000_000
    assert taken(found) == 4


def test_a_refusal_costs_nothing_and_says_what_the_limit_is_and_when_to_come_back(clock: Clock) -> None:
    found = Limits(1.0)
    taken(found)
    clock.now += 0.5
    for _ in range(3):
        with pytest.raises(TooMuch) as caught:
            found.spend("chat", "ann")
    assert caught.value.limit == "chat"
    assert "'chat': bursts of 4, then 0.5 per second; try again in 2 s" in str(caught.value)
    clock.now += 1.5
    found.spend("chat", "ann")


@pytest.mark.parametrize("passed", [0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.75])
def test_who_comes_back_when_told_is_not_refused_again(clock: Clock, passed: float) -> None:
    found = Limits(1.0)
    taken(found)
    clock.now += passed
    with pytest.raises(TooMuch) as caught:
        found.spend("chat", "ann")
    told = int(caught.value.headers["Retry-After"])
    assert f"try again in {told} s" in str(caught.value)
    assert told - 1 < 2 - passed
    clock.now += told
    found.spend("chat", "ann")


def test_a_factor_widens_both_and_without_one_there_is_no_limit(clock: Clock) -> None:
    twice = Limits(2.0)
    assert taken(twice) == 8
    clock.now += 1
    assert taken(twice) == 1
    for factor in (0.0, -1.0):
        free = Limits(factor)
        for _ in range(100):
            free.spend("chat", "ann")
    assert taken(Limits(0.5)) == 2


def test_the_one_not_seen_for_longest_is_forgotten(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_REMEMBERED", 3)
    found = Limits(1.0)
    for who in ("ann", "bob", "cleo"):
        assert taken(found, who) == 4
    assert taken(found, "ann") == 0  # seen again: now bob was away for longest
    found.spend("chat", "dan")
    assert taken(found, "ann") == 0
    assert taken(found, "cleo") == 0
    assert taken(found, "bob") == 4


def test_so_many_of_one_address_at_the_same_time() -> None:
    streams = Counted("streams", 2)
    streams.enter("ann")
    streams.enter("ann")
    streams.enter("bob")
    with pytest.raises(TooMuch, match="'streams': at most 2 at the same time") as caught:
        streams.enter("ann")
    assert (caught.value.limit, caught.value.headers) == ("streams", {"Retry-After": "5"})
    streams.leave("ann")
    streams.enter("ann")
    with pytest.raises(TooMuch):
        streams.enter("ann")
    for who in ("ann", "ann", "bob"):
        streams.leave(who)
    assert streams._open == {}  # nobody who has gone takes up memory
