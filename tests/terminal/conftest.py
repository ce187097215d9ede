"""Fixtures of the terminal tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.terminal.players import Start, Terminal


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    opened: list[Terminal] = []

    def begin(*arguments: str, **env: str) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments, **env))
        return opened[-1]

    yield begin
    for terminal in opened:
        terminal.close()
