"""Runs that are disturbed on purpose: whatever becomes of a test, none of them lives on."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.lab.runs import Running

Start = Callable[..., Running]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a run."""
    started: list[Running] = []

    def begin(out: Path, *arguments: str) -> Running:
        started.append(Running(out, *arguments))
        return started[-1]

    yield begin
    for running in started:
        if running.process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(running.process.pid, signal.SIGKILL)
            running.process.communicate()
