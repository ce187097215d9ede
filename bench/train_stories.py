"""Train the network that judges positions of Ghost Stories (its `network.bin`), by playing.

    python bench/train_stories.py --minutes 60                  # go on from the network that is there
    python bench/train_stories.py --minutes 60 --from-nothing

Monks play with the network as it is. What a position was worth is told by what came of it: a mixture of the
end of the game and of the network's own answers on the way there (temporal differences, TD(λ)). The network
alone would chase its own errors, since a plan looks for the best answer among hundreds. So in every second
turn a monk also tries what looked nearly as good, on a copy of the game, for two turns: what the network
overrates there, it sees at once. The network that plays is the running mean of the one that learns.

Luck is taken off what is to be learned: a plan knows what a turn is worth before its dice fall, and a few
arrivals on copies say what a turn is worth before its ghost is drawn. This leaves a third of the noise.
"""

from __future__ import annotations

import argparse
import math
import time
from array import array
from multiprocessing import Pool
from multiprocessing.pool import AsyncResult
from multiprocessing.pool import Pool as PoolOf
from pathlib import Path
from typing import NamedTuple

import numpy as np

import spuk
from spuk.games.ghost_stories import evaluation
from spuk.games.ghost_stories.actions import MANTRA, POCKETS
from spuk.games.ghost_stories.evaluation import ANSWERS, COLUMNS, HIDDEN
from spuk.games.ghost_stories.features import NAMES, Sight, look
from spuk.games.ghost_stories.mind import pick
from spuk.games.ghost_stories.plan import Plan, sensible
from spuk.games.ghost_stories.state import BEFORE_MOVE, WON, State
from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.seeds import Random

NETWORK = Path(spuk.__file__).parent / "games/ghost_stories/network.bin"
LEVELS, LEVEL_ODDS = ("initiation", "normal", "nightmare", "hell"), (0.1, 0.3, 0.3, 0.3)
PLAYERS, PLAYER_ODDS = (4, 3, 2, 1), (0.76, 0.1, 0.07, 0.07)
KEPT = 600_000  # positions that are learned from
BATCH = 1024
USES = 8  # how often a position is learned from while it is new
ASIDE = 0.5  # turns in which something else is tried too
TEMPERATURE = 0.03  # how much worse it may look
SLIP = 0.005  # choices made at random
ARRIVALS = 8  # looked at for what the beginning of a turn is worth
SWAY = 12  # by the same luck the first answer moves so much more than the second (as odds)
MEAN = 0.96  # of the network that plays, kept from round to round
DECAY = 1e-5

GAME = spuk.game("ghost-stories")


# ── the network ─────────────────────────────────────────────────────────────────────────────


class Network(NamedTuple):
    """`first`: inputs × columns; `second`: answers × hidden units."""

    first: np.ndarray
    second: np.ndarray

    def weights(self) -> list[float]:
        return [float(weight) for layer in self for weight in layer.ravel()]

    def answers(self, positions: np.ndarray) -> np.ndarray:
        return np.vstack(
            [
                self._answer(positions[at : at + 8192].astype(np.float32))
                for at in range(0, len(positions), 8192)
            ]
        )

    def _answer(self, positions: np.ndarray) -> np.ndarray:
        sums = positions @ self.first
        direct = sums[:, HIDDEN:]
        return 1 / (1 + np.exp(-(direct + np.maximum(sums[:, :HIDDEN], 0) @ self.second.T)))


def read(file: Path) -> Network:
    weights = np.frombuffer(file.read_bytes(), dtype="<f4").copy()
    cut = len(NAMES) * COLUMNS
    return Network(weights[:cut].reshape(len(NAMES), COLUMNS), weights[cut:].reshape(ANSWERS, HIDDEN))


def write(file: Path, network: Network) -> None:
    """All or nothing: without a whole network no companion can play."""
    new = file.with_suffix(".new")
    new.write_bytes(array("f", network.weights()).tobytes())
    new.replace(file)


def from_nothing(random: np.random.Generator) -> Network:
    first = random.normal(0, 0.1, (len(NAMES), COLUMNS)).astype(np.float32)
    first[:, HIDDEN:] = 0
    return Network(first, random.normal(0, 0.05, (ANSWERS, HIDDEN)).astype(np.float32))


