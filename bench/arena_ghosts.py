"""One bot against others at Ghosts: `python bench/arena_ghosts.py 4 800 master:200 monk --seed 3`.

Bots: novice, monk, master:PLAYOUTS, master:SECONDSs (such as master:0.2s). The seats rotate over the same
cards; ties share the win. Prints the share of wins with its 95 % interval. `--keep FILE` keeps every game, so
that a long run can be stopped and go on.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

import spuk
from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.seeds import Random, derive


def bot(name: str, seed: int) -> Any:
    kind, _, budget = name.partition(":")
    if budget.endswith("s"):
        return spuk.bot(kind, seed=seed, seconds=float(budget[:-1]))
    return spuk.bot(kind, seed=seed, playouts=int(budget) if budget else None)


def won(players: int, number: int, first: str, others: str, seed: int) -> tuple[float, float]:
    """The share of the win of the first bot, and how much more fear it has than the others."""
    seat, deal = number % players, derive(seed, number // players)
    bots = [bot(first if i == seat else others, derive(deal, "bot", i, seat)) for i in range(players)]
    chance, dreams = Random(derive(deal, "chance")), [Random(derive(deal, "im", i)) for i in range(players)]
    state = spuk.game("ghosts").new(players=players)
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.step(state.sample(chance))
        elif len(state.options) == 1:
            state.step(state.options[0])
        else:
            actor = int(state.actor)
            state.apply(bots[actor].choose(state.imagine(actor, dreams[actor])))
    outcome = state.outcome()
    assert outcome is not None
    mean = (sum(outcome.scores) - outcome.scores[seat]) / (players - 1)
    share = 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
    return share, outcome.scores[seat] - mean


def kept(path: Path | None) -> list[tuple[float, float]]:
    """The games of an earlier run."""
    if path is None or not path.exists():
        return []
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    return [(float(share), float(more)) for share, more in rows]


def summary(games: list[tuple[float, float]]) -> str:
    """The share of wins with its interval."""
    mean = sum(share for share, _ in games) / len(games)
    spread = 1.96 * (sum((share - mean) ** 2 for share, _ in games) / len(games) / len(games)) ** 0.5
    fear = sum(more for _, more in games) / len(games)
    return f"{100 * mean:.1f} % ± {100 * spread:.1f} over {len(games)}; fear {fear:+.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("players", type=int)
    parser.add_argument("games", type=int)
    parser.add_argument("first")
    parser.add_argument("others")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="keeps every game; a run that was stopped goes on")
    given = parser.parse_args()
    began = time.time()
    title = f"{given.players}p {given.first} vs {given.others}:"
    games = kept(given.keep)
    for number in range(len(games), given.games):
        games.append(won(given.players, number, given.first, given.others, given.seed))
        if given.keep is not None:
            with given.keep.open("a", encoding="utf-8") as file:
                file.write(f"{games[-1][0]} {games[-1][1]}\n")
        print(f"\r{title} {summary(games)} of {given.games}", end=" ", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{title} {summary(games)}; {time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
