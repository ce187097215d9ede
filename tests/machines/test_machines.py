"""Servers, databases and a proxy on machines of their own, in network namespaces: the short version for CI.

`make machines` runs all scenarios.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.conftest import ROOT


@pytest.mark.timeout(240)
def test_nothing_acknowledged_is_lost_when_machines_fail() -> None:
    """A server is killed, one is cut off without a word, and the primary database is lost."""
    for script in ("install_postgres.sh", "install_machines.sh"):
        done = subprocess.run(
            ["sh", f"tests/{script}"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{script}: {done.stderr}"
    command = [sys.executable, "-m", "tests.machines", "--short"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=230)
    print(done.stdout)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert "all of it held" in done.stdout
