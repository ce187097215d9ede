"""Makes the golden files anew: `python -m tests.golden.make` (all), `… perft` or `… games`.

Do it only when a rule was meant to change, and read the difference before you commit it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.golden import perft
from tests.golden.playthrough import FOLDER, GAME, render, stories_event
from tests.property.players import Steered

import spuk

# name → (level, further options, seed, luck). The seeds are picked for long and eventful games.
TABLES: dict[str, tuple[str, dict[str, Any], int, float]] = {
    "de1-1p": ("initiation", {"five_qi": True}, 42, 0.9),
    "de1-2p": ("normal", {}, 1, 0.9),
    "de1-3p": ("nightmare", {}, 53, 0.9),
    "de1-4p": ("initiation", {}, 1, 0.9),
    "de2-1p": ("normal", {}, 41, 0.9),
    "de2-2p": ("hell", {}, 59, 0.9),
    "de2-3p": ("initiation", {"five_qi": True}, 8, 0.5),
    "de2-4p": ("normal", {}, 39, 0.9),
    "en-1p": ("nightmare", {}, 10, 0.9),
    "en-2p": ("initiation", {}, 1, 0.9),
    "en-3p": ("normal", {}, 22, 0.9),
    "en-4p": ("hell", {}, 52, 0.9),
    "pl-1p": ("initiation", {}, 14, 0.9),
    "pl-2p": ("nightmare", {}, 11, 0.9),
    "pl-3p": ("hell", {}, 36, 0.9),
    "pl-4p": ("normal", {}, 29, 0.9),
}


def play(options: dict[str, Any], player: Steered) -> list[str]:
    """The names of all actions of one game."""
    state, actions = GAME.new(**options), []
    while state.actor != spuk.OVER:
        action = player.choose(state)
        actions.append(GAME.action_text(action))
        state.apply(action)
    return actions


def options_of(name: str) -> dict[str, Any]:
    """The options of one golden game."""
    edition, players = name.removesuffix("p").split("-")
    level, more, _, _ = TABLES[name]
    return {"edition": edition, "level": level, "players": int(players), **more}


def make_games() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (_, _, seed, luck) in TABLES.items():
        actions = play(options_of(name), Steered(seed, luck))
        note = f"steered players (tests/property/players.py), seed {seed}, luck {luck}"
        text = render(GAME, options_of(name), note, actions, stories_event)
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {len(actions)} actions, {text.splitlines()[-1]}")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["games", "perft"]
    if "games" in wanted:
        make_games()
    if "perft" in wanted:
        perft.make()
