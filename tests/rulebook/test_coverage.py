"""No rule, no row of the edition table and no worked example without a test that names it."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from pathlib import Path

import pytest

from .table import DIFFERENCES, EDITIONS, EXAMPLES, RULES

HERE = Path(__file__).parent
LAW = (HERE.parents[1] / "docs/rules/ghost-stories.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def _all_tests_are_registered() -> None:
    for path in sorted(HERE.glob("test_*.py")):
        importlib.import_module(f"{__package__}.{path.stem}")


def section(number: int) -> str:
    """The text of one section of the law."""
    found = re.search(rf"^## {number} .*?(?=^## |\Z)", LAW, re.MULTILINE | re.DOTALL)
    assert found is not None, f"the law has no section {number}"
    return found.group()


def numbers() -> list[str]:
    """All rule numbers, as they stand at the beginning of their rule."""
    return re.findall(r"^- (GS-\d+\.\d+) ", LAW, re.MULTILINE)


def rows() -> list[str]:
    """The first column of the edition table."""
    lines = [line for line in section(12).splitlines() if line.startswith("|")]
    heading = [cell.strip() for cell in lines[0].strip("|").split("|")]
    assert heading == ["point", *EDITIONS]
    return [line.strip("|").split("|")[0].strip() for line in lines[2:]]


def examples() -> list[int]:
    """The numbers of the worked examples."""
    return [int(number) for number in re.findall(r"^(\d+)\. ", section(14), re.MULTILINE)]


def test_the_law_can_be_read() -> None:
    assert len(numbers()) >= 70
    assert len(numbers()) == len(set(numbers()))
    assert len(rows()) == 19
    assert examples() == list(range(1, 10))


def test_every_rule_has_a_test() -> None:
    missing = [number for number in numbers() if not RULES.get(number)]
    assert not missing, f"rules without a test: {missing}"


def test_every_row_of_the_edition_table_has_a_test_in_all_four_editions() -> None:
    missing = {
        row: absent
        for row in rows()
        if (absent := [e for e in EDITIONS if not DIFFERENCES.get(row, {}).get(e)])
    }
    assert not missing, f"rows without a test, with the editions that lack it: {missing}"


def test_every_worked_example_has_a_test() -> None:
    missing = [number for number in examples() if not EXAMPLES.get(number)]
    assert not missing, f"examples without a test: {missing}"


def test_tests_name_only_what_the_law_has() -> None:
    assert set(RULES) <= set(numbers()), f"unknown rules: {sorted(set(RULES) - set(numbers()))}"
    unknown = set(DIFFERENCES) - set(rows())
    assert not unknown, f"unknown rows: {sorted(unknown)}"
    assert set(EXAMPLES) <= set(examples())


def test_no_test_hides_another_of_the_same_name() -> None:
    for path in sorted(HERE.glob("test_*.py")):
        names = re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        double = [name for name, times in Counter(names).items() if times > 1]
        assert not double, f"{path.name}: {double}"


def test_every_registered_test_is_run_by_pytest() -> None:
    registered = [
        named
        for found in (
            *RULES.values(),
            *EXAMPLES.values(),
            *(r for d in DIFFERENCES.values() for r in d.values()),
        )
        for named in found
    ]
    for named in registered:
        module = importlib.import_module(named.module)
        assert named.name.startswith("test_"), named
        assert hasattr(module, named.name), named
