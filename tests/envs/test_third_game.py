"""A game of a third party in all toolkits, with nothing but its engine."""

from __future__ import annotations

import copy
import importlib
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv
from pettingzoo.test import api_test, seed_test
from tests.envs.third_games import ClimbState, PeekState, third_games
from tests.envs.walks import positions

import spuk
import spuk.envs
import spuk.envs.openspiel
from spuk.envs import aec
from spuk.envs.gym import CooperativeEnv
from spuk.envs.pictures import text_picture
from spuk.envs.plain_encoder import PlainEncoder
from spuk.envs.tables import encoder_of


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    """After `import spuk.envs`: what is registered later is found as well."""
    with third_games(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")
        warnings.filterwarnings("ignore", message="options: 'options' is unknown")
        yield


def last_legal(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[-1])


# ── PettingZoo ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["climb", "peek"])
@pytest.mark.parametrize("players", [2, 3])
def test_pettingzoos_own_tests_pass(game: str, players: int) -> None:
    api_test(aec.env(game, players=players), num_cycles=40)
    seed_test(lambda: aec.env(game, players=players), num_cycles=20)


def test_pettingzoo_finds_the_game_by_name_and_as_a_module() -> None:
    for kind in ("aec", "parallel"):
        assert len(pettingzoo.make(kind, "spuk/Peek-v1", players=3).possible_agents) == 3
    module = importlib.import_module("spuk.envs.peek_v1")
    assert module.env(players=2).unwrapped.metadata["name"] == "peek_v1"


def test_agents_get_what_their_seats_have_earned_and_the_record_tells_the_game() -> None:
    env = aec.raw_env("peek", players=3)
    env.reset(seed=4)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        sums[agent] += reward
        env.step(None if over else last_legal(seen["action_mask"]))
    assert tuple(sums.values()) == env.record().replay().outcome().returns


def test_a_table_begins_at_a_position_of_its_own_options_only() -> None:
    env = aec.raw_env("peek", players=2)
    env.reset(seed=1, options={"position": "2 0 4 7 0"})
    assert env.observe("player_0")["action_mask"].sum() == 2
    with pytest.raises(ValueError, match="it is for players=3, but this environment plays players=2"):
        env.reset(options={"position": "3 0 4 7 8 0"})
    with pytest.raises(ValueError, match="it is for bonus=1, but this environment plays bonus=0"):
        env.reset(options={"position": "2 1 4 7 0"})


def test_rewards_that_need_an_encoder_are_refused_by_name() -> None:
    for reward in ("score", "shaped"):
        with pytest.raises(ValueError, match=f"reward='{reward}': choose from win"):
            aec.env("peek", reward=reward)


# ── Gymnasium ───────────────────────────────────────────────────────────────────────────────


def test_gymnasiums_own_check_finds_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("spuk/Climb-v1", players=3, render_mode="rgb_array").unwrapped
        check_env(env, skip_render_check=True)
    assert isinstance(env, CooperativeEnv)


def test_many_games_are_what_gymnasiums_own_vector_makes_of_single_ones() -> None:
    ours = gymnasium.make_vec("spuk/Climb-v1", num_envs=4, players=3)
    theirs = SyncVectorEnv([lambda: CooperativeEnv("climb", players=3)] * 4)
    (seen, info), (expected, told) = ours.reset(seed=9), theirs.reset(seed=9)
    ends = 0
    for number in range(80):
        assert (seen == expected).all()
        assert (info["action_mask"] == told["action_mask"]).all()
        actions = np.array([last_legal(row) if row.any() else 0 for row in info["action_mask"]])
        actions *= number % 2
        seen, rewards, ended, _, info = ours.step(actions)
        expected, their_rewards, their_ended, _, told = theirs.step(actions)
        assert (rewards == their_rewards).all()
        assert (ended == their_ended).all()
        ends += ended.sum()
    assert ends > 4


def test_a_game_of_players_against_each_other_is_no_single_agents() -> None:
    assert "spuk/Peek-v1" not in gymnasium.registry
    with pytest.raises(ValueError, match=r"against each other; use spuk\.envs\.aec"):
        CooperativeEnv("peek")


# ── OpenSpiel ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["spuk_climb(players=3)", "spuk_peek(players=2,bonus=1)"])
def test_openspiels_own_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=False, verbose=False)


def test_openspiel_is_told_what_the_game_says_about_itself() -> None:
    climb, peek = (pyspiel.load_game(name).get_type() for name in ("spuk_climb", "spuk_peek"))
    kind = pyspiel.GameType
    assert (climb.utility, peek.utility) == (kind.Utility.IDENTICAL, kind.Utility.GENERAL_SUM)
    assert climb.information == kind.Information.PERFECT_INFORMATION
    assert peek.information == kind.Information.IMPERFECT_INFORMATION
    assert (peek.min_num_players, peek.max_num_players) == (2, 3)
    assert peek.long_name == "Peek (Spuk)"
    assert not peek.provides_information_state_tensor  # its length is unknown
    assert pyspiel.load_game("spuk_peek(players=3)").max_utility() == 2.0


def test_hidden_cards_are_dealt_anew_only_by_a_game_that_says_how() -> None:
    state = pyspiel.load_game("spuk_peek").new_initial_state()
    state.apply_action(3)
    assert state.information_state_string(1) == "player_1: ?"
    with pytest.raises(NotImplementedError, match="its part `openspiel` has no `redeal`"):
        state.resample_from_infostate(1, np.random.uniform)
    other = pyspiel.load_game("spuk_climb").new_initial_state()
    assert other.resample_from_infostate(1, np.random.uniform).history() == []


