"""Ghost Stories in Gymnasium: its own checks, seeds, masks, rewards."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.envs.walks import STORIES_TABLES, GhostStoriesEnv

import spuk
import spuk.envs
from spuk.envs.core.fleet import is_legal
from spuk.envs.gym import CooperativeEnv

ID = "spuk/GhostStories-v1"


def played(env: CooperativeEnv, seed: int) -> list[tuple[np.ndarray, float, dict[str, Any]]]:
    """A whole game of random legal actions."""
    random = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    steps = [(seen, 0.0, info)]
    over = False
    while not over:
        action = int(random.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, _, info = env.step(action)
        steps.append((seen, reward, info))
    return steps


@pytest.mark.parametrize("name", [ID, f"spuk.envs:{ID}"])
def test_gymnasiums_own_check_finds_nothing(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, players=2, level="hell", edition="pl", render_mode="ansi").unwrapped)


@pytest.mark.parametrize("options", STORIES_TABLES)
def test_every_table_has_the_same_spaces_and_plays_to_its_end(options: dict[str, Any]) -> None:
    env = GhostStoriesEnv(**options)
    assert env.observation_space.shape == (990,)
    assert env.action_space.n == 323
    steps = played(env, seed=1)
    for seen, _, _ in steps:
        assert seen in env.observation_space
    info = steps[-1][2]
    assert not info["action_mask"].any()
    assert info["reason"] == env.position.outcome().reason


def test_the_same_seed_is_the_same_game_and_the_record_replays_it() -> None:
    env = GhostStoriesEnv(players=3)
    first = played(env, 7)
    record = env.record()
    second = played(GhostStoriesEnv(players=3), 7)
    assert all((one[0] == other[0]).all() for one, other in zip(first, second, strict=True))
    assert spuk.Record.from_json(record.to_json()).replay().text() == env.position.text()
    assert record.seed == 7


def test_a_seed_has_the_dice_and_cards_of_spuk_play() -> None:
    record = spuk.play("ghost-stories", {"players": 2}, ["random"], seed=11)
    env = GhostStoriesEnv(players=2, illegal="raise")
    env.reset(seed=11)
    state = record.start()
    for action in record.actions:
        decides = state.actor >= 0
        state.apply(action)
        if decides:
            env.step(action)
    assert env.record().actions == record.actions


def test_a_reset_without_a_seed_goes_on_with_the_luck_of_the_last() -> None:
    games = []
    for _ in range(2):
        env = GhostStoriesEnv()
        env.reset(seed=1)
        games.append([env.reset()[0] for _ in range(3)])
    assert all((one == other).all() for one, other in zip(*games, strict=True))
    assert not (games[0][0] == games[0][1]).all()


def test_masks_are_in_the_info_and_under_the_name_sb3_looks_for() -> None:
    env = GhostStoriesEnv()
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert np.flatnonzero(env.action_masks()).tolist() == sorted(env.position.legal())
    assert (env.action_masks() == info["action_mask"]).all()
    assert info["seat"] == env.position.actor


def test_an_illegal_action_loses_or_raises() -> None:
    env = GhostStoriesEnv(reward="score")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert over
    assert (info["won"], info["reason"]) == (False, "illegal_action")
    assert reward == -103.0  # nobody can end worse: 55 ghosts + 3 · 4 + 4 · 9 (GS-13.3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(illegal)
    strict = GhostStoriesEnv(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(spuk.IllegalAction, match="is not legal now"):
        strict.step(illegal)


@pytest.mark.parametrize(("reward", "allowed"), [("win", {-1.0, 1.0}), ("score", None)])
def test_win_and_score_pay_at_the_end(reward: str, allowed: set[float] | None) -> None:
    steps = played(GhostStoriesEnv(reward=reward), seed=2)
    assert all(paid == 0.0 for _, paid, _ in steps[:-1])
    last, info = steps[-1][1], steps[-1][2]
    assert last in (allowed or {float(info["score"])})


@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_shaped_rewards_differ_from_the_win_by_a_constant_only(discount: float) -> None:
    """Potential-based: over a whole game they add up to the win, less what the start was worth."""
    starts = set()
    for seed in range(3):
        steps = played(GhostStoriesEnv(reward="shaped", discount=discount), seed)
        paid = [reward for _, reward, _ in steps[1:]]
        total = sum(discount**number * reward for number, reward in enumerate(paid))
        win = discount ** (len(paid) - 1) * (1.0 if steps[-1][2]["won"] else -1.0)
        starts.add(round(win - total, 6))
    assert len(starts) == 1  # Qi is dealt alike, and one ghost has come


def test_wrong_options_are_named() -> None:
    for wrong in (
        *({"players": 5}, {"reward": "gold"}, {"illegal": "shrug"}, {"discount": 0.0}, {"discount": "1"}),
        {"render_mode": "sixel"},
    ):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            gymnasium.make(ID, **wrong)


def test_an_action_that_is_no_integer_is_refused_and_costs_nothing() -> None:
    env = GhostStoriesEnv()
    env.reset(seed=1)
    for wrong in (3.7, "3", None):
        with pytest.raises(TypeError):
            env.step(wrong)
    legal = np.flatnonzero(env.action_masks())[0]
    assert not env.step(legal)[2]  # numpy’s integers are integers


def test_masks_have_their_shape_before_the_first_game() -> None:
    env = GhostStoriesEnv()
    assert env.action_masks().shape == (323,)
    assert not env.action_masks().any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_what_was_legal_before_somebody_moved_the_game_is_not_carried_out() -> None:
    env = GhostStoriesEnv(players=4)
    _, info = env.reset(seed=1)
    action = int(np.flatnonzero(info["action_mask"])[0])
    env.position.step(action)
    assert action not in env.position.legal()
    _, reward, over, _, _ = env.step(action)
    assert (reward, over) == (-1.0, True)


def test_what_dice_and_cards_may_bring_is_no_players_choice() -> None:
    state = spuk.game("ghost-stories").new(players=2)
    assert state.actor == spuk.CHANCE
    assert not any(is_legal(state, outcome) for outcome in state.options)