# ── playing ─────────────────────────────────────────────────────────────────────────────────


class Story(NamedTuple):
    """Positions in order, and what became of them: nothing yet, if the story only breaks off."""

    positions: np.ndarray
    luck: np.ndarray  # what dice and cards gave after each position, beyond what was to be expected
    ending: tuple[float, float] | None
    level: str
    players: int
    whole: bool


class Notes:
    """Notes the position at the beginning of every turn, and where the Taoist is about to act.

    Each comes with the luck there was until the next one.
    """

    def __init__(self, turn: int = -1) -> None:
        self.rows: list[np.ndarray] = []
        self.luck: list[float] = []
        self._begun = self._acting = turn
        self._promised: float | None = None  # what the position noted last is worth on the whole
        self._open = False  # … is still to be said

    def see(self, s: State) -> None:
        if s.actor == OVER:
            self._settle(s)
        elif s.turn != self._begun:
            self._begun = s.turn
            self._note(s)
        elif is_about_to_act(s) and s.turn != self._acting:
            self._acting = s.turn
            self._note(s)

    def _note(self, s: State) -> None:
        self._settle(s)
        sight = Sight()
        look(s, sight)
        self.rows.append(np.array(list(sight.values), np.float16))
        self.luck.append(0.0)
        self._open = True

    def _settle(self, s: State) -> None:
        if self._promised is not None:
            self.luck[-1] = evaluation.judge(s) - self._promised
            self._promised = None

    def expect(self, s: State, random: Random) -> None:
        """A turn begins: some arrivals, on copies, say what it is worth."""
        if self._open and s.actor != OVER and s.turn != self._acting and not is_about_to_act(s):
            self._open = False
            self._promised = sum(after_arrival(s, random) for _ in range(ARRIVALS)) / ARRIVALS

    def promise(self, s: State, options: list[int], ratings: list[float]) -> None:
        """The Taoist acts: his plan says what the turn is worth, if it is thought through and no glance."""
        if self._open and ratings and is_about_to_act(s) and not POCKETS <= options[0] < MANTRA:
            self._open = False
            self._promised = max(ratings)

    def slip(self) -> None:
        """What was promised will not be kept."""
        self._open = False
        self._promised = None

    def story(self, s: State, level: str, whole: bool) -> Story:
        players = int(s.setup.players)
        return Story(np.vstack(self.rows), np.array(self.luck), ending(s), level, players, whole)


def is_about_to_act(s: State) -> bool:
    return s.stage == BEFORE_MOVE and s.actor != CHANCE


def after_arrival(s: State, random: Random) -> float:
    turn = s.turn
    s = s.clone()
    while s.actor != OVER and s.turn == turn and not is_about_to_act(s):
        s.step(s.sample(random) if s.actor == CHANCE else pick(s))
    return evaluation.judge(s)


def ending(s: State) -> tuple[float, float] | None:
    """Whether it was won, and how far the group came: a victory is all the way."""
    if s.actor != OVER:
        return None
    return (1.0, 1.0) if s.end == WON else (0.0, 1 - s.deck / s.setup.deck)


def best(s: State) -> tuple[int, list[int], list[float]]:
    options = list(sensible(s, True))
    if len(options) == 1:
        return options[0], [], []
    ratings = list(Plan(s).rate_all(s, sensible(s, True)))
    return options[ratings.index(max(ratings))], options, ratings


def aside(s: State, action: int, random: Random, level: str) -> Story | None:
    """What would have come of another action, this turn and the next."""
    notes = Notes(s.turn)
    last = s.turn + 1
    s = s.clone()
    s.step(action)
    notes.see(s)
    while s.actor != OVER and s.turn <= last:
        notes.expect(s, random)
        if s.actor == CHANCE:
            s.step(s.sample(random))
        else:
            action, options, ratings = best(s)
            notes.promise(s, options, ratings)
            s.step(action)
        notes.see(s)
    if not notes.rows or (len(notes.rows) == 1 and s.actor != OVER):
        return None
    return notes.story(s, level, whole=False)


