"""nginx and Caddy with the configurations of deploy/: what they pass on, and a real server behind them."""

from __future__ import annotations

import json
import re
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.conftest import ROOT
from tests.nginx import certificate, site
from tests.postgres import Postgres, free_port
from tests.web.live import Live, Reader, act, started

HOST = "spuk.test"
CADDYFILE = ROOT / "deploy" / "Caddyfile"


class Echo(BaseHTTPRequestHandler):
    """Answers with the headers it was sent; a stream says one word now, and the next one later."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path.endswith(("/live", "/stream")):
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for word in (b"data: one\n\n", b"data: two\n\n"):
                self.wfile.write(word)
                self.wfile.flush()
                time.sleep(1.5)
            self.close_connection = True
            return
        body = json.dumps({name.lower(): value for name, value in self.headers.items()}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *values: Any) -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def echo() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_address[1]}"
    server.shutdown()


class Proxy:
    """A proxy process with TLS."""

    def __init__(self, command: list[str], port: int, pem: Path, folder: Path) -> None:
        self.url = f"https://{HOST}:{port}"
        self.context = ssl.create_default_context(cafile=str(pem))
        self._port = port
        with (folder / "proxy.log").open("wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
        end = time.monotonic() + 20
        while not self._listens():
            assert self._process.poll() is None, (folder / "proxy.log").read_text()
            assert time.monotonic() < end, (folder / "proxy.log").read_text()
            time.sleep(0.05)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self._port)) == 0

    def client(self, address: str) -> httpx.Client:
        """Somebody who comes from this address."""
        transport = _ByName(self._port, self.context, address)
        return httpx.Client(base_url=self.url, transport=transport, timeout=20)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(10)


class _ByName(httpx.HTTPTransport):
    """Reaches the name of the site on this machine."""

    def __init__(self, port: int, context: ssl.SSLContext, address: str) -> None:
        super().__init__(verify=context, local_address=address)
        self._port = port

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        here = httpx.Request(
            request.method,
            request.url.copy_with(host="127.0.0.1"),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": HOST},
        )
        return super().handle_request(here)


def _nginx(folder: Path, servers: list[str]) -> Proxy:
    pem, ports = certificate(folder, HOST), (free_port(), free_port())
    config = site(folder / "nginx", servers, HOST, pem, ports=ports)
    check = subprocess.run(["nginx", "-t", "-c", str(config)], capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stderr
    # 1.25 wants http2 to be a directive of its own, which older ones do not know.
    warned = [
        line for line in check.stderr.splitlines() if "[warn]" in line and '"http2" directive' not in line
    ]
    assert warned == []
    return Proxy(["nginx", "-c", str(config), "-g", "daemon off;"], ports[1], pem, folder)


def _caddy(folder: Path, servers: list[str]) -> Proxy:
    pem, port = certificate(folder, HOST), free_port()
    text = CADDYFILE.read_text(encoding="utf-8")
    text, hosts = re.subn(
        r"(?m)^\{\$SPUK_HOST_NAME:spuk\.example\.org\} \{",
        f"https://{HOST}:{port} {{\n\ttls {pem} {pem}",
        text,
    )
    text, upstreams = re.subn(r"\{\$SPUK_SERVERS:127\.0\.0\.1:8017\}", " ".join(servers), text)
    assert (hosts, upstreams) == (1, 1)
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text, encoding="utf-8")
    return Proxy(["caddy", "run", "--adapter", "caddyfile", "--config", str(file)], port, pem, folder)


PROXIES = {"nginx": _nginx, "caddy": _caddy}


def test_caddy_finds_nothing_wrong_with_its_file() -> None:
    done = subprocess.run(
        ["caddy", "adapt", "--validate", "--config", str(CADDYFILE)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr, done.stderr
    routes = json.loads(done.stdout)
    assert "spuk.example.org" in json.dumps(routes)


@pytest.mark.parametrize("kind", PROXIES)
def test_what_a_proxy_passes_on(kind: str, echo: str, tmp_path: Path) -> None:
    proxy = PROXIES[kind](tmp_path, [echo])
    forged = {"X-Forwarded-For": "9.9.9.9", "X-Forwarded-Proto": "http", "X-Request-ID": "forged"}
    try:
        with proxy.client("127.0.0.7") as http:
            sent = [http.get("/", headers=forged).json() for _ in range(2)]
            for headers in sent:
                assert headers["host"].partition(":")[0] == HOST
                assert headers["x-forwarded-for"] == "127.0.0.7"
                assert headers["x-forwarded-proto"] == "https"
                assert re.fullmatch(r"[0-9a-f-]{32,36}", headers["x-request-id"])
            assert sent[0]["x-request-id"] != sent[1]["x-request-id"]
            assert http.get("/metrics").status_code == 404
            for path in ("/t/abc/live", "/api/v1/tables/abc/stream"):
                with http.stream("GET", path) as stream:
                    began = time.monotonic()
                    first = next(stream.iter_lines())
                    assert first == "data: one"
                    assert time.monotonic() - began < 1, "it was held back until the next word"
    finally:
        proxy.stop()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[tuple[Proxy, list[Live]]]:
    """Two server processes on one PostgreSQL behind nginx; the last test kills one of them."""
    tmp_path = tmp_path_factory.mktemp("club")
    database = postgres.new_database()
    settings = {
        "rate_limit": 0.2,
        "public_url": f"https://{HOST}",
        "proxies": "127.0.0.1",
        "heartbeat_seconds": 2,
    }
    with ThreadPoolExecutor() as pool:
        servers = list(pool.map(lambda n: Live(tmp_path / n, database, **settings), ("1", "2")))
    proxy = _nginx(tmp_path, [f"127.0.0.1:{server.port}" for server in servers])
    yield proxy, servers
    proxy.stop()
    for server in servers:
        server.stop()


class _Through:
    """What `Reader` wants to know of a server, for a reader who comes through the proxy."""

    def __init__(self, proxy: Proxy, address: str) -> None:
        self._proxy = proxy
        self._address = address

    def client(self) -> httpx.Client:
        http = self._proxy.client(self._address)
        http.base_url = httpx.URL(f"{self._proxy.url}/api/v1")
        return http


def test_pages_streams_and_json_through_nginx_from_two_servers(club: tuple[Proxy, list[Live]]) -> None:
    proxy, _ = club
    ann, bob = _Through(proxy, "127.0.0.11").client(), _Through(proxy, "127.0.0.12").client()
    seats = [{"who": "me", "name": "Ann"}]
    made = ann.post(
        "/tables", json={"game": "ghosts", "options": {"players": 2}, "seats": seats, "listed": True}
    )
    assert made.status_code == 201, made.text
    assert "; Secure" in made.headers["set-cookie"]
    id = made.json()["id"]
    assert bob.put(f"/tables/{id}/seats/1", json={"who": "me", "name": "Bob"}).status_code == 200
    reader = Reader(_Through(proxy, "127.0.0.13"), id)  # type: ignore[arg-type]
    started(ann, id)
    for number in range(12):
        for http in (ann, bob):
            state = http.get(f"/tables/{id}").json()
            if state["asked"]:
                done = act(http, state, number)
                assert done.status_code in (200, 409), done.text
    last = ann.get(f"/tables/{id}").json()["number"]
    reader.wait_for(last, 20)
    assert reader.numbers[: last - reader.numbers[0] + 1] == list(range(reader.numbers[0], last + 1))
    reader.done.set()
    page = proxy.client("127.0.0.14")
    answer = page.get(f"/t/{id}")
    assert answer.status_code == 200
    assert 'id="table"' in answer.text
    assert answer.headers["strict-transport-security"]
    assert re.fullmatch(r"[0-9a-f]{32}", answer.headers["x-request-id"]), "nginx gives the id, and we keep it"


def test_limits_count_each_client_behind_nginx_and_nobody_can_pose_as_another(
    club: tuple[Proxy, list[Live]],
) -> None:
    proxy, _ = club
    greedy, other = _Through(proxy, "127.0.0.21").client(), _Through(proxy, "127.0.0.22").client()
    order = {"game": "ghosts", "options": {"players": 2}}
    answers = [greedy.post("/tables", json=order) for _ in range(15)]  # 6 at each of two servers
    assert answers[-1].status_code == 429, answers[-1].text
    assert answers[-1].json()["limit"] == "tables"
    forged = {"X-Forwarded-For": "10.9.8.7"}
    assert greedy.post("/tables", json=order, headers=forged).status_code == 429
    assert other.post("/tables", json=order).status_code == 201


def test_a_server_that_ends_is_not_noticed_behind_nginx(club: tuple[Proxy, list[Live]]) -> None:
    proxy, servers = club
    http = _Through(proxy, "127.0.0.31").client()
    servers[0].kill()
    assert [http.get("/games").status_code for _ in range(6)] == [200] * 6
