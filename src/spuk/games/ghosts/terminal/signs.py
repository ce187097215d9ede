"""Signs and colours of Ghosts in the terminal."""

from __future__ import annotations

from typing import Final

from spuk.terminal import look

HEAD: Final = "☻"
CARD: Final = "▯"
MIRROR: Final = "⇄"
CLOCKWISE: Final = "↻"
ANTICLOCKWISE: Final = "↺"

FAMILY: Final = {
    "mummy": look.PAINT["yellow"],
    "frankie": look.PAINT["red"],
    "skeleton": look.PAINT["blue"],
    "vampire": look.Paint("#7d4fc4", "#faf5ff", "#c9a8ff"),
    "swamp": look.PAINT["green"],
    "pumpkin": look.Paint("#ea8a2f", "#2a1404", "#ffb469"),
    "mist": look.Paint("#5a6780", "#eef3fb", "#b4bfd4"),
}
"""The ghost families of the card game, and mist."""
