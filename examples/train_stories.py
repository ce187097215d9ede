"""Learning Ghost Stories from nothing, with numpy alone: `python examples/train_stories.py --minutes 4`.

Advantage actor-critic over 256 games at once: one hidden layer, illegal actions masked out, shaped
rewards (which keep the best policy the best one). Prints and plots how it gets on, beside random play.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import spuk.envs  # noqa: F401  (registers spuk/GhostStories-v0)

Array = np.ndarray
GAMES = 256
STEPS = 16  # decisions in each game between two lessons
DISCOUNT = 0.997
TRACE = 0.9  # how far an advantage looks ahead (GAE)
HIDDEN = 128
PACE = 1e-3
CURIOSITY = 0.01


class Network:
    """Features → hidden layer → a preference for each action, and the worth of the position."""

    def __init__(self, features: Array, actions: int, random: np.random.Generator) -> None:
        self.scale = (1.0 / np.maximum(1, features)).astype(np.float32)
        inputs = len(features)
        first = random.normal(0, np.sqrt(2 / 150), (inputs, HIDDEN))  # about 150 features are not 0
        second = random.normal(0, 0.01, (HIDDEN, actions + 1))
        self.weights = [first, np.zeros(HIDDEN), second, np.zeros(actions + 1)]
        self.weights = [weight.astype(np.float32) for weight in self.weights]
        self.slopes = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.lessons = 0

    def look(self, seen: Array, masks: Array) -> tuple[Array, Array, Array, Array]:
        """Inputs, hidden layer, chances of the actions, worth."""
        inputs = seen * self.scale
        hidden = np.maximum(inputs @ self.weights[0] + self.weights[1], 0)
        out = hidden @ self.weights[2] + self.weights[3]
        preferences = np.where(masks > 0, out[:, :-1], -1e9)
        chances = np.exp(preferences - preferences.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return inputs, hidden, chances, out[:, -1]

    def learn(self, seen: Array, masks: Array, actions: Array, gains: Array, targets: Array) -> None:
        """One step of Adam: more of what went better than expected, and better expectations."""
        inputs, hidden, chances, worth = self.look(seen, masks)
        count = len(actions)
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        logs = np.log(np.maximum(chances, 1e-9))
        surprise = -(chances * logs).sum(axis=1, keepdims=True)
        push = chances * gains[:, None] + CURIOSITY * chances * (logs + surprise)
        push[np.arange(count), actions] -= gains
        out = np.concatenate([push, 0.5 * (worth - targets)[:, None]], axis=1) / count
        back = (out @ self.weights[2].T) * (hidden > 0)
        slopes = [inputs.T @ back, back.sum(axis=0), hidden.T @ out, out.sum(axis=0)]
        size = np.sqrt(sum(float((slope**2).sum()) for slope in slopes))
        self._adam([slope * min(1.0, 0.5 / size) for slope in slopes])

    def _adam(self, slopes: list[Array]) -> None:
        self.lessons += 1
        pace = PACE * np.sqrt(1 - 0.999**self.lessons) / (1 - 0.9**self.lessons)
        for number, slope in enumerate(slopes):
            self.slopes[number] += 0.1 * (slope - self.slopes[number])
            self.squares[number] += 0.001 * (slope**2 - self.squares[number])
            self.weights[number] -= pace * self.slopes[number] / (np.sqrt(self.squares[number]) + 1e-8)


def draw(chances: Array, random: np.random.Generator) -> Array:
    """An action for each game by its chances."""
    sums = chances.cumsum(axis=1)
    return (sums < random.random((len(chances), 1)) * sums[:, -1:]).sum(axis=1)


class Lessons:
    """Plays on in all games and gathers what there is to learn from."""

    def __init__(self, env: Any, network: Network, random: np.random.Generator) -> None:
        self.env, self.network, self.random = env, network, random
        self.seen, info = env.reset(seed=int(random.integers(2**31)))
        self.masks = info["action_mask"]
        self.ended: list[tuple[bool, int]] = []

    def play(self) -> tuple[Array, ...]:
        """STEPS decisions in each game, with how much better than expected they were."""
        rows = []
        for _ in range(STEPS):
            _, _, chances, worth = self.network.look(self.seen, self.masks)
            actions = draw(chances, self.random)
            seen, rewards, ended, _, info = self.env.step(actions)
            rows.append((self.seen, self.masks, actions, worth, rewards, ended))
            self.seen, self.masks = seen, info["action_mask"]
            if ended.any():
                final = info["final_info"]
                self.ended += [(final["won"][game], final["score"][game]) for game in np.flatnonzero(ended)]
        seen, masks, actions, worth, rewards, ended = (np.array(column) for column in zip(*rows, strict=True))
        gains = self._gains(worth, rewards, ended)
        flat = (len(actions) * GAMES,)
        return (
            seen.reshape(*flat, -1),
            masks.reshape(*flat, -1),
            actions.reshape(flat),
            gains.reshape(flat),
            (gains + worth).reshape(flat),
        )

    def _gains(self, worth: Array, rewards: Array, ended: Array) -> Array:
        after = self.network.look(self.seen, self.masks)[3]
        gains, trace = np.zeros_like(worth), np.zeros(GAMES, np.float32)
        for step in reversed(range(STEPS)):
            goes_on = 1.0 - ended[step]
            surprise = rewards[step] + DISCOUNT * goes_on * after - worth[step]
            trace = surprise + DISCOUNT * TRACE * goes_on * trace
            gains[step], after = trace, worth[step]
        return gains


def random_play(env: Any, games: int, random: np.random.Generator) -> tuple[float, float]:
    """Share of wins and mean score of legal actions taken at random."""
    _, info = env.reset(seed=1)
    ended: list[tuple[bool, int]] = []
    while len(ended) < games:
        masks = info["action_mask"]
        _, _, over, _, info = env.step(draw(masks.astype(np.float32), random))
        if over.any():
            final = info["final_info"]
            ended += [(final["won"][game], final["score"][game]) for game in np.flatnonzero(over)]
    return tuple(np.mean(ended, axis=0))


def train(given: argparse.Namespace) -> list[tuple[float, int, float, float]]:
    """Minutes, games, share of wins and mean score of each stretch of games; the first row is random play."""
    random = np.random.default_rng(given.seed)
    options = {"players": given.players, "level": given.level, "reward": "shaped", "discount": DISCOUNT}
    env = gymnasium.make_vec("spuk/GhostStories-v0", num_envs=GAMES, autoreset_mode="SameStep", **options)
    wins, score = random_play(env, given.stretch, random)
    print(f"random play: {wins:.1%} won, mean score {score:.1f}", flush=True)
    curve = [(0.0, 0, wins, score)]
    network = Network(env.single_observation_space.high, env.single_action_space.n, random)
    lessons = Lessons(env, network, random)
    begin, games = time.monotonic(), 0
    while time.monotonic() - begin < 60 * given.minutes:
        network.learn(*lessons.play())
        if len(lessons.ended) >= given.stretch:
            games += len(lessons.ended)
            wins, score = np.mean(lessons.ended, axis=0)
            minutes = (time.monotonic() - begin) / 60
            print(f"{minutes:5.1f} min {games:8} games: {wins:.1%} won, mean score {score:.1f}", flush=True)
            curve.append((minutes, games, wins, score))
            lessons.ended.clear()
    return curve


def plot(curve: list[tuple[float, int, float, float]], file: Path, title: str) -> None:
    """The learning curve beside random play."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    _, games, wins, scores = (np.array(column) for column in zip(*curve, strict=True))
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for axes, values, random, name in (
        (left, 100 * wins[1:], 100 * wins[0], "games won, %"),
        (right, scores[1:], scores[0], "mean score"),
    ):
        axes.plot(games[1:] / 1000, values, color="#2f6f6a", label="actor-critic")
        axes.axhline(random, color="#b5532a", linestyle="--", label="random play")
        axes.set_xlabel("games played, thousands")
        axes.set_title(name)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
    figure.suptitle(title)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--level", default="initiation")
    parser.add_argument("--stretch", type=int, default=1000, help="games for each point of the curve")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", type=Path, help="draw the curve there (needs matplotlib)")
    parser.add_argument("--csv", type=Path, help="write the curve there")
    given = parser.parse_args()
    curve = train(given)
    if given.csv:
        with given.csv.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("minutes", "games", "wins", "score"), *curve])
    if given.plot:
        plot(curve, given.plot, f"Learning Ghost Stories: {given.players} Taoist(s), {given.level}")


if __name__ == "__main__":
    main()
