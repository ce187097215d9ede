"""The compiled vector environment plays exactly like single ones side by side."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from tests.envs.walks import GhostStoriesEnv, GhostStoriesVectorEnv

import spuk
from spuk.envs.vector import CooperativeVectorEnv

ID = "spuk.envs:spuk/GhostStories-v1"
OPTIONS: dict[str, Any] = {"players": 2, "level": "initiation", "reward": "shaped", "discount": 0.9}
GAMES = 5


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_it_is_what_gymnasiums_own_vector_makes_of_single_environments(mode: AutoresetMode) -> None:
    ours = gymnasium.make_vec(ID, num_envs=GAMES, autoreset_mode=mode.value, **OPTIONS)
    theirs = SyncVectorEnv([lambda: GhostStoriesEnv(**OPTIONS)] * GAMES, autoreset_mode=mode)
    assert isinstance(ours.unwrapped, CooperativeVectorEnv)
    assert ours.metadata["autoreset_mode"] == mode
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    random = np.random.default_rng(1)
    (seen, info), (expected, told) = ours.reset(seed=9), theirs.reset(seed=9)
    for _ in range(300):
        assert (seen == expected).all()
        assert (info["action_mask"] == told["action_mask"]).all()
        legal = info["action_mask"] + 1e-9  # a game that is over takes anything
        actions = np.array([random.choice(len(row), p=row / row.sum()) for row in legal])
        seen, rewards, ended, cut, info = ours.step(actions)
        expected, their_rewards, their_ended, _, told = theirs.step(actions)
        assert np.allclose(rewards, their_rewards)
        assert (ended == their_ended).all()
        assert not cut.any()
        _same_endings(info, told)


def _same_endings(info: dict[str, Any], told: dict[str, Any]) -> None:
    assert ("final_obs" in info) == ("final_obs" in told)
    if "final_info" in told:
        for name in ("won", "score", "reason"):
            assert (info["final_info"][name] == told["final_info"][name]).all()
        for one, other in zip(info["final_obs"], told["final_obs"], strict=True):
            assert (one is None) == (other is None)
            assert one is None or (one == other).all()
    elif "won" in told:
        assert (info["won"] == told["won"]).all()
        assert (info["_score"] == told["_score"]).all()


def test_preallocated_arrays_are_filled_anew_and_copies_are_not() -> None:
    shared = GhostStoriesVectorEnv(3, copy=False)
    first, info = shared.reset(seed=1)
    before = first.copy()
    actions = info["action_mask"].argmax(axis=1)
    second, _, _, _, later = shared.step(actions)
    assert second is first is shared.observations
    assert later["action_mask"] is info["action_mask"]
    assert not (second == before).all()
    copied = GhostStoriesVectorEnv(3)
    kept, _ = copied.reset(seed=1)
    copied.step(actions)
    assert (kept == before).all()


def test_seeds_may_be_given_one_by_one() -> None:
    env = GhostStoriesVectorEnv(2)
    seen, _ = env.reset(seed=[5, 5])
    assert (seen[0] == seen[1]).all()
    again, _ = env.reset()
    assert not (again == seen).all()
    with pytest.raises(ValueError, match="2 numbers are needed"):
        env.reset(seed=[1])


def test_a_mode_that_is_not_offered_is_refused() -> None:
    with pytest.raises(ValueError, match="autoreset_mode"):
        GhostStoriesVectorEnv(2, autoreset_mode="Disabled")


def test_numpys_integers_are_seeds_and_other_things_are_not() -> None:
    env = GhostStoriesVectorEnv(2)
    seen, _ = env.reset(seed=np.int64(5))
    assert (env.reset(seed=np.array([5, 6]))[0] == seen).all()
    for wrong in (-1, 1.5, [5, -6], "5"):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=wrong)


def test_a_step_needs_a_reset_and_one_integer_for_each_game() -> None:
    env = GhostStoriesVectorEnv(2)
    with pytest.raises(ResetNeeded):
        env.step(np.array([0, 0]))
    _, info = env.reset(seed=1)
    for wrong in ([0], [0, 0, 0], [0.5, 0.0], [[0], [0]], None):
        with pytest.raises(ValueError, match="2 integers are needed"):
            env.step(wrong)
    _, _, ended, _, _ = env.step(info["action_mask"].argmax(axis=1))
    assert not ended.any()


def test_an_illegal_action_that_raises_leaves_every_game_as_it_was() -> None:
    env = GhostStoriesVectorEnv(2, illegal="raise")
    _, info = env.reset(seed=1)
    legal = info["action_mask"].argmax(axis=1)
    with pytest.raises(spuk.IllegalAction, match="game 1, seat"):
        env.step(np.array([legal[0], 0]))
    untouched = GhostStoriesVectorEnv(2, illegal="raise")
    untouched.reset(seed=1)
    assert (env.step(legal)[0] == untouched.step(legal)[0]).all()


def test_a_number_beyond_all_actions_is_illegal_in_its_game_alone() -> None:
    env = GhostStoriesVectorEnv(2)
    env.reset(seed=1)
    legal = int(np.flatnonzero(env.action_mask[1])[0])
    _, rewards, ended, _, _ = env.step(np.array([2**63 + 5, legal], np.uint64))
    assert (list(rewards), list(ended)) == ([-1.0, 0.0], [True, False])


def test_gymnasiums_statistics_of_episodes_can_be_wrapped_around_it() -> None:
    env = RecordEpisodeStatistics(GhostStoriesVectorEnv(2, players=1, reward="score"))
    _, info = env.reset(seed=1)
    while "episode" not in info:
        _, rewards, ended, _, info = env.step(info["action_mask"].argmax(axis=1))
    assert (info["episode"]["r"][ended] == rewards[ended]).all()
    assert (info["score"][ended] == rewards[ended]).all()


def test_a_reset_of_some_games_is_refused_not_ignored() -> None:
    with pytest.raises(ValueError, match="reset_mask"):
        GhostStoriesVectorEnv(2).reset(options={"reset_mask": np.array([True, False])})


def test_no_games_and_pictures_of_them_are_refused() -> None:
    for wrong in ({"num_envs": 0}, {"num_envs": 2, "render_mode": "ansi"}):
        with pytest.raises(ValueError, match=r"num_envs|render_mode"):
            GhostStoriesVectorEnv(**wrong)
