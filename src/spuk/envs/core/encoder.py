"""What an environment needs to know of a game: how a seat sees a position, and what is worth a reward."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from spuk.envs.core.features import Features
from spuk.kernel.game import Outcome, State

REWARDS: Final = ("win", "score", "shaped")
"""The kinds of reward."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder(ABC):
    """One game's observations and rewards. Encoders keep nothing between calls."""

    def __init__(self, game: str, features: Features, actions: int, rewards: Sequence[str] = REWARDS) -> None:
        self.game = game
        """The id of the game."""
        self.features = features
        """Changed, it is another version of the environments (`GamePack.env_version`)."""
        self.width = len(features)
        """How many features an observation has."""
        self.actions = actions
        """How many actions a mask has."""
        self.rewards: Sequence[str] = rewards
        """The kinds of reward it knows, the default first."""

    @abstractmethod
    def write_fixed(self, state: State, mark: u8, out: vec[u8], first: i64) -> None:
        """Write what stays the same until a game ends into zeros from `first` on.

        `mark` is 1, or 0 to take it away again; amounts are multiplied by it.
        """

    @abstractmethod
    def write(self, state: State, seat: i64, out: vec[u8], first: i64) -> None:
        """Write the rest of what a seat sees beside it."""

    @abstractmethod
    def potential(self, state: State, seat: i64) -> float:
        """How promising a position that goes on looks for a seat: what `shaped` rewards are made of."""

    @abstractmethod
    def score(self, outcome: Outcome, seat: i64) -> float:
        """What a seat gets for a finished game by `score`: more is better."""

    @abstractmethod
    def bounds(self, start: State, kind: str) -> tuple[float, float]:
        """The lowest and the highest sum of rewards of a seat, by kind (`win` or `score`)."""

    def __reduce__(self) -> tuple[type[Encoder], tuple[Any, ...]]:
        """Copies are made anew: there is nothing to keep, and the features are the game's."""
        return type(self), ()

    def look(self, state: State, seat: int) -> vec[u8]:
        """The observation of one seat."""
        out = vec[u8]([0] * self.width)
        self.write_fixed(state, 1, out, 0)
        self.write(state, seat, out, 0)
        return out

    def mask(self, state: State, seat: int) -> vec[u8]:
        """1 for each action this seat may take now; its own alone are told: they would give away a hand."""
        out = vec[u8]([0] * self.actions)
        if state.actor == seat:
            mark_options(state, out, 0)
        return out

    def worst(self, start: State, kind: str) -> float:
        """What an illegal action costs: nobody can end worse."""
        return self.bounds(start, "score" if kind == "score" else "win")[0]

    def final(self, outcome: Outcome, seat: i64, kind: str) -> float:
        """What the end of a game gives a seat."""
        return self.score(outcome, seat) if kind == "score" else outcome.returns[seat]


def mark_options(state: State, out: vec[u8], first: i64) -> None:
    """1 for each legal action, from `first` on."""
    for option in state.options:
        out[first + option] = 1
