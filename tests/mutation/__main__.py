"""`make mutants`: small faults in the rules, the tables, the limits and the store, and who notices.

A bounded sample with a fixed seed; the same faults are chosen as long as their lines stay as they are. Those
that no test notices are listed. What is listed in `explained.txt` does not count: one line each says why.
"""

from __future__ import annotations

import argparse
import ast
import json
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

from tests.mutation import runner
from tests.mutation.areas import FILES, LEFT_OUT, TESTS
from tests.mutation.hits import Collector, instrumented
from tests.mutation.operators import Mutant, mutants, source_of

EXPLAINED = Path(__file__).parent / "explained.txt"
GOAL = 0.95
_MAPS = runner.ROOT / "out/mutants"
_DESELECT = ["-k", " and ".join(f"not {name.strip('[')}" for name in LEFT_OUT)]


@dataclass
class Tests:
    """What each test runs, and how long it takes."""

    seconds: dict[str, float] = field(default_factory=dict)
    breadth: dict[str, int] = field(default_factory=dict)
    by_line: dict[str, set[str]] = field(default_factory=dict)
    by_file: dict[str, set[str]] = field(default_factory=dict)

    def add(self, found: dict[str, tuple[float, list[str]]]) -> None:
        """What a test file has told."""
        for test, (seconds, hits) in found.items():
            if any(name in test for name in LEFT_OUT):
                continue
            self.seconds[test], self.breadth[test] = seconds, len(hits)
            for hit in hits:
                self.by_line.setdefault(hit, set()).add(test)
                file = hit.split(":")[0]
                self.by_file.setdefault(file, set()).add(test)
                self.by_file.setdefault(file.split("/")[0], set()).add(test)

    def of(self, mutant: Mutant, budget: float) -> list[str]:
        """Golden games, then the tests that run its statement and least besides, for so many seconds.

        For what runs at import, as most tables are made: all of its file, or of its folder where no test
        runs anything of the file.
        """
        found = self.by_line.get(f"{mutant.path}:{mutant.line}", set())
        if mutant.at_import or not found:
            folder = mutant.path.split("/")[0]
            found = self.by_file.get(mutant.path) or self.by_file.get(folder, set())
        order = sorted(found, key=lambda test: ("golden" not in test, self.breadth[test]))
        spent = accumulate(self.seconds[test] for test in order)
        return [test for test, seconds in zip(order, spent, strict=True) if seconds <= budget]


