"""`render_mode`: a picture or a line of text, with no more in it than the seat may know."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from tests.envs.walks import GhostStoriesEnv

import spuk
import spuk.envs
from spuk.envs import ghost_stories_v1, ghosts_v1
from spuk.envs.canvas import Canvas
from spuk.envs.pictures import FILLS, picture

SHAPE = (512, 480, 3)
INK = (255, 255, 255)


def test_gymnasium_makes_the_environment_with_the_mode_that_learners_ask_for() -> None:
    """Stable-Baselines3's `make_vec_env` asks every environment for `rgb_array`."""
    env = gymnasium.make("spuk/GhostStories-v1", render_mode="rgb_array")
    env.reset(seed=1)
    seen = env.render()
    assert (seen.shape, seen.dtype) == (SHAPE, np.uint8)


def test_a_picture_changes_with_the_table() -> None:
    env = GhostStoriesEnv(render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    for _ in range(10):
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
    assert not (env.render() == before).all()


def test_ghosts_and_taoists_stand_where_they_are() -> None:
    state = spuk.game("ghost-stories").from_text("en normal 4p N=red/spires/@1 N2=34 turn=N")
    pixels = picture(state, None)
    assert tuple(pixels[90, 280]) == FILLS["red"]  # a red ghost in the middle of the top row
    assert tuple(pixels[96 + 96 - 22, 96 + 15]) == FILLS["red"]  # the red Taoist on place 1
    assert tuple(pixels[90, 200 + 96]) != FILLS["red"]  # and nobody on N3


@pytest.mark.parametrize("level", ["normal", "hell"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_position_of_a_game_can_be_drawn(players: int, level: str) -> None:
    env = GhostStoriesEnv(players=players, level=level, render_mode="rgb_array")
    env.reset(seed=players)
    random, over = np.random.default_rng(players), False
    while not over:
        over = env.step(int(random.choice(np.flatnonzero(env.action_masks()))))[2]
        assert env.render().shape == SHAPE


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_pettingzoo_shows_the_same_whatever_others_hold(mode: str) -> None:
    env = ghosts_v1.raw_env(players=3, render_mode=mode)
    shown = []
    for theirs in ("1=m1,m2,m3,f1,x 2=f2,f3,s1,s2,s3", "1=w1,w2,w3,p1,p2 2=v1,v2,v3,p3,p3"):
        env.reset(seed=1, options={"position": f"original 3p 0=f2,s1,s2,x,p3 {theirs} trick=f2 turn=0"})
        assert env.agent_selection == "player_0"
        shown.append(env.render())
    assert (np.asarray(shown[0]) == np.asarray(shown[1])).all()
    env.reset(seed=1, options={"position": "original 3p 0=f2,s1,s2,x,p2 trick=f2 turn=0"})
    assert not (np.asarray(env.render()) == np.asarray(shown[0])).all()  # one's own hand is there


def test_text_of_a_seat_has_its_own_hand_and_as_many_question_marks_as_others_hold() -> None:
    env = ghosts_v1.raw_env(players=3, render_mode="ansi")
    line = "original 3p 0=f2,s1,s2,x,p3 1=m1,m2 2=v1,v2,v3,p3,p3 trick=f2 fear=1,1,1 turn=0"
    env.reset(options={"position": line})
    told = env.render()
    assert "0=f2,s1,s2,p3,x 1=?,? 2=?,?,?,?,? trick=f2" in told
    assert env.position.known_text(None).startswith("original 3p 0=?,?,?,?,? 1=?,? 2=")
    with pytest.raises(ValueError, match="seat 3"):
        env.position.known_text(3)


def test_nothing_of_ghost_stories_is_hidden() -> None:
    env = ghost_stories_v1.raw_env(players=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.position.text()


def test_pettingzoo_can_be_drawn_after_the_end() -> None:
    env = ghosts_v1.env(players=2, render_mode="rgb_array")
    env.reset(seed=1)
    for _ in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(np.flatnonzero(seen["action_mask"])[0]))
        assert env.render().shape == SHAPE


def test_a_letter_is_drawn_in_its_rows_and_what_lies_outside_is_cut_off() -> None:
    canvas = Canvas(3, 5, (0, 0, 0))
    canvas.write(0, 0, "l", INK, scale=1)
    assert (canvas.pixels[:, :, 0] > 0).astype(int).tolist() == [[1, 0, 0]] * 4 + [[1, 1, 1]]
    canvas.write(1, 2, "¿8", INK, scale=2)  # a letter that is not there is a ?
    canvas.frame(0, 0, 9, 9, INK)
    assert canvas.pixels.shape == (5, 3, 3)
