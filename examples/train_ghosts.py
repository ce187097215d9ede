"""Learning Ghosts from nothing, with numpy alone: `python examples/train_ghosts.py --minutes 1`.

One seat learns, against random players or other bots (`--against monk`). Proximal policy optimization with
one hidden layer; illegal actions are masked out, rewards are shaped (which keeps the best policy the best
one). Prints and plots how it gets on.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

import spuk
from spuk.envs import ghosts_v1
from spuk.envs.aec import TableEnv
from spuk.kernel.seeds import Random

Array = np.ndarray
LEARNER = "player_0"
GAMES = 32  # between two lessons
EPOCHS = 4  # how often a lesson goes through them
TRACE = 0.9  # how far an advantage looks ahead (GAE)
CLIP = 0.2  # how far a lesson may move the chance of an action
HIDDEN = 64
PACE = 2e-3
CURIOSITY = 0.005
COLORS = ("#2f6f6a", "#b5532a", "#5b4b8a")


class Step(NamedTuple):
    """A decision of the learner, and what it got before its next one."""

    seen: Array
    mask: Array
    action: int
    chance: float
    worth: float
    reward: float


class Network:
    """Features → hidden layer → a preference for each action, and the worth of the position."""

    def __init__(self, highest: Array, actions: int, random: np.random.Generator) -> None:
        self.scale = (1.0 / np.minimum(np.maximum(1, highest), 20)).astype(np.float32)
        first = random.normal(0, np.sqrt(2 / 30), (len(highest), HIDDEN))  # about 30 features are not 0
        second = random.normal(0, 0.01, (HIDDEN, actions + 1))
        weights = [first, np.zeros(HIDDEN), second, np.zeros(actions + 1)]
        self.weights = [weight.astype(np.float32) for weight in weights]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.lessons = 0

    def look(self, seen: Array, masks: Array) -> tuple[Array, Array, Array, Array]:
        """Inputs, hidden layer, chances of the actions, worth: a row for each position."""
        inputs = seen * self.scale
        hidden = np.maximum(inputs @ self.weights[0] + self.weights[1], 0)
        out = hidden @ self.weights[2] + self.weights[3]
        preferences = np.where(masks > 0, out[:, :-1], np.float32(-1e9))
        chances = np.exp(preferences - preferences.max(axis=1, keepdims=True))
        return inputs, hidden, chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, steps: list[Step], gains: Array) -> None:
        """One step of Adam: more of what went better than expected, and better expectations."""
        seen, masks, actions, was, before, _ = (np.array(column) for column in zip(*steps, strict=True))
        inputs, hidden, chances, worth = self.look(seen, masks)
        rows = np.arange(len(actions))
        normal = (gains - gains.mean()) / (gains.std() + 1e-6)
        ratio = chances[rows, actions] / was
        held = np.where(normal > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)  # far enough: let it be
        push = np.where(held, 0, -normal * ratio)
        logs = np.log(np.maximum(chances, 1e-9))
        out = np.empty((len(actions), len(self.weights[3])), np.float32)
        out[:, :-1] = CURIOSITY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        out[:, :-1] -= chances * push[:, None]
        out[rows, actions] += push
        out[:, -1] = 0.5 * (worth - before - gains)
        out /= len(actions)
        back = (out @ self.weights[2].T) * (hidden > 0)
        self._adam([inputs.T @ back, back.sum(axis=0), hidden.T @ out, out.sum(axis=0)])

    def _adam(self, slopes: list[Array]) -> None:
        self.lessons += 1
        pace = PACE * (1 - 0.999**self.lessons) ** 0.5 / (1 - 0.9**self.lessons)
        for number, slope in enumerate(slopes):
            self.means[number] += 0.1 * (slope - self.means[number])
            self.squares[number] += 0.001 * (slope**2 - self.squares[number])
            self.weights[number] -= pace * self.means[number] / (np.sqrt(self.squares[number]) + 1e-8)


class Table:
    """The learner in the first seat, bots of one kind in the others."""

    def __init__(self, players: int, against: str, seed: int) -> None:
        self.env: TableEnv = ghosts_v1.raw_env(players=players, reward="shaped")
        self._others = spuk.bot(against, seed=seed)
        self._random, self._imagination = np.random.default_rng(seed), Random(seed)

    def play(self, network: Network) -> tuple[list[Step], float]:
        """A whole game: the learner's decisions and its share of the win."""
        env, steps = self.env, []
        env.reset(seed=int(self._random.integers(2**31)))
        for agent in env.agent_iter():
            if agent == LEARNER and steps:
                steps[-1] = steps[-1]._replace(reward=env.last(observe=False)[1])
            if env.terminations[agent]:
                env.step(None)
            elif agent == LEARNER:
                steps.append(self._decide(network))
                env.step(steps[-1].action)
            else:
                seen = env.position.imagine(int(env.position.actor), self._imagination)
                env.step(self._others.choose(seen))
        winners = env.position.outcome().winners
        return steps, (0 in winners) / len(winners)

    def _decide(self, network: Network) -> Step:
        seen, mask = self.env.observe(LEARNER).values()
        _, _, (chances,), (worth,) = network.look(seen[None], mask[None])
        luck = self._random.random() * chances.sum()
        action = int(np.searchsorted(chances.cumsum(), luck, side="right"))
        return Step(seen, mask, action, chances[action], worth, 0.0)


