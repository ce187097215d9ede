"""OpenSpiel's information-set MCTS at a table of Ghosts: `python examples/mcts_ghosts.py --simulations 50`.

It sees what its seat may see and imagines the rest (`resample_from_infostate`); the others play at random.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import spuk.envs.openspiel  # noqa: F401  (registers spuk_ghosts)


def play(game: pyspiel.Game, seat: int, simulations: int, seed: int) -> list[float]:
    """One game; what each seat gets for it."""
    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=simulations, random_state=random)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = random.choice(outcomes, p=chances)
        elif state.current_player() == seat:
            action = bot.step(state)
        else:
            action = random.choice(state.legal_actions())
        state.apply_action(int(action))
    return state.returns()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--simulations", type=int, default=50)
    given = parser.parse_args()
    game = pyspiel.load_game(f"spuk_ghosts(players={given.players},rounds={given.rounds})")
    gained = []
    for number in range(given.games):
        seat = number % given.players
        returns = play(game, seat, given.simulations, number)
        gained.append(returns[seat])
        print(f"game {number}: MCTS in seat {seat} gets {returns[seat]:+.2f}", flush=True)
    print(f"mean of {given.games} games: {np.mean(gained):+.2f} (random play: 0)")


if __name__ == "__main__":
    main()
