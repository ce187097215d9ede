"""Tunes the mind of Ghosts by self-play: `python bench/tune_ghosts.py 2 3 4 5 6 --write` (numpy is needed).

For each number of players:
1. the weights of the judgement, by natural policy gradient: games are played by chance in proportion to
   exp(score), and the change of the own winning chance over the next tricks is regressed on how the chosen
   option differed from the expected one;
2. the winning chance from fear, hopes and hands at the beginning of tricks, by maximum likelihood on greedy
   games;
3. the scale that makes scores winning chances.
The first rates by the second of the last run, so that another run polishes both.
What was found: docs/lab/bots-ghosts.md.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from librt.vecs import vec

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from spuk.games.ghosts import weights
from spuk.games.ghosts import win_chance as standing
from spuk.games.ghosts.cards import MIST, NO_FAMILY, count
from spuk.games.ghosts.evaluation import FEATURES, Judge, best
from spuk.games.ghosts.game import Ghosts
from spuk.games.ghosts.mind import play_round, sensible
from spuk.games.ghosts.rounds import MOST_GIVEN_BACK
from spuk.games.ghosts.state import PLAY
from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.seeds import Random

ROOT = Path(__file__).resolve().parents[1]
GAME = Ghosts()
SIZE = 2 * int(FEATURES)
HEAD = 9
ROUNDS = 3
HORIZON = 8
"""Tricks after which the effect of a card is judged."""
STEP, LONGEST = 0.4, 60.0
Array = Any


def judge(theta: Array) -> Judge:
    return Judge(vec[float]([float(x) for x in theta]))


# ── the weights of the judgement ────────────────────────────────────────────────────────────


def explored(theta: Array, players: int, games: int, seed: int) -> tuple[Array, Array]:
    """Differences of features (in both blocks) and what became of the chances, a row per decision."""
    judged, random, start = judge(theta), Random(seed), GAME.new(players=players, rounds=ROUNDS)
    rows, gains = [], []
    for _ in range(games):
        state = start.clone()
        while state.actor != OVER:
            journal: list[vec[float]] = []
            play_round(judged, state, random, journal)
            if journal:
                table = np.array([list(row) for row in journal])
                rows.append(table)
                gains.append(_gains(table, [standing.chance(state, seat) for seat in range(players)]))
    table = np.vstack(rows)
    spread = np.zeros((len(table), SIZE))
    late = table[:, 2] > 0
    spread[~late, : SIZE // 2] = table[~late, HEAD:]
    spread[late, SIZE // 2 :] = table[late, HEAD:]
    return spread, np.concatenate(gains)


def _gains(table: Array, last: list[float]) -> Array:
    seats = table[:, 0].astype(int)
    chances = np.vstack([table[:, 3 : 3 + len(last)], last])
    later = np.searchsorted(table[:, 1], table[:, 1] + HORIZON)
    return chances[later, seats] - chances[np.arange(len(table)), seats]


def tuned_weights(players: int, turns: int, games: int) -> Array:
    theta, kept = np.zeros(SIZE), []
    for turn in range(turns):
        began = time.time()
        rows, gains = explored(theta, players, games, 1000 * players + turn)
        gains = gains - gains.mean()
        fisher = rows.T @ rows / len(rows)
        ridge = 1e-3 * np.trace(fisher) / SIZE * np.eye(SIZE)
        way = np.linalg.solve(fisher + ridge, rows.T @ gains / len(rows))
        length = float(np.sqrt(way @ fisher @ way))
        theta = theta + min(STEP / length, LONGEST) * way
        if turn >= turns // 2:
            kept.append(theta)
        noise = gains.std() * (SIZE / len(rows)) ** 0.5
        took = time.time() - began
        print(f"  {players}p turn {turn}: gain {length:.4f} (noise {noise:.4f}), {took:.0f} s", flush=True)
    return np.mean(kept, axis=0)


def scale(theta: Array, players: int, games: int) -> float:
    """Winning chance per point of score, where options are tried that a judge would not take."""
    rows, gains = explored(0.2 * theta, players, games, 77)
    score = rows @ theta
    return float(score @ gains / (score @ score))


# ── winning chances ─────────────────────────────────────────────────────────────────────────


def beginnings(theta: Array, players: int, games: int, seed: int) -> tuple[Array, Array]:
    """Every other beginning of a trick in greedy games, and who won."""
    greedy, random, start = judge(theta), Random(seed), GAME.new(players=players, rounds=ROUNDS)
    rows, results = [], []
    number = 0
    for _ in range(games):
        state = start.clone()
        before = len(rows)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.step(state.sample(random))
                continue
            if state.phase == PLAY and state.family == NO_FAMILY:
                number += 1
                if number % 2 == 0:
                    rows.append(_row(state))
            state.step(best(greedy, state, sensible(state)))
        chances = [standing.chance(state, seat) for seat in range(players)]
        results += [chances] * (len(rows) - before)
    return np.array(rows, float), np.array(results)


def _row(state: Any) -> list[float]:
    row = [ROUNDS - state.round, standing.part_left(state)]
    for seat, hand in enumerate(state.hands):
        ones = sum(count(hand, 3 * group) for group in range(6))
        row += [state.fear[seat], state.gained[seat] == 0, count(hand, MIST), ones]
    return row


def likelihood(found: Array, rows: Array, results: Array) -> tuple[float, Array]:
    """Mean loss and its gradient for (log slope, pace, worth of mist, worth of a one)."""
    left, part = rows[:, 0], rows[:, 1]
    seats = rows[:, 2:].reshape(len(rows), -1, 4)
    fear, clean, hands = seats[:, :, 0], seats[:, :, 1], seats[:, :, 2:]
    slope = (np.exp(found[0]) / np.sqrt(left + part + standing.END))[:, None]
    hope = np.exp(-found[1] * part)[:, None]
    back = clean * np.minimum(int(MOST_GIVEN_BACK), fear)
    felt = fear - hope * back - hands @ found[2:]
    logits = -slope * felt
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances = odds / odds.sum(axis=1, keepdims=True)
    error = (chances - results) / len(rows)
    gradient = [(error * logits).sum(), (-error * slope * back * hope * part[:, None]).sum()]
    gradient += list(((error * slope)[:, :, None] * hands).sum(axis=(0, 1)))
    return float(-(results * np.log(chances + 1e-12)).sum(axis=1).mean()), np.array(gradient)


def fitted_chance(theta: Array, players: int, games: int) -> Array:
    rows, results = beginnings(theta, players, games, 3)
    found, first, second = np.array([-0.8, 1.6, 0.5, 0.1]), np.zeros(4), np.zeros(4)
    for turn in range(1, 401):  # Adam
        _loss, gradient = likelihood(found, rows, results)
        first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
        found = found - 0.02 * (first / (1 - 0.9**turn)) / (np.sqrt(second / (1 - 0.99**turn)) + 1e-10)
    check = likelihood(found, *beginnings(theta, players, games // 2, 4))[0]
    print(f"  {players}p chance: loss {likelihood(found, rows, results)[0]:.4f}, on other games {check:.4f}")
    return np.array([np.exp(found[0]), *found[1:]])


# ── weights.py ──────────────────────────────────────────────────────────────────────────────


def written(tables: list[list[float]], numbers: dict[str, list[float]]) -> str:
    text = (
        '"""Weights of the features in evaluation.py and numbers for win_chance.py, by number of players.\n\n'
        'Made by bench/tune_ghosts.py, never by hand.\n"""\n\nfrom __future__ import annotations\n\n'
        "from typing import Final\n\nfrom librt.vecs import vec\n\n# fmt: off\n"
    )
    for players in range(2, 7):
        text += f"_FOR_{players}: Final[vec[float]] = vec[float]([\n"
        for place in range(0, SIZE, 13):
            text += "    " + ", ".join(f"{x:.2f}" for x in tables[players][place : place + 13]) + ",\n"
        text += "])\n"
    names = ", ".join(f"_FOR_{players}" for players in (2, 2, 2, 3, 4, 5, 6))
    text += f"# fmt: on\n\nWEIGHTS: Final[list[vec[float]]] = [{names}]\n"
    for name, note in NOTES.items():
        shown = ", ".join(f"{x:.4f}" for x in numbers[name])
        text += f'{name}: Final[vec[float]] = vec[float]([{shown}])\n"""{note}"""\n'
    return re.sub(r"-0\.00\b", "0.00", text)


