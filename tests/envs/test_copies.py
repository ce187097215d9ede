"""Environments can be copied and pickled in the middle of a game: the copy goes on as the original does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tests.envs.walks import GhostStoriesEnv, GhostStoriesVectorEnv

from spuk.envs import ghost_stories_v1, ghosts_v1
from spuk.kernel.seeds import Random

Copier = Callable[[Any], Any]


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


both_ways = pytest.mark.parametrize("copied", [copy.deepcopy, pickled])


@both_ways
def test_a_copied_generator_goes_on_with_the_same_numbers(copied: Copier) -> None:
    random = Random(7)
    random.bits()
    other = copied(random)
    assert [other.bits() for _ in range(20)] == [random.bits() for _ in range(20)]


def last_legal(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[-1])


@both_ways
def test_a_copy_of_a_single_environment_goes_on_as_the_original(copied: Copier) -> None:
    env = GhostStoriesEnv(players=2, reward="shaped")
    env.reset(seed=3)
    for _ in range(20):
        env.step(last_legal(env.action_masks()))
    other = copied(env)
    assert (other.action_masks() == env.action_masks()).all()
    over = False
    while not over:
        action = last_legal(env.action_masks())
        ours, theirs = env.step(action), other.step(action)
        assert (ours[0] == theirs[0]).all()
        assert ours[1:4] == theirs[1:4]
        over = ours[2]
    assert env.record() == other.record()
    assert (env.reset()[0] == other.reset()[0]).all()


@both_ways
def test_a_copy_of_many_games_goes_on_as_the_original(copied: Copier) -> None:
    env = GhostStoriesVectorEnv(3, players=1, level="hell", reward="shaped")
    _, info = env.reset(seed=3)
    other = copied(env)
    for _ in range(150):
        actions = info["action_mask"].argmax(axis=1)
        seen, rewards, ended, _, info = env.step(actions)
        their_seen, their_rewards, their_ended, _, _ = other.step(actions)
        assert (seen == their_seen).all()
        assert (rewards == their_rewards).all()
        assert (ended == their_ended).all()


@both_ways
@pytest.mark.parametrize("game", [ghost_stories_v1, ghosts_v1])
def test_a_copy_of_a_table_goes_on_as_the_original(game: ModuleType, copied: Copier) -> None:
    env = game.env(players=2)
    env.reset(seed=3)
    env.step(last_legal(env.observe(env.agent_selection)["action_mask"]))
    other = copied(env)
    for agent in env.agent_iter(60):
        assert other.agent_selection == agent
        seen, _, over, _, _ = env.last()
        assert (other.last()[0]["observation"] == seen["observation"]).all()
        action = None if over else last_legal(seen["action_mask"])
        env.step(action)
        other.step(action)
    assert env.unwrapped.record() == other.unwrapped.record()
