"""How it goes, and how it went."""

from __future__ import annotations

import time
from pathlib import Path

from tests.mutation.operators import Mutant

GOAL = 0.95
EXPLAINED = Path(__file__).parent / "explained.txt"


def explained(file: Path = EXPLAINED) -> dict[str, str]:
    """Mutants that may survive, and why: `key  # reason`."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    pairs = [line.rsplit("  # ", 1) for line in lines if line.strip() and not line.startswith("#")]
    for pair in pairs:
        if len(pair) != 2:
            raise ValueError(f"{file.name}: no reason in {pair[0]!r}")
    return {key.strip(): reason.strip() for key, reason in pairs}


def progress(line: str) -> None:
    """In place of the line before."""
    print(f"\r\033[K{line}", end="", flush=True)


class Report:
    """Counts those that were caught; those that survived count unless they are explained."""

    def __init__(self, total: int, reasons: dict[str, str]) -> None:
        self._total = total
        self._reasons = reasons
        self._began = time.monotonic()
        self.caught = 0
        self.survivors: list[Mutant] = []
        self.excused: list[Mutant] = []

    def note(self, mutant: Mutant, caught: bool) -> None:
        """One more is known."""
        if caught:
            self.caught += 1
        elif mutant.key in self._reasons:
            self.excused.append(mutant)
        else:
            self.survivors.append(mutant)
            progress(f"survived: line {mutant.line} of {mutant.key}\n")
        done = self.caught + len(self.survivors) + len(self.excused)
        left = (time.monotonic() - self._began) / done * (self._total - done)
        progress(f"{done}/{self._total}, {self.caught} caught, about {left / 60:.0f} min left")

    def share(self) -> float:
        """Of those that count."""
        counted = self.caught + len(self.survivors)
        return self.caught / counted if counted else 1.0

    def end(self) -> bool:
        """The list, and whether it is good enough."""
        progress("")
        for mutant in self.excused:
            print(f"explained: {mutant.key}  # {self._reasons[mutant.key]}")
        for mutant in self.survivors:
            print(f"SURVIVED src/spuk/{mutant.path}:{mutant.line} in {mutant.function or 'the module'}")
            print(f"  - {mutant.old}\n  + {mutant.changed}")
        minutes = (time.monotonic() - self._began) / 60
        counted = self.caught + len(self.survivors)
        print(
            f"{self.caught} of {counted} mutants caught ({self.share():.1%}), "
            f"{len(self.excused)} explained, {minutes:.0f} min."
        )
        return self.share() >= GOAL
