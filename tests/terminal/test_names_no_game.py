"""The terminal and the command know no game: whatever they need they ask its pack."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import spuk
from spuk import cli, terminal

FILES = [Path(str(cli.__file__)), *sorted(Path(str(terminal.__file__)).parent.glob("*.py"))]
ELSEWHERE = {"rulebook.py"}
"""Part of the rules texts, which have their own tests."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_game_is_named_or_imported(file: Path) -> None:
    if file.name in ELSEWHERE:
        return
    code = file.read_text(encoding="utf-8")
    assert "spuk.games" not in code.replace("spuk.games()", "")
    for game in spuk.games():
        assert not re.search(rf"[\"']{game}[\"']|ui\.{game}\b", code)
    assert not re.search(r"stories|taoist|ghosts", code, flags=re.IGNORECASE)


def test_cycles_are_not_hidden_in_functions_or_types() -> None:
    for file in FILES:
        code = file.read_text(encoding="utf-8")
        if "TYPE_CHECKING:" in code:
            assert file.name == "command_line.py"  # rich's console, for its type only
        lazy = re.findall(r"^ +from (spuk\.terminal\S*) import", code, flags=re.MULTILINE)
        assert not lazy or file.name == "cli.py"  # each command imports its part when it runs
