"""What a game offers for bots: which options are worth a thought, how good they look, and how to play on.

Bots are written once, for every game, on this. A game's knowledge lives in its own `mind.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from librt.vecs import vec
from mypy_extensions import i64

from spuk.kernel.game import State
from spuk.kernel.seeds import Random


class Dreams:
    """Full states that agree with all a seat knows, one after the other."""

    def __init__(self, state: State, seat: i64) -> None:
        self._state = state
        self._seat = seat

    def next(self, random: Random) -> State:
        """One more."""
        return self._state.imagine(int(self._seat), random)


class Mind(ABC):
    """The knowledge of one game. Minds keep nothing between calls: one may serve many bots."""

    @abstractmethod
    def sensible(self, state: State) -> vec[i64]:
        """The options that are not plainly silly: at least one, all legal."""

    @abstractmethod
    def rate(self, state: State, options: vec[i64]) -> vec[float]:
        """How good each of these options looks to the one who decides, judged at once: as `worth` counts."""

    @abstractmethod
    def play_on(self, state: State, random: Random) -> None:
        """Play on in place, quickly and well, until `worth` can judge the position better than here."""

    @abstractmethod
    def chance(self, state: State, seat: i64) -> float:
        """The winning chance of this seat, judged at once: 0 … 1, exactly that in a game that is over."""

    def worth(self, state: State, seat: i64) -> float:
        """What a bot tries to raise, 0 … 1: the winning chance, unless a game knows better."""
        return self.chance(state, seat)

    def promise(self, state: State, ratings: vec[float]) -> vec[float]:
        """Ratings of options in this state as winning chances: the same, where that is what they are."""
        return ratings

    def trust(self) -> float:
        """How many playouts a rating is worth: many where luck is large and ratings are good."""
        return 4.0

    def dreams(self, state: State, seat: i64) -> Dreams:
        """What this seat may imagine; a mind may prefer what the play makes likely."""
        return Dreams(state, seat)