NOTES = {
    "SCALE": "Winning chance per point of the judgement's score.",
    "SLOPE": "How much a point of fear weighs when one round is to come.",
    "PACE": "How quickly the hope of a round without fear fades with the cards still to come.",
    "MIST_WORTH": "What mist in hand is worth, in fear.",
    "ONE_WORTH": "What a one in hand is worth, in fear.",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="+", type=int)
    parser.add_argument("--turns", type=int, default=14)
    parser.add_argument("--games", type=int, default=2500)
    parser.add_argument("--write", action="store_true", help="write src/spuk/games/ghosts/weights.py anew")
    given = parser.parse_args()
    tables = [list(table) for table in weights.WEIGHTS]
    numbers = {name: list(getattr(weights, name)) for name in NOTES}
    for players in given.players:
        theta = tuned_weights(players, given.turns, given.games)
        chance = fitted_chance(theta, players, given.games)
        found = dict(zip(NOTES, [scale(theta, players, given.games), *chance], strict=True))
        print(f"{players}p:", {name: round(float(x), 4) for name, x in found.items()}, flush=True)
        tables[players] = list(theta)
        for name, x in found.items():
            numbers[name][players] = float(x)
        if given.write:
            (ROOT / "src/spuk/games/ghosts/weights.py").write_text(written(tables, numbers), encoding="utf-8")


if __name__ == "__main__":
    main()
