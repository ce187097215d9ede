"""Positions of random games for the tests of the environments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import spuk
from spuk.envs.gym import CooperativeEnv
from spuk.envs.vector import CooperativeVectorEnv
from spuk.kernel.seeds import Random

GhostStoriesEnv = partial(CooperativeEnv, "ghost-stories")
GhostStoriesVectorEnv = partial(CooperativeVectorEnv, "ghost-stories")

STORIES_TABLES = [
    {"players": players, "level": level, "edition": edition}
    for (players, level), edition in zip(
        product((1, 2, 3, 4), ("initiation", "normal", "nightmare", "hell")),
        ("en", "de1", "de2", "pl") * 4,
        strict=True,
    )
]
GHOSTS_TABLES: list[dict[str, Any]] = [{"players": players} for players in (2, 3, 4, 5, 6)]
TABLES = [("ghost-stories", options) for options in STORIES_TABLES]
TABLES += [("ghosts", options) for options in GHOSTS_TABLES]


def positions(game: str, options: dict[str, Any], seed: int) -> Iterator[spuk.State]:
    """Every position of a random game, the chance nodes and the end included; one object that moves on."""
    state, random = spuk.game(game).new(**options), Random(seed)
    yield state
    while state.actor != spuk.OVER:
        legal = state.legal()
        state.apply(legal[random.below(len(legal))])
        yield state
