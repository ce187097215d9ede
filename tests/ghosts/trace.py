"""Plays seeded games of Ghosts and prints a hash of all they show: run by test_compiled.py, twice.

The first line says which files the engine runs from.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.ghosts.tables import GAME, Foggy, Hasty, Keen, every_table

import spuk
from spuk.games.ghosts import state as rules
from spuk.kernel import playout
from spuk.kernel.seeds import Random


def trace(table: dict, player: Hasty) -> str:
    """A hash of one game, step by step, and of what each seat imagines."""
    digest, random = hashlib.blake2b(digest_size=12), Random(8)
    state, step = GAME.new(**table), 0
    while state.actor != spuk.OVER:
        events: list[spuk.Event] = []
        action = player.choose(state)
        state.apply(action, events)
        happened = [(event.id, *event.values.items()) for event in events]
        digest.update(f"{action} {state.text()} {state.legal()} {happened}\n".encode())
        step += 1
        if step % 9 == 0:
            for seat in range(table["players"]):
                digest.update(f"{state.imagine(seat, random).text()} {state.view(seat)}\n".encode())
    digest.update(f"{state.outcome()} {state.view(None)}".encode())
    return digest.hexdigest()


def main() -> None:
    modules = (rules, playout)
    print(" ".join(Path(str(module.__file__)).suffix for module in modules))
    for number, table in enumerate(t for t in every_table() if t["rounds"] < 10):
        player = (Hasty, Keen, Foggy)[number % 3](number)
        print(number, trace(table, player), table)
    for number in range(30):  # the fast lane: step and sample instead of apply
        state = GAME.new(players=2 + number % 5)
        print(playout.playout(state, Random(number)), state.text())


if __name__ == "__main__":
    main()
