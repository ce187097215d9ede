"""Plays seeded games and prints a hash of all their texts and events: run by test_compiled.py, twice.

The first line says which files the engine runs from.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.property.players import Hasty, Steered
from tests.property.tables import GAME, every_table, random_table

import spuk
from spuk.games.ghost_stories import state as rules
from spuk.kernel import playout, seeds
from spuk.kernel.seeds import Random


def trace(table: dict, player: Hasty) -> str:
    """A hash of one game, step by step."""
    digest = hashlib.blake2b(digest_size=12)
    state = GAME.new(**table)
    while state.actor != spuk.OVER:
        events: list[spuk.Event] = []
        action = player.choose(state)
        state.apply(action, events)
        happened = [(event.id, *event.values.items()) for event in events]
        digest.update(f"{action} {state.text()} {state.legal()} {happened}\n".encode())
    digest.update(f"{state.outcome()} {state.view(None)}".encode())
    return digest.hexdigest()


def main(rounds: int) -> None:
    modules = (rules, seeds, playout)
    print(" ".join(Path(str(module.__file__)).suffix for module in modules))
    random = Random(99)
    tables = [*every_table()] * rounds
    tables += [random_table(lambda options: options[random.below(len(options))]) for _ in tables]
    for number, table in enumerate(tables):
        player = Steered(number, luck=0.7) if number % 2 else Hasty(number)
        print(number, trace(table, player), table)
    for number in range(50):  # the fast lane: step and sample instead of apply
        state = GAME.new(**tables[number])
        print(playout.playout(state, Random(number)), state.text())


if __name__ == "__main__":
    main(int(sys.argv[1]))
