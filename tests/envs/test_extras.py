"""Every toolkit is optional: `import spuk` needs none of them, and an environment says what it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

_WITHOUT = """
import sys
sys.modules.update(dict.fromkeys({modules!r}))  # None there: an import fails as if it were not installed
import spuk, spuk.envs
try:
    {line}
except ModuleNotFoundError as error:
    print(error)
"""
TOOLKITS = ["numpy", "gymnasium", "pettingzoo", "pyspiel"]


def said_without(modules: list[str], line: str) -> str:
    code = _WITHOUT.format(modules=modules, line=line)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("line", "extra"),
    [
        ("import spuk.envs.gym", "gymnasium"),
        ("import spuk.envs.vector", "gymnasium"),
        ("from spuk.envs import ghosts_v1", "pettingzoo"),
        ("from spuk.envs import ghost_stories_v1", "pettingzoo"),
        ("import spuk.envs.openspiel", "openspiel"),
    ],
)
def test_an_environment_without_its_toolkit_says_what_to_install(line: str, extra: str) -> None:
    assert said_without(TOOLKITS, line).endswith(f"is not installed: pip install 'spuk[{extra}]'")


def test_openspiel_needs_neither_gymnasium_nor_pettingzoo() -> None:
    assert said_without(["gymnasium", "pettingzoo"], "import spuk.envs.openspiel") == ""
