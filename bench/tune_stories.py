"""Tune the weights of the Ghost Stories judgement by playing: an evolution strategy with mirrored samples.

    python bench/tune_stories.py --generations 40 --out out/weights.csv

A generation tries the present weights, moved at random along directions that mean something (`_directions`),
each move there and back on the same dice and cards. The mean of all moves, weighed by how much better there
was than back, is the step. Games are scored by how far they came: the part of the deck that was drawn (turns
would mislead: the boards of dead Taoists turn quickly and draw nothing), incarnations banished, and the win.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from multiprocessing import Pool
from pathlib import Path

import numpy as np

import spuk
from spuk.kernel import bits
from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.seeds import Random
from spuk.stories import judgement
from spuk.stories.judgement import NAMES
from spuk.stories.mind import pick
from spuk.stories.state import WON, State

WEIGHTS = Path(judgement.__file__).parent / "weights.csv"
PER_INCARNATION, PER_WIN = 0.15, 0.7
KEEP_MOVING = 0.7


def read(file: Path) -> np.ndarray:
    rows = dict(line.split(",") for line in file.read_text(encoding="utf-8").split())
    return np.array([float(rows.get(name, 0)) for name in NAMES])


def write(file: Path, weights: np.ndarray) -> None:
    lines = (f"{name},{weight:.4f}\n" for name, weight in zip(NAMES, weights, strict=True))
    file.write_text("".join(lines), encoding="utf-8")


# ── directions: a name, how far one step goes, and which weights move how much ──────────────


def _single(scale: float, **moved: float) -> np.ndarray:
    return scale * np.array([moved.get(name, 0.0) for name in NAMES])


def _row(scale: float, prefix: str, shape: Callable[[int], float]) -> np.ndarray:
    """All weights of a numbered row, each moved by the shape of its number."""
    moved = np.zeros(len(NAMES))
    for index, name in enumerate(NAMES):
        head, _, number = name.rpartition("_")
        if head == prefix and number.isdigit():
            moved[index] = shape(int(number))
    assert moved.any(), prefix
    return scale * moved


def _directions() -> dict[str, np.ndarray]:
    boards = ("ghosts_on_players_board", "ghosts_on_neutral_board")
    return {
        "tao": _single(0.06, tao_held=1),
        "black tao": _row(0.06, "tao_black", lambda held: held),
        "tao of one colour": _row(0.06, "tao_of_color", lambda held: max(0, held - 1)),
        "yin-yang": _row(0.1, "yin_yang", lambda count: count),
        "qi": _single(0.08, qi_of_players=1),
        "last qi": _single(0.2, qi_1=-1),
        "last but one qi": _single(0.1, qi_2=-1),
        "least qi": _row(0.1, "least_qi", lambda qi: qi),
        "dead": _row(0.3, "dead", lambda count: -count),
        "ghost": _row(0.08, "ghost", lambda kind: -1),
        "crowd": _row(0.1, "ghosts_in_play", lambda count: -max(0, count - 5)),
        "resistance": _single(0.03, resistance_in_play=-1),
        **{
            name: _single(0.05 if name.endswith("incarnations") else 0.03, **{name: -1})
            for name in NAMES
            if name.startswith("tries_")
        },
        "haunt soon": _row(0.15, "haunt_in", lambda turns: -(turns <= 4)),
        "haunt next": _row(0.15, "haunt_in", lambda turns: -(turns == 1)),
        "haunt later": _row(0.1, "haunt_in", lambda turns: -(turns > 4)),
        "last haunt soon": _row(0.3, "last_haunt_in", lambda turns: -(turns <= 4)),
        "last haunt next": _row(0.4, "last_haunt_in", lambda turns: -(turns == 1)),
        "last haunt later": _row(0.15, "last_haunt_in", lambda turns: -(turns > 4)),
        "last but one haunt soon": _row(0.15, "last_but_one_haunt_in", lambda turns: -(turns <= 4)),
        "torment": _row(0.15, "torment_in", lambda turns: -1),
        "torment at the last haunt": _single(0.15, torment_at_the_last_haunt=-1),
        "uncovered": _single(0.1, haunt_uncovered=-1),
        "uncovered last": _single(0.2, last_haunt_uncovered=-1),
        "covered": _single(0.05, ghost_covered=1),
        "incarnation covered": _single(0.3, incarnation_covered=1),
        "best shot": _row(0.08, "best_shot_in", lambda turns: 1),
        "best shot now": _single(0.1, best_shot_in_0=1),
        "best shot at two": _single(0.1, best_shot_at_two=1),
        "two on a board": _single(0.1, **{f"{board}_2": -1 for board in boards}),
        "full board": _single(0.2, **{f"{board}_3": -1 for board in boards}),
        "full board, last qi": _single(0.3, full_board_and_last_qi=-1),
        "full board of the dead": _single(0.2, ghosts_on_dead_board_3=-1),
        "buddha held": _row(0.1, "buddhas_held", lambda count: count),
        "buddha waiting": _row(0.15, "buddhas_waiting", lambda count: count),
        "circle": _single(0.1, circle_colored=1, circle_black=1),
        "black circle": _single(0.1, circle_black=1),
        "circle meets": _single(0.08, circle_meets=1),
        "captured die": _row(0.15, "dice_captured", lambda count: -count),
        "locked tao": _single(0.15, tao_locked=-1),
        "one haunt to defeat": _single(0.4, haunts_to_defeat_1=-1),
        "two haunts to defeat": _single(0.2, haunts_to_defeat_2=-1),
        "powers": _row(0.1, "power", lambda power: 1),
        "mantra": _single(0.1, mantra_out=1),
        **{f"tile {tile}": _single(0.15, **{f"haunted_tile_{tile}": -1}) for tile in range(9)},
        "resistance 1": _single(0.08, **{f"ghost_{kind}": -1 for kind in (0, 1, 2, 3)}),
        "curses": _single(0.08, ghost_5=-1, ghost_6=-1),
        "resistance 3": _single(0.08, ghost_7=-1, ghost_8=-1),
        "resistance 4": _single(0.08, ghost_9=-1, ghost_10=-1),
        "black ghosts": _row(0.08, "ghost", lambda kind: -(11 <= kind < 21)),
        "incarnations": _row(0.3, "ghost", lambda kind: -(kind >= 21)),
        "power tokens": _single(0.1, power_tokens=1, power_tokens_in_the_centre=0.5),
        "neutral qi": _row(0.1, "neutral_qi", lambda qi: qi),
    }


# ── games ───────────────────────────────────────────────────────────────────────────────────


def score(state: State) -> float:
    if state.end == WON:
        return 1.0 + PER_WIN + PER_INCARNATION * float(bits.count(state.banished))
    drawn = 1.0 - float(state.deck) / float(state.setup.deck)
    return drawn + PER_INCARNATION * float(bits.count(state.banished))


def play(job: tuple[np.ndarray, int, list[dict[str, object]]]) -> tuple[float, float]:
    """Mean score and share of wins of one vector of weights."""
    weights, seed, tables = job
    judgement.set_weights([float(weight) for weight in weights])
    scores, wins = 0.0, 0
    for number, table in enumerate(tables):
        random = Random(seed * 1000 + number)
        state = spuk.game("ghost-stories").new(**table)
        assert isinstance(state, State)
        while state.actor != OVER:
            state.step(state.sample(random) if state.actor == CHANCE else pick(state))
        scores += score(state)
        wins += state.end == WON
    return scores / len(tables), wins / len(tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--start", type=Path, default=WEIGHTS)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--pairs", type=int, default=24)
    parser.add_argument("--games", type=int, default=18, help="games of each side of a pair")
    parser.add_argument("--levels", default="initiation,normal,nightmare")
    parser.add_argument("--players", default="4")
    parser.add_argument("--rate", type=float, default=0.5, help="how long a step is")
    parser.add_argument("--spread", type=float, default=0.6, help="how far the samples lie apart")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tune(asked)


def tune(asked: argparse.Namespace) -> None:
    start, directions = read(asked.start), np.array(list(_directions().values()))
    levels, players = asked.levels.split(","), [int(count) for count in asked.players.split(",")]
    grid = [{"level": level, "players": count} for count in players for level in levels]
    tables = [grid[number % len(grid)] for number in range(asked.games)]
    random = np.random.default_rng(asked.seed)
    at, speed = np.zeros(len(directions)), np.zeros(len(directions))
    with Pool(asked.workers) as pool:
        for generation in range(asked.generations):
            began = time.perf_counter()
            moves = random.standard_normal((asked.pairs, len(directions)))
            seed = int(random.integers(1 << 40))
            jobs = [
                (start + (at + side * asked.spread * move) @ directions, seed + number, tables)
                for number, move in enumerate(moves)
                for side in (1, -1)
            ]
            results = np.array(pool.map(play, jobs, chunksize=1)).reshape(asked.pairs, 2, 2)
            better = results[:, 0, 0] - results[:, 1, 0]
            noise = better.std() / np.sqrt(asked.pairs) + 1e-9
            speed = KEEP_MOVING * speed + (1 - KEEP_MOVING) * (better[:, None] * moves).mean(0) / noise
            at = at + asked.rate * speed
            write(asked.out, start + at @ directions)
            took = time.perf_counter() - began
            mean, won = results.mean((0, 1))
            print(f"{generation:4d}  score {mean:.4f}  won {won:6.2%}  {took:.0f} s", flush=True)


if __name__ == "__main__":
    main()
