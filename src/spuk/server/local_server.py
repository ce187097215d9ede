"""Serving for people who just want to play: a running server is reused, a taken port avoided."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from spuk.server.port_probe import speaks_spuk
from spuk.server.serve import CannotServe, serve
from spuk.server.settings import Settings

_TAKEN: Final = ("ui.serve.port_taken", "ui.serve.port_taken_by")
_OURS: Final = ("ui.serve.runs_already", "ui.serve.file_in_use")


def serve_and_show(settings: Settings, ready: Callable[[str], None]) -> str | None:
    """Serve until Ctrl-C.

    If our server is already running, its address is shown at once. Without a browser, this is a service, and
    the user needs to know what blocks it.
    """
    try:
        serve(settings, ready)
    except CannotServe as error:
        if not settings.browser:
            raise
        address = f"http://{settings.host}:{settings.port}"
        if error.text in _OURS and speaks_spuk(address):
            return address
        if error.text not in _TAKEN or settings.port != Settings.port:
            raise
        serve(replace(settings, port=0), ready)
    return None


def open_browser(address: str, *, wait: bool = False) -> None:
    """Open the page if there is a screen. A browser inside the terminal would only be in the way."""
    if not _has_screen():
        return
    if wait:
        webbrowser.open(address)
    else:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
