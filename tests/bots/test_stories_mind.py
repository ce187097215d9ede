"""How Ghost Stories judges positions: what is seen, what the network says of it, how it is trained."""

import subprocess
import sys
from array import array
from collections import Counter
from pathlib import Path

import pytest

import spuk
from spuk.games.ghost_stories.evaluation import COLUMNS, HIDDEN, chance, judge, odds
from spuk.games.ghost_stories.features import NAMES, Sight, look
from spuk.games.ghost_stories.mind import pick
from spuk.games.ghost_stories.state import State
from spuk.kernel.seeds import Random

ROOT = Path(__file__).parents[2]
GAME = spuk.game("ghost-stories")


def names_seen(state: State) -> list[str]:
    sight = Sight()
    look(state, sight)
    return [NAMES[sight.inputs[k]] for k in range(sight.count)]


def seen(line: str, prefix: str) -> Counter[str]:
    state = GAME.from_text(line)
    assert isinstance(state, State)
    return Counter(name for name in names_seen(state) if name.startswith(prefix))


def played(level: str, seed: int) -> list[State]:
    """The positions of a game among monks, at the beginning of every turn."""
    state = GAME.new(level=level)
    assert isinstance(state, State)
    random, turn, positions = Random(seed), -1, []
    while state.actor != spuk.OVER:
        if state.turn != turn:
            turn = state.turn
            positions.append(state.clone())
        state.step(state.sample(random) if state.actor == spuk.CHANCE else pick(state))
    return [*positions, state]


@pytest.mark.parametrize(("board", "next_board"), ["NE", "ES", "SW", "WN"])
def test_the_table_is_seen_from_the_one_whose_turn_it_is(board: str, next_board: str) -> None:
    ours = seen(f"en normal 4p {board}=@4 {board}2=38! turn={board}", "space")
    theirs = seen(f"en normal 4p {next_board}=@4 {next_board}2=38! turn={next_board}", "space")
    next_to_us = seen(f"en normal 4p {board}=@4 {next_board}2=38! turn={board}", "space")
    assert ours
    assert len(ours) == len(theirs) == len(next_to_us)
    assert ours != next_to_us


@pytest.mark.parametrize(("level", "incarnations"), [("normal", 1), ("nightmare", 4)])
def test_every_incarnation_still_in_the_deck_is_seen_however_deep(level: str, incarnations: int) -> None:
    positions = played(level, 3)
    assert int(positions[0].deck) > 40
    for state in positions:
        drawn = sum(
            int(state.setup.incarnation_places) >> place & 1 for place in range(int(state.deck) + 1, 64)
        )
        assert f"incarnations_in_deck_{incarnations - drawn}" in names_seen(state)


def by_the_book(state: State, weights: list[float]) -> float:
    """The network’s first answer, added up from nothing, as the logarithm of odds."""
    sight = Sight()
    look(state, sight)
    sums = [0.0] * COLUMNS
    for number, value in enumerate(sight.values):
        for column in range(COLUMNS):
            sums[column] += value * weights[COLUMNS * number + column]
    second = weights[COLUMNS * len(NAMES) :]
    return sums[HIDDEN] + sum(max(0.0, sums[unit]) * second[unit] for unit in range(HIDDEN))


def test_a_chance_is_the_networks_answer_and_does_not_depend_on_what_was_judged_before() -> None:
    positions = played("normal", 5)[:-1] + played("hell", 6)[:-1]
    weights = array("f", (ROOT / "src/spuk/games/ghost_stories/network.bin").read_bytes()).tolist()
    order = sorted(range(len(positions)), key=lambda place: place * 37 % 101)
    one_after_the_other = [chance(state) for state in positions]
    mixed = {place: chance(positions[place]) for place in order}
    assert one_after_the_other == [mixed[place] for place in range(len(positions))]
    for state in positions[::9]:
        assert odds(state) == pytest.approx(by_the_book(state, weights), abs=1e-3)


@pytest.mark.parametrize("level", ["initiation", "nightmare", "hell"])
def test_chances_come_about_as_often_as_they_say(level: str) -> None:
    games = [played(level, seed) for seed in range(30)]
    said = sum(chance(positions[6]) for positions in games)
    outcomes = [positions[-1].outcome() for positions in games]
    assert abs(said - sum(outcome is not None and outcome.won for outcome in outcomes)) < 6


@pytest.mark.parametrize("level", ["initiation", "normal", "nightmare", "hell"])
def test_what_a_position_is_worth_lies_between_nothing_and_a_win(level: str) -> None:
    positions = played(level, 7)
    assert len(positions) > 10
    for state in positions[:-1]:
        assert 0 < chance(state) < 1
        assert 0 < judge(state) < 1
    outcome = positions[-1].outcome()
    assert outcome is not None
    assert chance(positions[-1]) == float(outcome.won or 0)
    assert judge(positions[-1]) == 1 if outcome.won else judge(positions[-1]) < 0.5


def test_a_lost_game_is_worth_more_the_farther_it_came() -> None:
    ends = [played("hell", seed)[-1] for seed in range(4)]
    lost = sorted((end.deck, judge(end)) for end in ends if not chance(end))
    assert len(lost) > 1
    assert [worth for _deck, worth in lost] == sorted([worth for _deck, worth in lost], reverse=True)


def test_the_chance_falls_with_the_village() -> None:
    fine = GAME.from_text("en normal 4p turn=N")
    assert isinstance(fine, State)
    worse = fine.clone()
    worse.haunted = 0b11
    assert chance(worse) < chance(fine)


def test_the_network_can_be_trained(tmp_path: Path) -> None:
    out = tmp_path / "network.bin"
    little = ["--rounds", "1", "--games", "8", "--enough", "0"]
    run = subprocess.run(
        [sys.executable, "bench/train_stories.py", *little, "--out", str(out)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    before = (ROOT / "src/spuk/games/ghost_stories/network.bin").read_bytes()
    assert len(out.read_bytes()) == len(before)
    assert out.read_bytes() != before
    assert "round 0" in run.stdout
