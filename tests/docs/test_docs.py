"""Docs that cannot drift: examples run, generated pages are up to date, every ruling has a test."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import spuk
from spuk.stories.actions import VERBS
from spuk.stories.reader import _Reader

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE_NOTATION = _module("make_notation")
MAKE_RULINGS = _module("make_rulings")


def test_the_readme_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    said = capsys.readouterr().out
    assert "Bleeding Eyes" in said
    assert "Outcome(" in said


def test_the_readme_names_only_make_commands_that_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.M))
    named = set(re.findall(r"\bmake ([a-z]+)", README)) | set(re.findall(r"`make ([a-z]+)", NOTATION))
    assert {"play", "test", "help"} <= named <= targets | {"play"}


def test_every_example_position_of_the_notation_page_can_be_read() -> None:
    lines = re.findall(r"^(?:en|de1|de2|pl) \S+ \dp .*$", NOTATION + README, flags=re.M)
    assert lines
    for line in lines:
        assert spuk.game("ghost-stories").from_text(line).invariants() == []


def test_the_table_of_actions_is_up_to_date() -> None:
    assert MAKE_NOTATION.page(NOTATION) == NOTATION, "run make docs"
    assert {verb.name for verb in VERBS} == set(MAKE_NOTATION.MEANINGS)


def test_every_field_of_a_position_is_documented() -> None:
    game = spuk.game("ghost-stories")
    fields = _Reader(game.from_text("turn=N")).fields  # type: ignore[arg-type]
    missing = [name for name in fields if not re.search(rf"`[^`]*\b{name}=", NOTATION)]
    assert missing == []


def test_the_page_of_rulings_is_up_to_date() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert page == MAKE_RULINGS.page(), "run make docs"


def test_every_ruling_of_the_rules_is_held_by_a_test() -> None:
    tests = MAKE_RULINGS.tests_by_rule()
    rulings = MAKE_RULINGS.rulings()
    assert len(rulings) >= 12
    assert [number for number in rulings if not tests.get(number)] == []


@pytest.mark.parametrize("decision", MAKE_RULINGS.FAULTS + MAKE_RULINGS.FURTHER, ids=lambda d: d.title)
def test_every_decision_of_ours_is_held_by_a_test(decision: object) -> None:
    assert MAKE_RULINGS.tests_of(decision), "no test of this rule speaks of it"


def test_every_bold_ruling_of_the_rules_is_listed() -> None:
    text = MAKE_RULINGS.RULES.read_text(encoding="utf-8")
    rules = text.split("## 12")[0] + text.split("## 13")[1]
    listed = sum(
        sentence.count("**ruling") for found in MAKE_RULINGS.rulings().values() for sentence in found
    )
    numbered = sum(part.count("**ruling") for part in MAKE_RULINGS.rule_texts().values())
    assert listed == numbered
    assert listed >= rules.count("**ruling") - rules.split("## 1 ")[0].count("**ruling")


def test_the_promised_decisions_are_written_down() -> None:
    titles = " ".join(file.stem for file in (ROOT / "docs" / "adr").glob("*.md"))
    for word in ("explicit-chance", "atomic-decisions", "mypyc", "editions-as-flags"):
        assert word in titles
