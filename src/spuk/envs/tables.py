"""What all environments share: a game's encoder, and options that are checked once."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Final

import spuk
from spuk.envs.core.encoder import REWARDS, Encoder
from spuk.envs.plain_encoder import PlainEncoder

RENDER_MODES: Final = (None, "ansi", "rgb_array")
RESET_OPTIONS: Final = ("position",)
"""Options of `reset(options=…)`."""
NO_RECORD: Final = "this game began at a position, not at the start: a record cannot tell it"
SEEDS: Final = 2**62
"""Games without a seed get one below this."""


def encoder_of(game: str, start: spuk.State | None = None) -> Encoder:
    """A game's observations and rewards; without an encoder, plain ones for tables with this start."""
    encoder: Encoder | None = spuk.pack(game).part("encoder")
    if encoder is not None:
        return encoder
    return PlainEncoder(game, (spuk.game(game).new() if start is None else start).text())


def agreed_options(game: spuk.Game) -> dict[str, Any]:
    """The options of a table with their defaults. Options that are None by default are left to chance."""
    return {name: value for name, value in game.defaults().items() if value is not None}


class Table:
    """A game with its options, which can be started any number of times."""

    def __init__(self, game: str, options: Mapping[str, Any], reward: str, discount: float = 1.0) -> None:
        if not isinstance(discount, int | float) or not 0.0 < discount <= 1.0:
            raise ValueError(f"discount={discount!r}: must be greater than 0 and at most 1")
        self.id = game
        self.options = dict(options)
        self.start = self.game.new(**options)
        self.encoder = encoder_of(game, self.start)
        check("reward", reward, [kind for kind in REWARDS if kind in self.encoder.rewards])
        self.reward = reward
        self.discount = discount

    @property
    def game(self) -> spuk.Game:
        """The game itself. It is not stored, so copies of a table do not copy it."""
        return spuk.game(self.id)

    def record(self, actions: list[int], seed: int | None) -> spuk.Record:
        """The game as a record, for `spuk replay`, `spuk analyse` and the table in the browser."""
        return spuk.Record(self.id, dict(self.options), list(actions), seed)

    def position(self, line: str) -> spuk.State:
        """A position from its text. ValueError if its options differ or no player decides there."""
        state = self.game.from_text(line)
        ours, theirs = self._agreed(self.start), self._agreed(state)
        other = [name for name in ours if ours[name] != theirs.get(name)]
        if other:
            wanted, given = (" ".join(f"{name}={one.get(name)}" for name in other) for one in (ours, theirs))
            raise ValueError(f"position: it is for {given}, but this environment plays {wanted}")
        if state.actor < 0:  # chance might end the game before anyone has decided
            why = "the game is over" if state.actor == spuk.OVER else "dice or cards come next"
            raise ValueError(f"position: {why}; a player must have a decision to make")
        return state

    def _agreed(self, state: spuk.State) -> dict[str, Any]:
        """The options that a position reveals: at least the number of players."""
        told = {"players": state.seats(), **state.view(None).get("options", {})}
        return {name: told[name] for name in agreed_options(self.game) if name in told}


def check(name: str, value: str | None, allowed: Sequence[str | None]) -> None:
    """One of these, or a ValueError that names them."""
    if value not in allowed:
        raise ValueError(f"{name}={value!r}: choose from {', '.join(str(one) for one in allowed)}")


def reset_position(options: Mapping[str, Any] | None, *, lenient: bool = False) -> Any:
    """The position requested by `reset(options=…)`, or None. ValueError for any other option.

    `lenient` warns instead, because PettingZoo's own API test resets with a meaningless option.
    """
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise ValueError(f"options={options!r}: must be a dict")
    for name in options:
        if name not in RESET_OPTIONS:
            told = f"options: {name!r} is unknown; choose from {', '.join(RESET_OPTIONS)}"
            if not lenient:
                raise ValueError(told)
            warnings.warn(told, UserWarning, stacklevel=3)
    return options.get("position")


def checked_seed(seed: Any) -> int:
    """A seed as an int, from any integer type. ValueError for anything else."""
    try:
        number = index(seed)
    except TypeError:
        number = -1
    if number < 0:
        raise ValueError(f"seed={seed!r}: must be an integer, 0 or greater")
    return number