def gains_of(steps: list[Step]) -> Array:
    """How much better than expected each decision was."""
    gains, trace, after = np.zeros(len(steps), np.float32), 0.0, 0.0
    for number in reversed(range(len(steps))):
        step = steps[number]
        trace = step.reward + after - step.worth + TRACE * trace
        gains[number], after = trace, step.worth
    return gains


def train(given: argparse.Namespace, against: str) -> list[tuple[int, float]]:
    """After how many games it had which share of the wins, for each stretch of games."""
    random = np.random.default_rng(given.seed)
    table = Table(given.players, against, given.seed)
    space = table.env.observation_space(LEARNER)["observation"]
    network = Network(space.high, table.env.action_space(LEARNER).n, random)
    begin, games = time.monotonic(), 0
    curve: list[tuple[int, float]] = []
    shares: list[float] = []
    while time.monotonic() - begin < 60 * given.minutes:
        played = [table.play(network) for _ in range(GAMES)]
        steps = [step for one, _ in played for step in one]
        gains = np.concatenate([gains_of(one) for one, _ in played])
        for _ in range(EPOCHS):
            network.learn(steps, gains)
        shares += [share for _, share in played]
        if len(shares) >= given.stretch:
            games += len(shares)
            minutes = (time.monotonic() - begin) / 60
            curve.append((games, float(np.mean(shares))))
            print(f"{minutes:5.1f} min {games:7} games: {curve[-1][1]:.1%} of the wins", flush=True)
            shares.clear()
    return curve


def plot(curves: dict[str, list[tuple[int, float]]], given: argparse.Namespace) -> None:
    """The learning curves beside what equal players would win."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.6), layout="constrained")
    for (against, curve), color in zip(curves.items(), COLORS, strict=False):
        games, shares = (np.array(column) for column in zip(*curve, strict=True))
        axes.plot(
            games, 100 * shares, color=color, marker=".", label=f"against {given.players - 1} × {against}"
        )
    axes.axhline(100 / given.players, color="#777777", linestyle="--", label="an equal share")
    axes.set(xlabel="games played", ylabel="share of the wins, %", xlim=(0, None), ylim=(0, 105))
    axes.set_title("Learning Ghosts from nothing")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="center right")
    given.plot.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(given.plot, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", nargs="+", default=["random"], help="random, novice or monk, one by one")
    parser.add_argument("--minutes", type=float, default=1.0, help="against each of them (1.0)")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--stretch", type=int, default=64, help="games for each point of a curve (64)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", type=Path, help="draw the curves there (needs matplotlib)")
    given = parser.parse_args()
    print(f"an equal share would be {1 / given.players:.1%} of the wins")
    curves = {}
    for against in given.against:
        print(f"against {given.players - 1} × {against}:")
        curves[against] = train(given, against)
    if given.plot:
        plot(curves, given)


if __name__ == "__main__":
    main()
