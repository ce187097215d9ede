"""How fast the engine is, compiled and as ordinary Python: `python bench/engine.py --out out/bench.json`.

Random 4-player games of Ghost Stories (Normal) and of Ghosts. Both ways are measured in turn, each in a
process of its own, several times over; the tables show the median and the spread of these runs.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
if find_spec("spuk") is None:
    sys.path.insert(0, str(ROOT / "src"))

WAYS = ("compiled", "plain")
# What is played: the game's id, what the table calls it, the options of `new`, the module of its states.
GAMES: dict[str, tuple[str, dict[str, Any], str]] = {
    "ghost-stories": (
        "random 4-player Normal games of Ghost Stories",
        {"players": 4, "level": "normal"},
        "spuk.games.ghost_stories.state",
    ),
    "ghosts": ("random 4-player games of Ghosts", {"players": 4}, "spuk.games.ghosts.state"),
}
# What is measured: its name in the JSON, what the table calls it, unit, digits shown.
ROWS = [
    ("steps_per_second", "steps in random play", "per second", 0),
    ("decisions_per_second", "  of them player decisions", "per second", 0),
    ("chances_per_second", "  of them dice and cards", "per second", 0),
    ("games_per_second", "whole games", "per second", 1),
    ("steps_per_game", "length of a game", "steps", 1),
    ("clone_us", "clone()", "µs", 3),
    ("legal_player_us", "legal(), a player decides", "µs", 3),
    ("legal_chance_us", "legal(), chance decides", "µs", 3),
    ("apply_us", "apply(), checked", "µs", 3),
    ("step_us", "step(), unchecked", "µs", 3),
    ("clone_bytes", "memory of one more state", "bytes", 0),
    ("object_bytes", "  of it the object alone", "bytes", 0),
]
HIGHER_IS_BETTER = "per_second"
NOT_COMPARED = ("steps_per_game", "object_bytes")


# ── one measurement, in a process of its own ────────────────────────────────────────────────


def measure(name: str, seconds: float, seed: int) -> dict[str, Any]:
    """Everything of one game once."""
    _, options, module = GAMES[name]
    states = _mid_game_states(name, options, seed, 400)
    return {
        "file": str(import_module(module).__file__),
        **_playouts(name, options, seconds, seed),
        **_costs(states, rounds=max(1, int(seconds * 20))),
        **_memory(states),
    }


def _playouts(name: str, options: dict[str, Any], seconds: float, seed: int) -> dict[str, float]:
    """Whole games at the engine's own pace, after a short warm-up."""
    import spuk
    from spuk.kernel.playout import playout
    from spuk.kernel.seeds import Random

    game, random = spuk.game(name), Random(seed)
    for _ in range(5):
        playout(game.new(**options), random)
    games = decisions = chances = 0
    begin = perf_counter()
    while perf_counter() - begin < seconds:
        ours, fate = playout(game.new(**options), random)
        games, decisions, chances = games + 1, decisions + ours, chances + fate
    passed = perf_counter() - begin
    return {
        "steps_per_second": (decisions + chances) / passed,
        "decisions_per_second": decisions / passed,
        "chances_per_second": chances / passed,
        "games_per_second": games / passed,
        "steps_per_game": (decisions + chances) / games,
    }


def _mid_game_states(name: str, options: dict[str, Any], seed: int, count: int) -> list[Any]:
    """States from the middle of random games, as they come."""
    import spuk
    from spuk.kernel.seeds import Random

    game, random, states = spuk.game(name), Random(seed), []
    while len(states) < count:
        state, path = game.new(**options), []
        while state.actor != spuk.OVER:
            path.append(state.clone())
            state.step(_any(state, random))
        third = len(path) // 3
        states += path[third : 2 * third]
    return states[:count]


def _any(state: Any, random: Any) -> int:
    import spuk

    if state.actor == spuk.CHANCE:
        return int(state.sample(random))
    legal = state.legal()
    return legal[random.below(len(legal))]


def _costs(states: list[Any], rounds: int) -> dict[str, float]:
    """µs per call, the loop around it taken off."""
    import spuk
    from spuk.kernel.seeds import Random

    random = Random(1)
    players = [state for state in states if state.actor != spuk.CHANCE]
    fates = [state for state in states if state.actor == spuk.CHANCE]
    actions = [_any(state, random) for state in states]

    def fresh() -> list[tuple[Any, int]]:
        return [(state.clone(), action) for state, action in zip(states, actions, strict=True)]

    return {
        "clone_us": _net(lambda: states, _clone_all, _nothing, rounds),
        "legal_player_us": _net(lambda: players, _legal_all, _nothing, rounds),
        "legal_chance_us": _net(lambda: fates, _legal_all, _nothing, rounds),
        "apply_us": _net(fresh, _apply_all, _no_pair, rounds),
        "step_us": _net(fresh, _step_all, _no_pair, rounds),
    }


def _net(
    things: Callable[[], list[Any]],
    work: Callable[[list[Any]], None],
    empty: Callable[[list[Any]], None],
    rounds: int,
) -> float:
    best: list[float] = []
    gc.disable()
    for _ in range(rounds):
        given = things()
        begin = perf_counter()
        work(given)
        middle = perf_counter()
        empty(given)
        end = perf_counter()
        best.append(((middle - begin) - (end - middle)) / len(given) * 1e6)
    gc.enable()
    return median(best)


