"""`imagine`: full positions that agree with all a seat knows, each possible one equally likely."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from tests.ghosts import checks
from tests.ghosts.tables import GAME, Keen, examples, players, seeds, tables, walk
from tests.rulebook_ghosts.table import at

import spuk
from spuk.kernel.seeds import Random


def wire(state: spuk.State, seat: int | None) -> str:
    """A view as it goes over the wire."""
    return json.dumps(state.view(seat))


def some_states(table: dict[str, Any], player: Any, every: int, first: int) -> Iterator[spuk.State]:
    """Some states of one game."""
    for step, state in enumerate(walk(table, player)):
        if step % every == first % every:
            yield state


@examples(6)
@given(tables(), seeds, players)
def test_an_imagined_position_looks_the_same_to_its_seat_and_to_a_spectator(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    for state in some_states(table, player(seed), 5, seed):
        line = state.text()
        for seat in range(table["players"]):
            for number in range(2):
                other = state.imagine(seat, Random(number))
                assert wire(other, seat) == wire(state, seat), line
                assert wire(other, None) == wire(state, None), line
                assert other.actor == state.actor
                if state.actor == seat:
                    assert other.legal() == state.legal()
        assert state.text() == line, "imagining changed the truth"


@examples(6)
@given(tables(), seeds, players)
def test_an_imagined_position_is_sound_and_keeps_what_the_seat_saw(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    for state in some_states(table, player(seed), 5, seed):
        words, hands = checks.fields(state.text()), checks.hands(state.text())
        asked = int(state.actor) if state.view(None)["phase"] == "reshuffle" else None
        for seat in range(table["players"]):
            other = state.imagine(seat, Random(seed))
            assert other.invariants() == []
            assert checks.material(other) == [], other.text()
            theirs = checks.fields(other.text())
            others = [str(n) for n in range(table["players"]) if n != seat]
            for name in words:
                if name not in others:
                    assert theirs[name] == words[name], f"{name} of {state.text()} for seat {seat}"
            for view, hand in zip(state.view(None)["players"], checks.hands(other.text()), strict=True):
                assert hand.count("x") >= view["known_mist"]
            assert checks.hands(other.text())[seat] == hands[seat]
            if asked is not None:
                assert checks.hands(other.text())[asked] == ["x"] * 5


@examples(6)
@given(tables(), seeds, players)
def test_an_imagined_position_goes_on_by_its_own_hands(table: dict[str, Any], seed: int, player: Any) -> None:
    """Read from its text it is the same: what is legal follows from what was imagined, not from the truth."""
    for state in some_states(table, player(seed), 5, seed):
        for seat in range(table["players"]):
            other = state.imagine(seat, Random(seed))
            again = GAME.from_text(other.text())
            assert again.text() == other.text(), f"seat {seat} imagines in {state.text()}"
            assert (again.actor, again.legal()) == (other.actor, other.legal()), (
                f"seat {seat} imagines in {state.text()}"
            )


@examples(6)
@given(tables(), seeds, players)
def test_a_seat_that_is_on_turn_imagines_positions_that_go_on_by_their_own_hands(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    """What bots are given: they are asked on their turn only."""
    for state in walk(table, player(seed)):
        if state.actor >= 0:
            other = state.imagine(int(state.actor), Random(seed))
            again = GAME.from_text(other.text())
            assert again.text() == other.text()
            assert (again.actor, again.legal()) == (other.actor, other.legal())


@examples(6)
@given(tables(), seeds, players)
def test_an_imagined_game_can_be_played_to_its_end(table: dict[str, Any], seed: int, player: Any) -> None:
    for state in some_states(table, player(seed), 41, seed):
        if state.actor >= 0:
            other, chooser = state.imagine(int(state.actor), Random(seed)), player(seed + 1)
            truth = state.text()
            while other.actor != spuk.OVER:
                other.apply(chooser.choose(other))
                assert other.invariants() == []
            assert state.text() == truth


@examples(6)
@given(tables(), seeds, players)
def test_the_same_dream_from_the_same_seed(table: dict[str, Any], seed: int, player: Any) -> None:
    for state in some_states(table, player(seed), 17, seed):
        for seat in range(table["players"]):
            dreams = [state.imagine(seat, Random(n)).text() for n in (seed, seed)]
            assert dreams[0] == dreams[1]


@examples(6)
@given(tables(), seeds, players)
def test_a_dream_depends_on_nothing_that_is_hidden(table: dict[str, Any], seed: int, player: Any) -> None:
    """Two positions that a seat on turn cannot tell apart give dreams with the same cards in play."""
    for state in some_states(table, player(seed), 17, seed):
        if state.actor >= 0:
            seat = int(state.actor)
            twin = state.imagine(seat, Random(seed))
            for number in range(3):
                one, two = state.imagine(seat, Random(number)), twin.imagine(seat, Random(number))
                assert wire(one, seat) == wire(two, seat)
                assert one.legal() == two.legal()


# Small positions, and the seat that imagines. All others' cards and the pile are few.
SMALL = [
    ("2p 0=f1,m2 1=s1,x pile=p1,p2 trick=s2 turn=0", 0),
    ("2p 0=f1,m2 1=s1,x,x pile=x,p1 trick=s2 turn=0", 0),
    ("3p 0=f1,m2 1=s1,x 2=m1,f3 pile=x,p1 trick=s2 turn=0", 0),
    ("3p 0=f1,m2 1=x,s1 2=m1,f3 pile=x,p1,p1 trick=s2 turn=0 known=0,1,0", 0),
    ("3p 0=f1,m2 1=x,x,s1 2=m1 pile=x,p1,p1,w2 trick=s2 turn=0 known=0,2,0", 0),
    ("3p 0=f1,m2 1=x,s1 2=x,f3 pile=p1,p2 turn=0 known=0,1,1", 0),
    ("3p 0=f1 1=x,s1 2=x,f3,f3 pile= trick=s2 turn=1", 1),
    # somebody else decides, or draws: the pile has more than one kind left
    ("2p 0=f1,m2 1=s1,x pile=p1,p2 trick=s2 turn=1", 0),
    ("3p 0=f1,m2 1=s1,x 2=m1,f3 pile=x,p1 trick=s2,m3 turn=1", 0),
    ("3p 0=f1,m2 1=s1,x 2=m1,f3 pile=x,p1 trick=s2,m3,f2 turn=1", 2),
    ("2p 0=f1,m2,w1,w2 1=s1,x,x,s2 pile=p1,p1,x trick=s2 phase=refill turn=0", 1),
    ("2p 0=f1,m2,w1,w2 1=s1,x,x,s2 pile=p1,p1,x trick=s2 phase=refill turn=0", 0),
]  # fmt: skip
MOST = 400
SAMPLES = 3000


def deals(state: spuk.State, seat: int) -> Counter[str]:
    """Every deal that agrees with what the seat knows -> in how many ways the cards can lie so."""
    line, counts = state.text(), Counter[str]()
    words, hands, view = checks.fields(line), checks.hands(line), wire(state, seat)
    known = [int(number) for number in words.get("known", "0,0,0,0,0,0").split(",")]
    unseen = list((checks.MATERIAL - checks.on_the_table(line)).elements())
    for other, hand in enumerate(hands):
        if other != seat:
            unseen += sorted(hand)[: len(hand) - known[other]]  # x is the last
    sizes = [(o, len(hand) - known[o]) for o, hand in enumerate(hands) if o != seat]
    for given_hands in _ways(tuple(range(len(unseen))), [size for _, size in sizes]):
        for (other, _), places in zip(sizes, given_hands, strict=True):
            words[str(other)] = ",".join([*(unseen[place] for place in places), *["x"] * known[other]])
        bare = [word for word in line.split() if "=" not in word]
        possible = GAME.from_text(" ".join(bare + [f"{name}={value}" for name, value in words.items()]))
        if wire(possible, seat) == view:
            counts[possible.text()] += 1
    return counts


def _ways(cards: tuple[int, ...], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in hand)
        for further in _ways(rest, sizes[1:]):
            yield [hand, *further]


@pytest.mark.parametrize(("line", "seat"), SMALL, ids=[f"{seat} in {line}" for line, seat in SMALL])
def test_every_possible_deal_is_imagined_as_often_as_any_other(line: str, seat: int) -> None:
    state = at(line).state
    ways = deals(state, seat)
    assert 2 <= len(ways) <= MOST
    assert state.text() in ways
    random, found = Random(2024), Counter[str]()
    for _ in range(SAMPLES):
        found[state.imagine(seat, random).text()] += 1
    impossible = set(found) - set(ways)
    assert not impossible, f"imagined though it cannot be: {sorted(impossible)[:3]}"
    total = ways.total()
    square = sum((found[deal] - SAMPLES * n / total) ** 2 / (SAMPLES * n / total) for deal, n in ways.items())
    freedom = len(ways) - 1
    assert square < freedom + 5 * sqrt(2 * freedom), f"{square:.0f} for {freedom} degrees of freedom"
    assert all(found[deal] for deal, n in ways.items() if SAMPLES * n / total > 20)


def test_in_a_whole_game_unseen_cards_are_as_likely_here_as_there() -> None:
    """A card that seat 0 does not see is in the hand of seat 1 as often as the sizes say."""
    state = GAME.from_text("4p 0=f1,f2,f3,m1,m2 1=x,x,x,x,x 2=s1,s2,s3,v1,v2 3=w1,w2,w3,p1,p2 turn=0")
    random, mist, times = Random(7), 0, 4000
    for _ in range(times):
        mist += checks.hands(state.imagine(0, random).text())[1].count("x")
    expected = times * 5 * 6 / 55
    assert abs(mist - expected) < 5 * sqrt(expected)


class Spy:
    """Plays at random and keeps every state it was given."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.given: list[tuple[str, str]] = []

    def choose(self, state: spuk.State) -> int:
        """Any legal action; before it goes, the spy plays on in the given state."""
        seat = int(state.actor)
        self.given.append((wire(state, seat), state.text()))
        legal = state.legal()
        action = legal[self._random.below(len(legal))]
        rest = Keen(1)
        for _ in range(5):
            if state.actor != spuk.OVER:
                state.apply(rest.choose(state))
        return action


