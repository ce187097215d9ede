"""The village as a picture, from a view: boards in the corners, ghosts around, tiles in the middle."""

from __future__ import annotations

from typing import Final

from spuk.envs.canvas import Canvas, Picture, rgb
from spuk.envs.parts import View
from spuk.envs.pictures import DARK_INK, FAINT, FILLS, INK, LANTERN, PIP, SIZE, ink_on, new_canvas, pips

CELL: Final = SIZE // 5
SLOT: Final = rgb("#0a0e1a")
PAPER: Final = rgb("#d9c9a3")
HAUNTED: Final = rgb("#3b2f4d")
LETTERS: Final = {"y": "yellow", "b": "blue", "g": "green", "r": "red", "k": "black"}
# As on the terminal: boards in the corners, ghost spaces N1…W3 and places of the village 1…9 between them.
ROWS: Final = (
    ("N", "N1", "N2", "N3", "E"),
    ("W3", "1", "2", "3", "E1"),
    ("W2", "4", "5", "6", "E2"),
    ("W1", "7", "8", "9", "E3"),
    ("W", "S3", "S2", "S1", "S"),
)
CORNERS: Final = {name: (CELL * x, CELL * y) for y, row in enumerate(ROWS) for x, name in enumerate(row)}


def paint(view: View) -> Picture:
    """The whole table."""
    canvas = new_canvas()
    _paint_table(canvas, view)
    return canvas.pixels


def _paint_table(canvas: Canvas, view: View) -> None:
    for board in view["boards"]:
        _paint_board(canvas, board, board["board"] == view["active"])
        for space in board["spaces"]:
            _paint_space(canvas, space)
    for place in view["village"]:
        _paint_tile(canvas, place, view)
    end = view["end"]
    told = f"deck {view['deck']['left']}  turn {view['turn']}  {view['active']} {view['stage']}"
    if end is not None:
        told = f"{'won' if end['won'] else 'lost'}  score {end['score']}"
    canvas.write(8, SIZE + 9, told, INK, 3)
    pips(canvas, SIZE - 5 * (PIP + 2), SIZE + 11, view["dice"]["rolled"])


def _paint_board(canvas: Canvas, board: View, active: bool) -> None:
    x, y = CORNERS[board["board"]]
    canvas.box(x + 2, y + 2, CELL - 4, 20, FILLS[board["color"]])
    canvas.write(x + 7, y + 7, f"{board['board']} {board['color']}", ink_on(FILLS[board["color"]]), 2)
    neutral = board["seat"] is None
    life = f"{board['qi']} qi" if board["qi"] else "possessed" if neutral else "dead"
    canvas.write(x + 7, y + 28, f"{life}{' yy' if board['yin_yang'] else ''}", INK, 2)
    tao = [color for color, count in board["tao"].items() for _ in range(count)]
    pips(canvas, x + 7, y + 43, tao[:7])
    power = board["power"].rpartition("_")[2]
    canvas.write(x + 7, y + 58, power if board["power_active"] else f"-{power}", FAINT, 2)
    held = [(f"{board['buddhas']} buddha", board["buddhas"]), ("neutral", neutral)]
    held.append((f"{board['power_tokens']} token", board["power_tokens"]))
    for number, name in enumerate(name for name, there in held if there):
        canvas.write(x + 7, y + 70 + 12 * number, name, FAINT, 2)
    if active:
        canvas.frame(x, y, CELL, CELL, LANTERN)


def _paint_space(canvas: Canvas, space: View) -> None:
    x, y = CORNERS[space["space"]]
    ghost = space["ghost"]
    canvas.box(x + 2, y + 2, CELL - 4, CELL - 4, SLOT if ghost is None else FILLS[ghost["color"]])
    ink = FAINT if ghost is None else ink_on(FILLS[ghost["color"]])
    canvas.write(x + 7, y + 8, space["space"], ink, 2)
    if ghost is not None:
        canvas.write(x + 32, y + 25, str(ghost["card"]), ink, 4)
        symbols = [LETTERS[letter] for letter in ghost["resistance"]]
        pips(canvas, x + 7, y + 52, symbols[:7])
        pips(canvas, x + 7, y + 64, symbols[7:])
        marks = [("figure", ghost["figure"] == "card"), ("stone", ghost["figure"] == "stone")]
        marks.append(("m", ghost["mantra"]))
        told = [name for name, there in marks if there]
        canvas.write(x + 7, y + 78, " ".join(told), ink, 2)
    if space["buddha"]:
        canvas.write(x + 40, y + 8, "buddha", LANTERN, 2)


def _paint_tile(canvas: Canvas, place: View, view: View) -> None:
    x, y = CORNERS[str(place["place"])]
    ground, ink = (HAUNTED, FAINT) if place["haunted"] else (PAPER, DARK_INK)
    canvas.box(x + 2, y + 2, CELL - 4, CELL - 4, ground)
    canvas.write(x + 7, y + 8, str(place["place"]), ink, 2)
    for number, word in enumerate(place["tile"].replace("_of_", " of_").split("_")):
        canvas.write(x + 7, y + 24 + 13 * number, word, ink, 2)
    if place["haunted"]:
        canvas.write(x + 24, y + 8, "haunted", INK, 2)
    if place["tile"] == "circle_of_prayer" and view["circle"] is not None:
        pips(canvas, x + CELL - 18, y + 8, [view["circle"]])
    for number, color in enumerate(place["taoists"]):
        left = x + 7 + 20 * number
        canvas.box(left, y + CELL - 34, 16, 24, INK)
        canvas.box(left + 2, y + CELL - 32, 12, 20, FILLS[color])
    if place["place"] == 5 and view["centre_tokens"]:
        canvas.write(x + 24, y + 8, f"{view['centre_tokens']} token", ink, 2)
