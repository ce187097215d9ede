"""Both games in PettingZoo: its own tests, agents, rewards."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils.wrappers import BaseWrapper

import spuk
from spuk.envs import ghost_stories_v1, ghosts_v1
from spuk.envs.aec import TableEnv

GAMES = [ghost_stories_v1, ghosts_v1]
PLAYERS = {ghost_stories_v1: (1, 2, 3, 4), ghosts_v1: (2, 3, 4, 5, 6)}
TABLES = [(game, players) for game in GAMES for players in PLAYERS[game]]


@pytest.fixture(autouse=True)
def _observations_are_dicts() -> Iterator[None]:
    """PettingZoo’s classics have such observations, too; its test warns of them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")
        warnings.filterwarnings("ignore", message="options: 'options' is unknown")
        yield


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoos_own_api_test_passes(game: ModuleType, players: int) -> None:
    api_test(game.env(players=players), num_cycles=60)


def test_pettingzoo_knows_both_games_by_name() -> None:
    for name, players in (("spuk/GhostStories-v1", 1), ("spuk/Ghosts-v1", 5)):
        for kind in ("aec", "parallel"):
            assert len(pettingzoo.make(kind, name, players=players).possible_agents) == players


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_seed_test_passes(game: ModuleType) -> None:
    seed_test(lambda: game.env(players=3, reward="shaped"), num_cycles=40)


def test_pettingzoos_own_test_of_max_cycles_passes() -> None:
    """It takes turns for granted and any action for legal: it gets one Taoist, and legal samples."""
    mod = SimpleNamespace(
        env=lambda max_cycles: _Legal(ghost_stories_v1.env(players=1, max_cycles=max_cycles)),
        parallel_env=_LegalParallel,
    )
    max_cycles_test(mod)


class _Legal(BaseWrapper[str, dict[str, Any], int]):
    """Samples legal actions only."""

    def action_space(self, agent: str) -> Any:
        def sample() -> int:
            return int(np.flatnonzero(self.observe(agent)["action_mask"])[0])

        return SimpleNamespace(sample=sample)


class _LegalParallel:
    """The same for the parallel environment."""

    def __init__(self, max_cycles: int) -> None:
        self._env = ghost_stories_v1.parallel_env(players=1, max_cycles=max_cycles)

    def action_space(self, agent: str) -> Any:
        def sample() -> int:
            return int(np.flatnonzero(self._env.aec_env.observe(agent)["action_mask"])[0])

        return SimpleNamespace(sample=sample)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_cut_off_after_so_many_decisions_a_seat(game: ModuleType) -> None:
    env, decisions = game.raw_env(players=2, max_cycles=3), 0
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(_any(env, np.random.default_rng(decisions)))
        decisions += 1
    assert decisions == 6


def _any(env: TableEnv, random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


def _played(env: TableEnv, seed: int) -> dict[str, float]:
    """A whole game; the sum of each agent’s rewards."""
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, cut, _ = env.last()
        sums[agent] += reward
        env.step(None if over or cut else _any(env, random))
    return sums


@pytest.mark.parametrize("reward", ["win", "score", "shaped"])
@pytest.mark.parametrize("game", GAMES)
def test_every_agent_gets_what_its_seat_has_earned(game: ModuleType, reward: str) -> None:
    env = game.raw_env(players=3, reward=reward)
    sums = _played(env, seed=3)
    state = env.record().replay()
    outcome = state.outcome()
    assert outcome is not None
    if reward == "score":
        sign = -1 if game is ghosts_v1 else 1
        assert list(sums.values()) == [sign * score for score in outcome.scores]
    else:
        constant = {round(paid - due, 6) for paid, due in zip(sums.values(), outcome.returns, strict=True)}
        assert len(constant) == 1  # shaped: what the start was worth, the same for all
        assert reward == "shaped" or constant == {0.0}


@pytest.mark.parametrize("reward", ["win", "score", "shaped"])
@pytest.mark.parametrize("game", GAMES)
def test_shared_rewards_are_the_mean_of_all(game: ModuleType, reward: str) -> None:
    own = _played(game.raw_env(players=3, reward=reward), seed=4)
    shared = _played(game.raw_env(players=3, reward=reward, sharing="shared"), seed=4)
    assert list(shared.values()) == pytest.approx([sum(own.values()) / 3] * 3)


def test_own_shaped_rewards_of_ghost_stories_tell_who_lost_a_qi() -> None:
    env = ghost_stories_v1.raw_env(players=2, reward="shaped")
    differed, random = False, np.random.default_rng(1)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(_any(env, random))
        differed = differed or len({round(paid, 9) for paid in env.rewards.values()}) > 1
    assert differed


def test_an_illegal_action_raises_bare_and_ends_the_game_guarded() -> None:
    bare = ghosts_v1.raw_env()
    bare.reset(seed=1)
    with pytest.raises(spuk.IllegalAction):
        bare.step(50)
    env = ghosts_v1.env()
    env.reset(seed=1)
    sinner = env.agent_selection
    env.step(50)
    assert all(env.terminations.values())
    assert env.rewards[sinner] == -1


@pytest.mark.parametrize("reward", ["win", "score", "shaped"])
@pytest.mark.parametrize("game", GAMES)
def test_no_illegal_action_is_cheaper_than_losing(game: ModuleType, reward: str) -> None:
    """PettingZoo’s usual −1 would be the best result of Ghosts by fear."""
    env = game.env(players=2, reward=reward)
    env.reset(seed=1)
    table = env.unwrapped
    for _ in range(12):
        env.step(_any(table, np.random.default_rng(1)))
    sinner = env.agent_selection
    encoder, start, position = table._table.encoder, table._table.start, table.position.clone()
    env.step(int(np.flatnonzero(env.observe(sinner)["action_mask"] == 0)[0]))
    due = {
        "win": -1.0,
        "score": encoder.bounds(start, "score")[0],
        "shaped": -1.0 - encoder.potential(position, int(sinner[-1])),
    }
    assert env.rewards[sinner] == pytest.approx(due[reward])


def test_whoever_has_to_decide_cannot_pass_with_none() -> None:
    env = ghosts_v1.raw_env(players=3)
    env.reset(seed=1)
    with pytest.raises(TypeError, match=f"{env.agent_selection} has to decide"):
        env.step(None)


def test_wrong_options_are_named() -> None:
    for wrong in ({"render_mode": "human"}, {"max_cycles": 0}, {"sharing": "none"}, {"players": 7}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            ghosts_v1.env(**wrong)


def test_numpys_integers_are_seeds_and_negative_numbers_are_not() -> None:
    env = ghosts_v1.raw_env()
    env.reset(seed=np.int64(5))
    text = env.position.text()
    env.reset(seed=5)
    assert env.position.text() == text
    with pytest.raises(ValueError, match="seed=-1"):
        env.reset(seed=-1)


def test_another_hand_is_never_in_what_an_agent_sees() -> None:
    env = ghosts_v1.raw_env(players=3)
    env.reset(seed=2)
    others = [agent for agent in env.agents if agent != env.agent_selection]
    assert all(not env.observe(agent)["action_mask"].any() for agent in others)
    for agent in env.agents:
        held = env.observe(agent)["observation"]
        assert held.shape == env.observation_space(agent)["observation"].shape
