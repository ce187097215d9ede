"""The card table as a picture, from a view: hands, and the trick below them."""

from __future__ import annotations

from typing import Final

from spuk.envs.canvas import Canvas, Picture, rgb
from spuk.envs.parts import View
from spuk.envs.pictures import FAINT, FILLS, INK, LANTERN, SIZE, ink_on, new_canvas

FAMILY_FILLS: Final = {
    "mummy": FILLS["yellow"],
    "frankie": FILLS["red"],
    "skeleton": FILLS["blue"],
    "vampire": rgb("#7d4fc4"),
    "swamp": FILLS["green"],
    "pumpkin": rgb("#ea8a2f"),
    "mist": rgb("#5a6780"),
}


def paint(view: View) -> Picture:
    """All that is on the table."""
    canvas = new_canvas()
    _paint_table(canvas, view)
    return canvas.pixels


def _paint_table(canvas: Canvas, view: View) -> None:
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
    canvas.box(x + 2, y + 2, 42, 44, FAMILY_FILLS[family])
    canvas.write(x + 11, y + 14, card["card"], ink_on(FAMILY_FILLS[family]), 4)
