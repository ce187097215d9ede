"""Faults that really happen: killed servers, stopped databases, full disks, two servers on one database."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from tests.postgres import Postgres
from tests.web.live import Live, Reader, act, solo_table, started

from spuk.store.migrate import NEWEST
from spuk.store.sql import make_store

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
SECONDS = 90


def wait_until(what: Callable[[], Any], seconds: float = SECONDS) -> Any:
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)
    return found


def test_a_killed_server_loses_no_acknowledged_action_under_load(tmp_path: Path, database: str) -> None:
    live = Live(tmp_path, database)
    acknowledged: dict[str, list[tuple[int, int]]] = {}
    stop = threading.Event()
    unsure: list[str] = []

    def play() -> None:
        http = live.client()
        state = solo_table(http)
        mine = acknowledged.setdefault(state["id"], [])
        while not stop.is_set() and state["asked"]:
            action = state["asked"]["legal"][len(mine) % len(state["asked"]["legal"])]["action"]
            order = {"number": state["number"], "action": action}
            try:
                answer = http.post(f"/tables/{state['id']}/actions", json=order)
            except httpx.HTTPError:
                unsure.append(state["id"])  # nobody knows whether it was written; the table does
                state = wait_until(lambda table=state["id"]: _state(http, table))
                continue
            assert answer.status_code == 200, answer.text
            mine.append((state["number"] + 1, action))
            state = answer.json()

    players = [threading.Thread(target=play) for _ in range(6)]
    try:
        for player in players:
            player.start()
        reader = Reader(live, wait_until(lambda: next(iter(acknowledged), None)))
        for _ in range(2):
            count = sum(map(len, acknowledged.values()))
            wait_until(lambda count=count: sum(map(len, acknowledged.values())) > count + 20)
            live.kill()
            live.start()
        stop.set()
        for player in players:
            player.join(SECONDS)
        with live.client() as http:
            for id, done in acknowledged.items():
                rows = {row["number"]: row for row in http.get(f"/tables/{id}/log").json()["updates"]}
                assert list(rows) == list(range(1, len(rows) + 1))
                for number, action in done:
                    assert rows[number]["action"] == action
            last = http.get(f"/tables/{next(iter(acknowledged))}").json()["number"]
        reader.wait_for(last)
        assert reader.numbers == list(range(reader.numbers[0], last + 1))
        reader.done.set()
        assert unsure
    finally:
        stop.set()
        live.stop()


def _state(http: httpx.Client, id: str) -> Any:
    try:
        answer = http.get(f"/tables/{id}")
    except httpx.HTTPError:
        return None
    return answer.json() if answer.status_code == 200 else None


def test_a_bot_that_thought_when_the_server_was_killed_thinks_again(tmp_path: Path) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db")
    try:
        with live.client() as http:
            seats = [{"who": "me"}, {"who": "bot", "bot": "master", "seconds": 2}]
            order = {"game": "ghosts", "options": {"players": 2}, "seats": seats}
            state = started(http, http.post("/tables", json=order).json()["id"])
            while state["asked"]:
                state = act(http, state).json()
            assert state["actor"] == 1
            live.kill()
            live.start()
            wait_until(lambda: _state(http, state["id"])["number"] > state["number"])
    finally:
        live.stop()


def test_a_stopped_database_is_a_503_with_a_reason_and_nothing_half_written(tmp_path: Path) -> None:
    database = Postgres()
    live = Live(tmp_path, database.new_database())
    try:
        with live.client() as http:
            state = solo_table(http)
            reader = Reader(live, state["id"])
            state = act(http, state).json()
            database.stop()
            for refused in (act(http, state), http.get("/ready"), http.post("/tables", json={})):
                assert refused.status_code == 503, refused.text
                body = refused.json()
                assert body["code"] == "unavailable"
                assert "database" in body["sentence"]
                assert refused.headers["retry-after"]
                assert str(database.port) not in refused.text
            assert http.get("/health").status_code == 200  # a restart would not help
            # What is in memory can still be looked at.
            assert http.get(f"/tables/{state['id']}").json()["number"] == state["number"]
            database.start()
            wait_until(lambda: http.get("/ready").status_code == 200)
            done = act(http, state)
            assert done.status_code == 200, done.text
            rows = http.get(f"/tables/{state['id']}/log").json()["updates"]
            assert [row["number"] for row in rows] == list(range(1, done.json()["number"] + 1))
            reader.wait_for(done.json()["number"])
            reader.done.set()
    finally:
        live.stop()
        database.remove()


def test_a_full_disk_is_a_503_with_a_reason_and_the_game_goes_on_later(tmp_path: Path) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db")
    try:
        with live.client() as http:
            state = solo_table(http)
            largest = max(file.stat().st_size for file in tmp_path.glob("t.db*"))
            resource.prlimit(
                live.process.pid, resource.RLIMIT_FSIZE, (largest + 20_000, resource.RLIM_INFINITY)
            )
            full = None
            for _ in range(400):
                said = http.post(f"/tables/{state['id']}/chat", json={"text": "x" * 500})
                if said.status_code != 200:
                    full = said
                    break
            assert full is not None
            assert full.status_code == 503, full.text
            assert "disk" in full.json()["sentence"]
            unready = wait_until(lambda: (found := http.get("/ready")).status_code == 503 and found)
            assert "disk" in unready.json()["sentence"]
            assert http.get("/health").status_code == 200
            count = len(http.get(f"/tables/{state['id']}/log").json()["updates"])
            infinite = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE, infinite)
            wait_until(lambda: http.get("/ready").status_code == 200)
            done = act(http, http.get(f"/tables/{state['id']}").json())
            assert done.status_code == 200, done.text
            rows = http.get(f"/tables/{state['id']}/log").json()["updates"]
            assert [row["number"] for row in rows] == list(range(1, done.json()["number"] + 1))
            assert len(rows) > count
        live.kill()
        live.start()
        with live.client() as http:
            assert http.get(f"/tables/{state['id']}").json()["number"] == done.json()["number"]
    finally:
        live.stop()


def test_two_servers_on_one_postgresql_play_the_same_table(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    one, two = Live(tmp_path / "1", url), Live(tmp_path / "2", url)
    try:
        with one.client() as ann, two.client() as bob:
            seats = [{"who": "me", "name": "Ann"}]
            order = {"game": "ghosts", "options": {"players": 2}, "seats": seats}
            id = ann.post("/tables", json=order).json()["id"]
            assert bob.put(f"/tables/{id}/seats/1", json={"who": "me", "name": "Bob"}).status_code == 200
            readers = [Reader(one, id), Reader(two, id)]
            wait_until(lambda: all(reader.resets for reader in readers))
            assert bob.post(f"/tables/{id}/start").status_code == 200
            for _ in range(20):
                state = _whose_turn(ann, bob, id)
                if state is None:
                    break
            last = wait_until(lambda: _both_at(ann, bob, id))
            for reader in readers:
                reader.wait_for(last)
                assert reader.numbers == list(range(reader.numbers[0], last + 1))
                reader.done.set()
            _race(ann, one, two)
    finally:
        one.stop()
        two.stop()


def _whose_turn(ann: httpx.Client, bob: httpx.Client, id: str) -> Any:
    """One move by whoever's turn it is, on his own server, as soon as that has heard of the one before."""
    for http in (ann, bob):
        state = http.get(f"/tables/{id}").json()
        if state["status"] == "finished":
            return None
        if state["asked"]:
            done = act(http, state)
            assert done.status_code in (200, 409), done.text
            return done.json()
    time.sleep(0.02)
    return {}


