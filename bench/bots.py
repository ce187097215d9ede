"""How well the bots keep their time, and what memory they need: `python bench/bots.py --out out/bots.json`.

Decisions of games played by monks, with every number of players, are given to a master with one time after
the other. Shown is how much longer it took: by the clock, and in processor time, which a busy machine does
not lengthen. A decision whose clock ran far ahead of its processor time was interrupted by somebody else. The
memory is the highest of a process that plays one game only.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

import spuk
from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.seeds import Random, derive

GAMES: dict[str, list[dict[str, Any]]] = {
    "ghost-stories": [{"players": players, "level": "nightmare"} for players in (1, 2, 3, 4)],
    "ghosts": [{"players": players} for players in (2, 3, 4, 5, 6)],
}
SECONDS = (0.02, 0.1, 0.5)
SHARE = {0.02: 60, 0.1: 60, 0.5: 16}
"""How many decisions are given to a master with so much time, of each game."""


def decisions(game: str, seed: int) -> list[spuk.State]:
    """Positions with a choice, in a random order."""
    found: list[spuk.State] = []
    random, monk = Random(seed), spuk.bot("monk", seed=seed)
    for options in GAMES[game]:
        state = spuk.game(game).new(**options)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.step(state.sample(random))
                continue
            if len(state.options) > 1:
                found.append(state.clone())
            state.step(monk.choose(state))
    return sorted(found, key=lambda _state: random.bits())


def overrun(state: spuk.State, seconds: float, seed: int) -> tuple[float, float]:
    """How much longer than its time a master takes: by the clock, and in processor time."""
    master = spuk.bot("master", seconds=seconds, seed=seed)
    clock, work = perf_counter(), process_time()
    master.choose(state)
    return perf_counter() - clock - seconds, process_time() - work - seconds


def measure(game: str, seed: int) -> dict[str, Any]:
    """Everything about one game, in this process."""
    positions = decisions(game, seed)
    rows = []
    for seconds in SECONDS:
        chosen = positions[: SHARE[seconds]]
        over = [overrun(state, seconds, derive(seed, number)) for number, state in enumerate(chosen)]
        rows.append(
            {
                "seconds": seconds,
                "decisions": len(over),
                "worst_clock_ms": 1000 * max(clock for clock, _ in over),
                "worst_processor_ms": 1000 * max(work for _, work in over),
            }
        )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"game": game, "memory_mb": memory, "rows": rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=sorted(GAMES), help="measure this game in this process (internal)")
    given = parser.parse_args()
    if given.game:
        print(json.dumps(measure(given.game, given.seed)))
        return
    found = []
    for game in GAMES:
        print(f"{game} …", flush=True)
        command = [sys.executable, __file__, "--game", game, "--seed", str(given.seed)]
        found.append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
        for row in found[-1]["rows"]:
            print(
                f"  {row['seconds']} s, {row['decisions']} decisions: at most {row['worst_clock_ms']:.1f} ms"
                f" over by the clock, {row['worst_processor_ms']:.1f} ms in processor time"
            )
        print(f"  memory: {found[-1]['memory_mb']:.0f} MB")
    if given.out:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
