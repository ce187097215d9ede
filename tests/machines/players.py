"""People at tables who write down what was acknowledged, and what their streams told them."""

from __future__ import annotations

import asyncio
import json
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

import httpx

Json = dict[str, Any]
_AGAIN: Final = 0.2
_PATIENCE: Final = 20.0
"""Seconds a player waits for an answer; nginx gives up sooner."""
_SILENCE: Final = 7.0
"""Seconds without a heartbeat after which a stream is opened anew, as the page does."""


@dataclass
class Attempt:
    """A decision; it is sent until there is an answer."""

    table: str
    number: int
    """What the player saw when deciding."""
    seat: int
    action: int
    done: bool | None = None
    """Acknowledged, refused, or nobody knows."""
    tries: int = 0


@dataclass
class Journal:
    """What all players wrote down."""

    attempts: list[Attempt] = field(default_factory=list)
    chat: list[tuple[str, str]] = field(default_factory=list)
    """Messages that were acknowledged, with their table."""
    moments: dict[str, list[float]] = field(default_factory=dict)
    """When something was acknowledged, by the name of the group."""
    stale: int = 0
    """Tables that were older than what the player knew already."""
    troubles: int = 0
    """Answers that were no answers: lost connections, 502, 503, 504."""


class Player:
    """Somebody with a browser."""

    def __init__(self, name: str, url: str, context: ssl.SSLContext, journal: Journal) -> None:
        self.name = name
        self.newest = 0
        """The number of the last acknowledged action: another server may not have heard of it yet."""
        self._journal = journal
        limits = httpx.Limits(max_connections=4)
        times = httpx.Timeout(_PATIENCE, connect=5)
        self.http = httpx.AsyncClient(base_url=f"{url}/api/v1", verify=context, timeout=times, limits=limits)

    async def ask(self, method: str, path: str, body: Any = None, key: str = "") -> httpx.Response:
        """Ask until somebody answers."""
        headers = {"Idempotency-Key": key} if key else {}
        while True:
            try:
                answer = await self.http.request(method, path, json=body, headers=headers)
                if answer.status_code not in (502, 503, 504):
                    return answer
            except httpx.HTTPError:
                pass
            self._journal.troubles += 1
            await asyncio.sleep(_AGAIN)

    async def json(self, method: str, path: str, body: Any = None) -> Json:
        answer = await self.ask(method, path, body, key=uuid4().hex if method != "GET" else "")
        assert answer.status_code < 300, f"{method} {path}: {answer.status_code} {answer.text}"
        found: Json = answer.json()
        return found

    async def act(self, state: Json, choice: int) -> bool:
        """Decide something; whether it was accepted."""
        legal = state["asked"]["legal"]
        action = legal[choice % len(legal)]["action"]
        attempt = Attempt(state["id"], state["number"], state["actor"], action)
        self._journal.attempts.append(attempt)
        order = {"number": state["number"], "action": action}
        answer = await self.ask("POST", f"/tables/{state['id']}/actions", order, key=uuid4().hex)
        assert answer.status_code in (200, 409), answer.text
        attempt.done = answer.status_code == 200
        if attempt.done:
            self.newest = int(answer.json()["number"])
        return attempt.done

    async def say(self, table: str) -> None:
        text = f"{self.name} {uuid4().hex}"
        await self.json("POST", f"/tables/{table}/chat", {"text": text})
        self._journal.chat.append((table, text))


class Stream:
    """Reads the stream of a table and comes back after every loss."""

    def __init__(self, player: Player, table: str) -> None:
        self.table = table
        self.numbers: list[int] = []
        self.resets = 0
        self.connected = 0
        self.at = 0
        self._player = player
        self.moved = asyncio.Event()
        self.task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        times = httpx.Timeout(_SILENCE, connect=3)
        while True:
            headers = {"Last-Event-ID": str(self.at)} if self.at else {}
            path = f"/tables/{self.table}/stream"
            with suppress(httpx.HTTPError):
                async with self._player.http.stream("GET", path, headers=headers, timeout=times) as answer:
                    if answer.status_code == 200:
                        self.connected += 1
                        await self._take(answer)
            await asyncio.sleep(_AGAIN)

    async def _take(self, answer: httpx.Response) -> None:
        kind = ""
        async for line in answer.aiter_lines():
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: ") and kind in ("state", "update"):
                number = json.loads(line[6:])["number"]
                if kind == "state":
                    self.resets += 1
                    if self.resets > 1:
                        self.numbers.append(-number)  # shown by the check: nothing may be skipped
                else:
                    self.numbers.append(number)
                self.at = number
                self.moved.set()


class Group:
    """Two people and a bot who play one game of Ghosts after another."""

    def __init__(self, name: str, url: str, context: ssl.SSLContext, journal: Journal, bot: Json) -> None:
        self.name = name
        self.journal = journal
        self.players = [Player(f"{name}-{who}", url, context, journal) for who in ("ann", "bob")]
        self.streams: list[Stream] = []
        self.tables: list[str] = []
        self._bot = {"who": "bot", **bot}
        self._stop = False
        journal.moments[name] = []

    async def play(self) -> None:
        """Until `stop`."""
        while not self._stop:
            await self._begin()
            await asyncio.gather(*(self._sit_and_play(number) for number in (0, 1)))

    def stop(self) -> None:
        self._stop = True

    async def _begin(self) -> None:
        ann, bob = self.players
        order = {
            "game": "ghosts",
            "options": {"players": 3},
            "seats": [{"who": "me"}, {"who": "nobody"}, self._bot],
        }
        state = await ann.json("POST", "/tables", order)
        table = state["id"]
        await bob.json("PUT", f"/tables/{table}/seats/1", {"who": "me"})
        await ann.json("POST", f"/tables/{table}/start")
        self.tables.append(table)
        self.streams += [Stream(player, table) for player in self.players]

    async def _sit_and_play(self, seat: int) -> None:
        player, table = self.players[seat], self.tables[-1]
        stream = self.streams[-2 + seat]
        turns = player.newest = 0
        while not self._stop:
            stream.moved.clear()
            state = await player.json("GET", f"/tables/{table}")
            if state["number"] < max(stream.at, player.newest):  # older than what the page shows already
                self.journal.stale += 1
                await asyncio.sleep(0.1)
                continue
            if state["status"] == "finished":
                return
            if state.get("asked"):
                turns += 1
                if await player.act(state, 5 * turns + seat):
                    self.journal.moments[self.name].append(time.monotonic())
                if turns % 5 == 0:
                    await player.say(table)
                await asyncio.sleep(0.05)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(stream.moved.wait(), 0.5)

    async def leave(self) -> None:
        for stream in self.streams:
            stream.task.cancel()
        for player in self.players:
            await player.http.aclose()
