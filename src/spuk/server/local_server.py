"""Serving for whoever just wants to play: a server that runs already is shown, a taken port avoided."""

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
    """Serve until Ctrl-C. If a server of ours is there already: its address, at once.

    Whoever wants no browser is a service, and wants to know what is in the way.
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
    """Show the page where there is a screen; a browser in the terminal would only be in the way."""
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
