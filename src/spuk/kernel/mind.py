"""What a game offers for bots: which options are worth a thought, how good they look, and how to play on.

Bots are written once, for every game, on this. A game's knowledge lives in its own `mind.py`; a game that has
none gets `PLAIN`, with which a bot that thinks plays random games to their end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from spuk.kernel.seeds import Random

if TYPE_CHECKING:
    from spuk.kernel.game import State

_LONGEST: Final = 2000
"""A game that goes on for more random steps than that is judged as undecided."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Dreams:
    """Full states that agree with all a seat knows, one after the other."""

    def __init__(self, state: State, seat: i64) -> None:
        self._state = state
        self._seat = seat

    def next(self, random: Random) -> State:
        """One more."""
        return self._state.imagine(int(self._seat), random)


@mypyc_attr(allow_interpreted_subclasses=True)
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


@final
class PlainMind(Mind):
    """Knows nothing of a game but its rules: every option looks alike, and only its end tells who has won."""

    def sensible(self, state: State) -> vec[i64]:
        """All of them."""
        return state.options

    def rate(self, state: State, options: vec[i64]) -> vec[float]:
        """All alike."""
        ratings = vec[float]()
        for _ in options:
            ratings = append(ratings, self.chance(state, state.actor))
        return ratings

    def play_on(self, state: State, random: Random) -> None:
        """At random, to the end."""
        steps: i64 = 0
        while len(state.options) > 0 and steps < _LONGEST:
            if state.actor < 0:
                state.step(state.sample(random))
            else:
                state.step(state.options[random.below(len(state.options))])
            steps += 1

    def chance(self, state: State, seat: i64) -> float:
        """As good as anyone's, until the end; those who win against others share the win."""
        outcome = state.outcome()
        if outcome is None:
            return 1.0 / max(2.0, float(state.seats()))
        if not outcome.won or int(seat) not in outcome.winners:
            return 0.0
        together = len(outcome.winners) == state.seats() and outcome.returns[int(seat)] > 0.0
        return 1.0 if together else 1.0 / float(len(outcome.winners))


PLAIN: Final[Mind] = PlainMind()
