"""Why the master prefers an option: what came of it in the futures it played, recounted from outside."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from librt.vecs import append, vec
from mypy_extensions import i64

import spuk
from spuk.bots.advice import Advice, Difference, advice_data, read_advice
from spuk.bots.differences import Futures, differences
from spuk.games.ghost_stories.mind import pick
from spuk.games.ghosts.evaluation import Judge, best
from spuk.games.ghosts.mind import sensible
from spuk.games.ghosts.weights import WEIGHTS
from spuk.kernel.game import CHANCE, OVER, PLAIN, Consequence, Event, Mind, State
from spuk.kernel.seeds import Random, seeded
from spuk.testing.tables import walk

STORIES = spuk.game("ghost-stories")
GHOSTS = spuk.game("ghosts")
SEED = 3

Fact = tuple[str, tuple[tuple[str, int], ...]]


def fact(id: str, **values: int) -> Fact:
    return id, tuple(sorted(values.items()))


# ── the same futures, played and counted from outside ───────────────────────────────────────


def futures(state: State, action: int, rounds: int, play: Callable[..., set[Fact]]) -> Iterator[set[Fact]]:
    """What came of an action, future by future: those that the master with this seed plays on."""
    seed = int(seeded(SEED).bits())
    dreams = state.mind().dreams(state, state.actor)
    for number in range(rounds):
        before = dreams.next(Random(seed - 1 - number))
        yield play(before, action, Random(seed + number))


def play_stories(before: Any, action: int, random: Random) -> set[Fact]:
    """Up to the Yang phase of the next Taoist, as everybody at the table can see it."""
    state: Any = before.clone()
    state.apply(action)
    turn = before.view(None)["turn"]
    while state.actor != OVER:
        view = state.view(None)
        if view["turn"] > turn and state.actor != CHANCE and view["stage"] == "start":
            break
        state.apply(int(state.sample(random)) if state.actor == CHANCE else int(pick(state)))
    return seen_in_stories(before.view(None), state.view(None), state.outcome())


def seen_in_stories(old: dict[str, Any], new: dict[str, Any], outcome: spuk.Outcome | None) -> set[Fact]:
    from spuk.games.ghost_stories.board import TILES

    found = {fact("won" if outcome.won else "lost")} if outcome else set()
    for was, now in zip(old["village"], new["village"], strict=True):
        if was["haunted"] != now["haunted"]:
            found.add(fact("haunted" if now["haunted"] else "restored", tile=TILES.index(now["tile"])))
    for number, (was, now) in enumerate(zip(old["boards"], new["boards"], strict=True)):
        if all(space["ghost"] for space in now["spaces"]):
            found.add(fact("full", board=number))
        if now["qi"] != was["qi"]:
            found.add(fact("qi_lost" if now["qi"] < was["qi"] else "qi_gained", board=number))
        if was["alive"] and not now["alive"]:
            found.add(fact("died", board=number))
            continue
        more = sum(now["tao"].values()) - sum(was["tao"].values())
        if more:
            found.add(fact("more_tao" if more > 0 else "fewer_tao", board=number))
        if was["yin_yang"] and not now["yin_yang"]:
            found.add(fact("yin_yang_spent", board=number))
    before, after = ghosts_in(old), ghosts_in(new)
    found |= {fact("gone", card=card) for card in before - after}
    return found | {fact("arrives", card=card) for card in after - before if card > 55}


def ghosts_in(view: dict[str, Any]) -> set[int]:
    spaces = [space for board in view["boards"] for space in board["spaces"]]
    return {space["ghost"]["card"] for space in spaces if space["ghost"]}


def play_ghosts(before: Any, action: int, random: Random) -> set[Fact]:
    """Until three piles are taken or the round is over, by what is announced at the table."""
    state: Any = before.clone()
    judge = Judge(WEIGHTS[state.seats()])
    fear = list(before.fear)
    events: list[Event] = []
    state.apply(action, events)
    while state.actor != OVER and before.round == state.round and piles(events) < 3:
        chosen = state.sample(random) if state.actor == CHANCE else best(judge, state, sensible(state))
        state.apply(int(chosen), events)
    taken = Counter(event.values["seat"] for event in events if event.id == "pile_taken")
    given: Counter[int] = Counter()
    for event in events:
        if event.id == "fear_given_back":
            given[event.values["seat"]] += event.values["number"]
    over = any(event.id == "game_ended" for event in events) or before.round != state.round
    found = {fact("round_over")} if over else set()
    for seat in range(state.seats()):
        fear[seat] += taken[seat] - given[seat]
        found |= {fact("fear", seat=seat)} if taken[seat] else set()
        found |= {fact("more_fear", seat=seat)} if taken[seat] > 1 else set()
        found |= {fact("less_fear", seat=seat)} if given[seat] else set()
    return found | {fact("fewest", seat=seat) for seat, own in enumerate(fear) if own == min(fear)}


def piles(events: list[Event]) -> int:
    return sum(event.id == "pile_taken" for event in events)


POSITIONS = [
    "en normal 4p N=@2/1qi E=1qi N2=38! S1=9 W2=20 turn=N",
    "en normal 1p N2=38! N1=12 E1=9! turn=N",
]


def middle_of_a_round(players: int) -> State:
    """A decision with a pile on the table, and something to lose."""
    for state in walk(GHOSTS, {"players": players}, seed=6):
        level = state.view(None)["level"]
        if state.actor >= 0 and level >= 4 and len(state.legal()) >= 4:
            return state.imagine(int(state.actor), Random(1))
    raise AssertionError("no such decision")


def check(state: State, also: str, play: Callable[..., set[Fact]], playouts: int) -> set[str]:
    """Every difference told was counted right, and what is said of it is true; which were told at all."""
    action = state.space().action(also)
    master: Any = spuk.bot("master", seed=SEED, playouts=playouts)
    first, *others = master.advise(state, also=action)
    assert first.differences == ()
    told: set[str] = set()
    for option in others:
        rounds = min(first.playouts, option.playouts)
        ours = list(futures(state, first.action, rounds, play))
        theirs = list(futures(state, option.action, rounds, play))
        for one in option.differences:
            what = fact(one.id, **one.values)
            assert (one.best, one.other, one.futures) == (
                sum(what in future for future in ours),
                sum(what in future for future in theirs),
                rounds,
            ), (option, what)
            pairs = [(what in our) - (what in their) for our, their in zip(ours, theirs, strict=True)]
            assert sum(pairs) ** 2 >= 9 * sum(map(abs, pairs)), "it may be luck"
            assert abs(sum(pairs)) >= 0.05 * rounds, "it is too small to be told"
            told.add(one.id)
    return told


@pytest.mark.parametrize("line", POSITIONS)
def test_what_came_in_ghost_stories_is_counted_as_an_onlooker_would(line: str) -> None:
    """The option to end the turn is played on one turn further, and yet looked at where all others are."""
    assert len(check(STORIES.from_text(line), "end", play_stories, 100)) > 1


@pytest.mark.parametrize("players", [2, 4])
def test_what_came_in_ghosts_is_counted_as_an_onlooker_would(players: int) -> None:
    """Taking the pile is played on one pile further, and yet looked at where all others are."""
    assert {"fear", "more_fear"} & check(middle_of_a_round(players), "take", play_ghosts, 400)


# ── hidden hands ────────────────────────────────────────────────────────────────────────────


def test_reasons_in_ghosts_depend_on_nothing_that_the_seat_does_not_know() -> None:
    state = middle_of_a_round(3)
    seat = int(state.actor)
    other = state.imagine(seat, Random(77))
    assert other.text() != state.text()
    assert other.known_text(seat) == state.known_text(seat)

    def advice(real: State) -> list[Advice]:
        master: Any = spuk.bot("master", seed=1, playouts=400)
        found: list[Advice] = master.advise(real.imagine(seat, Random(5)), also=GHOSTS.action("take"))
        return found

    found = advice(state)
    assert found == advice(other)
    told = [one for option in found for one in option.differences]
    assert told
    assert all(set(one.values) <= {"seat"} for one in told), "no card is ever named"


# ── what is told ────────────────────────────────────────────────────────────────────────────


class Noting(Mind):
    """Only explains numbers."""

    def sensible(self, state: State) -> vec[i64]:
        return state.options

    def rate(self, state: State, options: vec[i64]) -> vec[float]:
        return vec[float]([0.5] * len(options))

    def play_on(self, state: State, random: Random) -> None:
        """Nothing."""

    def chance(self, state: State, seat: int) -> float:
        return 0.5

    def consequence(self, before: State, number: int) -> Consequence:
        return Consequence(f"c{int(number)}", {})


def told(best: list[tuple[list[int], float]], other: list[tuple[list[int], float]]) -> list[Difference]:
    found = []
    for lived in (best, other):
        option = Futures()
        for came, chance in lived:
            option.came.append(vec[i64](came))
            option.chances = append(option.chances, chance)
        found.append(option)
    return list(differences(Noting(), STORIES.from_text(POSITIONS[0]), *found))


def test_a_difference_that_may_be_luck_is_not_told() -> None:
    """Eight times out of eight is less than three standard errors off, nine times is just enough."""
    assert told([([1], 0.5)] * 8, [([], 0.5)] * 8) == []
    assert told([([1], 0.5)] * 9, [([], 0.5)] * 9) == [Difference("c1", {}, 9, 0, 9)]
    assert told([([], 0.5)] * 9, [([1], 0.5)] * 9) == [Difference("c1", {}, 0, 9, 9)]


def test_pairs_in_which_both_came_tell_nothing() -> None:
    both = [([1], 0.5)] * 100
    assert told(both, both) == []
    one = Difference("c1", {}, 100, 91, 100)
    assert told(both, [*both[9:], *[([], 0.5)] * 9]) == [one]


def test_the_luck_of_either_side_counts() -> None:
    """16 futures against 4 are not three standard errors apart, 17 against 3 are."""
    for more, expected in ((16, []), (17, [Difference("c1", {}, 17, 3, 20)])):
        best = [([1], 0.5)] * more + [([], 0.5)] * (20 - more)
        other = [([], 0.5)] * more + [([1], 0.5)] * (20 - more)
        assert told(best, other) == expected


def test_a_difference_too_small_to_matter_is_not_told() -> None:
    rest: list[tuple[list[int], float]] = [([], 0.5)] * 1000
    for more, number in ((49, 0), (50, 1)):
        best = [([1], 0.5)] * more + rest[more:]
        assert len(told(best, rest)) == number


def test_only_futures_of_both_are_compared() -> None:
    found = told([([1], 0.5)] * 30, [([], 0.5)] * 12)
    assert found == [Difference("c1", {}, 12, 0, 12)]
    assert told([([1], 0.5)] * 30, []) == []


def test_what_the_winning_chance_turns_on_comes_first_and_three_are_enough() -> None:
    best = [([1, 2, 3, 4], 0.9)] * 20 + [([1, 2, 3], 0.9)] * 5 + [([1, 2], 0.8)] * 5 + [([1], 0.4)] * 10
    other: list[tuple[list[int], float]] = [([], 0.7)] * 40
    assert [one.id for one in told(best, other)] == ["c2", "c3", "c4"]


# ── bots ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", spuk.games())
def test_who_chooses_and_who_advises_think_alike(name: str) -> None:
    states = [state.clone() for state in walk(spuk.game(name), {}, seed=2) if state.actor >= 0][::12]
    for state in states[:8]:
        chosen = spuk.bot("master", seed=4, playouts=40).choose(state)
        advice: Any = spuk.bot("master", seed=4, playouts=40)
        assert chosen == advice.advise(state)[0].action


def test_a_mind_that_notes_nothing_has_no_reasons() -> None:
    state = STORIES.from_text(POSITIONS[0])
    assert list(PLAIN.foresee(state, state.clone(), Random(1))) == []
    with pytest.raises(NotImplementedError, match="PlainMind notes consequences but does not explain them"):
        PLAIN.consequence(state, 1)


def test_advice_travels_as_json() -> None:
    advice = Advice(7, 0.25, 90, 0.01, (Difference("haunted", {"tile": 8}, 12, 61, 90),))
    assert read_advice(json.loads(json.dumps(advice_data(advice)))) == advice
    assert read_advice(advice_data(Advice(1, 0.5, 0))) == Advice(1, 0.5, 0)
