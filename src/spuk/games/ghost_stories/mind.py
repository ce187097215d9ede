"""What Ghost Stories knows about playing well: planning turns and evaluating positions."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghost_stories import evaluation as judgement
from spuk.games.ghost_stories.consequences import consequence, consequences
from spuk.games.ghost_stories.plan import Plan, sensible
from spuk.games.ghost_stories.state import BEFORE_MOVE, State
from spuk.kernel.game import CHANCE, OVER, Consequence, Mind
from spuk.kernel.game import State as KernelState
from spuk.kernel.seeds import Random

_CHANCE_OF_RATING: Final = 1.3
"""A point of rating in winning chance, measured on 1,763 options that were played on (docs/lab/bots.md)."""


@final
class _Mind(Mind):
    """Everyone plays for the same side, so a chance is everyone's."""

    def sensible(self, state: KernelState) -> vec[i64]:
        assert isinstance(state, State)
        return sensible(state, True)

    def rate(self, state: KernelState, options: vec[i64]) -> vec[float]:
        assert isinstance(state, State)
        return Plan(state).rate_all(state, options)

    def play_on(self, state: KernelState, random: Random) -> None:
        assert isinstance(state, State)
        _play_on(state, state.turn, random)

    def foresee(self, before: KernelState, state: KernelState, random: Random) -> vec[i64]:
        """Looks where the next Taoist is about to act.

        A playout after the end of a turn goes one turn further, and is not looked at there.
        """
        assert isinstance(before, State)
        assert isinstance(state, State)
        turn: i64 = state.turn
        _play_on(state, before.turn, random)
        came = consequences(before, state)
        _play_on(state, turn, random)
        return came

    def consequence(self, before: KernelState, number: i64) -> Consequence:
        return consequence(number)

    def worth(self, state: KernelState, seat: i64) -> float:
        assert isinstance(state, State)
        return judgement.judge(state) if state.actor < 0 else Plan(state).best(state)

    def promise(self, state: KernelState, ratings: vec[float]) -> vec[float]:
        """The best option keeps the current chance; others are lower by the difference of their ratings."""
        assert isinstance(state, State)
        highest: float = 0.0
        for rating in ratings:
            highest = max(highest, rating)
        now: float = judgement.chance(state)
        chances = vec[float]()
        for rating in ratings:
            chances = append(chances, max(0.0, now - _CHANCE_OF_RATING * (highest - rating)))
        return chances

    def chance(self, state: KernelState, seat: i64) -> float:
        assert isinstance(state, State)
        return judgement.chance(state)


def _play_on(s: State, turn: i64, random: Random) -> None:
    """Until the next Taoist after this turn is about to act."""
    while s.actor != OVER and not (s.turn != turn and _is_about_to_act(s)):
        if s.actor == CHANCE:
            s.step(s.sample(random))
        else:
            s.step(pick(s))


def _is_about_to_act(s: State) -> bool:
    """The Yin phase is over, and chance is done for now: a plan is better than a glance."""
    return s.actor >= 0 and s.stage == BEFORE_MOVE


def pick(s: State) -> i64:
    """The option that looks best."""
    options = sensible(s, True)
    if len(options) == 1:
        return options[0]
    ratings = Plan(s).rate_all(s, options)
    best: i64 = 0
    for i in range(len(options)):
        if ratings[i] > ratings[best]:
            best = i
    return options[best]


MIND: Final = _Mind()
