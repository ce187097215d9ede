"""The contract that every game keeps, as tests for pytest: one class to subclass in your own test suite.

    class TestPig(GameContract):
        pack = PACK

Our own games are tested with the same class (tests/contract). docs/guides/add-a-game.md tells more.
"""

import pytest

for _part in ("base", "protocol", "records", "manners", "bots", "words"):
    pytest.register_assert_rewrite(f"spuk.testing.{_part}")  # so that a failure shows what was found

from spuk.testing.contract import GameContract  # noqa: E402

__all__ = ["GameContract"]
