"""A real server process, to be killed and started again, and readers of its streams."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from tests.postgres import free_port

Json = dict[str, Any]
START_SECONDS = 90
"""How long a server may take on a busy machine."""


class Live:
    """`spuk serve` on a port of its own; the port stays the same over restarts."""

    def __init__(self, folder: Path, database: str, **settings: Any) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._env = {**os.environ, "SPUK_HOME": str(folder), "SPUK_DATABASE_URL": database}
        self._env |= {"SPUK_PORT": str(self.port), "SPUK_BROWSER": "no", "SPUK_RATE_LIMIT": "0"}
        self._env |= {"SPUK_BOT_PROCESSES": "1", "SPUK_HOST_NAMES": "x", "SPUK_ACCESS_LOG": "off"}
        self._env |= {f"SPUK_{name.upper()}": str(value) for name, value in settings.items()}
        self.process: subprocess.Popen[str]
        self.start()

    def start(self, **limits: Any) -> None:
        command = [sys.executable, "-m", "spuk", "serve", "--lang", "en"]
        self.process = subprocess.Popen(
            command, env=self._env, stdout=subprocess.PIPE, text=True, start_new_session=True, **limits
        )
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], START_SECONDS)
        line = self.process.stdout.readline() if ready else "nothing"
        assert self.url in line, line

    def kill(self) -> None:
        """As hard as it gets: no chance to tidy up, for the server and its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"{self.url}/api/v1", timeout=60)


def messages(lines: Iterator[str]) -> Iterator[tuple[str, Json]]:
    """The server-sent events in a stream of lines: kind and data."""
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line[7:]
        elif line.startswith("data: ") and kind != "beat":
            yield kind, json.loads(line[6:])


class Reader(threading.Thread):
    """Reads a stream and comes back after every loss, like a browser does."""

    def __init__(self, live: Live, table: str) -> None:
        super().__init__(daemon=True)
        self._live = live
        self._path = f"/tables/{table}/stream"
        self.numbers: list[int] = []
        self.resets = 0
        self.at = 0
        """The last number seen, in an update or with the whole table."""
        self.done = threading.Event()
        self.start()

    def run(self) -> None:
        last: int | None = None
        while not self.done.is_set():
            headers = {} if last is None else {"Last-Event-ID": str(last)}
            try:
                with self._live.client() as http, http.stream("GET", self._path, headers=headers) as answer:
                    for kind, data in messages(answer.iter_lines()):
                        last = data["number"]
                        if kind == "state":
                            self.resets += 1
                        else:
                            self.numbers.append(data["number"])
                        self.at = last
                        if self.done.is_set():
                            return
            except httpx.HTTPError:
                time.sleep(0.1)

    def wait_for(self, number: int, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while self.at < number:
            assert time.monotonic() < end, f"at {self.at}, not at {number}"
            time.sleep(0.02)


def solo_table(http: httpx.Client, **order: Any) -> Json:
    """Somebody alone at a table that has started: Ghosts, for it lasts long whatever the cards are."""
    seats = [{"who": "me", "name": "Ann"}] * 2
    table = {"game": "ghosts", "options": {"players": 2}, "seats": seats, **order}
    made = http.post("/tables", json=table)
    assert made.status_code == 201, made.text
    return started(http, made.json()["id"])


def started(http: httpx.Client, table: str) -> Json:
    begun = http.post(f"/tables/{table}/start")
    assert begun.status_code == 200, begun.text
    found: Json = begun.json()
    return found


def act(http: httpx.Client, state: Json, choice: int = 0) -> httpx.Response:
    legal = state["asked"]["legal"]
    order = {"number": state["number"], "action": legal[choice % len(legal)]["action"]}
    return http.post(f"/tables/{state['id']}/actions", json=order)
