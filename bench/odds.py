"""How long the odds of an exorcism take: `python bench/odds.py` (docs/lab/odds.md has the figures)."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import spuk

REPEATS = 30
ALL = "ybgrk" * 4
POSITION = (
    "en normal 3p N=blue/wind/tao:rrkk/@1 E=green/favorite/@1/tao:ybg W=red/spires S=yellow/mantra "
    "N1=43 W3=54 turn=N"
)


def microseconds(ask: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        ask()
        times.append(perf_counter() - start)
    return 1e6 * min(times)


def main() -> None:
    state = spuk.game("ghost-stories").from_text(POSITION)
    ask = spuk.exorcism_odds
    rows: dict[str, Callable[[], object]] = {
        "one ghost, 3 dice": lambda: ask(["rr"]),
        "two ghosts, 3 dice, 2 tokens": lambda: ask(["rr", "kk"], tokens="ry"),
        "a position with Second Wind": lambda: spuk.odds(state),
        "4 + 4, 4 dice, 20 tokens, reroll, Second Wind": lambda: ask(
            ["rrrr", "kkkk"], dice=4, tokens=ALL, reroll=True, second=True
        ),
        "Hope Killer with Mantra + 4, the same": lambda: ask(
            [58, "kkkk"], dice=4, tokens=ALL, mantra=1, reroll=True, second=True
        ),
        "Hope Killer with Mantra + y b g r k, 10 tokens": lambda: ask(
            [58, "ybgrk"], dice=4, tokens="ybgrk" * 2, mantra=1, reroll=True, second=True
        ),
    }
    for name, question in rows.items():
        print(f"{microseconds(question):8.0f} µs  {name}")


if __name__ == "__main__":
    main()
