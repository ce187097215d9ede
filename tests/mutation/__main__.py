"""`make mutants`: small faults in the rules, the tables, the limits and the store, and who notices.

A bounded sample with a fixed seed; the same faults are chosen as long as their lines stay as they are. Those
that no test notices are listed. What is listed in `explained.txt` does not count: one line each says why.

Why not mutmut (3.8 was tried)? It copes with this code and is quick, but it changes nothing outside functions
(SQL, tables of the rules, numbers of retries), leaves out no condition and no statement, and never takes one
side of a `min`: it could not make half of the eight faults that began this. Most of what it makes is a call
with `None` in it, which any test that runs the line notices.
"""

from __future__ import annotations

import argparse
import ast
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path

from tests.mutation import runner, which_tests
from tests.mutation.areas import FILES
from tests.mutation.operators import Mutant, mutants, source_of
from tests.mutation.report import Report, explained, progress

_SURVIVORS = which_tests.KEPT / "survivors.txt"


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

    def source(self, mutant: Mutant) -> str:
        """Its file with the fault."""
        return source_of(self.trees[mutant.path], mutant)


class Trial:
    """Runs tests on mutants, in copies of the repository."""

    def __init__(self, sample: Sample, tests: which_tests.Tests, folder: Path, at_once: int) -> None:
        self._sample = sample
        self._tests = tests
        self._at_once = at_once
        self._copies = [runner.Copy(folder / f"copy{number}") for number in range(at_once)]

    def run(self, chosen: Mapping[Mutant, Sequence[str]], tell: Callable[[Mutant, bool], None]) -> None:
        """The tests chosen for each mutant; `tell` hears whether one failed. One that hangs has failed."""
        tried = [mutant for mutant in chosen if chosen[mutant]]
        used: dict[int, runner.Copy] = {}

        def job(place: int) -> runner.Child:
            mutant = tried[place]
            copy = used[place] = self._copies.pop()
            copy.write(mutant.path, self._sample.source(mutant))
            files = dict.fromkeys(test.split("::")[0] for test in chosen[mutant])
            seconds = 60 + 10 * sum(self._tests.seconds[test] for test in chosen[mutant])
            return runner.start(copy, ["-x", *files], seconds, lambda: runner.Chosen(chosen[mutant]))

        def done(place: int, code: int) -> None:
            copy = used.pop(place)
            copy.restore(tried[place].path)
            self._copies.append(copy)
            if code > 2:  # neither passed nor failed: not the mutant's doing
                raise SystemExit(f"\n{tried[place].key}: pytest ends with {code}\n{copy.output()}")
            tell(tried[place], code != 0)

        for mutant in chosen:
            if not chosen[mutant]:
                tell(mutant, False)
        runner.run_all([partial(job, place) for place in range(len(tried))], done, self._at_once)


_ROUNDS = ((5.0, 3), (30.0, 100))
"""Seconds of tests and how many files of them: few tests catch most mutants. The last round has all."""


def attempt(trial: Trial, sample: Sample, tests: which_tests.Tests, report: Report) -> None:
    """First the tests that find most in little time; whoever survives them meets others, at last all."""
    left = {mutant: tests.of(mutant) for mutant in sample.chosen}
    for number, (seconds, files) in enumerate((*_ROUNDS, (inf, 1000)), start=1):
        now = {mutant: tests.begin(rest, seconds, files) for mutant, rest in left.items()}
        survived: list[Mutant] = []

        def tell(mutant: Mutant, caught: bool, survived: list[Mutant] = survived) -> None:
            if caught:
                report.note(mutant, caught=True)
            else:
                survived.append(mutant)

        trial.run(now, tell)
        left = {mutant: [test for test in left[mutant] if test not in now[mutant]] for mutant in survived}
        progress(f"{len(left)} have survived round {number}\n")
        for mutant in left:
            print(f"  so far: {mutant.key}")
    for mutant in left:
        report.note(mutant, caught=False)


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many mutants (default: 300)")
    parser.add_argument("--skip", type=int, default=0, help="how many of these were tried before")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other mutants (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once (default: 2)")
    parser.add_argument("--only", default="", help="only mutants whose file, function or line has this text")
    parser.add_argument("--again", action="store_true", help="only those that survived the last time")
    parser.add_argument("--list", action="store_true", help="show the sample and run nothing")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """1 if too many survive."""
    given = _read(arguments)
    sample = Sample(runner.ROOT / "src/spuk", FILES, given.sample, given.seed)
    sample.chosen = [mutant for mutant in sample.chosen[given.skip :] if given.only in mutant.key]
    if given.again:
        before = _SURVIVORS.read_text(encoding="utf-8").splitlines()
        sample.chosen = [mutant for mutant in sample.all if mutant.key in before]
    if given.list:
        for mutant in sample.chosen:
            print(mutant.key)
        return 0
    runner.load_libraries()
    for ending in (signal.SIGINT, signal.SIGTERM):  # in the background the first one may be ignored
        signal.signal(ending, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="spuk-mutants-") as name:
        tests = which_tests.collect(Path(name), given.jobs)
        progress(f"{len(sample.chosen)} of {len(sample.all)} mutants, {len(tests.seconds)} tests.\n")
        report = Report(len(sample.chosen), explained())
        attempt(Trial(sample, tests, Path(name), given.jobs), sample, tests, report)
    _SURVIVORS.write_text("\n".join(mutant.key for mutant in report.survivors), encoding="utf-8")
    return 0 if report.end() else 1


if __name__ == "__main__":
    sys.exit(main())
