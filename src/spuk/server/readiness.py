"""Whether the server can do its work: the database answers and can be written to."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from spuk.store.contract import Store, Unavailable

_KEPT: Final = 1.0
"""Seconds a result is cached, so that nobody can load the database by asking."""
_PATIENCE: Final = 2.0
"""Seconds the database has to answer."""


class Readiness:
    """Checks the database, one check at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._at = float("-inf")
        self._wrong: Unavailable | None = None
        self._trying: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """`Unavailable` says what is wrong."""
        if time.monotonic() - self._at >= _KEPT:
            if self._trying is None or self._trying.done():
                self._trying = asyncio.create_task(self._try())
            await asyncio.wait({self._trying}, timeout=_PATIENCE)
            if not self._trying.done():
                raise Unavailable(f"no answer within {_PATIENCE:g} seconds")
        if self._wrong is not None:
            raise self._wrong

    async def _try(self) -> None:
        try:
            await self._store.check()
        except Unavailable as error:
            self._wrong = error
        else:
            self._wrong = None
        self._at = time.monotonic()

    async def close(self) -> None:
        """Stop trying."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.wait({self._trying})
