"""Shared by all tests: where the repository is, and how hard hypothesis searches.

`HYPOTHESIS_PROFILE=deep pytest tests/property tests/bad_input` searches longer and differently each time.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.common")  # so that what is wrong there is shown as well

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # the tests' own helpers are imported as tests.…

from tests.postgres import Postgres  # noqa: E402

# Started in the background (`make test &`), shells have us ignore Ctrl-C, and whoever we start as well.
if (
    threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: many tests wait for servers and other processes."""
    return (os.cpu_count() or 1) + 1


_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
# "short" looks at the same examples every time, so that a red build is red for everybody.
settings.register_profile(
    "short",
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=_SLOW,
)
settings.register_profile("deep", max_examples=2000, deadline=None, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that all tests of this process share, each with a database of its own."""
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database; tests that ask for it run on both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/spuk.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
