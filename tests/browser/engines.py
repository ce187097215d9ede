"""The other engines: WebKit (Safari's) and Gecko (Firefox), driven by as little as that takes.

Playwright drives only browsers that it has built itself, and these cannot be had everywhere. WebKitGTK brings
a W3C WebDriver (JSON over HTTP); Firefox listens to Marionette (the same commands as JSON over a socket).
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Final, Protocol

from tests.postgres import free_port

WEBKIT_DRIVER: Final = Path("/usr/bin/WebKitWebDriver")
FIREFOX: Final = Path("/usr/bin/firefox-esr")
XVFB: Final = Path("/usr/bin/Xvfb")
PATIENCE: Final = 60.0
"""Seconds for anything on a busy machine."""
_ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
_MISSING: Final = "is missing: run tests/install_engines.sh (make test does)"
Json = dict[str, Any]


class TooSlow(AssertionError):
    """Something did not come in time."""


class Line(Protocol):
    """A line to a browser: W3C commands by their names in Marionette."""

    def ask(self, command: str, **body: Any) -> Any: ...

    def close(self) -> None: ...


class Engine:
    """A browser with one window."""

    def __init__(self, name: str, line: Line) -> None:
        self.name = name
        self._line = line

    def open(self, url: str) -> None:
        self._line.ask("Navigate", url=url)

    def reload(self) -> None:
        self._line.ask("Refresh")

    def run(self, script: str, *args: Any) -> Any:
        """What a function body returns."""
        return self._line.ask("ExecuteScript", script=script, args=list(args))

    def click(self, css: str) -> None:
        """As a person would: where something else lies on top, it fails."""
        found = self._line.ask("FindElement", using="css selector", value=css)
        self._line.ask("ElementClick", id=found[_ELEMENT])

    def resize(self, width: int, height: int) -> tuple[int, int]:
        """Give the page this size, whatever the window round it needs; the size it got."""
        self._line.ask("SetWindowRect", width=width, height=height)
        inner = self.run("return [innerWidth, innerHeight]")
        more = [max(0, width - inner[0]), height - inner[1]]
        self._line.ask("SetWindowRect", width=width + more[0], height=height + more[1])
        found: list[int] = self.run("return [innerWidth, innerHeight]")
        return found[0], found[1]

    def wait(self, script: str, *args: Any, seconds: float = PATIENCE) -> Any:
        """Until a function body returns something true; what it returned."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            # While a page is being left there is nothing to ask.
            with contextlib.suppress(RefusedError):
                if found := self.run(script, *args):
                    return found
            time.sleep(0.05)
        raise TooSlow(f"{self.name}: never true: {script}")

    def close(self) -> None:
        self._line.close()


class RefusedError(Exception):
    """The browser refused a command."""


# ── WebKit ──────────────────────────────────────────────────────────────────────────────────


_PATHS: Final = {
    "Navigate": ("POST", "/url"),
    "Refresh": ("POST", "/refresh"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "FindElement": ("POST", "/element"),
    "ElementClick": ("POST", "/element/{id}/click"),
    "SetWindowRect": ("POST", "/window/rect"),
}


class WebDriver:
    """W3C WebDriver over HTTP, with a screen of its own for the browser."""

    def __init__(self) -> None:
        for file in (WEBKIT_DRIVER, XVFB):
            assert file.exists(), f"{file} {_MISSING}"
        self._screen, display = _screen()
        self._home = tempfile.TemporaryDirectory()
        calm = Path(self._home.name, "gtk-3.0", "settings.ini")
        calm.parent.mkdir()
        calm.write_text("[Settings]\ngtk-enable-animations=0\n")  # for pages: reduced motion
        port = free_port()
        env = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_DMABUF_RENDERER": "1", "GDK_BACKEND": "x11"}
        env |= {"NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "XDG_CONFIG_HOME": self._home.name}
        self._driver = subprocess.Popen(
            [str(WEBKIT_DRIVER), f"--port={port}", "--host=127.0.0.1"],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._url = f"http://127.0.0.1:{port}/session"
        _wait_for_port(port)
        browser = {"binary": _mini_browser(), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": browser}}
        self._session = self._send("POST", "", {"capabilities": wanted})["sessionId"]

    def ask(self, command: str, **body: Any) -> Any:
        method, path = _PATHS[command]
        path = path.format(id=body.pop("id", ""))
        return self._send(method, f"/{self._session}{path}", body)

    def _send(self, method: str, path: str, body: Json | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RefusedError(error.read().decode()) from error

    def close(self) -> None:
        with contextlib.suppress(RefusedError, OSError):
            self._send("DELETE", f"/{self._session}", None)
        for process in (self._driver, self._screen):
            process.terminate()
            process.wait(30)
        self._home.cleanup()


def _mini_browser() -> str:
    found = sorted(Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"))
    assert found, f"WebKit's MiniBrowser {_MISSING}"
    return str(found[-1])


def _screen() -> tuple[subprocess.Popen[bytes], str]:
    """An X server that nobody sees, on a number that it chooses itself."""
    reading, writing = os.pipe()
    command = [str(XVFB), "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    number = ""
    while not number.endswith("\n"):  # it gives up if nobody reads its last word
        ready, _, _ = select.select([reading], [], [], PATIENCE)
        read = os.read(reading, 16).decode() if ready else ""
        assert read, "Xvfb does not start"
        number += read
    os.close(reading)
    return process, f":{number.strip()}"


# ── Firefox ─────────────────────────────────────────────────────────────────────────────────


_PREFERENCES: Final = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}


class Marionette:
    """Firefox's remote control: `length:[0, id, command, body]` and `length:[1, id, error, result]`."""

    def __init__(self, folder: Path) -> None:
        assert FIREFOX.exists(), f"{FIREFOX} {_MISSING}"
        port = free_port()
        chosen = {**_PREFERENCES, "marionette.port": port}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in chosen.items()]
        (folder / "user.js").write_text("\n".join(lines))
        self._process = subprocess.Popen(
            [str(FIREFOX), "--headless", "--marionette", "--no-remote", "--profile", str(folder)],
            env={**os.environ, "HOME": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _wait_for_port(port)
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._read()  # it introduces itself
        self._number = 0
        self.ask("NewSession")

    def ask(self, command: str, **body: Any) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, f"WebDriver:{command}", body]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._read()
        if error is not None:
            raise RefusedError(error)
        return result["value"] if isinstance(result, dict) and list(result) == ["value"] else result

    def _read(self) -> Any:
        length = b""
        while (digit := self._socket.recv(1)) != b":":
            assert digit, "Firefox has hung up"
            length += digit
        text = b""
        while len(text) < int(length):
            text += self._socket.recv(int(length) - len(text))
        return json.loads(text)

    def close(self) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(30)


def _wait_for_port(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise TooSlow(f"nothing listens on {port}")
