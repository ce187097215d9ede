"""Makes the golden files of Ghosts anew: `python -m tests.ghosts.make` (all), `… perft` or `… games`.

Do it only when a rule was meant to change, and read the difference before you commit it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.ghosts import perft
from tests.ghosts.playthrough import FOLDER, ghosts_event
from tests.ghosts.tables import GAME, Foggy, Keen, finished
from tests.golden.playthrough import render

# name → (options, player, seed)
TABLES: dict[str, tuple[dict[str, Any], type[Keen], int]] = {
    "2p": ({"players": 2, "rounds": 3, "edition": "original"}, Keen, 1),
    "3p": ({"players": 3, "rounds": 3, "edition": "amigo2022"}, Foggy, 1),
    "4p": ({"players": 4, "rounds": 4, "edition": "original"}, Keen, 3),
    "5p": ({"players": 5, "rounds": 3, "edition": "amigo2022"}, Keen, 4),
    "6p": ({"players": 6, "rounds": 3, "edition": "original"}, Foggy, 5),
}


def make_games() -> None:
    """Write the games."""
    FOLDER.mkdir(exist_ok=True)
    for name, (options, player, seed) in TABLES.items():
        actions, _ = finished(options, player(seed))
        note = f"{player.__name__} players (tests/ghosts/tables.py), seed {seed}"
        names = [GAME.action_text(action) for action in actions]
        text = render(GAME, options, note, names, ghosts_event)
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {len(actions)} actions, {text.splitlines()[-1]}")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["games", "perft"]
    if "games" in wanted:
        make_games()
    if "perft" in wanted:
        perft.make()
