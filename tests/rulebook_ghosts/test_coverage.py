"""No rule of Ghosts without a test that names it."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from pathlib import Path

import pytest

from .table import RULES

HERE = Path(__file__).parent
LAW = (HERE.parents[1] / "docs/rules/ghosts.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def _all_tests_are_registered() -> None:
    for path in sorted(HERE.glob("test_*.py")):
        importlib.import_module(f"{__package__}.{path.stem}")


def numbers() -> list[str]:
    """All rule numbers, as they stand at the beginning of their rule."""
    return re.findall(r"^- (GH-\d+(?:\.\d+)?) ", LAW, re.MULTILINE)


def test_the_law_can_be_read() -> None:
    assert len(numbers()) == 14
    assert len(numbers()) == len(set(numbers()))


def test_every_rule_has_a_test() -> None:
    missing = [number for number in numbers() if not RULES.get(number)]
    assert not missing, f"rules without a test: {missing}"


def test_tests_name_only_what_the_law_has() -> None:
    assert set(RULES) <= set(numbers()), f"unknown rules: {sorted(set(RULES) - set(numbers()))}"


def test_no_test_hides_another_of_the_same_name() -> None:
    for path in sorted(HERE.glob("test_*.py")):
        found = re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        double = [name for name, times in Counter(found).items() if times > 1]
        assert not double, f"{path.name}: {double}"


def test_every_registered_test_is_run_by_pytest() -> None:
    for named in (named for found in RULES.values() for named in found):
        module = importlib.import_module(named.module)
        assert named.name.startswith("test_"), named
        assert hasattr(module, named.name), named