def test_what_nobody_or_some_players_see_is_told_to_nobody_or_to_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = pyspiel.load_game("spuk_peek(players=3)").new_initial_state()
    for seats in ((), (0, 2)):
        monkeypatch.setattr(PeekState, "reveals", lambda self, action, seat, seen=seats: seat in seen)
        state.apply_action(state.legal_actions()[0])
    assert [state.information_state_string(seat) for seat in range(3)] == [
        "player_0: ? deal:2",
        "player_1: ? ?",
        "player_2: ? deal:2",
    ]


def test_python_ends_well_when_openspiel_knows_a_game() -> None:
    code = "import pyspiel, spuk.envs.openspiel; print(pyspiel.load_game('spuk_ghosts'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# ── the plain encoder ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["climb", "peek"])
@pytest.mark.parametrize("players", [2, 3])
def test_plain_observations_keep_their_size_and_their_bounds(game: str, players: int) -> None:
    encoder = encoder_of(game, spuk.game(game).new(players=players))
    assert isinstance(encoder, PlainEncoder)
    assert len(set(encoder.features.names)) == encoder.width
    for seed in range(20):
        for state in positions(game, {"players": players}, seed):
            for seat in range(players):
                seen = list(encoder.look(state, seat))
                assert len(seen) == encoder.width
                assert all(value <= high for value, high in zip(seen, encoder.features.highs, strict=True))
                assert sum(seen[:players]) == seen[seat] == 1


def test_plain_observations_tell_what_is_seen() -> None:
    seen = dict(
        zip(encoder_of("climb").features.names, encoder_of("climb").look(climb(7, 5), 0), strict=True)
    )
    assert seen == {
        **{"you_0": 1, "you_1": 0, "decides_0": 0, "decides_1": 1, "over": 0, "height": 7, "left": 5},
        **{"jumping": 0, "weather_rain": 0, "weather_storm": 0, "weather_sun": 1},
    }


def climb(height: int, left: int) -> spuk.State:
    return ClimbState([height, left, 0], 2, 0)


def test_plain_observations_hide_what_the_view_hides() -> None:
    encoder = encoder_of("peek")
    one, other = (PeekState([4, card, 0], 2, 0) for card in (1, 9))
    assert bytes(encoder.look(one, 0)) == bytes(encoder.look(other, 0))
    assert bytes(encoder.look(one, 1)) != bytes(encoder.look(other, 1))


def test_numbers_below_zero_and_numbers_that_are_missing_are_told_apart() -> None:
    encoder = encoder_of("peek")
    looks = [
        dict(zip(encoder.features.names, encoder.look(PeekState([4, 7, decided], 2, 0), 0), strict=True))
        for decided in (0, 1)
    ]
    assert [seen["lead.below"] for seen in looks] == [0, 1]
    assert [looks[0][f"hands.{seat}.given"] for seat in (0, 1)] == [1, 0]


def test_too_large_numbers_and_unknown_things_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    encoder, state = encoder_of("climb"), climb(7, 5)

    def odd(self: Any, seat: int | None) -> dict[str, Any]:
        return {"height": 10**9, "left": -3, "jumping": None, "weather": "snow", "new": [1, {"x": 2}]}

    monkeypatch.setattr(ClimbState, "view", odd)
    seen = dict(zip(encoder.features.names, encoder.look(state, 0), strict=True))
    assert (seen["height"], seen["left"], seen["jumping"]) == (255, 0, 0)
    assert "weather_snow" not in seen


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_environments_with_plain_observations_can_be_copied(copied: Any) -> None:
    env = aec.env("peek", players=3)
    env.reset(seed=3)
    other = copied(env)
    for each in (env, other):
        each.step(last_legal(each.observe(each.agent_selection)["action_mask"]))
    agent = env.agent_selection
    assert (env.observe(agent)["observation"] == other.observe(agent)["observation"]).all()


# ── pictures ────────────────────────────────────────────────────────────────────────────────


def test_a_game_without_a_painter_is_shown_as_its_line_of_text() -> None:
    env = aec.raw_env("peek", players=2, render_mode="rgb_array")
    env.reset(options={"position": "2 0 4 7 0"})
    assert (env.render() == text_picture("2 0 4 ? 0")).all()
    assert (env.render() != text_picture("2 0 4 7 0")).any()


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_a_game_that_hides_cards_but_has_no_text_for_it_shows_no_cards(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(PeekState, "known_text")
    env = aec.raw_env("peek", players=2, render_mode=mode)
    shown = []
    for card in (7, 8):
        env.reset(options={"position": f"2 0 4 {card} 0"})
        shown.append(np.asarray(env.render()))
    assert (shown[0] == shown[1]).all()


def test_long_texts_are_broken_into_lines() -> None:
    short, long = text_picture("word"), text_picture("word " * 100)
    assert short.shape == long.shape == (512, 480, 3)
    assert (short[40:] == short[0, 0]).all()
    assert (long[40:] != long[0, 0]).any()


# ── a game that fails ───────────────────────────────────────────────────────────────────────


def test_a_game_whose_environments_fail_costs_nobody_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Any) -> bool:
        raise RuntimeError("no idea")

    game = spuk.game("climb")
    monkeypatch.setattr(type(game), "together", broken)
    with pytest.warns(UserWarning) as told:
        spuk.register(game)
    assert [str(one.message) for one in told] == [
        f"spuk.envs.{where} cannot offer the game 'climb': no idea" for where in ("registration", "openspiel")
    ]
