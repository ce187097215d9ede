"""A server in this process, and guests who talk to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any
from unittest import mock

import httpx

from spuk.kernel.seeds import Random
from spuk.server.app import make_app
from spuk.server.server import Server
from spuk.server.settings import Settings

USUAL = Settings(rate_limit=0, bot_processes=1, browser=False, host_names="spuk.test", access_log="off")
Json = dict[str, Any]


class Guest:
    """Somebody with a browser, or a program, and a jar for cookies."""

    def __init__(self, app: Any, name: str = "", address: str = "1.2.3.4") -> None:
        transport = httpx.ASGITransport(app, client=(address, 1), raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://spuk.test", timeout=60)
        self.name = name
        self.last: httpx.Response

    async def ask(self, method: str, path: str, body: Any = None, **options: Any) -> Json:
        """The answer's JSON; `last` has the rest of it."""
        if body is not None:
            options["json"] = body
        self.last = await self.http.request(method, f"/api/v1{path}", **options)
        found: Json = self.last.json()
        return found

    async def get(self, path: str, status: int = 200, **query: Any) -> Json:
        return self._checked(await self.ask("GET", path, params=query), status)

    async def post(self, path: str, body: Any = None, status: int = 200) -> Json:
        return self._checked(await self.ask("POST", path, body), status)

    async def put(self, path: str, body: Any, status: int = 200) -> Json:
        return self._checked(await self.ask("PUT", path, body), status)

    def _checked(self, found: Json, status: int) -> Json:
        assert self.last.status_code == status, found
        if status >= 400:
            assert {"code", "sentence", "allowed"} <= set(found)
        return found

    async def create(self, game: str = "ghost-stories", **order: Any) -> Json:
        return await self.post("/tables", {"game": game, **order}, status=201)

    async def sit(self, table: str, seat: int, **more: Any) -> Json:
        return await self.put(f"/tables/{table}/seats/{seat}", {"who": "me", "name": self.name, **more})

    async def act(self, state: Json, choose: Random | None = None, status: int = 200) -> Json:
        """Do something legal: the first, or any."""
        legal = state["asked"]["legal"]
        action = legal[0 if choose is None else choose.below(len(legal))]["action"]
        order = {"number": state["number"], "action": action}
        return await self.post(f"/tables/{state['id']}/actions", order, status)


class House:
    """The server."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.server: Server = app.state.server

    def guest(self, name: str = "", address: str = "1.2.3.4") -> Guest:
        return Guest(self.app, name, address)

    async def solo(self, **order: Any) -> tuple[Guest, Json]:
        """Somebody alone at Ghost Stories, and the table after the start."""
        ann = self.guest("Ann")
        options = {"players": 1, "level": "initiation"}
        table = await ann.create(options=options, seats=[{"who": "me", "name": "Ann"}], **order)
        return ann, await ann.post(f"/tables/{table['id']}/start")

    async def pair(self, game: str = "ghosts", **order: Any) -> tuple[Guest, Guest, str]:
        """Two people at a table that has started."""
        ann, bob = self.guest("Ann"), self.guest("Bob")
        table = await ann.create(game, options={"players": 2}, seats=[{"who": "me", "name": "Ann"}], **order)
        await bob.sit(table["id"], 1)
        await ann.post(f"/tables/{table['id']}/start")
        return ann, bob, table["id"]


def visit(database: str, story: Callable[[House], Awaitable[Any]], **settings: Any) -> Any:
    """Run a story in a server on this database."""

    async def run() -> Any:
        app = make_app(replace(USUAL, database_url=database, **settings))
        # The same dice every time, so that a red test is red for everybody.
        with mock.patch("spuk.table.chance.new_seed", lambda: 11):
            async with app.router.lifespan_context(app):
                return await story(House(app))

    return asyncio.run(run())


async def until(what: Callable[[], Awaitable[Any]], seconds: float = 60) -> Any:
    """What it gives as soon as that is something; the machine may be busy."""
    async with asyncio.timeout(seconds):
        while not (found := await what()):
            await asyncio.sleep(0.02)
        return found
