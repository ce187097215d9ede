"""What Ghost Stories knows about playing it well: turns thought through and positions judged."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.game import State as KernelState
from spuk.kernel.mind import Mind
from spuk.kernel.seeds import Random
from spuk.stories.judgement import judge
from spuk.stories.plan import Plan, sensible
from spuk.stories.state import State

_TURNS: Final[i64] = 2
"""So many turns are played on before a position is judged."""


@final
class _Mind(Mind):
    """Everybody plays for the same side, so that a chance is everybody's."""

    def sensible(self, state: KernelState) -> vec[i64]:
        assert isinstance(state, State)
        return sensible(state, True)

    def rate(self, state: KernelState, options: vec[i64]) -> vec[float]:
        assert isinstance(state, State)
        return Plan(state).rate_all(state, options)

    def play_on(self, state: KernelState, random: Random) -> None:
        assert isinstance(state, State)
        last: i64 = state.turn + _TURNS
        while state.actor != OVER and state.turn <= last:
            if state.actor == CHANCE:
                state.step(state.sample(random))
            else:
                state.step(pick(state))

    def chance(self, state: KernelState, seat: i64) -> float:
        assert isinstance(state, State)
        return judge(state)


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
