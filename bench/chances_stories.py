"""Is a chance a chance? Monks play Ghost Stories; what is said of their positions is held against what came.

    python bench/chances_stories.py --games 3200

Prints how far the network's bare answer is off by number of players, as a logistic regression (the numbers in
`judgement.py`), and a table of what is said with them now, for positions at the beginning of every turn. A
second set of games (`--seed`) tells whether it holds.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from multiprocessing import Pool

import numpy as np

import spuk
from spuk.games.ghost_stories import evaluation as judgement
from spuk.games.ghost_stories.mind import pick
from spuk.games.ghost_stories.state import WON, State
from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.seeds import Random, derive

LEVELS = ("initiation", "normal", "nightmare", "hell")
GAME = spuk.game("ghost-stories")
EDGES = (0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1)


def play(job: tuple[int, int]) -> list[tuple[int, int, float, float, bool]]:
    """Players, level, the bare odds (as a logarithm), the chance that is shown, and whether it was won."""
    number, seed = job
    players, level = number % 4 + 1, number // 4 % 4
    random = Random(derive(seed, "chances", number))
    s = GAME.new(players=players, level=LEVELS[level])
    assert isinstance(s, State)
    said, turn = [], -1
    while s.actor != OVER:
        if s.turn != turn and s.turn > 0:
            turn = s.turn
            said.append((judgement.odds(s), judgement.chance(s)))
        s.step(s.sample(random) if s.actor == CHANCE else pick(s))
    return [(players, level, odds, chance, s.end == WON) for odds, chance in said]


def fit(odds: np.ndarray, won: np.ndarray) -> tuple[float, float]:
    """Shift and slope that make the most of the odds: logistic regression by Newton's method."""
    inputs = np.column_stack([np.ones_like(odds), odds])
    weights = np.array([0.0, 1.0])
    for _ in range(12):
        chances = 1 / (1 + np.exp(-inputs @ weights))
        slopes = inputs.T @ (won - chances)
        bends = (inputs * (chances * (1 - chances))[:, None]).T @ inputs
        weights += np.linalg.solve(bends, slopes)
    return float(weights[0]), float(weights[1])


def percent(shares: np.ndarray) -> str:
    return f"{100 * shares.mean():.0f} %"


def table(said: np.ndarray, won: np.ndarray) -> str:
    lines = ["| said | came | positions |", "|---|---|---|"]
    for low, high in pairwise(EDGES):
        here = (said >= low) & (said < high)
        if here.sum() > 50:
            lines.append(
                f"| {100 * said[here].mean():.0f} % | {100 * won[here].mean():.0f} % | {here.sum():,} |"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=1600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    jobs = [(number, given.seed) for number in range(given.games)]
    with Pool(given.workers) as pool:
        rows = [row for game in pool.imap_unordered(play, jobs, chunksize=8) for row in game]
    players, level, odds, said, won = (np.array(column, float) for column in zip(*rows, strict=True))
    for number in (1, 2, 3, 4):
        shift, slope = fit(odds[players == number], won[players == number])
        print(f"{number} players: shift {shift:.3f}, slope {slope:.3f}")
    for index, name in enumerate(LEVELS):
        for number in (1, 2, 3, 4):
            here = (level == index) & (players == number)
            print(f"{name}, {number} players: said {percent(said[here])}, came {percent(won[here])}")
    print(f"error (Brier) {np.mean((said - won) ** 2):.4f}")
    print(table(said, won))


if __name__ == "__main__":
    main()
