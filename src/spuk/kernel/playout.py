"""Random play inside compiled code: the engine's own speed, for benchmarks, searches and statistics."""

from __future__ import annotations

from mypy_extensions import i64

from spuk.kernel.game import CHANCE, OVER, State
from spuk.kernel.seeds import Random


def playout(state: State, random: Random) -> tuple[int, int]:
    """Play to the end at random. Returns the number of decisions and of chance steps."""
    decisions: i64 = 0
    chances: i64 = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.step(state.sample(random))
            chances += 1
        else:
            options = state.options
            state.step(options[random.below(len(options))])
            decisions += 1
    return int(decisions), int(chances)
