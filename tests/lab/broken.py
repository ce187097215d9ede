"""A game with faults, and a run of it: `python -m tests.lab.broken DIR raise|kill`.

Workers import this module again (spawn), so the game exists there as well.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import spuk
from spuk.games.ghosts.game import Ghosts
from spuk.kernel.registry import register
from spuk.lab.order import Order
from spuk.lab.run import simulate

FAULT = sys.argv[2] if len(sys.argv) == 3 else "raise"
ORDER = Order("broken", ("random",), 40, {"players": [2, 3]}, seed=5)
FATAL = 30
"""Games whose winner has this much fear or more go wrong."""


class Broken(Ghosts):
    def __init__(self) -> None:
        super().__init__()
        self.id = "broken"

    def facts(self, state: spuk.State) -> Mapping[str, Any]:
        facts = super().facts(state)
        if min(facts["fear"]) >= FATAL:
            if FAULT == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            raise ZeroDivisionError("a fault of the game")
        return facts


if __name__ in ("__main__", "__mp_main__"):  # there and in the workers, not where tests look at this file
    register(Broken())
if __name__ == "__main__":
    simulate(ORDER, Path(sys.argv[1]), workers=2)
