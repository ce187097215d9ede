"""Reads lines of Ghosts in a process of its own, so that a hang or a crash of the reader can be seen."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bad_input import worker as shared

import spuk
from spuk.kernel.seeds import Random

STEPS = 30
"""How far a position that was accepted must go on."""


def judge(line: str) -> str:
    """`broken: …` with the reason, `sound`, or what is wrong."""
    game = spuk.game("ghosts")
    try:
        state = game.from_text(line)
    except spuk.BrokenText as error:
        return f"broken: {error}"
    except Exception as error:
        return f"WRONG: reading raised {type(error).__name__}: {error}"
    try:
        return _play_on(game, state)
    except Exception as error:
        return f"WRONG: accepted, then {type(error).__name__}: {error}"


def _play_on(game: spuk.Game, state: spuk.State) -> str:
    random = Random(1)
    for step in range(STEPS):
        if state.invariants():
            return f"WRONG: accepted, then broken after {step} steps: {state.invariants()}"
        text = state.text()
        if game.from_text(text).text() != text:
            return f"WRONG: accepted, but does not round-trip: {text}"
        if state.actor == spuk.OVER:
            return "sound"
        legal = state.legal()
        if not legal:
            return f"WRONG: accepted, but nothing to do: {legal}"
        for seat in range(state.seats()):
            state.view(seat)
        if state.actor >= 0 and state.imagine(int(state.actor), random).invariants():
            return "WRONG: accepted, but what is imagined is broken"
        state.apply(legal[random.below(len(legal))])
    return "sound"


class Reader(shared.Reader):
    """The other process, seen from the test."""

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )


def main() -> None:
    with suppress(ImportError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (shared.MEMORY, shared.MEMORY))
    for line in sys.stdin:
        print(json.dumps(judge(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
