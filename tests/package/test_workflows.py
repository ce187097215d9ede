"""What GitHub runs is well-formed, and runs what a clone runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from spuk.version import VERSION

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def check(file: Path, schema: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_there_are_workflows() -> None:
    assert [file.name for file in WORKFLOWS] == ["ci.yml", "wheels.yml"]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_keeps_to_the_schema(file: Path) -> None:
    done = check(file, "vendor.github-workflows")
    assert done.returncode == 0, done.stdout + done.stderr


FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.name)
def test_an_issue_form_keeps_to_the_schema(file: Path) -> None:
    kind = "config" if file.name == "config.yml" else "forms"
    done = check(file, f"vendor.github-issue-{kind}")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_notices_faults(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yml"
    broken.write_text(
        WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on:", "runs_on:"), encoding="utf-8"
    )
    assert check(broken, "vendor.github-workflows").returncode != 0


def test_the_citation_keeps_to_its_schema_and_names_this_version() -> None:
    done = check(ROOT / "CITATION.cff", "vendor.citation-file-format")
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"version: {VERSION}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_every_push_runs_what_ci_runs() -> None:
    ci = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert re.search(r"^on:\n  push:", ci, re.MULTILINE)
    assert "run: .ci/run" in ci
    assert (ROOT / ".ci" / "run").is_file()


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_may_only_read(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert re.search(r"^permissions:\n  contents: read$", text, re.MULTILINE)
    assert "write" not in text
