"""What the tests need from Debian is installed; if that is not possible they fail and say what is missing."""

from __future__ import annotations

import subprocess

import pytest
from tests.conftest import ROOT


@pytest.fixture(scope="session", autouse=True)
def tools() -> None:
    for script in ("install_postgres.sh", "install_machines.sh"):
        done = subprocess.run(
            ["sh", f"tests/{script}"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{script}: {done.stderr}"
