"""What the game knows about playing it well."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.kernel.game import State as KernelState
from spuk.kernel.mind import Mind
from spuk.kernel.playout import playout
from spuk.kernel.seeds import Random


@final
class _Mind(Mind):
    """Blind for now: every option is as good as any other."""

    def sensible(self, state: KernelState) -> vec[i64]:
        return state.options

    def rate(self, state: KernelState, options: vec[i64]) -> vec[float]:
        ratings = vec[float]()
        for _option in options:
            ratings = append(ratings, 0.5)
        return ratings

    def play_on(self, state: KernelState, random: Random) -> None:
        playout(state, random)

    def chance(self, state: KernelState, seat: i64) -> float:
        outcome = state.outcome()
        if outcome is None:
            return 0.5
        return 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0


MIND: Final = _Mind()
