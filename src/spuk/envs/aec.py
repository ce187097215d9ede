"""Every game for PettingZoo: seats are agents that decide one after the other.

`env("my-game", players=4)` is also `spuk.envs.my_game_v1.env(players=4)`.
"""

from __future__ import annotations

from operator import index
from typing import Any, Final

from spuk.envs.extras import missing

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
    from pettingzoo.utils.env import ParallelEnv
except ModuleNotFoundError as error:
    raise missing("pettingzoo", error) from error

import spuk
from spuk.envs.canvas import Picture
from spuk.envs.core.fleet import luck_of, play_chance
from spuk.envs.names import python_name
from spuk.envs.pictures import rendered
from spuk.envs.spaces import dict_space, seen
from spuk.envs.tables import (
    NO_RECORD,
    RENDER_MODES,
    SEEDS,
    Table,
    check,
    checked_seed,
    reset_position,
)

SHARING: Final = ("own", "shared")
"""Each seat gets its own reward, or everyone gets the average."""


class TableEnv(AECEnv[str, dict[str, Any], int]):
    """A table of a game. An illegal action raises `spuk.IllegalAction`, with the reason."""

    def __init__(
        self,
        game: str,
        *,
        reward: str = "win",
        sharing: str = "own",
        discount: float = 1.0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check("sharing", sharing, SHARING)
        check("render_mode", render_mode, RENDER_MODES)
        if max_cycles is not None and index(max_cycles) < 1:
            raise ValueError(f"max_cycles={max_cycles}: must be at least 1, or None")
        self._table = Table(game, options, reward, discount)
        self._shared = sharing == "shared"
        self._limit = None if max_cycles is None else max_cycles * self._table.start.seats()
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{python_name(spuk.pack(game))}_v{spuk.pack(game).env_version}",
            "render_modes": ["ansi", "rgb_array"],
            "render_fps": 1,
            "is_parallelizable": True,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self._table.start.seats())]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: dict_space(self._table.encoder) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self._table.encoder.actions) for agent in self.possible_agents
        }
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. With a seed, its dice and cards are those of `spuk.play` with that seed.

        `options={"position": …}` (a line of text) starts from that position.
        """
        line = reset_position(options, lenient=True)
        start = self._table.start.clone() if line is None else self._table.position(line)
        if seed is not None:
            seed = checked_seed(seed)
            self._random = np.random.default_rng(seed)
        self._seed = int(self._random.integers(SEEDS)) if seed is None else seed
        self._luck = luck_of(self._seed)
        self._log: list[int] = []
        self._from_position = line is not None
        self.position = start
        """The position with all hands; `position.imagine(seat, …)` is what a seat may know."""
        self._decisions = 0
        play_chance(self.position, self._luck, self._log)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.actor]
        self._potentials = self._potential()

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent may know, and what it may do if it is its turn."""
        return seen(self._table.encoder, self.position, self._seats[agent])

    def step(self, action: int | None) -> None:
        """The decision of the agent whose turn it is, followed by chance."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"{agent} has to decide; only agents that are done may pass None")
        number = index(action)
        self.position.apply(number)
        self._log.append(number)
        play_chance(self.position, self._luck, self._log)
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards()
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | Picture | None:
        """The position as the selected agent may know it: a line of text (docs/notation.md) or an image."""
        return rendered(self.position, self._seats[self.agent_selection], self.render_mode)

    def record(self) -> spuk.Record:
        """The game so far, including chance, as a `spuk.Record` that can be saved and replayed."""
        if self._from_position:
            raise ValueError(NO_RECORD)
        return self._table.record(self._log, self._seed)

    def forfeit(self) -> float:
        """The penalty for an illegal action: as much as the worst possible end."""
        seat = self._seats[self.agent_selection]
        return self._table.encoder.worst(self._table.start, self._table.reward) - self._potentials[seat]

    def _go_on(self) -> None:
        """Continue to the next decision of a player, or to the end."""
        if self.position.actor == spuk.OVER:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.position.actor]
            if self._limit is not None and self._decisions >= self._limit:
                self.truncations = dict.fromkeys(self.agents, True)

    def _rewards(self) -> dict[str, float]:
        rewards = [0.0] * len(self.possible_agents)
        outcome = self.position.outcome()
        if outcome is not None:
            rewards = [
                self._table.encoder.final(outcome, seat, self._table.reward) for seat in range(len(rewards))
            ]
        before, self._potentials = self._potentials, self._potential()
        rewards = [
            reward + self._table.discount * now - then
            for reward, now, then in zip(rewards, self._potentials, before, strict=True)
        ]
        if self._shared:
            rewards = [sum(rewards) / len(rewards)] * len(rewards)
        return dict(zip(self.possible_agents, rewards, strict=True))

    def _potential(self) -> list[float]:
        """The value of the position for each seat, for `shaped` rewards; 0 when the game is over."""
        seats = len(self.possible_agents)
        if self._table.reward != "shaped" or self.position.actor == spuk.OVER:
            return [0.0] * seats
        return [self._table.encoder.potential(self.position, seat) for seat in range(seats)]


class _EndsIllegally(wrappers.TerminateIllegalWrapper[str, dict[str, Any], int]):
    """PettingZoo’s wrapper with the worst end as penalty: compared with a score of −40, its usual −1 would be
    cheap.
    """

    def __init__(self, table: TableEnv) -> None:
        super().__init__(table, illegal_reward=-1)
        self._table = table

    def step(self, action: int) -> None:
        """One decision; an illegal one ends the game."""
        self._illegal_value = self._table.forfeit()
        super().step(action)


def raw_env(game: str, **options: Any) -> TableEnv:
    """A bare table."""
    return TableEnv(game, **options)


def env(game: str, **options: Any) -> AECEnv[str, dict[str, Any], int]:
    """With PettingZoo’s usual wrappers: an illegal action ends the game, and its agent has lost."""
    table: Any = _EndsIllegally(TableEnv(game, **options))
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


def parallel_env(game: str, **options: Any) -> ParallelEnv[str, dict[str, Any], int | None]:
    """For libraries that need parallel environments: only the deciding agent's action counts."""
    return turn_based_aec_to_parallel(env(game, **options))
