"""What operators see of a running server: ids of requests, the access log, and figures."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
import pytest
from tests.postgres import free_port
from tests.web.house import House, visit
from tests.web.live import Live, solo_table

from spuk.server import access_log
from spuk.server.metrics import Counter, Histogram, exposition
from spuk.server.request_id import AddRequestId
from spuk.server.settings import Settings, read_settings
from spuk.store.contract import Unavailable

GIVEN = "proxy-4711"
LINE = re.compile(r'^([a-z_]+)\{((?:[a-z]+="(?:[^"\\]|\\.)*",?)*)\} (-?[0-9.e+-]+|\+Inf)$')


def read(text: str) -> dict[str, dict[str, float]]:
    """The figures by name and labels; every line has to be well-formed, and after its family's heading."""
    found: dict[str, dict[str, float]] = {}
    family = ""
    for line in text.splitlines():
        if line.startswith("# HELP "):
            family = line.split()[2]
            assert family not in found, "a family comes in one piece"
            found[family] = {}
        elif not line.startswith("# TYPE "):
            match = LINE.match(line)
            assert match, line
            name, labels, value = match.groups()
            assert name.startswith(family)
            assert f"{name}{labels}" not in found[family]
            found[family][f"{name.removeprefix(family)} {labels}".strip()] = float(value)
    return found


# ── ids of requests ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("proxies", "given", "kept"),
    [
        ("1.2.3.4", GIVEN, True),
        ("1.2.3.0/24", "Root=1-67891233-abcdef012345678912345678", True),
        ("", GIVEN, False),
        ("9.9.9.9", GIVEN, False),
        ("1.2.3.4", "a\nb: c", False),
        ("1.2.3.4", "x" * 65, False),
        ("1.2.3.4", "x" * 10_000, False),
        ("1.2.3.4", "", False),
        ("1.2.3.4", 'a"b', False),
        ("1.2.3.4", "é", False),
    ],
)
def test_only_a_proxy_names_requests(sqlite: str, proxies: str, given: str, kept: bool) -> None:
    async def story(house: House) -> None:
        headers = [(b"x-request-id", given.encode())]
        answer = await house.guest().http.get("/api/v1/tables/nope", headers=headers)
        (id,) = answer.headers.get_list("x-request-id")
        assert (id == given) is kept
        assert re.fullmatch(r"[A-Za-z0-9_.:=+/@-]{1,64}", id)
        assert answer.json()["request_id"] == id

    visit(sqlite, story, proxies=proxies)


