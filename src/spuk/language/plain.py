"""Texts that are safe to print: for terminals with few characters, and from untrusted files."""

from __future__ import annotations

import codecs
import unicodedata
from typing import Final

HANDLER: Final = "spuk-plain"
"""The name under which streams find `_instead`."""
LONGEST: Final = 300
"""Text from a file or a path is shortened to this length."""

# One character each, so that boxes keep their shape.
_SIGNS: Final = {
    "♥": "H",
    "◐": "Y",
    "✦": "*",
    "◎": "B",
    "☻": "@",
    "†": "+",
    "✗": "x",
    "►": ">",
    "≈": "~",
    "▒": ":",
    "▓": "#",
    "○": "o",
    "●": "O",
    "▯": "U",
    "⇄": "=",
    "↻": ">",
    "↺": "<",
    "■": "#",
    "□": ".",
    "★": "*",
    "›": ">",
    "‹": "<",
    "–": "-",
    "—": "-",
    "−": "-",
    "·": "-",
    "…": "~",
    "“": '"',
    "”": '"',
    "„": '"',
    "’": "'",
    "‘": "'",
    "‚": "'",
    "ł": "l",
    "Ł": "L",
    "ß": "s",
    "→": ">",
    "±": "~",
    **dict.fromkeys("▁▂▃", "_"),
    **dict.fromkeys("▄▅▆", "="),
    **dict.fromkeys("▇█", "#"),
    **dict.fromkeys("─━═┄", "-"),
    **dict.fromkeys("│┃║┊", "|"),
    **dict.fromkeys("╭╮╰╯┌┐└┘┏┓┗┛╔╗╚╝", "+"),
}


def clean(text: object, longest: int = LONGEST) -> str:
    """No control characters, and not too long."""
    kept = "".join(filter(str.isprintable, str(text)))
    return kept if len(kept) <= longest else kept[: longest - 1].rstrip() + "…"


def _instead(error: UnicodeError) -> tuple[str, int]:
    """A replacement for characters that the terminal cannot show."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(map(_sign, missing)), error.end


def _sign(sign: str) -> str:
    base = unicodedata.normalize("NFKD", sign)[0]
    return _SIGNS.get(sign) or (base if base.isascii() else "?")


codecs.register_error(HANDLER, _instead)
