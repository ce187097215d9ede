"""Shared by the tests of the guides."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.db"