def other(options: list[int], ratings: list[float], chosen: int, random: Random) -> int | None:
    """Another option that looks nearly as good."""
    top = max(ratings)
    odds = [math.exp((rating - top) / TEMPERATURE) for rating in ratings]
    odds = [0.0 if option == chosen else odd for option, odd in zip(options, odds, strict=True)]
    if sum(odds) < 0.05:
        return None
    point = random.fraction() * sum(odds)
    for option, odd in zip(options, odds, strict=True):
        point -= odd
        if point < 0:
            return option
    return None


def play(level: str, players: int, seed: int) -> list[Story]:
    """A game, and the stories of what was tried aside."""
    luck, whim = Random(seed), Random(seed + 1)
    s = GAME.new(level=level, players=players)
    assert isinstance(s, State)
    notes, stories, tried = Notes(), [], -1
    while s.actor != OVER:
        notes.expect(s, whim)
        if s.actor == CHANCE:
            s.step(s.sample(luck))
        else:
            action, options, ratings = best(s)
            notes.promise(s, options, ratings)
            if options and s.turn != tried and s.stage >= BEFORE_MOVE and whim.fraction() < ASIDE:
                tried = s.turn
                instead = other(options, ratings, action, whim)
                story = None if instead is None else aside(s, instead, whim, level)
                stories += [] if story is None else [story]
            if options and whim.fraction() < SLIP:
                action = options[whim.below(len(options))]
                notes.slip()
            s.step(action)
        notes.see(s)
    return [notes.story(s, level, whole=True), *stories]


def play_all(job: tuple[Network, float, list[tuple[str, int, int]]]) -> list[Story]:
    network, for_the_win, games = job
    evaluation.set_weights(network.weights())
    evaluation.set_aim(for_the_win)
    return [story for level, players, seed in games for story in play(level, players, seed)]


# ── learning ────────────────────────────────────────────────────────────────────────────────


def targets(network: Network, stories: list[Story], trace: float, for_the_win: float) -> np.ndarray:
    """What the network should have answered to every position, had luck been even."""
    answers = network.answers(np.vstack([story.positions for story in stories]))
    gifts = gifts_of_luck(answers, np.concatenate([story.luck for story in stories]), for_the_win)
    at = 0
    for story in stories:
        ours = answers[at : at + len(story.positions)].copy()
        later = ours[-1] if story.ending is None else np.array(story.ending)
        for i in range(len(ours) - 1, -1, -1):
            if i == len(ours) - 1 and story.ending is None:
                continue
            wanted = later - gifts[at + i]
            answers[at + i] = wanted
            later = trace * wanted + (1 - trace) * ours[i]
        at += len(ours)
    return np.clip(answers, 0, 1)


def gifts_of_luck(answers: np.ndarray, luck: np.ndarray, for_the_win: float) -> np.ndarray:
    """How much of each answer is luck: where it is settled either way, luck moves it little."""
    known = luck != 0
    luck = np.where(known, luck - luck[known].mean(), 0) if known.any() else luck
    slopes = answers * (1 - answers) * (SWAY, 1) + 1e-3
    return luck[:, None] * slopes / (slopes @ (for_the_win, 1 - for_the_win))[:, None]


class Learner:
    """Adam, on inputs of about the same size."""

    def __init__(self, network: Network, scale: np.ndarray) -> None:
        self.network = network
        self._scale = scale
        self._mean = [np.zeros_like(layer) for layer in network]
        self._square = [np.zeros_like(layer) for layer in network]
        self._steps = 0

    def learn(
        self, positions: np.ndarray, wanted: np.ndarray, steps: int, rate: float, random: np.random.Generator
    ) -> float:
        """The mean square error on the way."""
        layers = [self.network.first * self._scale[:, None], self.network.second.copy()]
        error = 0.0
        for _ in range(steps):
            rows = random.integers(0, len(positions), BATCH)
            inputs = positions[rows].astype(np.float32) / self._scale
            sums = inputs @ layers[0]
            hidden = np.maximum(sums[:, :HIDDEN], 0)
            answers = 1 / (1 + np.exp(-(sums[:, HIDDEN:] + hidden @ layers[1].T)))
            off = (answers - wanted[rows]) / BATCH
            error += float(np.mean((off * BATCH) ** 2))
            back = np.hstack([(off @ layers[1]) * (sums[:, :HIDDEN] > 0), off])
            self._step(
                layers, [inputs.T @ back + DECAY * layers[0], off.T @ hidden + DECAY * layers[1]], rate
            )
        self.network = Network((layers[0] / self._scale[:, None]).astype(np.float32), layers[1])
        return error / steps

    def _step(self, layers: list[np.ndarray], slopes: list[np.ndarray], rate: float) -> None:
        self._steps += 1
        for i, slope in enumerate(slopes):
            self._mean[i] = 0.9 * self._mean[i] + 0.1 * slope
            self._square[i] = 0.999 * self._square[i] + 0.001 * slope * slope
            mean = self._mean[i] / (1 - 0.9**self._steps)
            square = self._square[i] / (1 - 0.999**self._steps)
            layers[i] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def scale_of(stories: list[Story]) -> np.ndarray:
    positions = np.vstack([story.positions for story in stories]).astype(np.float32)
    return np.maximum(3 * np.sqrt((positions**2).mean(0)), 0.3).astype(np.float32)


