"""What the server costs beside a bare FastAPI+SSE echo of the same payload, in one run: ratios count.

    python bench/load.py --out out/load.json [--tables 200] [--seconds 20]

Measured for both servers, each a process of its own, with the same client in a third process:
- actions a second over live tables with four clients each (one acts, all four read the stream),
- the time from an action sent to the update seen by each reader (p50, p99),
and for ours: memory with 1,000 idle watchers, and what an action costs early and late in a game.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.postgres import free_port

Result = tuple[int, list[float]]
"""How many actions, and how long each update took to each reader."""

ECHO = """
import asyncio, sys
from fastapi import FastAPI, Request
from starlette.responses import Response, StreamingResponse
import uvicorn

app = FastAPI()
rooms = {}

@app.get("/health")
async def health():
    return {}

@app.post("/rooms/{room}")
async def post(room: str, request: Request):
    body = await request.body()
    payload, _, answer = body.partition(b"\\n")
    for queue in rooms.get(room, ()):
        queue.put_nowait(payload)
    return Response(answer, media_type="application/json")

@app.get("/rooms/{room}")
async def stream(room: str):
    queue = asyncio.Queue()
    rooms.setdefault(room, []).append(queue)
    async def events():
        yield b": hello\\n\\n"
        while True:
            yield b"data: " + await queue.get() + b"\\n\\n"
    return StreamingResponse(events(), media_type="text/event-stream")

quiet = {"log_level": "warning", "access_log": False}
uvicorn.run(app, port=int(sys.argv[1]), http="httptools", timeout_keep_alive=75, **quiet)
"""


class Connection:
    """A plain HTTP/1.1 connection: the client must cost little beside the servers."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.cookie = ""
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> Connection:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        return self

    def close(self) -> None:
        self._writer.close()

    async def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        await self._send(method, path, body)
        status, length = await self._head()
        answer = await self._reader.readexactly(length)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {answer[:300]!r}")
        return answer

    async def json(self, method: str, path: str, body: Any = None) -> Any:
        return json.loads(await self.ask(method, path, b"" if body is None else json.dumps(body).encode()))

    async def _send(self, method: str, path: str, body: bytes = b"") -> None:
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        kind = "Content-Type: application/json\r\n" if body else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\n{cookie}{kind}Content-Length: {len(body)}\r\n\r\n"
        self._writer.write(head.encode() + body)

    async def _head(self) -> tuple[int, int]:
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = 0
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        return int(lines[0].split()[1]), length

    async def listen(self, path: str) -> None:
        await self._send("GET", path)
        status, _ = await self._head()
        assert status == 200, status

    async def line(self) -> bytes:
        return await self._reader.readline()


class Start:
    """All tables begin together, when everybody sits: setting up is not measured."""

    def __init__(self, tables: int, seconds: float) -> None:
        self._missing = tables
        self._all_there = asyncio.Event()
        self._go = asyncio.Event()
        self.seconds = seconds
        self.until = 0.0

    async def ready(self) -> None:
        self._missing -= 1
        if self._missing == 0:
            self._all_there.set()
        await self._go.wait()

    async def go(self) -> None:
        await self._all_there.wait()
        self.until = time.perf_counter() + self.seconds
        self._go.set()


class Meter:
    """When which action of a table was sent, and how long its update took to each reader."""

    def __init__(self) -> None:
        self.sent = 0.0
        self.times: list[float] = []
        self.awaited: asyncio.Event = asyncio.Event()
        self.missing = 0

    def begin(self, readers: int) -> None:
        self.missing = readers
        self.awaited.clear()
        self.sent = time.perf_counter()

    def seen(self) -> None:
        self.times.append(time.perf_counter() - self.sent)
        self.missing -= 1
        if self.missing == 0:
            self.awaited.set()


def start(command: list[str], port: int, health: str, environment: dict[str, str] | None = None) -> Any:
    process = subprocess.Popen(command, env={**os.environ, **(environment or {})}, stdout=subprocess.DEVNULL)
    asyncio.run(_wait(port, health))
    return process


async def _wait(port: int, health: str) -> None:
    async with asyncio.timeout(120):
        while True:
            try:
                connection = await Connection(port).open()
                await connection.ask("GET", health)
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.1)
            else:
                connection.close()
                return


