"""Pig in PettingZoo and OpenSpiel, with nothing but its own files; each in a fresh process."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.third_party.installed import run_python

NOT_ITS_FAULT = """
import warnings
warnings.filterwarnings("ignore", message="Observation")
warnings.filterwarnings("ignore", message="options: 'options' is unknown")
"""


def runs(site: Path, code: str) -> str:
    run = run_python(site, NOT_ITS_FAULT + code)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoos_own_api_test_passes(site: Path, players: int) -> None:
    runs(
        site,
        f"""
import pettingzoo, spuk.envs
from pettingzoo.test import api_test, parallel_api_test, seed_test
make = lambda: pettingzoo.make("aec", "spuk/Pig-v1", players={players}, target=20)
api_test(make(), num_cycles=60)
seed_test(make, num_cycles=40)
""",
    )


def test_a_whole_game_is_played_in_pettingzoo_and_its_returns_are_the_engines(site: Path) -> None:
    said = runs(
        site,
        """
import pettingzoo, spuk.envs
env = pettingzoo.make("aec", "spuk/Pig-v1", players=3, target=20)
env.reset(seed=5)
total = dict.fromkeys(env.possible_agents, 0.0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    total[agent] += reward
    if terminated or truncated:
        env.step(None)
        continue
    legal = observation["action_mask"].nonzero()[0]
    assert list(legal) == [0, 1], "roll or hold: chance plays itself"
    env.step(int(legal[-1]))
print(sorted(total.values()))
""",
    )
    assert said == "[-1.0, -1.0, 2.0]\n"


def test_a_game_registered_by_a_call_after_the_environments_is_there_as_well(site: Path) -> None:
    runs(
        site,
        """
import pettingzoo
import spuk
from spuk.kernel.registry import unregister
from spuk_pig import PACK
from spuk_pig.game import Pig
import spuk.envs
class Later(Pig):
    def __init__(self):
        super().__init__()
        self.id = "later-pig"
spuk.register(spuk.GamePack(game=Later()))
assert "spuk/LaterPig-v1" in pettingzoo.aec_registry
""",
    )


@pytest.mark.parametrize("options", ["", "(players=3,target=50)", "(players=4,target=20)"])
def test_openspiels_own_random_simulation_passes(site: Path, options: str) -> None:
    runs(
        site,
        f"""
import pyspiel, spuk.envs.openspiel
game = pyspiel.load_game("spuk_pig{options}")
pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
""",
    )


def test_openspiel_knows_the_chances_and_the_returns(site: Path) -> None:
    runs(
        site,
        """
import pyspiel, spuk.envs.openspiel
game = pyspiel.load_game("spuk_pig(players=2,target=20)")
assert game.num_players() == 2
assert game.num_distinct_actions() == spuk.game("pig").actions
assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 6
        assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
        state.apply_action(outcomes[-1][0])
    else:
        assert len(state.legal_actions()) == 2
        state.apply_action(state.legal_actions()[-1])
assert list(state.returns()) == [1.0, -1.0]
""",
    )


def test_openspiels_search_plays_it(site: Path) -> None:
    runs(
        site,
        """
import numpy, pyspiel, spuk.envs.openspiel
from open_spiel.python.algorithms import mcts
game = pyspiel.load_game("spuk_pig(players=2,target=20)")
random = numpy.random.RandomState(2)
evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
bot = mcts.MCTSBot(game, 2.0, 20, evaluator, random_state=random)
state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes())
        state.apply_action(int(random.choice(outcomes, p=chances)))
    else:
        state.apply_action(bot.step(state))
""",
    )
