"""What the server costs beside a bare FastAPI+SSE echo of the same payload, in one run: ratios count.

    python bench/load.py --out out/load.json        (about five minutes; --help for what can be changed)

Both servers run as processes of their own; one client process holds 200 tables with 4 clients each at both.
A client has a connection for its requests and one for its stream. The echo is sent the very updates and
answers that ours gave, so that both move the same bytes to the same number of readers. The two are measured
in turn, in slices of two seconds, so that whatever else the machine does happens to both.

- `steady`: actions come at random moments at a fixed rate far below what either server can do, as those of
  people do. The time from an action sent to its update seen by the three others (p50, p99) is what the ratios
  we promise are about: it is what a player feels.
- `pages`: the same with four open pages a table instead of JSON (`bench/load_pages.py`), and then many
  tables at once with an action now and then at each. `--beside` measures another checkout's pages as well.
- `flat out`: all tables act as fast as they are answered. Actions a second are what a server can do; the
  times are then mostly waiting in line, and their ratio is that of the actions a second, turned over.
- ours only: megabytes of 1,000 idle watchers, on a fresh server; an action in the first and in the last turn
  of whole games, and on a log of many rows.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.load_client import Line, Meter, connect, cpu_seconds, listen, megabytes, start, still_open, stop
from bench.load_pages import PageTable, many
from tests.postgres import free_port

SEATS: Final = 4
_SLICE: Final = 2.0
_SAMPLES: Final = 2000
Sample = tuple[bytes, bytes]
"""The update of an action as one reader got it, and the answer to the one who acted."""


class Played(Protocol):
    """A table of one of the servers."""

    meter: Meter
    over: bool

    async def act(self) -> None:
        """One action: answered, and seen by all."""
        ...


@dataclass
class Measured:
    """What the slices of one kind gave for one server."""

    seconds: float = 0.0
    actions: int = 0
    cpu: float = 0.0
    times: list[float] = field(default_factory=list)

    def told(self) -> dict[str, float]:
        times = sorted(self.times)
        return {
            "actions_a_second": round(self.actions / self.seconds, 1),
            "p50_ms": round(1000 * times[len(times) // 2], 2),
            "p99_ms": round(1000 * times[int(len(times) * 0.99)], 2),
            "updates_seen": len(times),
            "cpu_ms_an_action": round(1000 * self.cpu / self.actions, 2),
        }


@dataclass
class Side:
    """A server with its tables."""

    process: Any
    tables: Sequence[Played]
    steady: Measured = field(default_factory=Measured)
    flat_out: Measured = field(default_factory=Measured)

    async def slice(self, into: Measured, rate: float, moments: random.Random) -> None:
        """Measure for a while; without a rate as fast as it goes."""
        for table in self.tables:
            table.meter.times.clear()
        used, began = cpu_seconds(self.process), time.perf_counter()
        into.actions += await (self._at_rate(rate, moments) if rate else self._as_fast_as_it_goes())
        into.seconds += time.perf_counter() - began
        into.cpu += cpu_seconds(self.process) - used
        into.times += [moment for table in self.tables for moment in table.meter.times]

    async def _at_rate(self, rate: float, moments: random.Random) -> int:
        """Actions at random moments, whether or not those before are done."""
        next_at, end = time.perf_counter(), time.perf_counter() + _SLICE
        free = [table for table in self.tables if not table.over]
        moments.shuffle(free)
        acting = []
        for table in free:
            next_at += moments.expovariate(rate)
            if next_at > end:
                break
            await asyncio.sleep(next_at - time.perf_counter())
            acting.append(asyncio.create_task(table.act()))
        await asyncio.sleep(end - time.perf_counter())
        await asyncio.gather(*acting)
        return len(acting)

    async def _as_fast_as_it_goes(self) -> int:
        end = time.perf_counter() + _SLICE

        async def play(table: Played) -> int:
            done = 0
            while time.perf_counter() < end and not table.over:
                await table.act()
                done += 1
            return done

        return sum(await asyncio.gather(*map(play, self.tables)))


# ── our server ──────────────────────────────────────────────────────────────────────────────


def start_ours(folder: str, port: int, checkout: Path | None = None) -> Any:
    environment = {"SPUK_HOME": folder, "SPUK_RATE_LIMIT": "0", "SPUK_STREAMS_PER_ADDRESS": "100000"}
    environment |= {"SPUK_CONNECTIONS_PER_ADDRESS": "0", "SPUK_HOST_NAMES": "bench"}
    environment |= {"SPUK_TABLES_PER_PERSON": "100000", "SPUK_BROWSER": "no", "SPUK_ACCESS_LOG": "off"}
    if checkout is not None:
        environment |= {"PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, "-m", "spuk", "serve", "--port", str(port), "--no-browser"]
    return start(command, port, "/api/v1/health", environment)


class OurTable:
    """Four people at a table of Ghost Stories, each with his seat and his stream."""

    def __init__(self, port: int, samples: list[Sample]) -> None:
        self._port = port
        self._samples = samples
        self._choice = itertools.count()
        self._lines: list[Line] = []
        self._readers: list[Any] = []
        self.meter = Meter(SEATS)
        self.path = ""
        self.state: Any = None

    @property
    def over(self) -> bool:
        return bool(self.state["status"] != "playing")

    async def open(self) -> OurTable:
        """A new game; the people stay, if they are there already."""
        if not self._lines:
            self._lines = [await connect(self._port) for _ in range(SEATS)]
        self._lines = [await still_open(line, self._port) for line in self._lines]
        first, *others = self._lines
        order = {"options": {"level": "initiation"}, "seats": [{"who": "me"}], "free_undo": True}
        self.path = f"/api/v1/tables/{(await first.json('POST', '/api/v1/tables', order))['id']}"
        for seat, line in enumerate(others, 1):
            await line.json("PUT", f"{self.path}/seats/{seat}", {"who": "me"})
        self.state = await first.json("POST", f"{self.path}/start")
        for reader in self._readers:
            reader.close()
        self._readers = [await self._listen(seat) for seat in range(SEATS)]
        return self

    async def _listen(self, seat: int) -> Any:
        cookie, mark = self._lines[seat].cookie, b'"kind":"action"'
        return await listen(self._port, f"{self.path}/stream", cookie, mark, lambda: self.meter.seen(seat))

    async def act(self) -> None:
        actor, legal = self.state["actor"], self.state["view"]["legal"]
        chosen = legal[7 * next(self._choice) % len(legal)]["action"]
        order = {"number": self.state["number"], "action": chosen}
        body = json.dumps(order).encode()
        line = self._lines[actor] = await still_open(self._lines[actor], self._port)
        seen = self.meter.begin(actor)
        answer = await line.ask("POST", f"{self.path}/actions", body)
        await seen
        self.state = json.loads(answer)
        if len(self._samples) < _SAMPLES:
            self._samples.append((_update_in(self._readers[0].last), answer))

    async def take_back(self, line: int) -> None:
        """Undo; all who have to agree do."""
        path, number = f"{self.path}/undo", self.state["number"]
        self.state = await self._lines[line].json("POST", path, {"number": number})
        for other in self._lines:
            if other is not self._lines[line]:
                self.state = await other.json("POST", f"{path}/answer", {"agree": True})


def _update_in(piece: bytes) -> bytes:
    """The updates in a piece of a stream, as one line: without the marks of its chunks."""
    return b" ".join(line for line in piece.split(b"\n") if b": " in line)


# ── the echo ────────────────────────────────────────────────────────────────────────────────


def start_echo(port: int) -> Any:
    script = Path(__file__).with_name("load_echo.py")
    return start([sys.executable, str(script), str(port)], port, "/health")


class EchoTable:
    """Four clients in a room of the echo."""

    over = False

    def __init__(self, port: int, room: int, samples: list[Sample]) -> None:
        self._port = port
        self._path = f"/rooms/{room}"
        self._samples = samples
        self._choice = itertools.count(room)
        self._lines: list[Line] = []
        self.meter = Meter(SEATS)

    async def open(self) -> EchoTable:
        self._lines = [await connect(self._port) for _ in range(SEATS)]
        for seat in range(SEATS):
            await self._listen(seat)
        return self

    async def _listen(self, seat: int) -> None:
        await listen(self._port, self._path, "", b"data: ", lambda: self.meter.seen(seat))

    async def act(self) -> None:
        number = next(self._choice)
        update, answer = self._samples[number % len(self._samples)]
        body = update.replace(b"data: ", b"data:+") + b"\n" + answer
        seat = number % SEATS
        line = self._lines[seat] = await still_open(self._lines[seat], self._port)
        seen = self.meter.begin(seat)
        answer = await line.ask("POST", self._path, body)
        await seen
        json.loads(answer)


# ── the comparison ──────────────────────────────────────────────────────────────────────────


async def compare(chosen: argparse.Namespace, ports: tuple[int, int], processes: tuple[Any, Any]) -> Any:
    """Both servers in turn, slice by slice."""
    samples: list[Sample] = []
    ours = [await OurTable(ports[0], samples).open() for _ in range(chosen.tables)]
    await asyncio.gather(*(table.act() for table in ours))
    echoes = [await EchoTable(ports[1], room, samples).open() for room in range(chosen.tables)]
    await asyncio.gather(*(table.act() for table in echoes))
    sides = Side(processes[0], ours), Side(processes[1], echoes)
    gc.collect()
    gc.freeze()
    moments = random.Random(1)
    for _ in range(round(chosen.seconds / _SLICE)):
        for side in sides:
            await side.slice(side.steady, chosen.rate, moments)
        await _play_again(ours)
    for _ in range(round(chosen.seconds / _SLICE / 4)):
        for side in sides:
            await side.slice(side.flat_out, 0, moments)
        await _play_again(ours)
    update, answer = (sum(map(len, part)) // len(samples) for part in zip(*samples, strict=True))
    found: dict[str, Any] = {"payload_bytes": {"update": update, "answer": answer}}
    for kind in ("steady", "flat_out"):
        mine, its = getattr(sides[0], kind).told(), getattr(sides[1], kind).told()
        names = ("p50_ms", "p99_ms", "cpu_ms_an_action", "actions_a_second")
        found[kind] = {
            "ours": mine,
            "echo": its,
            "ratios": {name: round(mine[name] / its[name], 2) for name in names},
        }
    return found


async def compare_pages(
    chosen: argparse.Namespace, servers: dict[str, tuple[int, Any]], echo: tuple[int, Any]
) -> Any:
    """Pages at each server, and the echo of the bytes of the first one, slice by slice."""
    samples: list[Sample] = []
    pages = {}
    for name, (port, _) in servers.items():
        kept = samples if not pages else None
        pages[name] = [await PageTable(port, kept).open() for _ in range(chosen.page_tables)]
    for tables in pages.values():
        for table in tables:
            await table.act()
    echoes = [await EchoTable(echo[0], room, samples).open() for room in range(chosen.page_tables)]
    await asyncio.gather(*(table.act() for table in echoes))
    sides = {name: Side(servers[name][1], tables) for name, tables in pages.items()}
    sides["echo"] = Side(echo[1], echoes)
    sent = dict.fromkeys(pages, 0)
    gc.collect()
    gc.freeze()
    moments = random.Random(1)
    for _ in range(round(chosen.seconds / _SLICE)):
        for name, side in sides.items():
            tables = pages.get(name, [])
            before = sum(table.bytes for table in tables)
            await side.slice(side.steady, chosen.page_rate, moments)
            if tables:
                sent[name] += sum(table.bytes for table in tables) - before
        for tables in pages.values():
            await _play_again(tables)
    found: dict[str, Any] = {name: side.steady.told() for name, side in sides.items()}
    for name in pages:
        found[name]["kilobytes_an_action"] = round(sent[name] / sides[name].steady.actions / 1000, 2)
        ratios = {what: found[name][what] / found["echo"][what] for what in ("p50_ms", "p99_ms")}
        found[name]["beside_the_echo"] = {what: round(ratio, 2) for what, ratio in ratios.items()}
    return found


async def _play_again(tables: Sequence[OurTable | PageTable]) -> None:
    """New games where one has ended, while nothing is measured."""
    for table in tables:
        if table.over:
            await table.open()


# ── memory, early and late ──────────────────────────────────────────────────────────────────


async def idle_watchers(port: int, process: Any, number: int) -> dict[str, float]:
    table = await OurTable(port, []).open()
    await asyncio.sleep(1)
    without = megabytes(process)
    held = [await listen(port, f"{table.path}/stream", "", b"\0", lambda: None) for _ in range(number)]
    await asyncio.sleep(1)
    more = megabytes(process) - without
    for reader in held:
        reader.close()
    return {"watchers": number, "megabytes_more": round(more, 1)}


def _median(times: Sequence[float]) -> float:
    return sorted(times)[len(times) // 2]


async def first_and_last_turns(port: int, games: int) -> dict[str, float]:
    """Whole games, one action at a time: the first and the last tenth of each."""
    early: list[float] = []
    late: list[float] = []
    for number in range(games):
        table = await OurTable(port, []).open()
        table._choice = itertools.count(number)
        times = []
        while not table.over:
            began = time.perf_counter()
            await table.act()
            times.append(time.perf_counter() - began)
        tenth = max(1, len(times) // 10)
        early += times[:tenth]
        late += times[-tenth:]
    first, last = 1000 * _median(early), 1000 * _median(late)
    names = {"first_turn_median_ms": first, "last_turn_median_ms": last, "ratio": last / first}
    return {"games": games, **{name: round(value, 2) for name, value in names.items()}}


async def long_log(port: int, rows: int) -> dict[str, float]:
    """The same action again and again: acted and taken back, so that the log grows and the game does not."""
    table = await OurTable(port, []).open()
    times = []
    while table.state["number"] < rows:
        table._choice = itertools.count()
        actor = table.state["actor"]
        began = time.perf_counter()
        await table.act()
        times.append(time.perf_counter() - began)
        await table.take_back(actor)
    tenth = len(times) // 10
    first, last = 1000 * _median(times[:tenth]), 1000 * _median(times[-tenth:])
    names = {"first_tenth_median_ms": first, "last_tenth_median_ms": last, "ratio": last / first}
    return {"rows": rows, **{name: round(value, 2) for name, value in names.items()}}


def sync_ms(folder: str) -> float:
    """The median time until something is on this disk."""
    times = []
    with (Path(folder) / "sync").open("wb", buffering=0) as file:
        for _ in range(50):
            file.write(b"x" * 4096)
            began = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - began)
    return round(1000 * _median(times), 2)


def alone(chosen: argparse.Namespace, folder: str) -> dict[str, Any]:
    """What is measured of ours alone, on a fresh server."""
    port = free_port()
    process = start_ours(folder, port)
    try:
        return {
            "idle": asyncio.run(idle_watchers(port, process, chosen.watchers)),
            "turns": asyncio.run(first_and_last_turns(port, 25)),
            "long log": asyncio.run(long_log(port, 2000)),
        }
    finally:
        stop(process)


def pages(chosen: argparse.Namespace, folder: str) -> dict[str, Any]:
    """What is measured of open pages."""
    checkouts = {"ours": None, **({"beside": chosen.beside.resolve()} if chosen.beside else {})}
    servers: dict[str, tuple[int, Any]] = {}
    echo_port = free_port()
    echo = start_echo(echo_port)
    try:
        for name, checkout in checkouts.items():
            port = free_port()
            servers[name] = port, start_ours(f"{folder}/pages-{name}", port, checkout)
        found = asyncio.run(compare_pages(chosen, servers, (echo_port, echo)))
        if chosen.many:
            port, process = servers["ours"]
            found["many"] = asyncio.run(many(port, process, chosen.many, chosen.pause, chosen.many_seconds))
        return dict(found)
    finally:
        for process in (echo, *(process for _, process in servers.values())):
            stop(process)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--out", type=Path)
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--rate", type=float, default=50.0, help="actions a second, steady")
    options.add_argument("--seconds", type=float, default=40.0, help="steady seconds for each server")
    options.add_argument("--watchers", type=int, default=1000)
    options.add_argument("--page-tables", type=int, default=40, help="tables with four pages each, steady")
    options.add_argument("--page-rate", type=float, default=20.0, help="actions a second at those, steady")
    options.add_argument("--many", type=int, default=500, help="tables with four pages each, all at once")
    options.add_argument("--many-seconds", type=float, default=30.0)
    options.add_argument("--pause", type=float, default=5.0, help="seconds between two actions at one table")
    options.add_argument(
        "--beside", type=Path, help="another checkout whose pages are measured in the same run"
    )
    options.add_argument("--only-pages", action="store_true", help="measure pages only")
    options.add_argument("--only-compare", action="store_true", help="leave out what is of ours alone")
    chosen = options.parse_args()
    found: dict[str, Any] = {
        "load_average": os.getloadavg()[0],
        "tables": chosen.tables,
        "clients_each": SEATS,
    }
    with tempfile.TemporaryDirectory() as folder:
        found["sync_ms"] = sync_ms(folder)
        if not chosen.only_pages:
            ports = free_port(), free_port()
            processes = start_ours(folder, ports[0]), start_echo(ports[1])
            try:
                found |= asyncio.run(compare(chosen, ports, processes))
            finally:
                for process in processes:
                    stop(process)
        found["pages"] = pages(chosen, folder)
        if not chosen.only_compare and not chosen.only_pages:
            found |= alone(chosen, f"{folder}/alone")
    text = json.dumps(found, indent=2)
    print(text)
    if chosen.out:
        chosen.out.parent.mkdir(parents=True, exist_ok=True)
        chosen.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
