"""Signs and colours of Ghost Stories in the terminal."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from spuk.language.catalog import say
from spuk.terminal import look

QI: Final = "♥"
YIN_YANG: Final = "◐"
POWER_TOKEN: Final = "✦"
BUDDHA: Final = "◎"
TAOIST: Final = "☻"
DEAD: Final = "†"
MANTRA: Final = "≈"
ON_CARD: Final = "○"
ON_STONE: Final = "●"
HAUNT: Final = "#2f2748"
HAUNT_INK: Final = "#c4b8ef"
HAUNT_EDGE: Final = "#8f7bd0"
TILE: Final = "#493520"
TILE_INK: Final = "#f8d99c"


def letter(lang: str, color: str) -> str:
    """The letter of a colour in this language."""
    return say(lang, f"ui.letter.{color}")


def code(lang: str, name: str) -> str:
    """A board (N) or ghost space (N2) in this language's compass letters: east is O in German."""
    return say(lang, f"ui.compass.{name[0]}") + name[1:]


def pip(lang: str, color: str, *, struck: bool = False, wide: bool = False) -> Text:
    """One symbol of a ghost's resistance; a removed one is small and crossed out."""
    sign = letter(lang, color)
    sign = sign.lower() if struck else sign
    shown = look.disc(color, f" {sign} " if wide else sign)
    if struck:
        shown.stylize(f"strike not bold {look.FAINT} on {look.SLOT}")
    return shown


def figure(lang: str, color: str, *, alive: bool = True) -> Text:
    """A Taoist on a tile, or dead in the Cemetery."""
    return look.disc(color, f"{TAOIST if alive else DEAD}{letter(lang, color)}")
