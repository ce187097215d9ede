"""How long an honest visitor waits while somebody attacks the server, next to how long without, in one run.

    python bench/hostile.py --out out/hostile.json        (about two minutes; --only forms,idle for some)

A real server with its usual limits, a visitor at 127.0.0.1 who asks for health, the list of tables, the start
page and a move in turn, and an attacker at another address in a process of its own. Before each attack the
visitor is timed without it: what counts is the difference, for the machine may have other things to do. Each
attacker has an address of its own, and with it all that the limits let a newcomer do at once.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.web.live import Live, act, solo_table

attacker = "127.0.0.2"
"""Where the attack comes from that this process makes."""
SECONDS: Final = 4.0
Attack = Callable[[int, str], Awaitable[Any]]

# ── attacks ─────────────────────────────────────────────────────────────────────────────────


async def _connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(attacker, 0))


async def _repeat(port: int, data: bytes, lines: int = 30) -> None:
    """The same bytes again and again on many connections, each opened anew when it is closed."""

    async def line() -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await _connect(port)
                try:
                    while not reader.at_eof():
                        writer.write(data)
                        await writer.drain()
                        if not await reader.read(65_536):
                            break
                finally:
                    writer.close()
            await asyncio.sleep(0.001)

    await asyncio.gather(*(line() for _ in range(lines)))


def _post(path: str, kind: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _get(path: str, more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode()


def _flood(data: bytes, lines: int = 30) -> Attack:
    return lambda port, _: _repeat(port, data, lines)


_FORM: Final = "multipart/form-data; boundary=b0"
_NESTED: Final = b"".join(
    b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (n, n + 1) for n in range(950)
)


async def _idle(port: int, _: str) -> None:
    """More connections than there are files, on which nothing is ever sent."""
    held = []
    while True:
        with contextlib.suppress(OSError):
            held.append(await _connect(port))
        await asyncio.sleep(0.001 if len(held) < 2000 else 1.0)
        if len(held) >= 2000:
            for _, writer in held:
                writer.close()
            held.clear()


async def _churn(port: int, _: str) -> None:
    async def line() -> None:
        while True:
            with contextlib.suppress(OSError):
                (await _connect(port))[1].close()
            await asyncio.sleep(0)

    await asyncio.gather(*(line() for _ in range(20)))


async def _slow(port: int, _: str) -> None:
    """Bodies that never end."""
    head = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"

    async def line() -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await _connect(port)
                writer.write(head)
                for _ in range(100):
                    writer.write(b"x")
                    await writer.drain()
                    await asyncio.sleep(0.05)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(line() for _ in range(200)))


async def _streams(port: int, table: str) -> None:
    """A hundred pages of one table open, whose player acts as fast as the limits let them."""
    url = f"http://127.0.0.1:{port}"
    transport = httpx.AsyncHTTPTransport(local_address=attacker)
    async with httpx.AsyncClient(base_url=url, transport=transport, timeout=30) as http:
        seats = [{"who": "me"}] * 4
        order = {"game": "ghost-stories", "options": {"players": 4}, "seats": seats}
        made = (await http.post("/api/v1/tables", json=order)).json()
        id = made["id"]
        state = (await http.post(f"/api/v1/tables/{id}/start")).json()
        cookie = f"Cookie: spuk={http.cookies['spuk']}\r\n"

        async def page(number: int) -> None:
            with contextlib.suppress(OSError):
                reader, writer = await _connect(port)
                writer.write(_get(f"/t/{id}/live?lang={('en', 'de', 'pl')[number % 3]}", cookie))
                while await reader.read(65_536):
                    pass

        pages = [asyncio.create_task(page(number)) for number in range(100)]
        while state.get("asked"):
            action = state["asked"]["legal"][0]["action"]
            order = {"number": state["number"], "action": action}
            answer = await http.post(f"/api/v1/tables/{id}/actions", json=order)
            state = answer.json() if answer.status_code == 200 else state
        await asyncio.gather(*pages)


async def _bots(port: int, _: str) -> None:
    """Tables with masters that think for long, as many as the limits let one make."""
    transport = httpx.AsyncHTTPTransport(local_address=attacker)
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}/api/v1", transport=transport, timeout=30
    ) as http:
        bot = {"who": "bot", "bot": "master", "seconds": 30}
        while True:
            made = await http.post(
                "/tables", json={"game": "ghosts", "options": {"players": 2}, "seats": [bot, bot]}
            )
            if made.status_code == 201:
                await http.post(f"/tables/{made.json()['id']}/start")
            await asyncio.sleep(0.01)


ATTACKS: Final[dict[str, Attack]] = {
    "forms": _flood(_post("/records", _FORM, _NESTED)),
    "parts": _flood(_post("/records", _FORM, b"--b0\r\n\r\n\r\n" * 6000)),
    "fields": _flood(_post("/new", "application/x-www-form-urlencoded", b"a=1&" * 15_000)),
    "json": _flood(_post("/api/v1/tables", "application/json", b"[" * 60_000)),
    "orders": _flood(
        _post("/api/v1/tables", "application/json", json.dumps({str(n): n for n in range(5000)}).encode())
    ),
    "headers": _flood(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 5000 + b"\r\n"),
    "pipelines": _flood(_get("/") * 2000, 100),
    "garbage": _flood(bytes(range(256)) * 200, 100),
    "pages": _flood(_get("/"), 200),
    "tables": lambda port, table: _repeat(port, _get(f"/t/{table}"), 200),
    "replays": lambda port, table: _repeat(port, _get(f"/t/{table}/replay"), 200),
    "logs": lambda port, table: _repeat(port, _get(f"/api/v1/tables/{table}/log?lang=en"), 200),
    "idle": _idle,
    "churn": _churn,
    "slow": _slow,
    "streams": _streams,
    "bots": _bots,
}


def _attack(name: str, port: int, table: str) -> None:
    global attacker  # noqa: PLW0603 (this process does nothing else)
    attacker = f"127.0.0.{2 + list(ATTACKS).index(name)}"

    async def run() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS + 2):
                await ATTACKS[name](port, table)

    asyncio.run(run())


# ── the visitor ─────────────────────────────────────────────────────────────────────────────


class Visitor:
    """Somebody who plays and looks around."""

    def __init__(self, live: Live) -> None:
        self._http = httpx.Client(base_url=live.url, timeout=60)
        self._api = live.client()
        self._state = solo_table(self._api)
        self._choice = 0

    def watch(self, seconds: float) -> list[tuple[float, str]]:
        """Seconds that each request took, and what it was; whatever is refused or broken ends the run."""
        took = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            for ask in (self._look, self._list, self._page, self._act):
                began = time.perf_counter()
                ask()
                took.append((time.perf_counter() - began, ask.__name__.strip("_")))
                time.sleep(0.02)
        return took

    def _look(self) -> None:
        self._http.get("/health").raise_for_status()

    def _list(self) -> None:
        self._http.get("/api/v1/tables").raise_for_status()

    def _page(self) -> None:
        self._http.get("/").raise_for_status()

    def _act(self) -> None:
        if not self._state["asked"]:
            self._state = solo_table(self._api)
        self._choice += 1
        done = act(self._api, self._state, self._choice)
        done.raise_for_status()
        self._state = done.json()


def _told(took: list[tuple[float, str]]) -> dict[str, Any]:
    took = sorted(took)
    return {
        "requests": len(took),
        "p50_ms": round(1000 * took[len(took) // 2][0], 1),
        "p99_ms": round(1000 * took[int(len(took) * 0.99)][0], 1),
        "max_ms": round(1000 * took[-1][0], 1),
        "slowest": took[-1][1],
    }


def _long_game(live: Live) -> str:
    """A table with many rows to look at."""
    with live.client() as http:
        state = solo_table(http)
        for choice in range(150):
            if not state["asked"]:
                break
            state = act(http, state, choice).json()
            time.sleep(0.02)  # there is a limit on that, too
    return str(state["id"])


def main() -> None:
    """Measure all attacks."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--only", default=",".join(ATTACKS))
    read.add_argument("--out", type=Path)
    given = read.parse_args()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        live = Live(Path(folder), f"sqlite:///{folder}/t.db", rate_limit=1, log_level="error")
        try:
            table = _long_game(live)
            visitor = Visitor(live)
            visitor.watch(1.0)
            heads = [f"{name:>11} {'p99':>7} {'max':>7}" for name in ("quiet: p50", "attack: p50")]
            print(f"{'':10} {'   '.join(heads)} ms")
            for name in given.only.split(","):
                found[name] = _one(live, visitor, name, table)
        finally:
            live.stop()
    if given.out:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def _one(live: Live, visitor: Visitor, name: str, table: str) -> dict[str, Any]:
    quiet = _told(visitor.watch(SECONDS / 2))
    process = multiprocessing.get_context("spawn").Process(target=_attack, args=(name, live.port, table))
    process.start()
    time.sleep(1.5)  # until it is at work
    attacked = _told(visitor.watch(SECONDS))
    process.join()
    cells = [f"{side[key]:{width}}" for side in (quiet, attacked) for key, width in _WIDTHS]
    print(f"{name:10} {' '.join(cells[:3])}   {' '.join(cells[3:])}  {attacked['slowest']}", flush=True)
    return {"quiet": quiet, "attacked": attacked}


_WIDTHS: Final = (("p50_ms", 11), ("p99_ms", 7), ("max_ms", 7))


if __name__ == "__main__":
    main()
