"""The table as a picture (`render_mode="rgb_array"`), from a view: what a seat may not know is not in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import spuk
from spuk.envs.canvas import Canvas, Color, Picture, rgb

View = Mapping[str, Any]

SIZE: Final = 480
STATUS: Final = 32
"""The line below the table."""
CELL: Final = SIZE // 5
PIP: Final = 10

NIGHT: Final = rgb("#121828")
SLOT: Final = rgb("#0a0e1a")
INK: Final = rgb("#f4ecdb")
FAINT: Final = rgb("#979cb3")
LANTERN: Final = rgb("#ffcf7d")
PAPER: Final = rgb("#d9c9a3")
PAPER_INK: Final = rgb("#33291a")
HAUNTED: Final = rgb("#3b2f4d")
FILLS: Final = {
    "red": rgb("#d6443b"),
    "green": rgb("#37935a"),
    "blue": rgb("#3a76cc"),
    "yellow": rgb("#e8b92b"),
    "black": rgb("#2c2838"),
    "white": rgb("#f5efe2"),
    "mummy": rgb("#e8b92b"),
    "frankie": rgb("#d6443b"),
    "skeleton": rgb("#3a76cc"),
    "vampire": rgb("#7d4fc4"),
    "swamp": rgb("#37935a"),
    "pumpkin": rgb("#ea8a2f"),
    "mist": rgb("#5a6780"),
}
BRIGHT: Final = ("yellow", "white", "mummy", "pumpkin")
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


def rendered(state: spuk.State, seat: int | None, mode: str | None) -> str | Picture | None:
    """What `render()` gives: never more than the seat may know."""
    if mode == "ansi":
        return state.known_text(seat)
    return picture(state.view(seat)) if mode == "rgb_array" else None


def picture(view: View) -> Picture:
    """480 × 512 pixels of a view (`state.view(seat)`)."""
    canvas = Canvas(SIZE, SIZE + STATUS, NIGHT)
    _PAINTERS[view["game"]](canvas, view)
    return canvas.pixels


def _ink(fill: str) -> Color:
    """Letters that can be read on that colour."""
    return PAPER_INK if fill in BRIGHT else INK


def _pips(canvas: Canvas, x: int, y: int, colors: list[str]) -> None:
    """Tokens or symbols in a row, each with an edge so that none drowns in its ground."""
    for number, color in enumerate(colors):
        left = x + (PIP + 2) * number
        canvas.box(left, y, PIP, PIP, INK)
        canvas.box(left + 1, y + 1, PIP - 2, PIP - 2, FILLS[color])


# ── Ghost Stories ───────────────────────────────────────────────────────────────────────────


def _paint_stories(canvas: Canvas, view: View) -> None:
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
    _pips(canvas, SIZE - 5 * (PIP + 2), SIZE + 11, view["dice"]["rolled"])


def _paint_board(canvas: Canvas, board: View, active: bool) -> None:
    x, y = CORNERS[board["board"]]
    canvas.box(x + 2, y + 2, CELL - 4, 20, FILLS[board["color"]])
    canvas.write(x + 7, y + 7, f"{board['board']} {board['color']}", _ink(board["color"]), 2)
    neutral = board["seat"] is None
    life = f"{board['qi']} qi" if board["qi"] else "possessed" if neutral else "dead"
    canvas.write(x + 7, y + 28, f"{life}{' yy' if board['yin_yang'] else ''}", INK, 2)
    tao = [color for color, count in board["tao"].items() for _ in range(count)]
    _pips(canvas, x + 7, y + 43, tao[:7])
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
    ink = FAINT if ghost is None else _ink(ghost["color"])
    canvas.write(x + 7, y + 8, space["space"], ink, 2)
    if ghost is not None:
        canvas.write(x + 32, y + 25, str(ghost["card"]), ink, 4)
        symbols = [LETTERS[letter] for letter in ghost["resistance"]]
        _pips(canvas, x + 7, y + 52, symbols[:7])
        _pips(canvas, x + 7, y + 64, symbols[7:])
        marks = [("figure", ghost["figure"] == "card"), ("stone", ghost["figure"] == "stone")]
        marks.append(("m", ghost["mantra"]))
        told = [name for name, there in marks if there]
        canvas.write(x + 7, y + 78, " ".join(told), ink, 2)
    if space["buddha"]:
        canvas.write(x + 40, y + 8, "buddha", LANTERN, 2)


def _paint_tile(canvas: Canvas, place: View, view: View) -> None:
    x, y = CORNERS[str(place["place"])]
    ground, ink = (HAUNTED, FAINT) if place["haunted"] else (PAPER, PAPER_INK)
    canvas.box(x + 2, y + 2, CELL - 4, CELL - 4, ground)
    canvas.write(x + 7, y + 8, str(place["place"]), ink, 2)
    for number, word in enumerate(place["tile"].replace("_of_", " of_").split("_")):
        canvas.write(x + 7, y + 24 + 13 * number, word, ink, 2)
    if place["haunted"]:
        canvas.write(x + 24, y + 8, "haunted", INK, 2)
    if place["tile"] == "circle_of_prayer" and view["circle"] is not None:
        _pips(canvas, x + CELL - 18, y + 8, [view["circle"]])
    for number, color in enumerate(place["taoists"]):
        left = x + 7 + 20 * number
        canvas.box(left, y + CELL - 34, 16, 24, INK)
        canvas.box(left + 2, y + CELL - 32, 12, 20, FILLS[color])
    if place["place"] == 5 and view["centre_tokens"]:
        canvas.write(x + 24, y + 8, f"{view['centre_tokens']} token", ink, 2)


# ── Ghosts ──────────────────────────────────────────────────────────────────────────────────


def _paint_ghosts(canvas: Canvas, view: View) -> None:
    for player in view["players"]:
        _paint_player(canvas, player, view)
    canvas.write(8, 342, f"trick  level {view['level']}", FAINT, 2)
    shown = view["trick"][-9:]
    for number, card in enumerate(shown):
        _paint_card(canvas, 8 + 52 * number, 358, card)
    end = view["end"]
    told = f"round {view['round']}  pile {view['pile']}  {view['phase']}"
    if end is not None:
        told = "won by " + " ".join(str(seat) for seat in end["winners"])
    canvas.write(8, SIZE + 9, told, INK, 3)


def _paint_player(canvas: Canvas, player: View, view: View) -> None:
    y = 56 * player["seat"]
    canvas.write(8, y + 10, f"seat {player['seat']}", INK, 2)
    canvas.write(8, y + 26, f"fear {player['fear']}", FAINT, 2)
    hand = player["hand"]
    hidden = {"card": "?", "family": "mist", "value": None}
    for number, card in enumerate([hidden] * player["cards"] if hand is None else hand):
        _paint_card(canvas, 100 + 52 * number, y + 4, card)
    if view["turn"] == player["seat"] and view["end"] is None:
        canvas.frame(2, y, SIZE - 4, 56, LANTERN)


def _paint_card(canvas: Canvas, x: int, y: int, card: View) -> None:
    canvas.box(x, y, 46, 48, INK)
    family = card["family"] or "mist"
    canvas.box(x + 2, y + 2, 42, 44, FILLS[family])
    canvas.write(x + 11, y + 14, card["card"], _ink(family), 4)


_PAINTERS: Final[Mapping[str, Callable[[Canvas, View], None]]] = {
    "ghost-stories": _paint_stories,
    "ghosts": _paint_ghosts,
}
