"""A tap on the line between one browser and the server: every byte is written down, and it can be cut."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
import time
from urllib.parse import unquote_plus

_ENCODING = re.compile(rb"(?i)\r\naccept-encoding:[^\r]*")


class Tap:
    """Listens on a port of its own and passes everything on; what a browser was told cannot hide from it.

    With `plain` the server is not told that the browser could unpack answers, so that all is readable.
    """

    def __init__(self, port: int, *, plain: bool = False) -> None:
        self._server = port
        self._plain = plain
        self._open: set[socket.socket] = set()
        self._cut = False
        self._frozen: set[int] = set()
        self._cut_after: tuple[bytes, ...] = ()
        self._since: dict[int, int] = {}
        self._lock = threading.Lock()
        self.down: list[bytearray] = []
        """What came from the server, by connection."""
        self.up: list[bytearray] = []
        """What the browser sent."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    # ── what was said ───────────────────────────────────────────────────────────────────────

    def received(self) -> str:
        """All that the browser was told."""
        return b"\n".join(bytes(part) for part in self.down).decode("utf-8", "replace")

    def sent(self) -> str:
        """All that the browser said."""
        return unquote_plus(b"\n".join(bytes(part) for part in self.up).decode("utf-8", "replace"))

    def bytes_received(self) -> int:
        """How much came over the line, heads of answers included."""
        return sum(len(part) for part in self.down)

    # ── the line ────────────────────────────────────────────────────────────────────────────

    def cut(self) -> None:
        """The line is dead: whoever talks is cut off, and nobody gets through."""
        self._cut = True
        self._hang_up()

    def mend(self) -> None:
        """The line works again."""
        self._cut = False

    def cut_after(self, *parts: bytes) -> None:
        """Once a line has sent these parts in this order, they arrive, and it dies before an answer comes."""
        with self._lock:
            self._since = {id(part): len(part) for part in self.up}
            self._cut_after = parts

    def freeze_streams(self) -> None:
        """Open streams die without a word, as behind a router that forgets; whatever is new works."""
        for number, part in enumerate(self.down):
            if b"text/event-stream" in part:
                self._frozen.add(number)

    def close(self) -> None:
        self._cut = True
        self._listening.shutdown(socket.SHUT_RDWR)  # closing alone would leave _accept waiting for ever
        self._listening.close()
        self._hang_up()

    def _hang_up(self) -> None:
        with self._lock:
            for end in self._open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listening.accept()
            except OSError:
                return
            try:
                if self._cut:
                    raise OSError("cut")
                server = socket.create_connection(("127.0.0.1", self._server), timeout=5)
                server.settimeout(None)
            except OSError:
                browser.close()
                continue
            down, up = bytearray(), bytearray()
            with self._lock:
                self.down.append(down)
                self.up.append(up)
                self._open |= {browser, server}
            if self._cut:  # just now, and whoever cut it may not have seen these two
                self._hang_up()
            for source, target, kept in ((browser, server, up), (server, browser, down)):
                threading.Thread(target=self._pass_on, args=(source, target, kept), daemon=True).start()

    def _is_frozen(self, kept: bytearray) -> bool:
        return any(kept is self.down[number] or kept is self.up[number] for number in self._frozen)

    def _is_last(self, sent: bytearray) -> bool:
        """Whether this line has just sent all parts of `cut_after`; it happens once."""
        with self._lock:
            parts, at = self._cut_after, self._since.get(id(sent), 0)
            for part in parts:
                found = sent.find(part, at)
                if found < 0:
                    return False
                at = found + len(part)
            self._cut_after = ()
        return bool(parts)

    def _pass_on(self, source: socket.socket, target: socket.socket, kept: bytearray) -> None:
        upwards = any(kept is part for part in self.up)
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if self._is_frozen(kept):
                    continue
                kept += data
                last = upwards and self._is_last(kept)
                if last:
                    self._frozen |= {number for number, part in enumerate(self.up) if part is kept}
                target.sendall(_ENCODING.sub(b"", data) if upwards and self._plain else data)
                if last:
                    time.sleep(0.3)
                    break
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._open -= {source, target}
        source.close()