def explained(file: Path = EXPLAINED) -> dict[str, str]:
    """Mutants that may survive, and why: `key  # reason`."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    pairs = [line.rsplit("  # ", 1) for line in lines if line.strip() and not line.startswith("#")]
    for pair in pairs:
        if len(pair) != 2:
            raise ValueError(f"{file.name}: no reason in {pair[0]!r}")
    return {key.strip(): reason.strip() for key, reason in pairs}


class Sample:
    """The mutants that are tried, with the trees they belong to."""

    def __init__(self, root: Path, files: Sequence[str], size: int, seed: int) -> None:
        self.trees: dict[str, ast.Module] = {}
        self.all: list[Mutant] = []
        for file in files:
            tree, found = mutants(file, (root / file).read_text(encoding="utf-8"))
            self.trees[file] = tree
            self.all += found
        self.chosen = sorted(self.all, key=lambda mutant: mutant.rank(seed))[:size]


def _progress(line: str) -> None:
    """In place of the line before."""
    print(f"\r\033[K{line}", end="", flush=True)


class Report:
    """Says how it goes and how it went."""

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
            _progress(f"survived: line {mutant.line} of {mutant.key}\n")
        done = self.caught + len(self.survivors) + len(self.excused)
        left = (time.monotonic() - self._began) / done * (self._total - done)
        _progress(f"{done}/{self._total}, {self.caught} caught, about {left / 60:.0f} min left")

    def share(self) -> float:
        """Of those that count."""
        counted = self.caught + len(self.survivors)
        return self.caught / counted if counted else 1.0

    def end(self) -> bool:
        """The list, and whether it is good enough."""
        _progress("")
        for mutant in self.excused:
            print(f"explained: {mutant.key}  # {self._reasons[mutant.key]}")
        for mutant in self.survivors:
            print(f"SURVIVED src/spuk/{mutant.path}:{mutant.line} in {mutant.function or 'the module'}")
            print(f"  - {mutant.old}\n  + {mutant.changed}")
        minutes = (time.monotonic() - self._began) / 60
        print(
            f"{self.caught} of {self.caught + len(self.survivors)} mutants caught ({self.share():.1%}), "
            f"{len(self.excused)} explained, {minutes:.0f} min."
        )
        return self.share() >= GOAL


# ── which test runs what ────────────────────────────────────────────────────────────────────


def _test_files() -> list[str]:
    found: list[str] = []
    for name in TESTS:
        path = runner.ROOT / "tests" / name
        found += [str(path.relative_to(runner.ROOT))] if path.is_file() else []
        found += [str(file.relative_to(runner.ROOT)) for file in sorted(path.glob("test_*.py"))]
    return found


def _fingerprint(test_file: str, code: str) -> str:
    return sha256(f"{code}{(runner.ROOT / test_file).read_text(encoding='utf-8')}".encode()).hexdigest()[:16]


def _code_fingerprint() -> str:
    """Of everything but the tests themselves."""
    helpers = [file for file in (runner.ROOT / "tests").rglob("*.py") if not file.name.startswith("test_")]
    ours = [file for file in helpers if file.parent != EXPLAINED.parent]
    files = [*(runner.ROOT / "src").rglob("*.py"), *ours]
    return sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()


def collect(folder: Path, at_once: int) -> Tests:
    """Run all tests once, on files that note what is run; what is known from before is not run again."""
    tests, code = Tests(), _code_fingerprint()
    _MAPS.mkdir(parents=True, exist_ok=True)
    maps = {file: _MAPS / f"{_fingerprint(file, code)}.json" for file in _test_files()}
    missing = [file for file, known in maps.items() if not known.exists()]
    copies = [runner.Copy(folder / f"map{n}") for n in range(at_once if missing else 0)]
    for copy in copies:
        for file in FILES:
            copy.write(file, instrumented(file, copy.path(file).read_text(encoding="utf-8")))

    def job(file: str) -> runner.Child:
        copy = copies.pop()
        used[file] = copy
        arguments = [*_DESELECT, file]
        return runner.start(copy, arguments, 1200, lambda: Collector(maps[file]))

    def done(place: int, code: int) -> None:
        copy = used[missing[place]]
        copies.append(copy)
        _progress(f"what tests run: {place + 1}/{len(missing)}")
        if code not in (0, 5):  # 5: none of its tests is wanted
            maps[missing[place]].unlink(missing_ok=True)
            raise SystemExit(f"\n{missing[place]} fails without any mutant:\n{copy.output()}")

    used: dict[str, runner.Copy] = {}
    runner.run_all([lambda file=file: job(file) for file in missing], done, at_once)  # type: ignore[misc]
    for known in maps.values():
        if known.exists():
            tests.add(json.loads(known.read_text(encoding="utf-8")))
    return tests


# ── trying them ─────────────────────────────────────────────────────────────────────────────


def attempt(sample: Sample, tests: Tests, report: Report, folder: Path, at_once: int, budget: float) -> None:
    """Run the tests that could notice each mutant; one that hangs is noticed."""
    copies = [runner.Copy(folder / f"copy{n}") for n in range(at_once)]
    used: dict[int, runner.Copy] = {}
    tried = [mutant for mutant in sample.chosen if tests.of(mutant, budget)]
    for mutant in sample.chosen:
        if mutant not in tried:
            report.note(mutant, caught=False)

    def job(place: int) -> runner.Child:
        mutant = tried[place]
        copy = used[place] = copies.pop()
        copy.write(mutant.path, source_of(sample.trees[mutant.path], mutant))
        chosen = tests.of(mutant, budget)
        files = dict.fromkeys(test.split("::")[0] for test in chosen)
        seconds = 60 + 10 * sum(tests.seconds[test] for test in chosen)
        return runner.start(copy, ["-x", *files], seconds, lambda: runner.Chosen(chosen))

    def done(place: int, code: int) -> None:
        copy = used.pop(place)
        copy.restore(tried[place].path)
        copies.append(copy)
        if code > 2:  # neither passed nor failed: not the mutant's doing
            raise SystemExit(f"\n{tried[place].key}: pytest ends with {code}\n{copy.output()}")
        report.note(tried[place], caught=code != 0)

    runner.run_all([lambda place=place: job(place) for place in range(len(tried))], done, at_once)  # type: ignore[misc]


def main(arguments: Sequence[str] | None = None) -> int:
    """1 if too many survive."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many mutants (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other mutants (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once (default: 2)")
    parser.add_argument(
        "--seconds", type=float, default=15, help="of tests for each mutant at most (default: 15)"
    )
    parser.add_argument("--only", default="", help="only mutants whose file, function or line has this text")
    parser.add_argument("--list", action="store_true", help="show the sample and run nothing")
    given = parser.parse_args(arguments)
    sample = Sample(runner.ROOT / "src/spuk", FILES, given.sample, given.seed)
    sample.chosen = [mutant for mutant in sample.chosen if given.only in mutant.key]
    if given.list:
        for mutant in sample.chosen:
            print(mutant.key)
        return 0
    runner.load_libraries()
    for ending in (signal.SIGINT, signal.SIGTERM):  # in the background the first one may be ignored
        signal.signal(ending, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="spuk-mutants-") as name:
        folder = Path(name)
        tests = collect(folder, given.jobs)
        _progress(f"{len(sample.chosen)} of {len(sample.all)} mutants, {len(tests.seconds)} tests.\n")
        report = Report(len(sample.chosen), explained())
        attempt(sample, tests, report, folder, given.jobs, given.seconds)
    return 0 if report.end() else 1


if __name__ == "__main__":
    sys.exit(main())
