"""Connections: nobody can take all of them, and what is refused leaves a line in the log, not a flood."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.live import Live

from spuk.server import connections
from spuk.server.connections import Connections, most_connections
from spuk.server.fairness import FairQueue
from spuk.server.limits import RATES, Limits, Rate
from spuk.server.listening import LimitedSocket
from spuk.server.logs import Collapse
from spuk.server.proxies import Proxies
from spuk.table.errors import TooMuch

OTHER = "127.0.0.2"
"""Another address of this machine."""


class Held:
    def __init__(self) -> None:
        self.open = True

    def drop(self) -> None:
        self.open = False


# ── who has a place ─────────────────────────────────────────────────────────────────────────


def test_the_connection_idle_for_longest_makes_room() -> None:
    counted = Connections(3, 0)
    first, second, third, fourth = (Held() for _ in range(4))
    for number, held in enumerate((first, second, third)):
        counted.enter(held, f"10.0.0.{number}")
    counted.works(first)
    counted.enter(fourth, "10.0.0.9")
    assert [held.open for held in (first, second, third, fourth)] == [True, False, True, True]
    counted.rests(first)
    counted.enter(second, "10.0.0.9")
    assert not third.open
    assert first.open
    assert len(counted) == 3


def test_where_nobody_is_idle_a_newcomer_is_refused() -> None:
    counted = Connections(2, 0)
    for _ in range(2):
        held = Held()
        counted.enter(held, "10.0.0.1")
        counted.works(held)
    with pytest.raises(TooMuch) as refused:
        counted.enter(Held(), "10.0.0.2")
    assert refused.value.limit == "connections"
    assert len(counted) == 2


def test_an_address_with_too_many_loses_its_own() -> None:
    counted = Connections(100, 2)
    ann = Held()
    counted.enter(ann, "10.0.0.1")
    eves = [Held() for _ in range(5)]
    for held in eves:
        counted.enter(held, "10.0.0.2")
    assert ann.open
    assert [held.open for held in eves] == [False, False, False, True, True]
    for held in eves[3:]:
        counted.works(held)
    with pytest.raises(TooMuch) as refused:
        counted.enter(Held(), "10.0.0.2")
    assert refused.value.limit == "connections_per_address"


def test_an_ipv6_network_counts_as_one_address() -> None:
    counted = Connections(100, 2)
    held = [Held() for _ in range(3)]
    for number, one in enumerate(held):
        counted.enter(one, f"2001:db8::{number + 1}")
    assert [one.open for one in held] == [False, True, True]


def test_behind_a_proxy_are_many_people() -> None:
    counted = Connections(100, 2, proxies="10.0.0.5, 192.168.0.0/16, ::1")
    for host in ("10.0.0.5", "192.168.3.4", "::1", ""):
        held = [Held() for _ in range(9)]
        for one in held:
            counted.enter(one, host)
        assert all(one.open for one in held), host
    assert "anything" in Proxies("*")
    assert "10.0.0.6" not in Proxies("10.0.0.5")
    assert "10.0.0.6" not in Proxies("")


def test_new_connections_have_a_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "connections", Rate(3, 0.0001))
    counted = Connections(100, 0, Limits(1.0), "10.0.0.5")
    assert [counted.admits("10.0.0.1") for _ in range(4)] == [True, True, True, False]
    assert all(counted.admits("10.0.0.5") for _ in range(9))
    assert counted.admits("10.0.0.2")


def test_connections_that_come_too_fast_are_closed_at_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(RATES, "connections", Rate(2, 0.0001))
    with socket.create_server(("127.0.0.1", 0)) as plain:
        plain.setblocking(False)
        port = plain.getsockname()[1]
        with LimitedSocket.of(plain, Connections(100, 0, Limits(1.0))) as listening:
            made = [socket.create_connection(("127.0.0.1", port), 30) for _ in range(40)]
            accepted = []
            with pytest.raises(BlockingIOError):
                while True:
                    accepted.append(listening.accept())
            assert len(accepted) == 2
            with pytest.raises(BlockingIOError):  # the rest, which had to wait for the others' turns
                listening.accept()
            assert all(one.recv(10) == b"" for one in made[2:])
            for one in (*made, *(one for one, _ in accepted)):
                one.close()
    assert len(caplog.records) == 1


def test_a_connection_that_has_left_is_forgotten() -> None:
    counted = Connections(100, 10)
    held = [Held() for _ in range(20)]
    for one in held:
        counted.enter(one, "10.0.0.1")
    for one in held:
        counted.leave(one)
        counted.works(one)
        counted.rests(one)
    assert (len(counted), counted._idle, counted._of) == (0, {}, {})


@pytest.mark.parametrize(("soft", "most"), [(1024, 896), (256, 128), (64, 16), (-1, 10_000), (10**6, 10_000)])
def test_the_limit_follows_from_the_open_files(monkeypatch: pytest.MonkeyPatch, soft: int, most: int) -> None:
    monkeypatch.setattr(connections.resource, "getrlimit", lambda _: (soft, soft))
    assert most_connections() == most


# ── real servers ────────────────────────────────────────────────────────────────────────────


def _hold(live: Live, number: int, address: str = OTHER, text: bytes = b"") -> list[socket.socket]:
    held = []
    for _ in range(number):
        made = socket.create_connection(("127.0.0.1", live.port), 30, (address, 0))
        made.sendall(text)
        held.append(made)
    return held


def _restart_with(live: Live, files: int, log: Path) -> None:
    """Few open files, and a log that is kept."""
    live.stop()

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    with log.open("w") as stderr:
        live.start(preexec_fn=limit, stderr=stderr)


@pytest.mark.parametrize(
    "text", [b"", b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP"]
)
def test_more_idle_connections_than_open_files_lock_nobody_out(tmp_path: Path, text: bytes) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db")
    held: list[socket.socket] = []
    try:
        log = tmp_path / "log"
        _restart_with(live, 300, log)
        for _ in range(2):
            held += _hold(live, 250, text=text)
            for _ in range(5):
                with live.client() as http:
                    assert http.get("/health").status_code == 200
                    assert http.post("/tables", json={}).status_code == 201
        assert len(log.read_text()) < 5000, log.read_text()[:5000]
        assert "Traceback" not in log.read_text()
    finally:
        for one in held:
            one.close()
        live.stop()


def test_streams_of_one_address_leave_room_for_others(tmp_path: Path) -> None:
    """Connections that are in use are not closed for others; what is refused is refused with a status."""
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db", connections_per_address=5)
    held: list[socket.socket] = []
    try:
        with live.client() as http:
            id = http.post("/tables", json={}).json()["id"]
            asked = f"GET /api/v1/tables/{id}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
            held = _hold(live, 5, text=asked)
            assert all(b"200 OK" in one.recv(100) for one in held)
            (refused,) = _hold(live, 1)
            assert b" 429 " in refused.recv(100)
            assert http.get("/health").status_code == 200
    finally:
        for one in held:
            one.close()
        live.stop()


def test_pipelines_and_headers_have_an_end(tmp_path: Path) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db")
    health = b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try:
        (few,) = _hold(live, 1, text=health * 3)
        assert _read_all(few, b"200 OK", 3).count(b"200 OK") == 3
        (many,) = _hold(live, 1, text=health * 300)
        assert _read_all(many).count(b"200 OK") < 300
        headers = b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 200 + b"\r\n"
        (wide,) = _hold(live, 1, text=headers)
        assert b" 431 " in _read_all(wide)
        # A large body that comes together with its headers is not a large head.
        body = b'{"title": "%s"}' % (b"x" * 60_000)
        post = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        (large,) = _hold(live, 1, text=post + b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        assert b" 422 " in large.recv(1000)
    finally:
        live.stop()


def _read_all(made: socket.socket, what: bytes = b"", times: int = 0) -> bytes:
    """All there is to read, or until something was read so often."""
    found = b""
    with made:
        try:
            while not times or found.count(what) < times:
                data = made.recv(10_000)
                if not data:
                    break
                found += data
        except ConnectionResetError:
            pass
    return found


def test_who_reads_nothing_of_an_answer_is_cut_off(tmp_path: Path) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db", send_seconds=1, rate_limit=0)
    try:
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", live.port))
        asked = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        end = time.monotonic() + 60
        with pytest.raises(OSError):
            while time.monotonic() < end:
                made.sendall(asked)
                time.sleep(0.05)
        made.close()
    finally:
        live.stop()


def test_the_soft_limit_on_files_is_raised(tmp_path: Path) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db")
    try:
        live.stop()
        live.start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (200, 5000)))
        assert resource.prlimit(live.process.pid, resource.RLIMIT_NOFILE) == (5000, 5000)
    finally:
        live.stop()


# ── the log ─────────────────────────────────────────────────────────────────────────────────


def _record(text: str, *values: Any, error: BaseException | None = None) -> logging.LogRecord:
    info = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord("spuk", logging.WARNING, "file", 1, text, values, info)


def test_lines_that_repeat_themselves_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    collapse = Collapse()
    assert sum(collapse.filter(_record("refused %s", n)) for n in range(1000)) == 5
    assert collapse.filter(_record("something else"))
    now = 11.0
    line = _record("refused %s", 1000)
    assert collapse.filter(line)
    assert line.getMessage() == "refused 1000 (995 more like this were left out)"
    assert collapse.filter(fresh := _record("refused %s", 1001))
    assert fresh.getMessage() == "refused 1001"


def test_different_faults_are_different_lines() -> None:
    collapse = Collapse()
    faults = []
    for what in (lambda: 1 // 0, lambda: {}["x"]):
        try:
            what()
        except (ZeroDivisionError, KeyError) as error:
            faults += [_record("Exception in ASGI application", error=error) for _ in range(20)]
    assert sum(map(collapse.filter, faults)) == 10


# ── turns ───────────────────────────────────────────────────────────────────────────────────


def test_a_flood_of_one_address_does_not_go_before_others() -> None:
    async def story() -> None:
        queue, order = FairQueue(), []

        async def ask(who: str) -> None:
            turn = await queue.turn(who)
            for _ in range(3):
                await asyncio.sleep(0)
            turn.end()
            order.append(who)

        floods = [asyncio.create_task(ask("eve")) for _ in range(100)]
        await asyncio.sleep(0)
        await ask("ann")
        assert order.count("eve") <= 2
        await asyncio.gather(*floods)
        assert not queue._lines

    asyncio.run(story())


def test_a_request_that_waits_for_something_else_lets_the_next_one_in() -> None:
    async def story() -> None:
        queue, done = FairQueue(), asyncio.Event()

        async def wait_for_a_bot() -> None:
            turn = await queue.turn("ann")
            await done.wait()
            turn.end()

        waiting = asyncio.create_task(wait_for_a_bot())
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            (await queue.turn("ann")).end()
        done.set()
        await waiting
        assert not queue._lines

    asyncio.run(story())


def test_whoever_stops_waiting_blocks_nobody() -> None:
    async def story() -> None:
        queue = FairQueue()
        first = await queue.turn("ann")
        gone = [asyncio.create_task(queue.turn("ann")) for _ in range(3)]
        last = asyncio.create_task(queue.turn("ann"))
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
        first.end()
        (await asyncio.wait_for(last, 60)).end()
        assert not queue._lines

    asyncio.run(story())


def test_a_flood_is_answered_or_refused_and_ends(tmp_path: Path) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db", rate_limit=1)
    try:
        held = _hold(live, 250, text=b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        with httpx.Client(base_url=live.url, timeout=60) as http:
            assert http.get("/api/v1/health").status_code == 200
        statuses = {_read_all(one)[:12] for one in held}
        assert statuses <= {b"HTTP/1.1 200", b"HTTP/1.1 429"}
    finally:
        live.stop()
