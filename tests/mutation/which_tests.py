"""Which tests could notice a mutant: those that run its line. Found out once and kept in out/mutants."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

from tests.mutation import runner
from tests.mutation.areas import FILES, LEFT_OUT, TESTS
from tests.mutation.hits import Collector, instrumented
from tests.mutation.operators import Mutant
from tests.mutation.report import progress

KEPT = runner.ROOT / "out/mutants"
_DESELECT = ["-k", " and ".join(f"not {name.strip('[')}" for name in LEFT_OUT)]


@dataclass
class Tests:
    """What each test runs, and how long it takes."""

    __test__ = False  # for pytest: not a class of tests
    seconds: dict[str, float] = field(default_factory=dict)
    breadth: dict[str, int] = field(default_factory=dict)
    by_line: dict[str, set[str]] = field(default_factory=dict)
    by_file: dict[str, set[str]] = field(default_factory=dict)
    """By folder, too."""

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

    def of(self, mutant: Mutant) -> list[str]:
        """Golden games, then the tests that run its statement, first those that run least besides.

        For what runs at import, as most tables are made: all of its file, or of its folder where no test
        runs anything of the file.
        """
        found = self.by_line.get(f"{mutant.path}:{mutant.line}", set())
        if mutant.at_import or not found:
            folder = mutant.path.split("/")[0]
            found = self.by_file.get(mutant.path) or self.by_file.get(folder, set())
        return sorted(found, key=lambda test: ("golden" not in test, self.breadth[test]))

    def begin(self, tests: Sequence[str], seconds: float, files: int) -> list[str]:
        """So many of these tests as take this time, from the first few files: each takes time to load."""
        few = list(dict.fromkeys(test.split("::")[0] for test in tests))[:files]
        wanted = [test for test in tests if test.split("::")[0] in few]
        spent = accumulate(self.seconds[test] for test in wanted)
        return [test for test, so_far in zip(wanted, spent, strict=True) if so_far <= seconds]


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
    theirs = [file for file in helpers if file.parent != Path(__file__).parent]
    files = [*(runner.ROOT / "src").rglob("*.py"), *theirs]
    return sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()


def collect(folder: Path, at_once: int) -> Tests:
    """Run all tests once, on files that note what is run; what is known from before is not run again."""
    code = _code_fingerprint()
    KEPT.mkdir(parents=True, exist_ok=True)
    maps = {file: KEPT / f"{_fingerprint(file, code)}.json" for file in _test_files()}
    _make({file: known for file, known in maps.items() if not known.exists()}, folder, at_once)
    tests = Tests()
    for known in maps.values():
        if known.exists():
            tests.add(json.loads(known.read_text(encoding="utf-8")))
    return tests


def _make(missing: dict[str, Path], folder: Path, at_once: int) -> None:
    files = list(missing)
    copies = [runner.Copy(folder / f"map{number}") for number in range(min(at_once, len(files)))]
    for copy in copies:
        for file in FILES:
            copy.write(file, instrumented(file, copy.path(file).read_text(encoding="utf-8")))
    used: dict[str, runner.Copy] = {}
    ended = 0

    def job(file: str) -> runner.Child:
        used[file] = copies.pop()
        return runner.start(used[file], [*_DESELECT, file], 1200, lambda: Collector(missing[file]))

    def done(place: int, code: int) -> None:
        nonlocal ended
        ended += 1
        copy = used[files[place]]
        copies.append(copy)
        progress(f"what tests run: {ended}/{len(files)}")
        if code not in (0, 5):  # 5: none of its tests is wanted
            missing[files[place]].unlink(missing_ok=True)
            raise SystemExit(f"\n{files[place]} fails without any mutant:\n{copy.output()}")

    runner.run_all([partial(job, file) for file in files], done, at_once)