def _spied(players: int, seed: int) -> tuple[spuk.Record, list[Spy]]:
    spies = [Spy(100 * seed + seat) for seat in range(players)]
    return spuk.play("ghosts", {"players": players}, spies, seed=seed), spies


@pytest.mark.parametrize("players", [2, 3, 6])
def test_bots_are_given_dreams_that_agree_with_their_view(players: int) -> None:
    record, spies = _spied(players, seed=players)
    turns = [0] * players
    same = different = 0
    for state in _decisions(record):
        seat = int(state.actor)
        view, text = spies[seat].given[turns[seat]]
        turns[seat] += 1
        assert view == wire(state, seat)
        hands, truth = checks.hands(text), checks.hands(state.text())
        assert hands[seat] == truth[seat]
        if state.view(None)["pile"] > 4:
            same += text == state.text()
            different += text != state.text()
    assert turns == [len(spy.given) for spy in spies]
    assert different > 50 * same


def _decisions(record: spuk.Record) -> Iterator[spuk.State]:
    for state in record.states():
        if state.actor >= 0:
            yield state.clone()


def test_what_a_bot_does_to_its_state_does_not_reach_the_game() -> None:
    record, _ = _spied(4, seed=9)
    assert record.replay().outcome() is not None
    assert record == _spied(4, seed=9)[0]


def test_a_spying_bot_predicts_no_better_than_from_any_other_dream() -> None:
    """How often the next card that the next seat plays is in the hand the spy was shown for it."""
    shown = dreamt = total = 0
    random = Random(5)
    for seed in range(6):
        record, spies = _spied(4, seed)
        turns = [0] * 4
        for state in _decisions(record):
            seat = int(state.actor)
            _, text = spies[seat].given[turns[seat]]
            turns[seat] += 1
            truth = checks.hands(state.text())
            for other in range(4):
                if other != seat and state.view(None)["phase"] == "play":
                    dream = checks.hands(state.imagine(seat, random).text())[other]
                    shown += _hits(checks.hands(text)[other], truth[other])
                    dreamt += _hits(dream, truth[other])
                    total += len(truth[other])
    assert total > 3000
    assert shown / total < 0.5, "the spy knows too much"
    assert abs(shown - dreamt) < 6 * sqrt(total * 0.25)


def _hits(guess: list[str], truth: list[str]) -> int:
    return (Counter(guess) & Counter(truth)).total()
