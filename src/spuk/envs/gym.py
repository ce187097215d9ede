"""Cooperative games for Gymnasium: one agent decides for all seats."""

from __future__ import annotations

from operator import index
from typing import Any, ClassVar, Final

from spuk.envs.extras import missing

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing("gymnasium", error) from error

import spuk
from spuk.envs.canvas import Picture
from spuk.envs.core.fleet import Fleet
from spuk.envs.pictures import rendered
from spuk.envs.spaces import Mask, Observation, as_array, observation_space
from spuk.envs.tables import NO_RECORD, RENDER_MODES, SEEDS, Table, check, reset_position

ILLEGAL: Final = ("lose", "raise")
"""Whether an illegal action ends the game with the worst result, or is an error."""


def new_fleet(table: Table, count: int, illegal: str) -> Fleet:
    """A number of games, played by one agent."""
    check("illegal", illegal, ILLEGAL)
    return Fleet(table.encoder, table.start, count, table.reward, table.discount, illegal == "raise")


def ending(outcome: spuk.Outcome | None) -> dict[str, Any]:
    """How a game ended, for `info`. An illegal action ends it without an outcome."""
    if outcome is None:
        return {"won": False, "score": 0, "reason": "illegal_action"}
    return {"won": outcome.won, "score": outcome.score, "reason": outcome.reason}


def cooperative_table(game: str, options: dict[str, Any], reward: str, discount: float) -> Table:
    """Options of a cooperative game. ValueError for a competitive one."""
    if not spuk.game(game).together():
        raise ValueError(
            f"{game}: in this game players play against each other; use spuk.envs.aec (PettingZoo)"
        )
    return Table(game, options, reward, discount)


class CooperativeEnv(gymnasium.Env[Observation, int]):
    """`gymnasium.make("spuk/<Game>-v1", players=4, reward="win")`. Dice and cards are resolved automatically.

    `info["action_mask"]` and `action_masks()` tell what is legal, `info["seat"]` whose decision it is.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        reward: str = "win",
        discount: float = 1.0,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check("render_mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self._table = cooperative_table(game, options, reward, discount)
        self._fleet = new_fleet(self._table, 1, illegal)
        self._seed: int | None = None
        self._playing = False
        self._from_position = False
        self.observation_space = observation_space(self._table.encoder)
        self.action_space = spaces.Discrete(self._table.encoder.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game. With a seed, its dice and cards are those of `spuk.play` with that seed.

        `options={"position": …}` starts from a position, given as its line of text (docs/notation.md).
        """
        line = reset_position(options)
        starts = None if line is None else [self._table.position(line)]
        fresh = self._np_random is None
        super().reset(seed=seed)
        if seed is None and fresh:
            seed = int(self.np_random.integers(SEEDS))
        self._seed = seed
        if seed is not None:
            self._fleet.seed(0, seed)
        self._fleet.begin_all(starts)
        self._from_position = starts is not None
        self._playing = True
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One decision, followed by chance."""
        fleet = self._fleet
        if not self._playing:
            raise gymnasium.error.ResetNeeded("the game is over or has not started: call reset()")
        fleet.step([index(action)], False)
        ended = fleet.ended[0] == 1
        info = self._info()
        if ended:
            self._playing = False
            info |= ending(fleet.outcomes[0])
        return self._observation(), fleet.rewards[0], ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, under the name that sb3-contrib expects."""
        return as_array(self._fleet.masks, np.bool_).copy()

    def render(self) -> str | Picture | None:
        """The position as a line of text (docs/notation.md) or as an image."""
        return rendered(self.position, None, self.render_mode)

    @property
    def position(self) -> spuk.State:
        """The position itself. Clone it before you change it."""
        return self._fleet.states[0]

    def record(self) -> spuk.Record:
        """The game so far, including chance, as a `spuk.Record` that can be saved and replayed."""
        if self._from_position:
            raise ValueError(NO_RECORD)
        return self._table.record(self._fleet.log or [], self._seed)

    def _observation(self) -> Observation:
        return as_array(self._fleet.observations, np.uint8).copy()

    def _info(self) -> dict[str, Any]:
        mask: Mask = as_array(self._fleet.masks, np.int8).copy()
        return {"action_mask": mask, "seat": max(0, int(self.position.actor))}
