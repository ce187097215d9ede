"""Colours, frames and signs of the terminal table. No game, no layout.

Colour is never the only cue: every colour also has its letter, every state its sign or frame. Signs are one
column wide in all common terminals. Emoji are not, so there are none.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.text import Text


class Paint(NamedTuple):
    """How a colour is shown: the disc, the letter on it, and text in that colour."""

    fill: str
    ink: str
    text: str


PAINT: Final = {
    "red": Paint("#d6443b", "#fff6f0", "#ff968b"),
    "green": Paint("#37935a", "#f4fff6", "#82d59d"),
    "blue": Paint("#3a76cc", "#f4f9ff", "#8fbcff"),
    "yellow": Paint("#e8b92b", "#2b1e00", "#f3cf62"),
    "black": Paint("#000000", "#e9e1ff", "#c8beea"),
    "white": Paint("#f5efe2", "#3b3346", "#f5efe2"),
}

INK: Final = "#f4ecdb"
FAINT: Final = "#979cb3"
NIGHT: Final = "#121828"
SLOT: Final = "#0a0e1a"
LANTERN: Final = "#ffcf7d"
GHOSTFIRE: Final = "#ff86bd"
CORAL: Final = "#ff9a7a"
JADE: Final = "#83dcb4"
SEAL: Final = "#ff6f61"
WOOD: Final = "#b88a4a"

# Outside the table there is the terminal's own background, dark or light: use only its own colours there.
ALERT: Final = "bold magenta"
QUIET: Final = "dim"
ACCENT: Final = "bold"

BLOCKED: Final = "✗"
ACTIVE: Final = "►"
MIST: Final = "▒"
FULL: Final = "■"
FREE: Final = "□"
STAR: Final = "★"


class Frame(NamedTuple):
    """The characters of a box: top left, line, top right, side, bottom left, bottom right."""

    top_left: str
    line: str
    top_right: str
    side: str
    bottom_left: str
    bottom_right: str


ROUND: Final = Frame(*"╭─╮│╰╯")
DASHED: Final = Frame(*"┌┄┐┊└┘")
HEAVY: Final = Frame(*"┏━┓┃┗┛")
DOUBLE: Final = Frame(*"╔═╗║╚╝")
MISTY: Final = Frame(*"▓▓▓▓▓▓")


def disc(color: str, text: str) -> Text:
    """A token, die or pip: text on its colour."""
    return Text(text, style=f"bold {PAINT[color].ink} on {PAINT[color].fill}")