def cpu_seconds(process: Any) -> float:
    """What a server has used so far; unlike the clock it does not depend on who else uses the machine."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def sync_ms(folder: str) -> float:
    """The median time until something is on this disk: ours waits for that, the echo does not."""
    times = []
    with (Path(folder) / "sync").open("wb", buffering=0) as file:
        for _ in range(50):
            file.write(b"x" * 4096)
            began = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - began)
    return round(1000 * sorted(times)[25], 2)


def stop(process: Any) -> None:
    process.send_signal(signal.SIGTERM)
    process.wait(30)


# ── our server ──────────────────────────────────────────────────────────────────────────────


def start_ours(folder: str, port: int) -> Any:
    environment = {"SPUK_HOME": folder, "SPUK_RATE_LIMIT": "0", "SPUK_STREAMS_PER_ADDRESS": "100000"}
    environment |= {"SPUK_TABLES_PER_PERSON": "100000", "SPUK_BROWSER": "no"}
    command = [sys.executable, "-m", "spuk", "serve", "--port", str(port), "--no-browser"]
    return start(command, port, "/api/v1/health", environment)


async def new_table(port: int) -> tuple[Connection, Any]:
    """Somebody who holds all four seats of a table that has started."""
    player = await Connection(port).open()
    order = {"options": {"level": "initiation"}, "seats": [{"who": "me"}] * 4, "free_undo": True}
    table = await player.json("POST", "/api/v1/tables", order)
    return player, await player.json("POST", f"/api/v1/tables/{table['id']}/start")


async def our_reader(port: int, player: Connection, id: str, meter: Meter) -> Connection:
    reader = await Connection(port).open()
    reader.cookie = player.cookie
    await reader.listen(f"/api/v1/tables/{id}/stream")

    async def read() -> None:
        while line := await reader.line():
            # The first update after an action is the action itself; its dice follow in the same write.
            if line.startswith(b'data: {"number"') and b'"kind":"action"' in line:
                meter.seen()

    reader.task = asyncio.create_task(read())  # type: ignore[attr-defined]
    return reader


async def our_game(port: int, readers: int, start: Start, pause: float, payloads: list[Any]) -> Result:
    player, state = await new_table(port)
    meter = Meter()
    held = [await our_reader(port, player, state["id"], meter) for _ in range(readers)]
    await start.ready()
    done, number = 0, 0
    while time.perf_counter() < start.until:
        if state["status"] != "playing":
            player, state = await new_table(port)
            for reader in held:
                reader.task.cancel()  # type: ignore[attr-defined]
                reader.close()
            held = [await our_reader(port, player, state["id"], meter) for _ in range(readers)]
        legal = state["asked"]["legal"]
        order = json.dumps({"number": state["number"], "action": legal[number * 7 % len(legal)]["action"]})
        meter.begin(readers)
        answer = await player.ask("POST", f"/api/v1/tables/{state['id']}/actions", order.encode())
        await meter.awaited.wait()
        payloads.append(len(answer))
        state = json.loads(answer)
        done, number = done + 1, number + 1
        await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # people do not act in step
    for reader in held:
        reader.task.cancel()  # type: ignore[attr-defined]
        reader.close()
    player.close()
    return done, meter.times


# ── the echo ────────────────────────────────────────────────────────────────────────────────


async def echo_game(port: int, room: int, readers: int, start: Start, pause: float, body: bytes) -> Result:
    player = await Connection(port).open()
    meter = Meter()
    held = []
    for _ in range(readers):
        reader = await Connection(port).open()
        await reader.listen(f"/rooms/{room}")

        async def read(reader: Connection = reader) -> None:
            while line := await reader.line():
                if line.startswith(b"data: "):
                    meter.seen()

        held.append((reader, asyncio.create_task(read())))
    await start.ready()
    done = 0
    while time.perf_counter() < start.until:
        meter.begin(readers)
        json.loads(await player.ask("POST", f"/rooms/{room}", body))
        await meter.awaited.wait()
        done += 1
        await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # people do not act in step
    for reader, task in held:
        task.cancel()
        reader.close()
    player.close()
    return done, meter.times


async def measure(process: Any, start: Start, games: list[Coroutine[Any, Any, Result]]) -> dict[str, float]:
    playing = [asyncio.create_task(game) for game in games]
    await start.go()
    used = cpu_seconds(process)
    results = await asyncio.gather(*playing)
    used = cpu_seconds(process) - used
    times = sorted(moment for _, all_times in results for moment in all_times)
    actions = sum(done for done, _ in results)
    return {
        "actions_a_second": round(actions / start.seconds, 1),
        "p50_ms": round(1000 * times[len(times) // 2], 2),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 2),
        "updates_seen": len(times),
        "cpu_ms_an_action": round(1000 * used / actions, 2),
    }


async def run_ours(
    process: Any, port: int, tables: int, seconds: float, pause: float, payloads: list[int]
) -> dict[str, float]:
    start = Start(tables, seconds)
    return await measure(process, start, [our_game(port, 4, start, pause, payloads) for _ in range(tables)])


async def run_echo(
    process: Any, port: int, tables: int, seconds: float, pause: float, body: bytes
) -> dict[str, float]:
    start = Start(tables, seconds)
    games = [echo_game(port, room, 4, start, pause, body) for room in range(tables)]
    return await measure(process, start, games)


# ── memory, early and late ──────────────────────────────────────────────────────────────────


def resident(process: Any) -> float:
    """Megabytes."""
    for line in Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


async def idle_watchers(port: int, process: Any, number: int) -> dict[str, float]:
    player, state = await new_table(port)
    without = resident(process)
    meter = Meter()
    held = [await our_reader(port, player, state["id"], meter) for _ in range(number)]
    await asyncio.sleep(2)
    with_them = resident(process)
    for reader in held:
        reader.task.cancel()  # type: ignore[attr-defined]
        reader.close()
    return {"watchers": number, "megabytes_more": round(with_them - without, 1)}


async def early_and_late(port: int, actions: int) -> dict[str, float]:
    """The same action at the beginning of a log and after very many rows: acting and taking back."""
    player, state = await new_table(port)
    path = f"/api/v1/tables/{state['id']}"
    times = []
    for _ in range(actions):
        legal = state["asked"]["legal"]
        order = {"number": state["number"], "action": legal[0]["action"]}
        began = time.perf_counter()
        state = await player.json("POST", f"{path}/actions", order)
        times.append(time.perf_counter() - began)
        if state["status"] != "playing":
            break
        # Mostly taken back: the game lasts, and its log grows long.
        if len(times) % 12 and state["can_undo"]:
            state = await player.json("POST", f"{path}/undo", {"number": state["number"]})
    tenth = max(1, len(times) // 10)
    early, late = sorted(times[:tenth]), sorted(times[-tenth:])
    return {
        "actions": len(times),
        "rows_of_the_log": state["number"],
        "first_tenth_median_ms": round(1000 * early[len(early) // 2], 2),
        "last_tenth_median_ms": round(1000 * late[len(late) // 2], 2),
    }


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--out", type=Path)
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--pause", type=float, default=4.0, help="seconds a player thinks")
    options.add_argument("--watchers", type=int, default=1000)
    chosen = options.parse_args()
    found: dict[str, Any] = {
        "load_average": os.getloadavg()[0],
        "tables": chosen.tables,
        "clients_each": 4,
        "pause_seconds": chosen.pause,
    }
    with tempfile.TemporaryDirectory() as folder:
        found["sync_ms"] = sync_ms(folder)
        port = free_port()
        ours = start_ours(folder, port)
        try:
            payloads: list[int] = []
            steady = (chosen.tables, chosen.seconds, chosen.pause)
            found["ours"] = asyncio.run(run_ours(ours, port, *steady, payloads))
            flat = "flat out, 20 tables"
            found[f"ours {flat}"] = asyncio.run(run_ours(ours, port, 20, chosen.seconds / 2, 0.0, []))
            found["idle"] = asyncio.run(idle_watchers(port, ours, chosen.watchers))
            found["early and late"] = asyncio.run(early_and_late(port, 500))
        finally:
            stop(ours)
        size = sorted(payloads)[len(payloads) // 2]
        body = json.dumps("x" * 600).encode() + b"\n" + json.dumps("x" * (size - 2)).encode()
        found["payload_bytes"] = {"update": 600, "answer": size}
        script = Path(folder) / "echo.py"
        script.write_text(ECHO, encoding="utf-8")
        port = free_port()
        echo = start([sys.executable, str(script), str(port)], port, "/health")
        try:
            found["echo"] = asyncio.run(run_echo(echo, port, *steady, body))
            found[f"echo {flat}"] = asyncio.run(run_echo(echo, port, 20, chosen.seconds / 2, 0.0, body))
        finally:
            stop(echo)
    found["ratios"] = {
        name: round(found["ours"][name] / found["echo"][name], 2)
        for name in ("p50_ms", "p99_ms", "cpu_ms_an_action")
    }
    text = json.dumps(found, indent=2)
    print(text)
    if chosen.out:
        chosen.out.parent.mkdir(parents=True, exist_ok=True)
        chosen.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
