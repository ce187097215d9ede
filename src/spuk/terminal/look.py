"""Colours, frames and signs of the terminal table (docs: the look of Spuk). No game, no layout.

Never colour alone: every colour also has its letter, every state its sign or frame. Signs are one
column wide in every common terminal; emoji are not, so there are none.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.text import Text

from spuk.language.catalog import say


class Tao(NamedTuple):
    """How a colour is painted: the disc, the letter on it, and words in that colour."""

    fill: str
    ink: str
    text: str


TAO: Final = {
    "red": Tao("#d6443b", "#fff6f0", "#ff968b"),
    "green": Tao("#37935a", "#f4fff6", "#82d59d"),
    "blue": Tao("#3a76cc", "#f4f9ff", "#8fbcff"),
    "yellow": Tao("#e8b92b", "#2b1e00", "#f3cf62"),
    "black": Tao("#000000", "#e9e1ff", "#c8beea"),
    "white": Tao("#f5efe2", "#3b3346", "#f5efe2"),
}

FAMILY: Final = {
    "mummy": TAO["yellow"],
    "frankie": TAO["red"],
    "skeleton": TAO["blue"],
    "vampire": Tao("#7d4fc4", "#faf5ff", "#c9a8ff"),
    "swamp": TAO["green"],
    "pumpkin": Tao("#ea8a2f", "#2a1404", "#ffb469"),
    "mist": Tao("#5a6780", "#eef3fb", "#b4bfd4"),
}
"""The ghost families of the card game, and mist."""

INK: Final = "#f4ecdb"
FAINT: Final = "#979cb3"
NIGHT: Final = "#121828"
SLOT: Final = "#0a0e1a"
LANTERN: Final = "#ffcf7d"
GHOSTFIRE: Final = "#ff86bd"
CORAL: Final = "#ff9a7a"
JADE: Final = "#83dcb4"
SEAL: Final = "#ff6f61"
TILE: Final = "#493520"
TILE_INK: Final = "#f8d99c"
TILE_EDGE: Final = "#b88a4a"
HAUNT: Final = "#2f2748"
HAUNT_INK: Final = "#c4b8ef"
HAUNT_EDGE: Final = "#8f7bd0"

# Outside the painted table the terminal's own ground shows, dark or light: only its own colours there.
ALERT: Final = "bold magenta"
QUIET: Final = "dim"
ACCENT: Final = "bold"

QI: Final = "♥"
YIN_YANG: Final = "◐"
POWER_TOKEN: Final = "✦"
BUDDHA: Final = "◎"
TAOIST: Final = "☻"
DEAD: Final = "†"
BLOCKED: Final = "✗"
ACTIVE: Final = "►"
MANTRA: Final = "≈"
MIST: Final = "▒"
ON_CARD: Final = "○"
ON_STONE: Final = "●"
HEAD: Final = "☻"
CARD: Final = "▯"
MIRROR: Final = "⇄"
CLOCKWISE: Final = "↻"
ANTICLOCKWISE: Final = "↺"
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


def letter(lang: str, color: str) -> str:
    """The one letter that stands for a colour in this language."""
    return say(lang, f"ui.letter.{color}")


def code(lang: str, name: str) -> str:
    """A board (N) or ghost space (N2) as this language abbreviates the compass: east is O in German."""
    return say(lang, f"ui.compass.{name[0]}") + name[1:]


def disc(color: str, text: str) -> Text:
    """A token, die or pip: text on its colour."""
    return Text(text, style=f"bold {TAO[color].ink} on {TAO[color].fill}")


def pip(lang: str, color: str, *, struck: bool = False, wide: bool = False) -> Text:
    """One symbol of a ghost's resistance; one that is taken away is small and crossed out."""
    sign = letter(lang, color)
    sign = sign.lower() if struck else sign
    shown = disc(color, f" {sign} " if wide else sign)
    if struck:
        shown.stylize(f"strike not bold {FAINT} on {SLOT}")
    return shown


def figure(lang: str, color: str, *, alive: bool = True) -> Text:
    """A Taoist standing on a tile, or lying dead on the Cemetery."""
    return disc(color, f"{TAOIST if alive else DEAD}{letter(lang, color)}")
