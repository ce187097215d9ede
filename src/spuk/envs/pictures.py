"""The table as a picture (`render_mode="rgb_array"`): what a seat may not know is not in it.

A game paints its own from a view (the part `picture`); any other is shown as its line of text.
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
"""Of letters in a picture of text."""

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
"""A colour whose red, green and blue are higher than this on average, seen by eye, needs dark letters."""


def rendered(state: State, seat: int | None, mode: str | None) -> str | Picture | None:
    """What `render()` gives: never more than the seat may know."""
    if mode == "ansi":
        return known_line(state, seat)
    return picture(state, seat) if mode == "rgb_array" else None


def picture(state: State, seat: int | None) -> Picture:
    """480 × 512 pixels of what a seat sees."""
    painter: Painter | None = pack(state.game_id()).part("picture")
    return text_picture(known_line(state, seat)) if painter is None else painter(state.view(seat))


def known_line(state: State, seat: int | None) -> str:
    """The position as one line; a game that hides something but has no such line shows its view."""
    hides = pack(state.game_id()).game.hides()
    if hides and type(state).known_text is State.known_text:  # which would tell everything
        return json.dumps(state.view(seat))
    return state.known_text(seat)


def new_canvas() -> Canvas:
    """Room for a table and a line below it."""
    return Canvas(SIZE, SIZE + STATUS, NIGHT)


def text_picture(text: str) -> Picture:
    """A line of text, broken between words, in the largest letters that have room."""
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
    """Letters that can be read on a colour."""
    red, green, blue = fill
    return DARK_INK if 0.3 * red + 0.6 * green + 0.1 * blue > BRIGHT else INK


def pips(canvas: Canvas, x: int, y: int, colors: list[str]) -> None:
    """Tokens or symbols in a row, each with an edge so that none drowns in its ground."""
    for number, color in enumerate(colors):
        left = x + (PIP + 2) * number
        canvas.box(left, y, PIP, PIP, INK)
        canvas.box(left + 1, y + 1, PIP - 2, PIP - 2, FILLS[color])
