"""Many games in one call: a `VectorEnv` with a compiled loop, for cooperative games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spuk.envs.extras import missing

try:
    import numpy as np
    from gymnasium import error, spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ModuleNotFoundError as problem:
    raise missing("gymnasium", problem) from problem

from spuk.envs.gym import cooperative_table, ending, new_fleet
from spuk.envs.spaces import Observation, as_array, observation_space
from spuk.envs.tables import SEEDS, checked_seed, reset_position
from spuk.kernel.game import State

_MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


class CooperativeVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """`gymnasium.make_vec("spuk/<Game>-v1", num_envs=1024, players=4)`.

    Game i with seed s plays like a single environment with seed s + i. With `copy=False`, every step fills
    and returns the same arrays, `observations` and `action_mask`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        reward: str = "win",
        discount: float = 1.0,
        illegal: str = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs={num_envs}: must be at least 1")
        if render_mode is not None:
            raise ValueError(f"render_mode={render_mode!r}: vector environments cannot be rendered")
        mode = AutoresetMode(autoreset_mode)
        if mode not in _MODES:
            raise ValueError(f"autoreset_mode={mode}: choose from {', '.join(str(one) for one in _MODES)}")
        self._table = table = cooperative_table(game, options, reward, discount)
        encoder = table.encoder
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = observation_space(encoder)
        self.single_action_space = spaces.Discrete(encoder.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observations: Observation = np.zeros((num_envs, encoder.width), np.uint8)
        self.action_mask: NDArray[np.int8] = np.zeros((num_envs, encoder.actions), np.int8)
        self._fleet = new_fleet(table, num_envs, illegal)
        self._same_step = mode == AutoresetMode.SAME_STEP
        self._copy = copy
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games in all places.

        `options={"position": …}` starts from a position, or from a list with one for each game. After a game
        ends, the next one begins at the usual start.
        """
        if options and "reset_mask" in options:
            raise ValueError("reset_mask needs autoreset_mode=Disabled: here, games restart when they end")
        starts = self._starts(reset_position(options))
        for game, one in enumerate(self._seeds(seed)):
            if one is not None:
                self._fleet.seed(game, one)
        self._fleet.begin_all(starts)
        self._begun = True
        return self._look()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One decision in every game."""
        if not self._begun:
            raise error.ResetNeeded("the games have not started: call reset()")
        fleet = self._fleet
        fleet.step(self._checked(actions), self._same_step)
        rewards = as_array(fleet.rewards, np.float64).copy()
        ended = as_array(fleet.ended, np.bool_).copy()
        observations, info = self._look()
        if ended.any():
            info |= self._endings(ended)
        return observations, rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now in each game."""
        return self.action_mask.astype(np.bool_)

    def _starts(self, lines: str | Sequence[str] | None) -> list[State] | None:
        """A position for each game, or None for the usual start."""
        if lines is None:
            return None
        if isinstance(lines, str):
            return [self._table.position(lines)] * self.num_envs
        if len(lines) != self.num_envs:
            raise ValueError(
                f"position: {self.num_envs} are needed (one per game), or one for all games, not {len(lines)}"
            )
        return [self._table.position(line) for line in lines]

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None and self._begun:
            return [None] * self.num_envs
        if seed is None:
            seed = int(np.random.default_rng().integers(SEEDS))
        if not isinstance(seed, Sequence | np.ndarray):
            first = checked_seed(seed)
            return range(first, first + self.num_envs)
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: {self.num_envs} numbers are needed, one per game, not {len(seed)}")
        return [None if one is None else checked_seed(one) for one in seed]

    def _checked(self, actions: NDArray[np.int64]) -> list[int]:
        """One integer for each game, or a ValueError."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            told = f"of shape {given.shape} and type {given.dtype}"
            raise ValueError(f"actions {told}: {self.num_envs} integers are needed, one per game")
        numbers: list[int] = given.astype(np.int64).tolist()  # too large becomes negative: as illegal
        return numbers

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        """What the compiled loop has seen, in new arrays or in the shared ones."""
        seen = as_array(self._fleet.observations, np.uint8).reshape(self.observations.shape)
        masks = as_array(self._fleet.masks, np.int8).reshape(self.action_mask.shape)
        if self._copy:
            self.observations, self.action_mask = seen.copy(), masks.copy()
        else:
            np.copyto(self.observations, seen)
            np.copyto(self.action_mask, masks)
        return self.observations, {"action_mask": self.action_mask}

    def _endings(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """How games ended, in the form of Gymnasium’s own vector environments."""
        games = np.flatnonzero(ended).tolist()
        told = [ending(self._fleet.outcomes[game]) for game in games]
        info: dict[str, Any] = {}
        for name, kind in (("won", np.bool_), ("score", np.int64), ("reason", object)):
            info[name] = np.full(self.num_envs, None if kind is object else 0, kind)
            info[name][games] = [one[name] for one in told]
            info[f"_{name}"] = ended
        if not self._same_step:
            return info
        last = np.full(self.num_envs, None, object)
        for game, row in zip(games, self._fleet.last, strict=True):
            last[game] = as_array(row, np.uint8).copy()
        return {"final_obs": last, "_final_obs": ended, "final_info": info, "_final_info": ended}
