"""Random play inside compiled code: the engine's own pace, for benches, searches and statistics."""

from __future__ import annotations

from mypy_extensions import i64

from spuk.kernel.game import CHANCE, OVER, State
from spuk.kernel.seeds import Random


def playout(state: State, random: Random) -> tuple[int, int]:
    """Play to the end at random; how many decisions and how many chance steps it took."""
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
