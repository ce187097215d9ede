"""Pig as a third party brings it: a package found by its entry points, or registered by a call."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.third_party.installed import PIG, install_pig, python_path

import spuk
from spuk.bots.registry import unregister_bot
from spuk.kernel.registry import unregister

if str(PIG / "src") not in sys.path:
    sys.path.append(str(PIG / "src"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Pig installed."""
    folder = tmp_path_factory.mktemp("site")
    install_pig(folder)
    return folder


@pytest.fixture
def pig(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[spuk.Game]:
    """Pig registered in this process by a call; processes that we start find it by its entry points."""
    from spuk_pig import PACK
    from spuk_pig.bot import Coward

    monkeypatch.setenv("PYTHONPATH", python_path(site))
    spuk.register(PACK)
    spuk.register_bot("coward", Coward)
    yield PACK.game
    unregister(PACK.id)
    unregister_bot("coward")
