"""Work for a client that may disconnect before it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from spuk.table.errors import Refused

T = TypeVar("T")


class ClientGone(Refused):
    """Nobody will read the response any more."""

    status = 499


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work. It is cancelled, with `ClientGone`, if the client disconnects first."""
    await request.body()  # nothing can follow except the end of the connection
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientGone("The client has disconnected.")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
