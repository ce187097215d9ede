"""The table as text: the village, four boards around it like a windmill, seats in the corners.

From a view (`state.view`) and a language to lines; no rules and no input here.
"""

from __future__ import annotations

from typing import Final

from rich.text import Text

from spuk.games.ghost_stories.terminal import signs
from spuk.games.ghost_stories.words import card_name, color_name, power_name, tile_name
from spuk.language.catalog import say
from spuk.terminal import look
from spuk.terminal.cells import Cell, beside, draw, ends, flow, shorten, wrap
from spuk.terminal.table import Data

HEIGHT: Final = 4
"""Lines inside a box, if there is room."""
TIGHT: Final = 2
"""With this few lines, ghosts' effects are only shown by ?N2; with one line, names are in the titles."""
NARROWEST: Final = 10
WIDEST: Final = 26

# Row by row: a seat (a board's letter), a ghost space (N1…W3) or a place of the village (1…9).
ROWS: Final = (
    ("N", "N1", "N2", "N3", "E"),
    ("W3", "1", "2", "3", "E1"),
    ("W2", "4", "5", "6", "E2"),
    ("W1", "7", "8", "9", "E3"),
    ("W", "S3", "S2", "S1", "S"),
)


def board_lines(
    view: Data, lang: str, width: int, *, height: int = HEIGHT, closed: bool = True
) -> list[Text]:
    """The whole table, at most `width` columns wide; open boxes share a line with those below them."""
    column = max(NARROWEST, min(WIDEST, width // 5))
    cells = _cells(view, lang, column - 2, height)
    lines: list[Text] = []
    for row in ROWS:
        bottom = closed or row is ROWS[-1]
        boxes = [draw(cells[name], column, height, closed=bottom) for name in row]
        lines.extend(beside(boxes))
    return lines


def _cells(view: Data, lang: str, width: int, height: int) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for board in view["boards"]:
        cells[board["board"]] = seat_cell(view, board, lang, width, height)
        for space in board["spaces"]:
            cells[space["space"]] = space_cell(view, space, lang, width, height)
    for place in view["village"]:
        cells[str(place["place"])] = tile_cell(view, place, lang, width, height)
    return cells


# ── seats ───────────────────────────────────────────────────────────────────────────────────


def seat_cell(view: Data, board: Data, lang: str, width: int, height: int = HEIGHT) -> Cell:
    """A corner: whose board it is, their belongings, and their power."""
    tao = look.PAINT[board["color"]]
    active = board["board"] == view["active"] and view["end"] is None
    name = color_name(board["color"], lang)
    title = f" {look.ACTIVE if active else ''}{signs.code(lang, board['board'])} {name} "
    lines = [_life(board, lang), _hand(board, lang), *_power(view, board, lang, width)]
    if height == 1:
        lines = [Text(" ").join(lines[:2])]
    return Cell(
        title=Text(_fit(title, width - 1), style=f"bold {tao.ink} on {tao.fill}"),
        lines=lines,
        frame=look.DOUBLE if active else look.ROUND,
        edge=f"bold {look.LANTERN}" if active else tao.text,
        ground=look.NIGHT,
    )


def _fit(title: str, width: int) -> str:
    """A title gives up its last space before any letter."""
    return title if len(title) <= width else shorten(title.rstrip(), width)


def _life(board: Data, lang: str) -> Text:
    """Qi, Yin-Yang, Power tokens and Buddhas in one line."""
    qi = board["qi"]
    parts = [Text(signs.QI * qi if qi <= 4 else f"{signs.QI}{qi}", style=look.SEAL)]
    if board["yin_yang"]:
        parts.append(Text(signs.YIN_YANG, style=look.INK))
    if board["power_tokens"]:
        parts.append(Text(f"{signs.POWER_TOKEN}{board['power_tokens']}", style=look.LANTERN))
    if board["buddhas"]:
        parts.append(Text(f"{signs.BUDDHA}{board['buddhas']}", style=look.JADE))
    if board["possessed"]:
        parts = [Text(say(lang, "ui.possessed"), style=f"bold {look.GHOSTFIRE}")]
    return Text(" ").join(parts)


def _hand(board: Data, lang: str) -> Text:
    """Tao tokens; for a board without a living Taoist, its state."""
    if board["seat"] is None:
        return Text(say(lang, "ui.neutral"), style=look.FAINT)
    if not board["alive"]:
        return Text(f"{signs.DEAD} {say(lang, 'ui.dead')}", style=look.GHOSTFIRE)
    held = [(color, number) for color, number in board["tao"].items() if number]
    if not held:
        return Text(f"{say(lang, 'ui.tao')}: {say(lang, 'ui.none')}", style=look.FAINT)
    return Text(" ").join(look.disc(c, f"{signs.letter(lang, c)}{n}") for c, n in held)


def _power(view: Data, board: Data, lang: str, width: int) -> list[Text]:
    name = power_name(board["power"], lang, view["options"]["edition"])
    if board["power_active"]:
        style = look.LANTERN if board["borrowed"] else look.INK
        sign = signs.POWER_TOKEN + " " if board["borrowed"] else ""
    else:
        style, sign = f"strike {look.FAINT}", look.BLOCKED + " "
    return [Text(line, style=style) for line in wrap(sign + name, width, 2)]


# ── ghost spaces ────────────────────────────────────────────────────────────────────────────


def space_cell(view: Data, space: Data, lang: str, width: int, height: int = HEIGHT) -> Cell:
    """A ghost with everything on it, or the empty space."""
    if space["ghost"] is None:
        return _empty_space(space, lang, height)
    ghost = space["ghost"]
    tao = look.PAINT[ghost["color"]]
    tight = height <= TIGHT
    abilities = flow(ability_signs(ghost, lang), width)[: max(height - 2, 0)]
    label, name = signs.code(lang, space["space"]), card_name(ghost["card"], lang)
    rows = max(1, height - 1 - len(abilities))
    lines = [Text(line, style=f"bold {tao.text}") for line in wrap(name, width, min(rows, 2))]
    if height == 1:
        label, lines = shorten(f"{label} {name}", width - 3), []
    lines.append(ends(pips(ghost, lang, view["circle"], width), _marks(space, figure=tight), width))
    return Cell(
        title=_label(label, f"bold {tao.ink} on {tao.fill}"),
        lines=[*lines, *abilities],
        frame=look.DOUBLE if ghost["incarnation"] else look.ROUND,
        edge=f"bold {look.SEAL}" if ghost["incarnation"] else tao.text,
        ground=look.NIGHT,
    )


def _empty_space(space: Data, lang: str, height: int) -> Cell:
    waiting = [Text(f"{signs.BUDDHA} {say(lang, 'ui.buddha')}", style=look.JADE)] if space["buddha"] else []
    return Cell(
        title=_label(signs.code(lang, space["space"]), look.FAINT),
        lines=[*[Text()] * (height > 1), *waiting],
        frame=look.DASHED,
        edge="#4a5470",
        ground=look.SLOT,
    )


def _label(text: str, style: str) -> Text:
    return Text(f" {text} ", style=style)


def pips(ghost: Data, lang: str, circle: str | None, width: int) -> Text:
    """The resistance. Small crossed-out letters are removed by the Circle or the Mantra."""
    colors = [_COLOR_OF[sign] for sign in ghost["resistance"]]
    struck = _taken_away(ghost, colors, circle)
    wide = 3 * len(colors) <= width - 2
    return Text().join(
        signs.pip(lang, color, struck=place in struck, wide=wide) for place, color in enumerate(colors)
    )


_COLOR_OF: Final = {"y": "yellow", "b": "blue", "g": "green", "r": "red", "k": "black"}


def _taken_away(ghost: Data, colors: list[str], circle: str | None) -> set[int]:
    """Which symbols need not be met. A many-coloured ghost's Mantra colour is chosen only after the roll."""
    gone: set[int] = set()
    if circle in colors:
        gone.add(len(colors) - 1 - colors[::-1].index(circle))
    if ghost["mantra"] and len(set(colors)) == 1:
        gone.update([place for place in range(len(colors)) if place not in gone][-1:])
    return gone


def _marks(space: Data, *, figure: bool) -> Text:
    marks = Text()
    if figure and space["ghost"]["figure"]:
        on_stone = space["ghost"]["figure"] == "stone"
        marks.append(signs.ON_STONE if on_stone else signs.ON_CARD, style=f"bold {look.GHOSTFIRE}")
    if space["ghost"]["mantra"]:
        marks.append(signs.MANTRA, style=f"bold {look.LANTERN}")
    if space["buddha"]:
        marks.append(signs.BUDDHA, style=look.JADE)
    return marks


def ability_signs(ghost: Data, lang: str) -> list[Text]:
    """Short codes of a ghost's effects, if they still matter."""
    signs: list[Text] = []
    if ghost["figure"] == "stone":
        signs.append(Text(say(lang, "ui.sign.on_stone"), style=f"bold {look.GHOSTFIRE}"))
    elif ghost["figure"] == "card":
        signs.append(Text(say(lang, "ui.sign.on_card"), style=look.GHOSTFIRE))
    for stone in STONES:
        for ability in ghost[stone]:
            if (stone, ability) in SIGNED:
                style = look.JADE if ability.startswith("reward") else look.GHOSTFIRE
                signs.append(Text(say(lang, f"ui.sign.{stone}.{ability}"), style=style))
    return signs


STONES: Final = ("left", "centre", "right")
SIGNED: Final = (
    ("left", "block_power"),
    ("left", "group_block_power"),
    ("left", "capture_die"),
    ("left", "lock_tao"),
    ("centre", "dice_immune"),
    ("centre", "curse_die"),
    ("centre", "group_lose_tao"),
    ("centre", "opposite_space_empty_to_exorcise"),
    ("centre", "buddha_needed_to_exorcise"),
    ("centre", "white_not_wild"),
    ("right", "curse_die"),
    ("right", "reward_tao"),
    ("right", "reward_two_tao"),
    ("right", "reward_qi_or_yinyang"),
    ("right", "reward_qi_and_yinyang"),
)
"""The abilities that have a sign: all except those that act only on arrival."""


# ── the village ─────────────────────────────────────────────────────────────────────────────


def tile_cell(view: Data, place: Data, lang: str, width: int, height: int = HEIGHT) -> Cell:
    """A tile with everyone and everything on it; a haunted one is in mist."""
    haunted = place["haunted"]
    ink = signs.HAUNT_INK if haunted else signs.TILE_INK
    label, name = str(place["place"]), tile_name(place["tile"], lang)
    rows = wrap(name, width, max(height - 2 if haunted else height - 1, 0))
    if not rows:
        label, rows = shorten(f"{label} {name}", width - 3), []
    lines = [Text(line, style=f"{ink}" if haunted else f"bold {ink}") for line in rows]
    if haunted:
        word = shorten(say(lang, "ui.haunted_tile").upper(), width)
        lines = [Text(word, style=f"bold reverse {look.GHOSTFIRE}"), *lines][: height - 1]
    return Cell(
        title=_label(label, f"bold {ink}"),
        lines=lines,
        floor=[_standing(view, place, lang)],
        frame=look.MISTY if haunted else look.HEAVY,
        edge=signs.HAUNT_EDGE if haunted else look.WOOD,
        ground=signs.HAUNT if haunted else signs.TILE,
        fill=look.MIST if haunted else " ",
    )


def _standing(view: Data, place: Data, lang: str) -> Text:
    alive = {board["color"]: board["alive"] for board in view["boards"]}
    parts = [Text().join(signs.figure(lang, c, alive=alive[c]) for c in place["taoists"])]
    if place["tile"] == "circle_of_prayer" and view["circle"]:
        parts.append(look.disc(view["circle"], signs.letter(lang, view["circle"])))
    if place["tile"] == "temple" and view["supply"]["buddhas"]:
        parts.append(Text(signs.BUDDHA * view["supply"]["buddhas"], style=look.JADE))
    if place["place"] == 5 and view["centre_tokens"]:
        parts.append(Text(f"{signs.POWER_TOKEN}{view['centre_tokens']}", style=look.LANTERN))
    return Text(" ").join(part for part in parts if part.cell_len)
