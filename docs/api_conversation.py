"""Two people talk to a real server, so that the API's documentation shows what the server really answers.

`docs/make_api.py` (`make docs`) saves the requests and responses. A test repeats the conversation and compares.
Dice, ids, times and keys are the same in every run.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

import httpx
from fastapi import FastAPI

from spuk.server.app import API, make_app
from spuk.server.readiness import Readiness
from spuk.server.settings import Settings
from spuk.server.stream import Watcher
from spuk.store.contract import Unavailable

Json = Any
GHOSTS = "ghosts"
TABLE, COOPERATIVE, REMATCH = "Zr4mQ0xwT1uKcVbE", "p8HnWq2LdYs6JtAf", "Kx3eRb7uGvNo9SiM"
_TIME = 1_795_000_000.0
_SECRETS = {
    "join_key": "wYxM3rJ0cQfT",
    "watch_key": "b5ZkLpVdN8sE",
    "token": "uO7yqXhG2mRz4BaTfKw9",
}


class Client:
    """A person's program with its cookie; keeps what it asked and what it was answered."""

    def __init__(self, app: FastAPI, kept: dict[str, Json]) -> None:
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 1), raise_app_exceptions=False)
        self._http = httpx.AsyncClient(transport=transport, base_url="http://localhost:8017")
        self._kept = kept

    async def ask(self, operation: str, body: Json = None, *, keep: bool = True, **at: Any) -> Json:
        """Send a request, such as `GET /tables/{table}?lang=en`, and keep the exchange under its operation."""
        response = await self.send(operation.format(**at), body)
        if keep:
            method, path = operation.split(" ")
            entry = {"path": operation.format(**at).split(" ")[1], "status": response.status_code}
            if body is not None:
                entry["request"] = body
            self._kept[f"{method} {path.partition('?')[0]}"] = entry | {"response": response.json()}
        return response.json()

    async def refused(self, status: int, request: str, body: Json = None, **options: Any) -> None:
        """Send a request that is refused with this status, and keep the error."""
        response = await self.send(request, body, **options)
        assert response.status_code == status, (request, response.text)
        self._kept[str(status)] = response.json()

    async def send(self, request: str, body: Json = None, **options: Any) -> httpx.Response:
        """Any request."""
        method, path = request.split(" ")
        if body is not None:
            options["json"] = body
        return await self._http.request(method, f"{API}{path}", **options)


@asynccontextmanager
async def _server(folder: str, **settings: Any) -> AsyncIterator[FastAPI]:
    usual = {"rate_limit": 0.0, "bot_processes": 1, "browser": False, "public_url": "http://localhost:8017"}
    app = make_app(Settings(database_url=f"sqlite:///{folder}/{len(settings)}.db", **(usual | settings)))
    async with app.router.lifespan_context(app):
        yield app


async def _talk() -> dict[str, Json]:
    kept: dict[str, Json] = {}
    errors: dict[str, Json] = {}
    with tempfile.TemporaryDirectory() as folder:
        async with _server(folder) as app:
            ann, bob = Client(app, kept), Client(app, kept)
            await _people(ann)
            stream = await _ghosts(app, ann, bob)
            await _together(ann, bob)
            await _move(ann)
            await _errors(app, errors)
        async with _server(folder, rate_limit=1.0) as app:
            await _too_much(Client(app, errors))
    return {"operations": kept, "errors": errors, "stream": stream}


async def _people(ann: Client) -> None:
    await ann.ask("GET /games")
    await ann.ask("GET /health")
    await ann.ask("GET /ready")
    await ann.ask("PUT /me", {"name": "Ann"})
    await ann.ask("GET /me")


async def _ghosts(app: FastAPI, ann: Client, bob: Client) -> list[str]:
    """A table of Ghosts, from its creation to the first decision; what a stream tells of that."""
    order = {
        "game": GHOSTS,
        "options": {"players": 2},
        "title": "Friday",
        "seats": [{"who": "me", "name": "Ann"}],
    }
    table = (await ann.ask("POST /tables", order))["id"]
    await bob.ask("GET /tables?which=open&limit=20")
    await bob.ask("PUT /tables/{table}/seats/{seat}", {"who": "me", "name": "Bob"}, table=table, seat=1)
    await ann.ask("GET /tables/{table}/links", table=table)
    await ann.ask("POST /tables/{table}/start", table=table)
    states = [await who.ask("GET /tables/{table}?lang=en", table=table, keep=False) for who in (ann, bob)]
    decides = next(who for who, state in zip((ann, bob), states, strict=True) if state["asked"])
    state = await decides.ask("GET /tables/{table}?lang=en", table=table)
    watcher = Watcher(None, None, None, states=False)
    room = await app.state.server.rooms.room(table)
    await room.watch(watcher, None)
    act = {"number": state["number"], "action": state["asked"]["legal"][0]["text"]}
    await decides.ask("POST /tables/{table}/actions", act, table=table)
    await ann.ask("POST /tables/{table}/chat", {"text": "Good luck!"}, table=table)
    await decides.ask(f"GET /tables/{{table}}/log?after={state['number']}&lang=en", table=table)
    await decides.ask("GET /tables/{table}/record", table=table)
    watcher.beat()
    return [block for block in (await watcher.next()).decode().split("\n\n") if block]


