"""What a step costs in our environments and in others: `python bench/envs.py --out out/envs.json`.

Random legal play everywhere; only the environments' own work is counted (a step, the next observation, the
mask), as processor time, in short slices by turns, so that a busy machine disturbs all alike. The table shows
the median of the slices and the best one. The others need shimmy and pygame (`pettingzoo[classic]` has them).
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from engine import keep  # beside this file; it also finds spuk where it is not installed

GAMES = 1024
WANTED_STEPS = 300_000
WANTED_OVERHEAD = 15.0
Slice = Callable[[float], tuple[int, float]]
"""Plays for so many seconds; how many steps it was, and the processor time of the environment alone."""


class Clock:
    """Adds up the processor time between `start` and `stop`, without what asking for it costs."""

    def __init__(self) -> None:
        begin = process_time()
        for _ in range(1000):
            process_time()
        self._own = (process_time() - begin) / 1000
        self.passed = 0.0

    def start(self) -> None:
        self._begin = process_time()

    def stop(self) -> None:
        self.passed += process_time() - self._begin - self._own


def engine() -> Slice:
    """The engine at its own pace, chance included, compiled."""
    import spuk
    from spuk.kernel.playout import playout
    from spuk.kernel.seeds import Random

    start, random = spuk.game("ghost-stories").new(players=4), Random(1)

    def play(seconds: float) -> tuple[int, float]:
        begin, decisions = process_time(), 0
        while process_time() - begin < seconds:
            decisions += playout(start.clone(), random)[0]
        return decisions, process_time() - begin

    return play


def single() -> Slice:
    """Ghost Stories in Gymnasium, one game; what is done there is known beforehand."""
    from spuk.envs.gym import CooperativeEnv

    env = CooperativeEnv("ghost-stories", players=4)
    games = [_game(env, seed) for seed in range(40)]

    def play(seconds: float) -> tuple[int, float]:
        steps, begin = 0, process_time()
        while process_time() - begin < seconds:
            for seed, actions in enumerate(games):
                env.reset(seed=seed)
                for action in actions:
                    env.step(action)
                steps += len(actions)
        return steps, process_time() - begin

    return play


def _game(env: Any, seed: int) -> list[int]:
    """The actions of a random game."""
    random, actions, over = np.random.default_rng(seed), [], False
    _, info = env.reset(seed=seed)
    while not over:
        actions.append(int(random.choice(np.flatnonzero(info["action_mask"]))))
        _, _, over, _, info = env.step(actions[-1])
    return actions


def vector() -> Slice:
    """Ghost Stories in Gymnasium, 1024 games in one call."""
    from spuk.envs.vector import CooperativeVectorEnv

    env = CooperativeVectorEnv("ghost-stories", GAMES, players=4, copy=False, autoreset_mode="SameStep")
    random = np.random.default_rng(1)
    env.reset(seed=1)

    def play(seconds: float) -> tuple[int, float]:
        clock, steps, begin = Clock(), 0, process_time()
        while process_time() - begin < seconds:
            luck = random.random(env.action_mask.shape, np.float32)
            actions = (env.action_mask * luck).argmax(axis=1)
            clock.start()
            env.step(actions)
            clock.stop()
            steps += GAMES
        return steps, clock.passed

    return play


def aec(make: Callable[[], Any]) -> Slice:
    """An environment of PettingZoo: a step, and what the next agent sees."""
    env, random, games = make(), np.random.default_rng(1), iter(range(10**9))

    def play(seconds: float) -> tuple[int, float]:
        clock, steps, begin, over = Clock(), 0, process_time(), True
        while process_time() - begin < seconds:
            if over:
                env.reset(seed=next(games))
                seen = env.last()[0]
            action = int(random.choice(np.flatnonzero(seen["action_mask"])))
            clock.start()
            env.step(action)
            seen, _, ended, cut, _ = env.last()
            clock.stop()
            over = ended or cut
            steps += 1
        return steps, clock.passed

    return play


def ours(name: str) -> Slice:
    """One of our games in PettingZoo."""
    from spuk.envs import ghost_stories_v1, ghosts_v1

    return aec({"ghost_stories": ghost_stories_v1, "ghosts": ghosts_v1}[name].env)


def connect_four() -> Slice:
    """PettingZoo’s connect_four."""
    from pettingzoo.classic import connect_four_v3

    return aec(connect_four_v3.env)


def hanabi() -> Slice:
    """PettingZoo’s hanabi."""
    from pettingzoo.classic import hanabi_v5

    return aec(hanabi_v5.env)


def openspiel(name: str) -> Slice:
    """A game of OpenSpiel, driven from Python: a step, its chance, legal actions, observation."""
    import pyspiel

    import spuk.envs.openspiel  # noqa: F401  (registers ours)

    game, random = pyspiel.load_game(name), np.random.RandomState(1)

    def play(seconds: float) -> tuple[int, float]:
        clock, steps, begin = Clock(), 0, process_time()
        state = game.new_initial_state()
        while process_time() - begin < seconds:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                action = int(random.choice(outcomes, p=chances))
            else:
                action = int(random.choice(state.legal_actions()))
                steps += 1
            clock.start()
            state.apply_action(action)
            if state.is_player_node():
                state.legal_actions()
                state.observation_tensor(state.current_player())
            clock.stop()
        return steps, clock.passed

    return play


# What is measured: its name in the JSON, what the table calls it, and who plays it.
ROWS: list[tuple[str, str, Callable[[], Slice]]] = [
    ("engine", "the engine itself, Ghost Stories", engine),
    ("vector", f"Gymnasium, {GAMES} games of Ghost Stories", vector),
    ("single", "Gymnasium, one game of Ghost Stories", single),
    ("aec_stories", "PettingZoo, Ghost Stories", lambda: ours("ghost_stories")),
    ("aec_ghosts", "PettingZoo, Ghosts", lambda: ours("ghosts")),
    ("openspiel_ghosts", "OpenSpiel, Ghosts from Python", lambda: openspiel("spuk_ghosts")),
    ("connect_four", "PettingZoo, connect_four", connect_four),
    ("hanabi", "PettingZoo, hanabi", hanabi),
    ("openspiel_hanabi", "OpenSpiel, hanabi from Python", lambda: openspiel("hanabi")),
]


def bench(rounds: int, seconds: float) -> dict[str, Any]:
    """All rows by turns."""
    players = {}
    for name, what, make in ROWS:
        try:
            players[name] = make()
        except ImportError as error:
            print(f"{what}: not measured ({error})", file=sys.stderr)
    for play in players.values():
        play(seconds / 2)  # to warm up
    costs: dict[str, list[float]] = {name: [] for name in players}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds} …", file=sys.stderr, flush=True)
        for name, play in players.items():
            steps, passed = play(seconds)
            costs[name].append(1e6 * passed / steps)
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "load": os.getloadavg()[0],
        "rounds": rounds,
        "seconds_per_slice": seconds,
        "us_per_step": {name: {"median": median(all), "best": min(all)} for name, all in costs.items()},
        "slices": costs,
    } | summary(costs)


def summary(costs: dict[str, list[float]]) -> dict[str, Any]:
    """What was promised, and how many times faster a step of the vector environment is than the others’."""
    middle = {name: median(all) for name, all in costs.items()}
    over = [one - own for one, own in zip(costs["single"], costs["engine"], strict=True)]
    return {
        "vector_steps_per_second": {
            "median": 1e6 / middle["vector"],
            "best": 1e6 / min(costs["vector"]),
            "wanted": WANTED_STEPS,
        },
        "single_us_over_engine": {"median": median(over), "best": min(over), "wanted": WANTED_OVERHEAD},
        "slower_than_vector": {name: cost / middle["vector"] for name, cost in middle.items()},
    }


def table(result: dict[str, Any]) -> str:
    """The results for people."""
    lines = [
        f"Python {result['python']}, {result['machine']}, load {result['load']:.1f}",
        f"processor time, {result['rounds']} slices of {result['seconds_per_slice']} s by turns",
        "",
        f"{'':<42}{'µs a step':>12}{'best':>10}{'steps/s':>12}{'× vector':>10}",
    ]
    for name, what, _ in ROWS:
        if name in result["us_per_step"]:
            cost = result["us_per_step"][name]
            times = result["slower_than_vector"][name]
            pace = f"{1e6 / cost['median']:,.0f}"
            lines.append(f"{what:<42}{cost['median']:>12.2f}{cost['best']:>10.2f}{pace:>12}{times:>10.1f}")
    pace, over = result["vector_steps_per_second"], result["single_us_over_engine"]
    lines += [
        "",
        f"vector: {pace['median']:,.0f} steps a second (best {pace['best']:,.0f}), wanted {pace['wanted']:,}",
        f"single: {over['median']:.1f} µs over the engine (best {over['best']:.1f}), wanted {over['wanted']}",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, help="write all numbers there, as JSON")
    parser.add_argument("--rounds", type=int, default=9, help="slices of each (9)")
    parser.add_argument("--seconds", type=float, default=0.4, help="processor time of a slice (0.4)")
    given = parser.parse_args()
    result = bench(given.rounds, given.seconds)
    print(table(result))
    keep(result, given.out)


if __name__ == "__main__":
    main()
