"""A cell of the table: a titled box of fixed size, and fitting texts into it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from spuk.terminal.look import Frame

ELLIPSIS = "…"


@dataclass
class Cell:
    """The content of a box. `fill` covers what the lines leave blank."""

    title: Text
    lines: list[Text]
    frame: Frame
    edge: str
    ground: str
    fill: str = " "
    floor: list[Text] = field(default_factory=list)
    """Lines at the bottom of the box."""


def shorten(text: str, width: int) -> str:
    """At most `width` columns, with an ellipsis if something is cut off."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - 1, 0)).rstrip() + ELLIPSIS if width > 0 else ""


def wrap(text: str, width: int, rows: int) -> list[str]:
    """Break a name at spaces into at most `rows` lines. What does not fit ends in an ellipsis."""
    words = text.split()
    lines: list[str] = []
    while words and len(lines) < rows:
        line = words.pop(0)
        while words and cell_len(f"{line} {words[0]}") <= width:
            line = f"{line} {words.pop(0)}"
        if words and len(lines) == rows - 1:
            line = f"{line} {words[0]}"
            line = line if cell_len(line) > width else line + ELLIPSIS
        lines.append(shorten(line, width))
    return lines


def flow(parts: Iterable[Text], width: int, gap: str = " ") -> list[Text]:
    """Put parts side by side and begin a new line when one is full. No part is split."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + cell_len(gap) + part.cell_len <= width:
            lines[-1].append(gap).append_text(part)
        else:
            lines.append(Text().append_text(part))
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


def ends(left: Text, right: Text, width: int) -> Text:
    """One line with something at either end."""
    blank = max(width - left.cell_len - right.cell_len, 0)
    return Text.assemble(left, " " * blank, right)


def draw(cell: Cell, width: int, height: int, *, closed: bool = True) -> list[Text]:
    """The box as lines of exactly `width` columns, with `height` lines inside; open:
    without its last line.
    """
    inner = width - 2
    room = max(height - len(cell.floor), 0)
    body = [*cell.lines[:room], *[Text()] * (room - len(cell.lines)), *cell.floor][:height]
    box = [_top(cell, inner), *[_row(cell, line, inner) for line in body]]
    if closed:
        frame = cell.frame
        bottom = frame.bottom_left + frame.line * inner + frame.bottom_right
        box.append(Text(bottom, style=f"{cell.edge} on {cell.ground}"))
    return box


def _top(cell: Cell, inner: int) -> Text:
    frame = cell.frame
    title = cell.title.copy()
    title.truncate(inner - 1, overflow="ellipsis")
    top = Text().append(frame.top_left + frame.line, style=cell.edge)
    top.append_text(title).append(frame.line * (inner - 1 - title.cell_len), style=cell.edge)
    top.append(frame.top_right, style=cell.edge)
    return _painted(top, cell.ground)


def _row(cell: Cell, line: Text, inner: int) -> Text:
    content = line.copy()
    content.truncate(inner, overflow="ellipsis")
    blank = inner - content.cell_len
    row = Text().append(cell.frame.side, style=cell.edge).append_text(content)
    # A space before the filling keeps the text apart from the mist.
    filling = " " + cell.fill * (blank - 1) if content.cell_len else cell.fill * blank
    row.append(filling[:blank], style=cell.edge)
    row.append(cell.frame.side, style=cell.edge)
    return _painted(row, cell.ground)


def _painted(line: Text, ground: str) -> Text:
    """The background goes below existing styles."""
    painted = Text(style=f"on {ground}")
    return painted.append_text(line)


def beside(boxes: Sequence[Sequence[Text]], gap: str = "") -> list[Text]:
    """Boxes of one height next to each other."""
    return [Text(gap).join(lines) for lines in zip(*boxes, strict=True)]
