"""`reset(options=…)`: games that begin at a position; what is unknown is named."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv
from tests.envs.walks import GhostStoriesEnv, GhostStoriesVectorEnv

import spuk
import spuk.envs
from spuk.envs import ghost_stories_v1, ghosts_v1

LINE = "en normal 4p N=red/spires/@1/tao:bb N1=39 W3=14 turn=N"
OTHER = "en normal 4p E=green/mountain/1qi S1=5! deck=20 turn=E"
GHOSTS = "original 3p 0=f2,s1,s2,x,p3 1=m1,m2 2=v1,v2,v3,p3,p3 trick=f2 turn=0"


@pytest.mark.parametrize("env", [gymnasium.make("spuk/GhostStories-v1"), GhostStoriesVectorEnv(2)])
def test_an_unknown_option_is_refused_and_those_allowed_are_named(env: Any) -> None:
    with pytest.raises(ValueError, match="'postion' is unknown; choose from position"):
        env.reset(seed=1, options={"postion": LINE})
    _takes_what_is_allowed(env)


@pytest.mark.parametrize(
    "env", [ghost_stories_v1.env(), ghost_stories_v1.parallel_env(), ghosts_v1.env(), ghosts_v1.raw_env()]
)
def test_pettingzoo_warns_of_an_unknown_option(env: Any) -> None:
    """Its own API test resets with one, and has to pass."""
    with pytest.warns(UserWarning, match="'postion' is unknown; choose from position"):
        env.reset(seed=1, options={"postion": LINE})
    _takes_what_is_allowed(env)


def _takes_what_is_allowed(env: Any) -> None:
    with pytest.raises(ValueError, match="must be a dict"):
        env.reset(seed=1, options=LINE)
    env.reset(seed=1, options={})
    env.reset(seed=1, options={"position": None})


def test_a_game_of_gymnasium_begins_at_a_position() -> None:
    env = GhostStoriesEnv(reward="shaped")
    _, info = env.reset(seed=1, options={"position": LINE})
    state = spuk.game("ghost-stories").from_text(LINE)
    assert env.position.text() == state.text()
    assert np.flatnonzero(info["action_mask"]).tolist() == sorted(state.legal())
    env.reset(seed=1)
    begun = GhostStoriesEnv()
    begun.reset(seed=1)
    assert env.position.text() == begun.position.text()  # the next game begins at the start again


def test_the_dice_of_a_position_are_those_of_the_seed() -> None:
    ends = []
    for seed in (1, 1, 2):
        env = GhostStoriesEnv()
        env.reset(seed=seed, options={"position": LINE})
        over = False
        while not over:
            over = env.step(int(np.flatnonzero(env.action_masks())[0]))[2]
        ends.append(env.position.text())
    assert ends[0] == ends[1] != ends[2]


@pytest.mark.parametrize(("game", "line"), [(ghost_stories_v1, LINE), (ghosts_v1, GHOSTS)])
def test_a_table_of_pettingzoo_begins_at_a_position(game: Any, line: str) -> None:
    state = spuk.game("ghosts" if game is ghosts_v1 else "ghost-stories").from_text(line)
    env = game.env(players=state.seats())
    env.reset(seed=1, options={"position": line})
    assert env.unwrapped.position.text() == state.text()
    assert env.agent_selection == f"player_{state.actor}"


def test_many_games_begin_at_one_position_or_each_at_its_own() -> None:
    ours, theirs = GhostStoriesVectorEnv(2), SyncVectorEnv([GhostStoriesEnv] * 2)
    for env in (ours, theirs):
        env.reset(seed=1)
    seen, info = ours.reset(options={"position": LINE})
    expected, told = theirs.reset(options={"position": LINE})
    assert (seen == expected).all()
    assert (info["action_mask"] == told["action_mask"]).all()
    mixed, _ = ours.reset(options={"position": [LINE, OTHER]})
    assert (mixed[0] == expected[0]).all()
    assert not (mixed[1] == expected[1]).all()
    with pytest.raises(ValueError, match="2 are needed"):
        ours.reset(options={"position": [LINE]})


def test_a_refused_position_leaves_the_game_as_it_was() -> None:
    env = GhostStoriesEnv(players=4, edition="en")
    env.reset(seed=1)
    before = env.position.text()
    for line, why in (
        ("pl hell 4p", "it is for level=hell edition=pl, but this environment plays level=normal edition=en"),
        ("en normal 2p", "players=4"),
        ("en normal 4p turn=N:yin", "dice or cards come next"),
        ("en normal 4p banished=57 deck=10 end=incarnations_banished", "the game is over"),
        ("en normal 4p N1=99", "99"),
        (7, "line of text"),
    ):
        with pytest.raises(ValueError, match=why):
            env.reset(seed=2, options={"position": line})
    assert env.position.text() == before


@pytest.mark.parametrize("env", [GhostStoriesEnv(), ghost_stories_v1.raw_env()])
def test_a_game_that_began_at_a_position_has_no_record(env: Any) -> None:
    env.reset(seed=1, options={"position": LINE})
    with pytest.raises(ValueError, match="began at a position"):
        env.record()
    env.reset(seed=1)
    assert env.record().replay().text() == env.position.text()
