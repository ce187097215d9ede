"""The table as an image (`render_mode="rgb_array"`), without anything a seat may not know.

A game draws its own from a view (the part `picture`); any other is shown as its line of text.
"""

from __future__ import annotations

import json
from textwrap import wrap
from typing import Final

from spuk.envs.canvas import LETTER_HEIGHT, LETTER_WIDTH, Canvas, Color, Picture, rgb
from spuk.envs.parts import Painter
from spuk.kernel.game import State
from spuk.kernel.registry import pack

SIZE: Final = 480
STATUS: Final = 32
"""The line below the table."""
PIP: Final = 10
MARGIN: Final = 8
SCALES: Final = (4, 3, 2, 1)
"""The size of letters in an image of text."""

NIGHT: Final = rgb("#121828")
INK: Final = rgb("#f4ecdb")
DARK_INK: Final = rgb("#33291a")
FAINT: Final = rgb("#979cb3")
LANTERN: Final = rgb("#ffcf7d")
FILLS: Final = {
    "red": rgb("#d6443b"),
    "green": rgb("#37935a"),
    "blue": rgb("#3a76cc"),
    "yellow": rgb("#e8b92b"),
    "black": rgb("#2c2838"),
    "white": rgb("#f5efe2"),
}
BRIGHT: Final = 150
"""A colour whose average of red, green and blue is higher than this needs dark letters."""


def rendered(state: State, seat: int | None, mode: str | None) -> str | Picture | None:
    """The result of `render()`: never more than the seat may know."""
    if mode == "ansi":
        return known_line(state, seat)
    return picture(state, seat) if mode == "rgb_array" else None


def picture(state: State, seat: int | None) -> Picture:
    """480 × 512 pixels of what a seat sees."""
    painter: Painter | None = pack(state.game_id()).part("picture")
    return text_picture(known_line(state, seat)) if painter is None else painter(state.view(seat))


def known_line(state: State, seat: int | None) -> str:
    """The position as one line. A game that hides something but has no such line shows its view."""
    hides = pack(state.game_id()).game.hides()
    if hides and type(state).known_text is State.known_text:  # which would reveal everything
        return json.dumps(state.view(seat))
    return state.known_text(seat)


def new_canvas() -> Canvas:
    """An empty image for a table and a line below it."""
    return Canvas(SIZE, SIZE + STATUS, NIGHT)


def text_picture(text: str) -> Picture:
    """A line of text, broken between words, in the largest letters that fit."""
    canvas = new_canvas()
    for scale in SCALES:
        lines = wrap(text, (SIZE - 2 * MARGIN) // ((LETTER_WIDTH + 1) * scale))
        height = (LETTER_HEIGHT + 3) * scale
        if len(lines) * height < SIZE:
            break
    for number, line in enumerate(lines):
        canvas.write(MARGIN, MARGIN + height * number, line, INK, scale)
    return canvas.pixels


def ink_on(fill: Color) -> Color:
    """Letters that are readable on a colour."""
    red, green, blue = fill
    return DARK_INK if 0.3 * red + 0.6 * green + 0.1 * blue > BRIGHT else INK


def pips(canvas: Canvas, x: int, y: int, colors: list[str]) -> None:
    """Tokens or symbols in a row, each with an edge to stand out from its background."""
    for number, color in enumerate(colors):
        left = x + (PIP + 2) * number
        canvas.box(left, y, PIP, PIP, INK)
        canvas.box(left + 1, y + 1, PIP - 2, PIP - 2, FILLS[color])