def _clone_all(states: list[Any]) -> None:
    for state in states:
        state.clone()


def _legal_all(states: list[Any]) -> None:
    for state in states:
        state.legal()


def _apply_all(pairs: list[Any]) -> None:
    for state, action in pairs:
        state.apply(action)


def _step_all(pairs: list[Any]) -> None:
    for state, action in pairs:
        state.step(action)


def _nothing(states: list[Any]) -> None:
    for _ in states:
        pass


def _no_pair(pairs: list[Any]) -> None:
    for _, _ in pairs:
        pass


def _memory(states: list[Any]) -> dict[str, float]:
    """What one more state takes: its object and its own containers; what clones share costs nothing."""
    copies: list[Any] = [None] * len(states)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for index, state in enumerate(states):
        copies[index] = state.clone()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    alone = sys.getsizeof(copies[0]) + sys.getsizeof(getattr(copies[0], "__dict__", 0))
    return {"clone_bytes": (after - before) / len(states), "object_bytes": alone}


# ── the whole bench ─────────────────────────────────────────────────────────────────────────


def bench(repeats: int, seconds: float) -> dict[str, Any]:
    """All measurements, interleaved, with the progress told on stderr."""
    runs: dict[str, dict[str, list[dict[str, Any]]]] = {name: {way: [] for way in WAYS} for name in GAMES}
    for number in range(repeats):
        for name in GAMES:
            for way in WAYS:
                _say(
                    f"run {number + 1} of {repeats}, {name}, {way}: random games, then clone, legal, apply …"
                )
                runs[name][way].append(_in_own_process(name, way, seconds, seed=number + 1))
    for name in GAMES:
        if not _is_compiled(runs[name]["compiled"][0]):
            _say(f"{name}: no compiled modules are installed here: both columns are ordinary Python")
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "repeats": repeats,
        "seconds_per_run": seconds,
        "games": {name: _result(name, runs[name]) for name in GAMES},
    }


def _result(name: str, runs: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    return {
        "what": GAMES[name][0],
        "compiled_modules": _is_compiled(runs["compiled"][0]),
        "results": {row: _summary(runs, row) for row, _, _, _ in ROWS},
        "runs": runs,
    }


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _is_compiled(run: dict[str, Any]) -> bool:
    return not str(run["file"]).endswith(".py")


def _in_own_process(name: str, way: str, seconds: float, seed: int) -> dict[str, Any]:
    environment = {**os.environ, "SPUK_PLAIN": "1" if way == "plain" else ""}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    wanted = ["--measure", str(seed), "--game", name, "--seconds", str(seconds)]
    command = [sys.executable, __file__, *wanted]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the {way} run of {name} failed:\n{done.stderr}")
    run: dict[str, Any] = json.loads(done.stdout)
    if way == "plain" and _is_compiled(run):
        sys.exit(f"SPUK_PLAIN=1 did not switch off the compiled modules: {run['file']}")
    return run


def _summary(runs: dict[str, list[dict[str, Any]]], name: str) -> dict[str, Any]:
    """Median and spread both ways, and how many times better the compiled way is."""
    row: dict[str, Any] = {}
    for way in WAYS:
        values = [float(run[name]) for run in runs[way]]
        row[way] = {"median": median(values), "low": min(values), "high": max(values)}
    fast, slow = row["compiled"]["median"], row["plain"]["median"]
    if name in NOT_COMPARED:
        return row
    if not name.endswith(HIGHER_IS_BETTER):
        fast, slow = slow, fast
    row["ratio"] = fast / slow if slow else None  # None: too quick to measure
    return row


def table(result: dict[str, Any]) -> str:
    """The results for people."""
    head = f"Python {result['python']}, {result['machine']}"
    lines = [head, f"median of {result['repeats']} runs (lowest – highest)"]
    for one in result["games"].values():
        head = f"{'':<12}{'compiled':>34}{'plain Python':>34}{'better by':>11}"
        lines += ["", one["what"], f"{'':<28}{head}", *_rows(one["results"])]
    return "\n".join(lines)


def _rows(results: dict[str, Any]) -> list[str]:
    lines = []
    for name, what, unit, digits in ROWS:
        row = results[name]
        cells = "".join(f"{_cell(row[way], digits):>34}" for way in WAYS)
        ratio = f"{row['ratio']:>10.1f}×" if row.get("ratio") else ""
        lines.append(f"{what:<28}{unit:<12}{cells}{ratio}")
    return lines


def _cell(value: dict[str, float], digits: int) -> str:
    shown = [f"{value[key]:,.{digits}f}".replace(",", " ") for key in ("median", "low", "high")]
    return f"{shown[0]} ({shown[1]} – {shown[2]})"


def keep(result: dict[str, Any], file: Path | None) -> None:
    """All numbers as JSON, if a file was asked for."""
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(result, indent=1, ensure_ascii=False), encoding="utf-8")
        print(f"\nall numbers: {file}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, help="write all numbers there, as JSON")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each way (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="random play per run (1.0)")
    parser.add_argument("--measure", type=int, metavar="SEED", help=argparse.SUPPRESS)
    parser.add_argument("--game", choices=list(GAMES), default="ghost-stories", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure is not None:
        print(json.dumps(measure(given.game, given.seconds, given.measure)))
        return
    result = bench(given.repeats, given.seconds)
    print(table(result))
    keep(result, given.out)


if __name__ == "__main__":
    main()
