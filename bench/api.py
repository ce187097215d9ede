"""What the documented API costs from Python, beside OpenSpiel's hanabi driven the same way, on one core.

`python bench/api.py --out out/api.json`: random games, each way in turn, several times over; the table shows
the median of these runs in steps per second of CPU time, and as a multiple of OpenSpiel's. What the loop
itself costs (it picks actions with `getrandbits`, the cheapest way there is) is part of all of them.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import pyspiel

import spuk

Way = Callable[[float], float]
PlayOne = Callable[[], int]
"""Plays a whole game; how many steps it took."""


def pace(play: PlayOne) -> Way:
    """Steps per second of games played one after the other.

    A game is one call, as in most people's programs: Python makes a function fast that it has called often,
    but not a loop that never ends.
    """

    def run(seconds: float) -> float:
        steps, begin = 0, process_time()
        while process_time() - begin < seconds:
            steps += play()
        return steps / (process_time() - begin)

    return run


def documented(name: str) -> Way:
    """`legal()` and `apply()`; dice and cards by `legal()` too."""
    game, bits = spuk.game(name), random.Random(1).getrandbits

    def play() -> int:
        state, steps = game.new(), 0
        while state.actor != spuk.OVER:
            legal = state.legal()
            state.apply(legal[bits(16) % len(legal)])
            steps += 1
        return steps

    return pace(play)


def documented_with_chances(name: str) -> Way:
    """`legal()` and `apply()`; dice and cards by `chances()`."""
    game, bits, draw = spuk.game(name), random.Random(1).getrandbits, random.Random(1).choices

    def play() -> int:
        state, steps = game.new(), 0
        while (actor := state.actor) != spuk.OVER:
            if actor == spuk.CHANCE:
                outcomes, weights = zip(*state.chances(), strict=True)
                state.apply(draw(outcomes, weights)[0])
            else:
                legal = state.legal()
                state.apply(legal[bits(16) % len(legal)])
            steps += 1
        return steps

    return pace(play)


def unchecked(name: str) -> Way:
    """`options` and `step()`, the lane for those who know what they do."""
    game, bits = spuk.game(name), random.Random(1).getrandbits

    def play() -> int:
        state, steps = game.new(), 0
        while state.actor != spuk.OVER:
            options = state.options
            state.step(options[bits(16) % len(options)])
            steps += 1
        return steps

    return pace(play)


def hanabi() -> Way:
    """OpenSpiel's C++ hanabi with the same loop."""
    game, bits = pyspiel.load_game("hanabi"), random.Random(1).getrandbits

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[bits(16) % len(legal)])
            steps += 1
        return steps

    return pace(play)


def hanabi_with_chances() -> Way:
    """The same, with the probabilities of its cards."""
    game, bits = pyspiel.load_game("hanabi"), random.Random(1).getrandbits
    draw = random.Random(1).choices

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw(outcomes, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[bits(16) % len(legal)])
            steps += 1
        return steps

    return pace(play)


def ways() -> dict[str, Way]:
    """Everything that is measured, OpenSpiel's two ways first."""
    found = {
        "hanabi: legal_actions() + apply_action()": hanabi(),
        "hanabi: the same with chance_outcomes()": hanabi_with_chances(),
    }
    for name in spuk.games():
        found[f"{name}: legal() + apply()"] = documented(name)
        found[f"{name}: the same with chances()"] = documented_with_chances(name)
        found[f"{name}: options + step()"] = unchecked(name)
    return found


def costs(name: str, count: int = 400) -> dict[str, float]:
    """Nanoseconds of one `apply` and one `step` on the same positions."""
    game, dice = spuk.game(name), random.Random(2)
    positions: list[tuple[spuk.State, int]] = []
    while len(positions) < count:
        state = game.new()
        while state.actor != spuk.OVER and len(positions) < count:
            action = dice.choice(state.legal())
            positions.append((state.clone(), action))
            state.apply(action)
    spent: dict[str, list[float]] = {"apply": [], "step": []}
    for _ in range(30):
        for what, times in spent.items():
            states = [(getattr(state.clone(), what), action) for state, action in positions]
            begin = process_time()
            for do, action in states:
                do(action)
            times.append((process_time() - begin) / count * 1e9)
    return {what: median(values) for what, values in spent.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    runs: dict[str, list[float]] = {name: [] for name in ways()}
    for _ in range(given.rounds):
        for name, way in ways().items():
            runs[name].append(way(given.seconds))
    found = {name: median(values) for name, values in runs.items()}
    engine = "compiled" if spuk.compiled else "as plain Python"
    print(f"engine {engine}; steps per second, median of {given.rounds}")
    plain, weighed = list(found.values())[:2]
    for name, value in found.items():
        theirs = weighed if "chance" in name else plain
        print(f"{name:42} {value:12,.0f}  {value / theirs:5.2f} × hanabi")
    checks = {name: costs(name) for name in spuk.games()}
    for name, cost in checks.items():
        ratio = cost["apply"] / cost["step"]
        print(f"{name}: apply {cost['apply']:.0f} ns, step {cost['step']:.0f} ns, {ratio:.2f} ×")
    if given.out:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(json.dumps({"steps_per_second": found, "nanoseconds": checks}, indent=2))


if __name__ == "__main__":
    main()
