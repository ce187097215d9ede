"""Reads lines of text in a process of its own, so that a hang or a crash of the reader can be seen.

A line of JSON comes in (the text), a line of JSON goes out: what became of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLong
from contextlib import suppress
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import spuk
from spuk.kernel.seeds import Random

PATIENCE = 20.0
"""Seconds until a reader counts as hanging; a line takes less than one thousandth of it."""
STEPS = 25
"""How far a position that was accepted must go on."""
MEMORY = 4 << 30


def judge(game: spuk.Game, line: str) -> str:
    """`broken: …` with the reason, `sound`, or what is wrong."""
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
        legal = state.legal()
        if not legal:
            return "sound" if state.actor == spuk.OVER else "WRONG: accepted, but nothing is legal"
        for seat in range(state.seats()):
            state.view(seat)
        if state.actor >= 0 and state.imagine(int(state.actor), random).invariants():
            return "WRONG: accepted, but what is imagined is broken"
        state.apply(legal[random.below(len(legal))])
    return "sound"


class Reader:
    """The other process, seen from the test."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._threads = ThreadPoolExecutor(1)
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, self._game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def judge(self, line: str) -> str:
        """What becomes of this line."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(line) + "\n")
        stdin.flush()
        answer = self._threads.submit(stdout.readline)
        try:
            said = answer.result(PATIENCE)
        except TooLong:
            said = ""
            verdict = f"WRONG: no answer within {PATIENCE:.0f} seconds"
        else:
            verdict = "WRONG: the process died"
        if said:
            return str(json.loads(said))
        self._process.kill()
        self._process.wait()
        self._start()
        return verdict

    def close(self) -> None:
        """End the other process."""
        self._process.kill()
        self._process.wait()
        self._threads.shutdown()


def main() -> None:
    with suppress(ImportError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        print(json.dumps(judge(spuk.game(sys.argv[1]), json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
