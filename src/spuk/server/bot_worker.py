"""A process in which bots think: a position per line in, an action per line out."""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Sequence
from typing import Any

import spuk
from spuk.bots.advice import Advice, advice_data
from spuk.server.bot_pace import Pace
from spuk.server.processes import die_with_parent


def think(told: dict[str, Any]) -> dict[str, Any]:
    """The bot's choice; on request, everything it considered, the best first, with winning chances."""
    state = spuk.game(told["game"]).from_text(told["position"])
    bot: Any = spuk.bot(told["bot"], seed=told["seed"], seconds=told["seconds"], playouts=told["playouts"])
    if not told.get("advice"):
        return {"action": int(state.checked(bot.choose(state)))}
    advice = bot.advise(state, told["also"])
    return {"action": advice[0].action, "advice": [advice_data(Advice(*entry)) for entry in advice]}


def _answer(told: dict[str, Any]) -> str:
    """The response, even if the bot cannot choose."""
    try:
        return json.dumps(think(told))
    except Exception as error:  # third-party bots may do anything
        traceback.print_exc()
        return json.dumps({"failed": f"{type(error).__name__}: {error}"[:500]})


def main(parent: int, bots: Sequence[str] = ()) -> None:
    """Answer until the process that asks is gone."""
    die_with_parent(parent)  # even during a decision, or if that is not possible, after it
    os.nice(5)  # the tables come first
    answers, sys.stdout = sys.stdout, sys.stderr  # output printed by a bot must not pass for a response
    for bot in bots:
        spuk.load_bot(bot)
    for line in sys.stdin:
        began = time.monotonic()
        told = json.loads(line)
        answer = _answer(told)
        if told["pace"] is not None:
            time.sleep(Pace(*told["pace"]).wait(time.monotonic() - began))
        print(answer, file=answers, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
