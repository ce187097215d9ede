"""A masked random agent in Gymnasium: `python examples/random_agent.py --games 5 --players 2`."""

from __future__ import annotations

import argparse

import gymnasium

import spuk.envs  # noqa: F401  (registers spuk/GhostStories-v1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    env = gymnasium.make("spuk/GhostStories-v1", players=given.players, level=given.level, reward="score")
    env.action_space.seed(given.seed)
    for game in range(given.games):
        _, info = env.reset(seed=given.seed + game)
        over, decisions, reward = False, 0, 0.0
        while not over:
            action = env.action_space.sample(mask=info["action_mask"])
            _, reward, over, _, info = env.step(action)
            decisions += 1
        won = "won" if info["won"] else "lost"
        print(f"game {game}: {won} ({info['reason']}) after {decisions} decisions, score {reward:.0f}")
    record = env.unwrapped.record()  # `spuk replay` and `spuk analyse` read what to_json() writes
    print(f"the last game as a record: {len(record.actions)} actions, chance included")


if __name__ == "__main__":
    main()
