"""The mind of Ghosts: legal, blind to hidden cards, exact at the end, and better than chance."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import spuk
from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.seeds import Random

GAME = spuk.game("ghosts")
EVERY_COUNT = (2, 3, 4, 5, 6)
TABLES: tuple[dict[str, Any], ...] = (
    *({"players": players} for players in EVERY_COUNT),
    {"players": 3, "rounds": 10, "edition": "amigo2022"},
    {"players": 6, "rounds": 4, "edition": "amigo2022"},
)


def walk(table: dict[str, Any], seed: int) -> Iterator[spuk.State]:
    """Every state of a game in which anything legal is played, piles taken at will included."""
    random, state = Random(seed), GAME.new(**table)
    while state.actor != OVER:
        yield state
        options = state.legal()
        action = state.sample(random) if state.actor == CHANCE else options[random.below(len(options))]
        state.apply(int(action))
    yield state


def decisions(table: dict[str, Any], seed: int, every: int) -> Iterator[spuk.State]:
    """Some decisions of such a game."""
    for step, state in enumerate(walk(table, seed)):
        if state.actor >= 0 and step % every == 0:
            yield state


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_everything_the_mind_says_is_legal_and_a_chance(table: dict[str, Any]) -> None:
    mind = GAME.new(**table).mind()
    for state in decisions(table, 1, 3):
        seat, line = int(state.actor), state.text()
        sensible = list(mind.sensible(state))
        assert sensible, line
        assert set(sensible) <= set(state.legal()), line
        assert len(set(sensible)) == len(sensible), line
        ratings = list(mind.rate(state, state.options))
        assert len(ratings) == len(state.options)
        assert all(0.0 <= rating <= 1.0 for rating in ratings), line
        imagined = mind.dreams(state, seat).next(Random(2))
        assert imagined.invariants() == [], line
        assert imagined.view(seat) == state.view(seat), line
        mind.play_on(imagined, Random(3))
        assert imagined.invariants() == []
        assert state.text() == line, "thinking changed the truth"


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("name", ["novice", "monk", "master"])
def test_bots_finish_their_games(table: dict[str, Any], name: str) -> None:
    bot = spuk.bot(name, seed=5, playouts=6)
    record = spuk.play("ghosts", table, [bot, "random"], seed=11)  # `apply` refuses anything illegal
    assert record.replay().outcome() is not None


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_hidden_cards_change_nothing(players: int) -> None:
    mind = GAME.new(players=players).mind()
    other_hands = 0
    for state in decisions({"players": players}, 3, 7):
        seat = int(state.actor)
        imagined = [state.imagine(seat, Random(number)) for number in range(6)]
        other_hands += len({other.text() for other in imagined}) > 1
        for other in imagined:
            assert list(mind.sensible(other)) == list(mind.sensible(state))
            assert list(mind.rate(other, other.options)) == list(mind.rate(state, state.options))
            assert spuk.bot("monk").choose(other) == spuk.bot("monk").choose(state)
            dreams = [mind.dreams(one, seat) for one in (other, state)]
            for number in range(3):
                guesses = [dream.next(Random(number)).text() for dream in dreams]
                assert guesses[0] == guesses[1]
    assert other_hands > 10


def test_a_master_thinks_the_same_whatever_sample_he_is_given() -> None:
    for state in decisions({"players": 4}, 4, 40):
        seat = int(state.actor)
        samples = [state, *(state.imagine(seat, Random(number)) for number in range(3))]
        thoughts = [spuk.bot("master", seed=1, playouts=60).advise(sample) for sample in samples]
        assert thoughts[1:] == thoughts[:-1]


def _mist(state: spuk.State, seat: int) -> list[int]:
    hand = state.view(seat)["players"][seat]["hand"]
    return [card["value"] for card in hand if card["card"] == "x"]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_chances_add_up_and_are_exact_at_the_end(table: dict[str, Any]) -> None:
    for seed in range(4):
        for state in walk(table, seed):
            chances = [state.mind().chance(state, seat) for seat in range(state.seats())]
            assert all(0.0 <= chance <= 1.0 for chance in chances), state.text()
            assert sum(chances) == pytest.approx(1.0), state.text()
        outcome = state.outcome()
        assert outcome is not None
        share = 1.0 / len(outcome.winners)
        assert chances == [share if seat in outcome.winners else 0.0 for seat in range(state.seats())]


def test_who_takes_a_pile_is_thought_to_have_had_no_answer() -> None:
    state = GAME.from_text(
        "original 3p 0=m1,m2,f2,s1,s2 1=s3,v1,v2,w1,w2 2=w3,p1,p2,p3,v3 "
        "trick=f1 aside=m3,f3,v1 gained=1,0,0 fear=2,1,1 turn=1"
    )
    dreams = state.mind().dreams(state, 1)
    fair = sum(len(_mist(state.imagine(1, Random(number)), 0)) for number in range(1000))
    guessed = sum(len(_mist(dreams.next(Random(number)), 0)) for number in range(1000))
    assert 0 < guessed < 0.5 * fair


def _alike(first: spuk.State, second: spuk.State, seat: int) -> int:
    """Cards that a seat holds in both."""
    hands = [
        Counter(card["card"] for card in state.view(seat)["players"][seat]["hand"])
        for state in (first, second)
    ]
    return (hands[0] & hands[1]).total()


def test_hands_guessed_from_the_play_are_nearer_to_the_truth() -> None:
    monk, random, state = spuk.bot("monk"), Random(6), GAME.new(players=4)
    fair = guessed = 0
    number = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.step(state.sample(random))
            continue
        number += 1
        if number % 9 == 0:
            seat = int(state.actor)
            dreams = state.mind().dreams(state, seat)
            for other in {0, 1, 2, 3} - {seat}:
                fair += sum(_alike(state.imagine(seat, Random(i)), state, other) for i in range(8))
                guessed += sum(_alike(dreams.next(Random(i)), state, other) for i in range(8))
        state.step(monk.choose(state))
    assert guessed > 1.12 * fair


def _wins(first: str, others: str, games: int, players: int = 4, **budget: Any) -> float:
    wins = 0.0
    for number in range(games):
        seat = number % players
        bots = [spuk.bot(others, seed=97 * number + other) for other in range(players)]
        bots[seat] = spuk.bot(first, seed=number, **budget)
        outcome = spuk.play("ghosts", {"players": players}, bots, seed=number // players).replay().outcome()
        assert outcome is not None
        wins += 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
    return wins / games


@pytest.mark.parametrize(("players", "share"), [(2, 0.65), (4, 0.5), (6, 0.28)])
def test_a_monk_beats_novices_clearly(players: int, share: float) -> None:
    assert _wins("monk", "novice", 240, players) > share


SCRIPT = """
import spuk
bots = [spuk.bot("master", seed=1, playouts=4), "monk", "monk"]
print(spuk.play("ghosts", {"players": 3}, bots, seed=3).actions)
"""


def _games(plain: str) -> str:
    environment = {**os.environ, "SPUK_PLAIN": plain}
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(spuk.__file__).parents[1]), *sys.path])
    command = [sys.executable, "-c", SCRIPT]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_same_games_compiled_and_plain_and_once_more() -> None:
    compiled = _games("")
    assert compiled == _games("")
    assert compiled == _games("1")