def test_every_answer_has_an_id_of_its_own(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        paths = ("/", "/health", "/static/x/table.css", "/nowhere", "/api/v1/games", "/metrics")
        ids = [(await ann.http.get(path)).headers["x-request-id"] for path in paths * 2]
        ids.append((await ann.http.get("/", headers={"host": "evil.example"})).headers["x-request-id"])
        assert len(set(ids)) == len(ids)

    visit(sqlite, story)


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "give this number"), ("de", "nenne diese Nummer"), ("pl", "podaj ten numer")],
)
def test_whoever_meets_a_fault_can_name_it_and_the_log_has_its_id(
    sqlite: str, lang: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(AddRequestId())

    async def story(house: House) -> None:
        with mock.patch.object(house.server.store, "list", side_effect=ZeroDivisionError("secret")):
            for accept in ("text/html", "*/*"):
                headers = {"accept": accept, "accept-language": lang}
                answer = await house.guest().http.get("/games/../", headers=headers)
                id = answer.headers["x-request-id"]
                assert answer.status_code == 500
                assert id in answer.text
                assert words in answer.text
                assert "secret" not in answer.text
                assert "content-security-policy" in answer.headers
                (record,) = [one for one in caplog.records if getattr(one, "request", "") == f" [{id}]"]
                assert record.exc_info is not None

    visit(sqlite, story)


def test_what_goes_on_after_a_request_is_not_logged_as_its_doing(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(AddRequestId())

    async def story(house: House) -> None:
        with mock.patch.object(house.server.store, "list", side_effect=Unavailable("away")):
            answer = await house.guest().http.get("/api/v1/tables")
        logging.getLogger("spuk").warning("later")
        assert answer.status_code == 503
        noted = {one.getMessage(): vars(one)["request"] for one in caplog.records}
        (during,) = [id for text, id in noted.items() if "away" in text]
        assert during == f" [{answer.headers['x-request-id']}]"
        assert noted["later"] == ""

    visit(sqlite, story)


# ── the access log ──────────────────────────────────────────────────────────────────────────


def lines(sqlite: str, kind: str, story: Callable[[House], Any], **settings: Any) -> list[str]:
    written: list[str] = []
    with mock.patch.object(access_log, "_write", written.append):
        visit(sqlite, story, access_log=kind, **settings)
    return written


def test_a_line_says_what_was_asked_and_what_came_of_it(sqlite: str) -> None:
    async def story(house: House) -> None:
        await house.guest(address="203.0.113.7").http.get("/health")

    (line,) = lines(sqlite, "text", story)
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ACCESS 203\.0\.113\.7 "
        r"GET /health 200 \d+B \d+\.\dms \[\w{16}\]",
        line,
    )
    (line,) = lines(sqlite, "json", story)
    told = json.loads(line)
    assert (told["address"], told["method"], told["path"]) == ("203.0.113.7", "GET", "/health")
    assert (told["status"], told["stream"]) == (200, False)
    assert lines(sqlite, "off", story) == []


def test_secrets_and_nonsense_stay_out_of_the_log(sqlite: str) -> None:
    async def story(house: House) -> None:
        guest = house.guest()
        for path in (
            "/t/abc?key=SECRET&lang=de",
            "/t/abc?KEY=SECRET&token=SECRET&unheard-of=SECRET",
            "/t/abc?lang=a%0A2026-01-01%20forged%20line",
            "/t/a%0Aforged%1b[2J?which=%22quoted%22",
            "/?" + "&".join(f"a{n}=SECRET" for n in range(300)),
            "/" + "x" * 4000,
        ):
            await guest.http.get(path)

    for kind in ("text", "json"):
        written = lines(sqlite, kind, story)
        assert len(written) == 6
        assert not any("SECRET" in line or "\n" in line or "\x1b" in line for line in written)
        assert "lang=de" in written[0]
        assert max(map(len, written)) < 900
        if kind == "json":
            assert all(json.loads(line)["status"] for line in written)


def test_a_service_has_an_access_log_and_a_laptop_has_none() -> None:
    assert Settings().access_log_kind() == "off"
    assert Settings(browser=False).access_log_kind() == "text"
    assert Settings(browser=False, access_log="off").access_log_kind() == "off"
    assert Settings(access_log="json").access_log_kind() == "json"
    with pytest.raises(ValueError, match="access-log"):
        read_settings({"access_log": "loud"}, {})


def test_a_stream_is_logged_with_its_duration_when_it_ends(tmp_path: Path, sqlite: str) -> None:
    log = tmp_path / "log"
    port, figures = free_port(), free_port()
    command = [sys.executable, "-m", "spuk", "serve", "--no-browser", "--access-log", "json"]
    command += ["--port", str(port), "--metrics-port", str(figures), "--database-url", sqlite, "--lang", "en"]
    with log.open("w") as written:
        process = subprocess.Popen(command, stderr=written, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        base = f"http://127.0.0.1:{port}/api/v1"
        with httpx.Client(base_url=base, timeout=60) as http:
            table = solo_table(http)
            with http.stream("GET", f"/tables/{table['id']}/stream") as stream:
                heard = stream.iter_lines()
                next(heard)
                told = read(urllib.request.urlopen(f"http://127.0.0.1:{figures}/metrics").read().decode())
                assert told["spuk_streams_open"]['kind="api",worker="0"'] == 1
                assert told["spuk_connections_open"]['worker="0"'] >= 1
                assert told["process_resident_memory_bytes"]['worker="0"'] > 1_000_000
                time.sleep(1)
        for path in ("/", "/metricsx"):
            with pytest.raises(urllib.error.HTTPError):
                urllib.request.urlopen(f"http://127.0.0.1:{figures}{path}")
        found: list[Any] = []
        end = time.monotonic() + 20
        while not found and time.monotonic() < end:
            told_lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
            found = [line for line in told_lines if line["stream"]]
            time.sleep(0.1)
        assert found[0]["ms"] >= 1000
        assert found[0]["bytes"] > 100
    finally:
        process.terminate()
        process.wait(30)


# ── figures ─────────────────────────────────────────────────────────────────────────────────


def test_figures_need_their_token(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest().http
        for header in ({}, {"authorization": "Bearer wrong"}, {"authorization": "Basic s3cret"}):
            answer = await ann.get("/metrics", headers=header)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
            assert "spuk_" not in answer.text
        assert (await ann.get("/metrics?token=s3cret")).status_code == 401
        answer = await ann.get("/metrics", headers={"authorization": "Bearer s3cret"})
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        assert read(answer.text)["spuk_build_info"]

    visit(sqlite, story, metrics_token="s3cret")

    async def none(house: House) -> None:
        answer = await house.guest().http.get("/metrics", headers={"authorization": "Bearer "})
        assert answer.status_code == 404

    visit(sqlite, none)


def test_a_token_can_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("s3cret\n")
    assert read_settings({"metrics_token_file": str(tmp_path / "token")}, {}).token() == "s3cret"
    for wrong in ("empty", "nowhere"):
        (tmp_path / "empty").touch()
        with pytest.raises(ValueError, match="metrics-token-file"):
            read_settings({"metrics_token_file": str(tmp_path / wrong)}, {})


def test_figures_tell_of_requests_tables_bots_and_the_database(database: str) -> None:
    async def story(house: House) -> None:
        ann, table = await house.solo()
        await ann.act(table)
        await ann.get("/tables/nope", status=404)
        told = read(await house.server.scraper.text())
        requests = told["spuk_http_requests_total"]
        route = 'route="/api/v1/tables/{table}/actions"'
        assert requests[f'method="POST",{route},status="200",worker="0"'] == 1
        assert requests['method="GET",route="/api/v1/tables/{table}",status="404",worker="0"'] == 1
        assert told["spuk_http_request_seconds"][f'_count {route},worker="0"'] == 1
        assert told["spuk_actions_total"]['by="person",worker="0"'] == 1
        assert told["spuk_tables_created_total"]['game="ghost-stories",worker="0"'] == 1
        assert told["spuk_tables_live"]['worker="0"'] == 1
        assert told["spuk_store_seconds"]['_count operation="append",worker="0"'] >= 3
        assert told["spuk_database_ready"]['worker="0"'] == 1
        assert not re.search(table["id"], await house.server.scraper.text())
        with mock.patch.object(house.server.store, "check", side_effect=Unavailable("away")):
            house.server.readiness._at = float("-inf")
            told = read(await house.server.scraper.text())
        assert told["spuk_database_ready"]['worker="0"'] == 0

    visit(database, story)


def test_visitors_cannot_invent_labels(sqlite: str) -> None:
    async def story(house: House) -> None:
        http = house.guest().http
        for number in range(50):
            await http.request(f"M{number}", f"/nowhere/{number}")
            await http.get(f"/t/{number}")
        assert len(read(await house.server.scraper.text())["spuk_http_requests_total"]) <= 4

    visit(sqlite, story)


def test_refusals_for_limits_are_counted_by_name(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        for _ in range(15):
            await ann.http.post("/api/v1/recover", json={"token": "x" * 32})
        told = read(await house.server.scraper.text())
        assert told["spuk_rejected_total"]['limit="recovery",worker="0"'] > 0

    visit(sqlite, story, rate_limit=1)


def test_several_processes_answer_with_the_figures_of_all(postgres: Any, tmp_path: Path) -> None:
    live = Live(tmp_path, postgres.new_database(), workers=2, metrics_token="s3cret")
    try:
        for _ in range(40):
            httpx.get(f"{live.url}/health", timeout=60)
        for _ in range(4):
            answer = httpx.get(f"{live.url}/metrics", headers={"authorization": "Bearer s3cret"}, timeout=60)
            told = read(answer.text)
            assert told["spuk_worker_up"] == {'worker="0"': 1, 'worker="1"': 1}
            counted = [
                value for labels, value in told["spuk_http_requests_total"].items() if '"/health"' in labels
            ]
            assert sum(counted) >= 40
            assert len(told["process_start_time_seconds"]) == 2
    finally:
        live.stop()


def test_histograms_are_cumulative_and_labels_escaped() -> None:
    histogram, counter = Histogram("h", "H.", bounds=(0.1, 1.0)), Counter("c", "C.", "label")
    for seconds in (0.05, 0.1, 0.5, 5.0):
        histogram.observe(seconds)
    counter.add('a"b\\c\nd')
    told = exposition({"0": [histogram.family(), counter.family()]})
    assert [line for line in told.splitlines() if line.startswith("h")] == [
        'h_bucket{le="0.1",worker="0"} 2',
        'h_bucket{le="1",worker="0"} 3',
        'h_bucket{le="+Inf",worker="0"} 4',
        'h_sum{worker="0"} 5.65',
        'h_count{worker="0"} 4',
    ]
    assert r'c{label="a\"b\\c\nd",worker="0"} 1' in told


# ── open to the network ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("host", "public", "is_open"),
    [
        ("127.0.0.1", "", False),
        ("localhost", "", False),
        ("::1", "", False),
        ("0.0.0.0", "", True),
        ("::", "http://spuk.example.org", True),
        ("0.0.0.0", "https://spuk.example.org", False),
    ],
)
def test_a_server_open_to_the_network_without_tls_is_known(host: str, public: str, is_open: bool) -> None:
    assert Settings(host=host, public_url=public).is_open() is is_open
