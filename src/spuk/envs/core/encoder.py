"""What an environment needs to know about a game: how a seat sees a position, and what is rewarded."""

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
        """The version of the environments (`GamePack.env_version`). Raise it with every change."""
        self.width = len(features)
        """How many features an observation has."""
        self.actions = actions
        """How many actions a mask has."""
        self.rewards: Sequence[str] = rewards
        """The kinds of reward it knows, the default first."""

    @abstractmethod
    def write_fixed(self, state: State, mark: u8, out: vec[u8], first: i64) -> None:
        """Write the features that stay the same during a game, from `first` on, into zeros.

        `mark` is 1, or 0 to remove them again; amounts are multiplied by it.
        """

    @abstractmethod
    def write(self, state: State, seat: i64, out: vec[u8], first: i64) -> None:
        """Write the other features that a seat sees."""

    @abstractmethod
    def potential(self, state: State, seat: i64) -> float:
        """How promising an unfinished position is for a seat: the basis of `shaped` rewards."""

    @abstractmethod
    def score(self, outcome: Outcome, seat: i64) -> float:
        """A seat's reward `score` for a finished game: more is better."""

    @abstractmethod
    def bounds(self, start: State, kind: str) -> tuple[float, float]:
        """The lowest and the highest total reward of a seat, by kind (`win` or `score`)."""

    def __reduce__(self) -> tuple[type[Encoder], tuple[Any, ...]]:
        """Copies are created anew, since there is no state to keep."""
        return type(self), ()

    def look(self, state: State, seat: int) -> vec[u8]:
        """The observation of one seat."""
        out = vec[u8]([0] * self.width)
        self.write_fixed(state, 1, out, 0)
        self.write(state, seat, out, 0)
        return out

    def mask(self, state: State, seat: int) -> vec[u8]:
        """1 for each action this seat may take now. Other seats see no actions, which would reveal hands."""
        out = vec[u8]([0] * self.actions)
        if state.actor == seat:
            mark_options(state, out, 0)
        return out

    def worst(self, start: State, kind: str) -> float:
        """The penalty for an illegal action: no end is worse."""
        return self.bounds(start, "score" if kind == "score" else "win")[0]

    def final(self, outcome: Outcome, seat: i64, kind: str) -> float:
        """A seat's reward at the end of the game."""
        return self.score(outcome, seat) if kind == "score" else outcome.returns[seat]


def mark_options(state: State, out: vec[u8], first: i64) -> None:
    """1 for each legal action, from `first` on."""
    for option in state.options:
        out[first + option] = 1
