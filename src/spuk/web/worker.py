"""A process in which bots think: a position per line in, an action or an opinion per line out."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import spuk


def think(told: dict[str, Any]) -> dict[str, Any]:
    """What the bot chooses, or what it thinks of every option."""
    state = spuk.game(told["game"]).from_text(told["position"])
    if told.get("advise"):
        judge: Any = spuk.bot(
            told["bot"], seed=told["seed"], seconds=told["seconds"], playouts=told["playouts"]
        )
        return {"advice": [list(opinion) for opinion in judge.advise(state, told["also"])]}
    return {"action": spuk.bot(told["bot"], seed=told["seed"], seconds=told["seconds"]).choose(state)}


def main() -> None:
    """Until nobody is there any more who could ask."""
    os.nice(5)  # the tables come first
    for line in sys.stdin:
        print(json.dumps(think(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
