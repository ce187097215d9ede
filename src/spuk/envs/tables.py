"""What all environments have in common: the games' encoders, and options that are checked once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Final

import spuk
from spuk.envs.core.encoder import REWARDS, Encoder
from spuk.envs.core.ghosts import GhostsEncoder
from spuk.envs.core.stories import StoriesEncoder

ENCODERS: Final[Mapping[str, Encoder]] = {
    encoder.game: encoder for encoder in (StoriesEncoder(), GhostsEncoder())
}
"""By id of the game."""
RENDER_MODES: Final = (None, "ansi")
SEEDS: Final = 2**62
"""Games without a seed get one below this."""


class Table:
    """A game with its options, ready to begin any number of times."""

    def __init__(self, game: str, options: Mapping[str, Any], reward: str, discount: float = 1.0) -> None:
        check("reward", reward, REWARDS)
        if not isinstance(discount, int | float) or not 0.0 < discount <= 1.0:
            raise ValueError(f"discount={discount!r}: a number above 0, at most 1, is needed")
        self.game = spuk.game(game)
        self.options = dict(options)
        self.start = self.game.new(**options)
        self.encoder = ENCODERS[game]
        self.reward = reward
        self.discount = discount

    def record(self, actions: list[int], seed: int | None) -> spuk.Record:
        """The game as a record, for `spuk replay`, `spuk analyse` and the table in the browser."""
        return spuk.Record(self.game.id, dict(self.options), list(actions), seed)


def check(name: str, value: str | None, allowed: Sequence[str | None]) -> None:
    """One of these, or a ValueError that names them."""
    if value not in allowed:
        raise ValueError(f"{name}={value!r}: allowed are {', '.join(str(one) for one in allowed)}")


def checked_seed(seed: Any) -> int:
    """A seed of any kind of integer, or a ValueError."""
    try:
        number = index(seed)
    except TypeError:
        number = -1
    if number < 0:
        raise ValueError(f"seed={seed!r}: an integer from 0 on is needed")
    return number