async def _together(ann: Client, bob: Client) -> None:
    """A table of Ghost Stories: an undo, and a game that both give up."""
    order = {
        "game": "ghost-stories",
        "options": {"players": 2, "level": "initiation"},
        "seats": [{"who": "me", "name": "Ann"}],
        "free_undo": False,
    }
    table = (await ann.ask("POST /tables", order, keep=False))["id"]
    await bob.ask(
        "PUT /tables/{table}/seats/{seat}", {"who": "me", "name": "Bob"}, table=table, seat=1, keep=False
    )
    await ann.ask("POST /tables/{table}/start", table=table, keep=False)
    state = await _until_undo(ann, bob, table)
    asks, answers = (ann, bob) if state["your_seats"] == [0] else (bob, ann)
    await asks.ask("POST /tables/{table}/undo", {"number": state["number"]}, table=table)
    await answers.ask("POST /tables/{table}/undo/answer", {"agree": True}, table=table)
    await ann.ask("POST /tables/{table}/resign", table=table)
    await bob.ask("POST /tables/{table}/resign/answer", {"agree": True}, table=table)
    await ann.ask("POST /tables/{table}/rematch", table=table)


async def _until_undo(ann: Client, bob: Client, table: str) -> Json:
    """Play until something can be undone."""
    while True:
        for who in (ann, bob):
            state = await who.ask("GET /tables/{table}", table=table, keep=False)
            while state["asked"]:
                moves = [one for one in state["asked"]["legal"] if one["text"].startswith("move:")]
                action = (moves or state["asked"]["legal"])[0]["action"]
                act = {"number": state["number"], "action": action}
                state = await who.ask("POST /tables/{table}/actions", act, table=table, keep=False)
                if state["can_undo"]:
                    return state


async def _move(ann: Client) -> None:
    token = (await ann.ask("POST /me/recovery"))["token"]
    await ann.ask("POST /recover", {"token": token})


async def _errors(app: FastAPI, errors: dict[str, Json]) -> None:
    eve, stranger = Client(app, errors), Client(app, errors)
    seats = [{"who": "me", "name": name} for name in ("Eve", "Eva")]
    order = {"game": GHOSTS, "options": {"players": 2}, "seats": seats}
    table = f"/tables/{(await eve.send('POST /tables', order)).json()['id']}"
    number = (await eve.send(f"POST {table}/start")).json()["number"]
    await eve.refused(400, f"POST {table}/actions", {"number": number, "action": "fly:5"})
    await stranger.refused(401, f"POST {table}/start")
    await eve.refused(403, f"GET {table}?seat=3")
    await eve.refused(404, "GET /tables/nowhere")
    await eve.refused(409, f"POST {table}/actions", {"number": number - 1, "action": "take"})
    await eve.refused(413, f"POST {table}/chat", {"text": "x" * 100_000})
    await eve.refused(414, f"GET {table}?lang={'x' * 5000}")
    await eve.refused(422, f"POST {table}/chat", {"text": ""})
    with mock.patch.object(Readiness, "check", side_effect=Unavailable("gone")):
        await eve.refused(503, "GET /ready")


async def _too_much(eve: Client) -> None:
    while (await eve.send("POST /recover", {"token": "x"})).status_code != 429:
        pass
    await eve.refused(429, "POST /recover", {"token": "x"})


def _without_secrets(found: Json, secrets: dict[str, str]) -> Json:
    if isinstance(found, dict):
        return {key: _without_secrets(value, secrets) for key, value in found.items()}
    if isinstance(found, list):
        return [_without_secrets(value, secrets) for value in found]
    if isinstance(found, str):
        for secret, shown in secrets.items():
            found = found.replace(secret, shown)
    return found


def conversation() -> dict[str, Json]:
    """Requests and responses by operation, errors by status, and the messages of a stream."""
    ids = iter((TABLE, COOPERATIVE, REMATCH, "tableOfEve", *(f"spare{i}" for i in range(20))))
    with (
        mock.patch("spuk.table.chance.new_seed", lambda: 11),
        mock.patch("spuk.server.api.new_table.new_id", lambda: next(ids)),
        mock.patch("spuk.server.api.tables.new_id", lambda: next(ids)),
        mock.patch("time.time", lambda: _TIME),
    ):
        found = asyncio.run(_talk())
    links, offer = (
        found["operations"][name]["response"] for name in ("GET /tables/{table}/links", "POST /me/recovery")
    )
    secrets = {links["join_key"]: _SECRETS["join_key"], links["watch_key"]: _SECRETS["watch_key"]}
    shown = _without_secrets(found, secrets | {offer["token"]: _SECRETS["token"]})
    for error in shown["errors"].values():
        error["request_id"] = "0Tq3kXw9"
    for name in ("GET /health", "GET /ready"):
        shown["operations"][name]["response"]["version"] = "0.1.0"
    return shown  # type: ignore[no-any-return]
