"""`spuk` for whoever just wants to play: the start page, whatever is in the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.postgres import free_port

from spuk.server import local_server as visit
from spuk.server.serve import CannotServe
from spuk.server.settings import Settings


@pytest.fixture
def browser(tmp_path: Path) -> Path:
    """A browser that notes what it is to show."""
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/shown\n')
    program.chmod(0o755)
    return program


def _start(tmp_path: Path, browser: Path, port: int, *arguments: str) -> subprocess.Popen[str]:
    env = {**os.environ, "SPUK_HOME": str(tmp_path), "BROWSER": str(browser), "SPUK_PORT": str(port)}
    env |= {"LANG": "en_GB.UTF-8", "SPUK_BOT_PROCESSES": "1"}
    command = [sys.executable, "-m", "spuk", *arguments]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def running(tmp_path: Path, browser: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    port = free_port()
    process = _start(tmp_path, browser, port)
    yield process, port
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0


def _shown(tmp_path: Path) -> list[str]:
    end = time.monotonic() + 60
    while not (tmp_path / "shown").exists() and time.monotonic() < end:
        time.sleep(0.05)
    return (tmp_path / "shown").read_text().split()


def test_without_any_argument_the_start_page_opens(running: Any, tmp_path: Path) -> None:
    process, port = running
    assert f"http://127.0.0.1:{port}" in process.stdout.readline()
    assert _shown(tmp_path) == [f"http://127.0.0.1:{port}/"]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
        assert b'action="/play"' in page.read()


def test_a_second_start_shows_the_server_that_runs(running: Any, tmp_path: Path, browser: Path) -> None:
    process, port = running
    assert process.stdout.readline()
    _shown(tmp_path)
    again = _start(tmp_path, browser, port, "serve", "--lang", "de")
    said, _ = again.communicate(timeout=60)
    assert again.returncode == 0
    assert f"http://127.0.0.1:{port}" in said
    assert _shown(tmp_path)[-1] == f"http://127.0.0.1:{port}/?lang=de"
    service = _start(tmp_path, browser, port, "serve", "--no-browser")
    service.communicate(timeout=60)
    assert service.returncode == 2, "a service says what is in its way"


def test_another_program_on_the_usual_port_is_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def serve(settings: Settings, ready: Any) -> None:
        tried.append(settings.port)
        if settings.port:
            raise CannotServe("ui.serve.port_taken", port=settings.port, other=1)

    monkeypatch.setattr(visit, "serve", serve)
    assert visit.serve_and_show(Settings(), lambda address: None) is None
    assert tried == [Settings.port, 0]
    for wish in (Settings(browser=False), Settings(port=9999)):
        with pytest.raises(CannotServe):
            visit.serve_and_show(wish, lambda address: None)


def test_without_a_screen_no_browser_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(visit.webbrowser, "open", shown.append)
    monkeypatch.setattr(visit.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    visit.open_browser("http://x", wait=True)
    assert shown == []
    monkeypatch.setenv("DISPLAY", ":0")
    visit.open_browser("http://x", wait=True)
    assert shown == ["http://x"]