def mean(kept: Network, new: Network) -> Network:
    return Network(*(MEAN * a + (1 - MEAN) * b for a, b in zip(kept, new, strict=True)))


def report(games: list[Story]) -> str:
    parts = []
    for level in LEVELS:
        ends = [story.ending for story in games if story.level == level and story.players == 4]
        if ends:
            won, far = np.mean([end for end in ends if end is not None], axis=0)
            parts.append(f"{level} {100 * won:.1f} % won, {100 * far:.1f} % of the way in {len(ends)}")
    return "; ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=96, help="in a round")
    parser.add_argument("--from-nothing", action="store_true")
    parser.add_argument("--out", type=Path, default=NETWORK)
    parser.add_argument("--enough", type=int, default=200_000, help="positions before learning begins")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--trace", type=float, default=0.5)
    parser.add_argument("--for-the-win", type=float, default=0.6)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    train(options)


def train(options: argparse.Namespace) -> None:
    random = np.random.default_rng(options.seed)
    playing = from_nothing(random) if options.from_nothing else read(NETWORK)
    stories: list[Story] = []
    games: list[Story] = []
    learner: Learner | None = None
    start = time.time()
    with Pool(options.workers) as pool:
        under_way = play_round(pool, playing, options, random)
        for number in range(options.rounds):
            if time.time() - start > 60 * options.minutes:
                break
            new = [story for done in under_way.get() for story in done]
            under_way = play_round(pool, playing, options, random)  # the next one, while this one is learned
            games = [*games, *(story for story in new if story.whole)][-20 * options.games :]
            stories = newest(stories + new)
            learner = learner or Learner(playing, scale_of(stories))
            if number % 3 == 0:
                positions = np.vstack([story.positions for story in stories])
                wanted = targets(playing, stories, options.trace, options.for_the_win)
            steps = 1 + USES * sum(len(story.positions) for story in new) // BATCH
            error = math.nan
            if len(positions) >= options.enough:  # few games learned by heart would spoil what is there
                error = learner.learn(positions, wanted, steps, options.rate, random)
                playing = mean(playing, learner.network)
                write(options.out, playing)
            minutes = (time.time() - start) / 60
            print(f"round {number}, {minutes:.1f} min, error {error:.4f}: {report(games)}", flush=True)


def play_round(
    pool: PoolOf, network: Network, options: argparse.Namespace, random: np.random.Generator
) -> AsyncResult[list[list[Story]]]:
    jobs = [
        (
            str(random.choice(LEVELS, p=LEVEL_ODDS)),
            int(random.choice(PLAYERS, p=PLAYER_ODDS)),
            int(random.integers(1 << 40)),
        )
        for _ in range(options.games)
    ]
    parts = [(network, options.for_the_win, jobs[part::8]) for part in range(8)]
    return pool.map_async(play_all, parts, chunksize=1)


def newest(stories: list[Story]) -> list[Story]:
    """The last ones, as many as are kept."""
    rows = 0
    for index in range(len(stories) - 1, -1, -1):
        rows += len(stories[index].positions)
        if rows > KEPT:
            return stories[index + 1 :]
    return stories


if __name__ == "__main__":
    main()