def _both_at(ann: httpx.Client, bob: httpx.Client, id: str) -> int:
    numbers = {http.get(f"/tables/{id}").json()["number"] for http in (ann, bob)}
    return numbers.pop() if len(numbers) == 1 else 0


def _race(ann: httpx.Client, one: Live, two: Live) -> None:
    """The same person acts on both servers at the same number: one wins, the other gets the fresh state.

    If both do the same, it is done once, and both are told so.
    """
    state = solo_table(ann)
    with two.client() as other:
        other.cookies = ann.cookies
        for choice in (0, 1, 0, 1, 1):
            differ = choice % len(state["asked"]["legal"]) != 0
            with ThreadPoolExecutor(2) as both:
                answers = list(both.map(act, (ann, other), (state, state), (0, choice)))
            if not differ:
                assert [answer.status_code for answer in answers] == [200, 200]
                assert len({answer.json()["number"] for answer in answers}) == 1
                state = answers[0].json()
                continue
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            winner, late = sorted(answers, key=lambda answer: answer.status_code)
            assert late.json()["state"]["number"] == winner.json()["number"]
            assert late.json()["state"]["view"] == winner.json()["view"]
            state = winner.json()


def test_bots_of_a_server_that_died_are_taken_over_by_another(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    one = Live(tmp_path / "1", url)
    two = Live(tmp_path / "2", url, sweep_seconds=1)
    try:
        bot = {"who": "bot", "bot": "master", "seconds": 1}
        with one.client() as ann:
            made = ann.post(
                "/tables", json={"game": "ghosts", "options": {"players": 2}, "seats": [bot, bot]}
            )
            state = started(ann, made.json()["id"])
        one.kill()
        with two.client() as bob:
            before = bob.get(f"/tables/{state['id']}").json()["number"]
            wait_until(lambda: bob.get(f"/tables/{state['id']}").json()["number"] > before)
    finally:
        one.stop()
        two.stop()


def test_several_workers_share_a_port(tmp_path: Path, postgres: Postgres) -> None:
    live = Live(tmp_path, postgres.new_database(), workers=2)
    try:
        states = []
        for _ in range(3):
            with live.client() as http:
                state = solo_table(http)
                reader = Reader(live, state["id"])
                for _ in range(4):
                    state = act(http, state).json()
                reader.wait_for(state["number"])
                reader.done.set()
                states.append(state)
        for state in states:
            with live.client() as http:
                found = wait_until(lambda http=http, table=state["id"]: _state(http, table))
                assert found["number"] == state["number"]
    finally:
        live.stop()


def _family(process: int) -> set[int]:
    """All processes that a process has started, and those that these have."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found, more = set(), {process}
    while more:
        found |= more
        more = {child for child, parent in parents.items() if parent in more} - found
    return found - {process}


def _alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("workers", [1, 3])
def test_processes_end_with_the_server_that_is_killed(
    tmp_path: Path, postgres: Postgres, workers: int
) -> None:
    live = Live(tmp_path, postgres.new_database(), workers=workers)
    family: set[int] = set()
    try:
        with live.client() as http:
            bot = {"who": "bot", "bot": "master", "seconds": 30}
            order = {"game": "ghosts", "options": {"players": 2}, "seats": [bot, bot]}
            started(http, http.post("/tables", json=order).json()["id"])
            state = solo_table(http)
            done = act(http, state).json()["number"]
        # The server processes, if there are several, and the bot that thinks.
        family = wait_until(
            lambda: len(found := _family(live.process.pid)) > workers - (workers == 1) and found
        )
        os.kill(live.process.pid, signal.SIGKILL)
        live.process.wait()
        wait_until(lambda: not any(map(_alive, family)), 25)  # the bot would think for longer
        live.start()
        with live.client() as http:
            assert http.get(f"/tables/{state['id']}").json()["number"] == done
    finally:
        live.stop()
        for process in family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize("settings", [("--workers", "2"), ("--port", "99999"), ("--log-level", "loud")])
def test_wrong_settings_are_one_helpful_sentence(
    settings: tuple[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: Any, tmp_path: Path
) -> None:
    assert "\n" not in refused(["serve", *settings], capsys, monkeypatch, tmp_path).strip()


def refused(arguments: list[str], capsys: Any, monkeypatch: Any, tmp_path: Path) -> str:
    from spuk import cli

    monkeypatch.setenv("SPUK_HOME", str(tmp_path))
    with pytest.raises(SystemExit) as ended:
        cli.app([*arguments, "--lang", "en", "--no-browser"])
    assert ended.value.code == 2
    return str(capsys.readouterr().err)


def _start_and_fail(folder: Path, database: str, **options: Any) -> str:
    """What a server that cannot start says; it has to end by itself."""
    environment = {**os.environ, "SPUK_HOME": str(folder), "SPUK_DATABASE_URL": database}
    command = [sys.executable, "-m", "spuk", "serve", "--lang", "en", "--no-browser", "--port", "0"]
    ended = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False, **options
    )
    assert ended.returncode == 2, ended.stderr
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1
    return ended.stderr


def _without_privileges() -> None:
    """Root may write what is read-only, unless it gives up that capability."""
    drop_from_bounding_set, dac_override = 24, 1
    ctypes.CDLL(None).prctl(drop_from_bounding_set, dac_override, 0, 0, 0)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_read_only_sqlite_ends_the_start_with_a_sentence(tmp_path: Path, what: str) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    url = f"sqlite:///{folder}/t.db"
    live = Live(tmp_path, url)
    live.stop()
    locked = folder if what == "folder" else folder / "t.db"
    locked.chmod(0o555)
    try:
        said = _start_and_fail(tmp_path, url, preexec_fn=_without_privileges)
    finally:
        locked.chmod(0o755)
    assert str(folder) in said
    assert "--database-url" in said
    if what == "file":
        assert "read-only" in said
    live.start()
    live.stop()


def test_a_read_only_postgresql_ends_the_start_with_a_sentence(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    name = url.rpartition("/")[2]
    live = Live(tmp_path, url)  # the schema is there already
    live.stop()
    postgres.ask(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    said = _start_and_fail(tmp_path, url)
    assert "read-only" in said
    assert name in said
    postgres.ask(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    live.start()
    live.stop()


def test_a_postgresql_that_becomes_read_only_is_a_503_and_the_game_goes_on_later(
    tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.new_database()
    name = url.rpartition("/")[2]
    live = Live(tmp_path, url)
    away = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    try:
        with live.client() as http:
            state = act(http, solo_table(http)).json()
            postgres.ask(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            postgres.ask(away)  # it holds for new connections
            refused = wait_until(lambda: (found := http.get("/ready")).status_code == 503 and found)
            assert "read-only" in refused.json()["sentence"]
            assert act(http, state).status_code == 503
            assert http.get(f"/tables/{state['id']}").json()["number"] == state["number"]
            postgres.ask(f"ALTER DATABASE {name} RESET default_transaction_read_only")
            postgres.ask(away)
            wait_until(lambda: http.get("/ready").status_code == 200)
            assert act(http, state).status_code == 200
    finally:
        live.stop()


@pytest.mark.parametrize("lost", ["DROP TABLE alembic_version", "DELETE FROM alembic_version"])
def test_a_lost_schema_version_is_explained(tmp_path: Path, database: str, lost: str) -> None:
    live = Live(tmp_path, database)
    live.stop()
    _change(database, lost)
    said = _start_and_fail(tmp_path, database)
    assert "no schema version" in said
    assert "games" in said
    assert "docs/hosting.md" in said
    # What the docs advise works.
    if lost.startswith("DROP"):
        _change(database, "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    _change(database, f"INSERT INTO alembic_version VALUES ('{NEWEST}')")
    assert f"VALUES ('{NEWEST}')" in HOSTING
    live.start()
    live.stop()


def test_a_version_of_another_program_is_explained(tmp_path: Path, database: str) -> None:
    _change(database, "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    _change(database, "INSERT INTO alembic_version VALUES ('ae10bb29cd')")
    assert "ae10bb29cd" in _start_and_fail(tmp_path, database)


def _change(database: str, statement: str) -> None:
    async def go() -> None:
        connecting = make_store(database)._database
        try:
            await connecting.write(lambda connection: connection.execute(text(statement)))
        finally:
            await connecting.close()

    asyncio.run(go())


def test_a_taken_port_says_who_has_it_and_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import socket

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = refused(["serve", "--port", str(port)], capsys, monkeypatch, tmp_path)
    assert f"Port {port} is in use by" in said
    assert f"--port {port + 1}" in said


def test_a_second_server_on_one_file_is_told_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/tables.db")
    try:
        said = refused(["serve", "--port", str(live.port)], capsys, monkeypatch, tmp_path / "elsewhere")
        assert f"is already running. Open http://127.0.0.1:{live.port}" in said
        said = refused(["serve", "--port", "0"], capsys, monkeypatch, tmp_path)
        assert f"process {live.process.pid}" in said
    finally:
        live.stop()
