"""A process in which bots think: a position per line in, an action per line out."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

import spuk
from spuk.server.bot_pace import Pace
from spuk.server.processes import die_with_parent


def think(told: dict[str, Any]) -> dict[str, Any]:
    """What the bot chooses; on request all it thought of, the best first, with winning chances."""
    state = spuk.game(told["game"]).from_text(told["position"])
    bot: Any = spuk.bot(told["bot"], seed=told["seed"], seconds=told["seconds"], playouts=told["playouts"])
    if not told.get("advice"):
        return {"action": bot.choose(state)}
    advice = bot.advise(state, told["also"])
    return {"action": advice[0].action, "advice": [list(entry) for entry in advice]}


def main(parent: int) -> None:
    """Answer until the process that asks is gone."""
    die_with_parent(parent)  # also in the middle of a thought; where that cannot be, after it
    os.nice(5)  # the tables come first
    for line in sys.stdin:
        began = time.monotonic()
        told = json.loads(line)
        answer = json.dumps(think(told))
        if told["pace"] is not None:
            time.sleep(Pace(*told["pace"]).wait(time.monotonic() - began))
        print(answer, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
