"""What all parts of the contract share: the game under test, and what its tests run over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

import pytest

from spuk.bots.registry import bots
from spuk.kernel import registry
from spuk.kernel.game import Game
from spuk.kernel.pack import GamePack
from spuk.testing.tables import label, tables

LANGUAGES: Final = ("en", "de", "pl")
"""The languages a game has to be playable in, translated or not."""


class Contract:
    """A part of the contract. The game is known to Spuk while its tests run."""

    pack: ClassVar[GamePack]

    @property
    def game(self) -> Game:
        """The game under test."""
        return self.pack.game

    @property
    def id(self) -> str:
        """Its id."""
        return self.pack.id

    @pytest.fixture(autouse=True)
    def _known(self) -> Iterator[None]:
        known = self.id in registry.games()
        if not known:
            registry.register(self.pack)
        yield
        if not known:
            registry.unregister(self.id)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """A test with a `table`, a `bot` or a `lang` runs for each of them."""
        every: dict[str, Callable[[], Any]] = {
            "table": lambda: tables(self.game),
            "bot": bots,
            "lang": lambda: LANGUAGES,
        }
        for name, values in every.items():
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, values(), ids=label)
