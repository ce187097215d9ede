"""The mutation tester itself: what it makes, what it leaves alone, and that survivors are listed."""

from __future__ import annotations

import ast
import builtins
from pathlib import Path

import pytest
from tests.mutation import hits, runner
from tests.mutation.__main__ import Sample, Trial, attempt
from tests.mutation.areas import FILES, TESTS
from tests.mutation.operators import Mutant, mutants, source_of
from tests.mutation.report import Report, explained
from tests.mutation.which_tests import Tests

SMALL = '''"""A file."""
from __future__ import annotations

LIMIT: int = 3


def allowed(number: int, burst: int = 5) -> bool:
    """Words do not matter."""
    assert number is not None
    if number < 0 and burst > 1:
        raise ValueError(f"{number} is below 0")
    number += 1
    return min(number, burst) <= LIMIT
'''


def changes(source: str = SMALL) -> set[str]:
    return {f"{mutant.old} → {mutant.changed}" for mutant in mutants("small.py", source)[1]}


@pytest.mark.parametrize(
    "change",
    [
        "LIMIT: int = 3 → LIMIT: int = 4",
        "if number < 0 and burst > 1: → if number <= 0 and burst > 1:",
        "if number < 0 and burst > 1: → if number < 0 or burst > 1:",
        "if number < 0 and burst > 1: → if burst > 1:",
        "if number < 0 and burst > 1: → if False:",
        "raise ValueError(f'{number} is below 0') → pass",
        "number += 1 → pass",
        "number += 1 → number -= 1",
        "return min(number, burst) <= LIMIT → return min(number, burst) < LIMIT",
        "return min(number, burst) <= LIMIT → return number <= LIMIT",
        "return min(number, burst) <= LIMIT → return max(number, burst) <= LIMIT",
        "def allowed(number: int, burst: int=5) -> bool: → def allowed(number: int, burst: int=6) -> bool:",
    ],
)
def test_the_faults_a_person_makes_are_made(change: str) -> None:
    assert change in changes()


def test_what_cannot_matter_is_left_alone() -> None:
    assert not [change for change in changes() if "Words" in change or "assert" in change]
    quiet = "import x\n_log.warning('%s', 3)\n__all__ = ['one']\nif TYPE_CHECKING:\n    y = 3\n"
    assert changes(quiet) == set()


def test_statements_in_sql_are_mutated() -> None:
    found = changes("Q = 'UPDATE games SET n = ? WHERE id = ? AND number = ?'")
    assert "Q = 'UPDATE games SET n = ? WHERE id = ? AND number <= ?'" in {c.split(" → ")[1] for c in found}


def test_every_mutant_is_a_file_that_differs_and_the_tree_stays_as_it_was() -> None:
    for file in ("server/limits.py", "games/ghost_stories/villagers.py", "store/sqlite.py"):
        source = (runner.ROOT / "src/spuk" / file).read_text(encoding="utf-8")
        tree, found = mutants(file, source)
        before = ast.unparse(tree)
        assert len(found) > 30
        assert len({mutant.key for mutant in found}) == len(found)
        for mutant in found[::7]:
            assert ast.unparse(ast.parse(source_of(tree, mutant))) != before, mutant.key
        assert ast.unparse(tree) == before


def test_the_sample_stays_when_other_lines_change() -> None:
    def chosen(source: str) -> list[str]:
        found = sorted(mutants("small.py", source)[1], key=lambda mutant: mutant.rank(1))
        return [mutant.key for mutant in found if "LIMIT: int" not in mutant.old]

    assert chosen(SMALL) == chosen(SMALL.replace("LIMIT: int = 3", "\nLIMIT: int = 30"))


def test_files_that_note_what_is_run_do_the_same() -> None:
    space: dict[str, object] = {}
    exec(compile(hits.instrumented("small.py", SMALL), "small.py", "exec"), space)
    heard: set[str] = vars(builtins)["__hits__"]
    heard.clear()
    assert space["allowed"](2)  # type: ignore[operator]
    assert heard == {f"small.py:{line}" for line in (8, 9, 10, 12, 13)}


def test_all_that_is_to_be_mutated_is_there_and_so_are_its_tests() -> None:
    assert all((runner.ROOT / "src/spuk" / file).is_file() for file in FILES)
    assert all((runner.ROOT / "tests" / name).exists() for name in TESTS)


def test_reasons_are_read_and_a_line_without_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "explained.txt"
    file.write_text("# why\na.py f: x → y  # equivalent\n", encoding="utf-8")
    assert explained(file) == {"a.py f: x → y": "equivalent"}
    file.write_text("a.py f: x → y\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no reason"):
        explained(file)


def test_what_is_explained_is_still_there() -> None:
    """A reason for a line that has changed explains nothing any more."""
    sample = Sample(runner.ROOT / "src/spuk", FILES, 0, 1)
    assert set(explained()) <= {mutant.key for mutant in sample.all}


def _repository(root: Path) -> None:
    """A tiny one, with a test that knows the limit but not the burst."""
    files = {
        "src/spuk/__init__.py": "",
        "src/spuk/small.py": SMALL,
        "tests/__init__.py": "",
        "tests/conftest.py": "def pytest_xdist_auto_num_workers(): ...\n",
        "tests/test_small.py": "from spuk.small import allowed\n\n"
        "def test_it():\n    assert allowed(2)\n    assert not allowed(3)\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def test_a_fault_that_a_test_knows_is_caught_and_others_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _repository(tmp_path / "repository")
    monkeypatch.setattr(runner, "ROOT", tmp_path / "repository")
    sample = Sample(runner.ROOT / "src/spuk", ["small.py"], 1000, 1)
    wanted = ("LIMIT: int = 4", "return number <= LIMIT", "burst: int=6", "if burst > 1:")
    sample.chosen = [mutant for mutant in sample.all if any(text in mutant.changed for text in wanted)]
    assert len(sample.chosen) == 4
    tests = Tests()
    tests.add({"tests/test_small.py::test_it": (0.1, [f"small.py:{line}" for line in (10, 12, 13)])})
    excused = next(mutant.key for mutant in sample.chosen if "burst: int=6" in mutant.changed)
    report = Report(len(sample.chosen), {excused: "a default"})
    attempt(Trial(sample, tests, tmp_path, 1), sample, tests, report)
    assert (report.caught, len(report.survivors), len(report.excused)) == (2, 1, 1)
    assert report.share() == pytest.approx(2 / 3)
    assert report.end() is False
    said = capsys.readouterr().out
    assert "SURVIVED src/spuk/small.py:13 in allowed" in said
    assert "  - return min(number, burst) <= LIMIT\n  + return number <= LIMIT" in said
    assert "2 of 3 mutants caught (66.7%), 1 explained" in said


def test_a_mutant_that_hangs_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _repository(tmp_path / "repository")
    monkeypatch.setattr(runner, "ROOT", tmp_path / "repository")
    copy = runner.Copy(tmp_path / "copy")
    copy.write("small.py", "while True:\n    pass\n")
    child = runner.start(copy, ["tests/test_small.py"], 2)
    ended: list[int] = []
    runner.run_all([lambda: child], lambda place, code: ended.append(code), 1)
    assert ended == [-9]


def test_keys_say_file_function_and_change() -> None:
    (found,) = [m for m in mutants("small.py", SMALL)[1] if m.changed == "number -= 1"]
    assert isinstance(found, Mutant)
    assert found.key == "small.py allowed: number += 1 → number -= 1"
    assert (found.line, found.at_import) == (12, False)
