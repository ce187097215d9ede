"""Any view (`state.view(seat)`) as readable lines: facts by name, rows of players as a table. No game.

The names of its parts come from the game's texts (`<game>.field.<name>`), otherwise from the view itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from spuk.language.catalog import say
from spuk.language.words import Words
from spuk.terminal import look
from spuk.terminal.bots import HUMAN
from spuk.terminal.cells import flow, shorten
from spuk.terminal.table import Scene

_ABOUT: Final = ("game", "options", "seat", "actor", "active", "phase", "legal")
_ENDING: Final = ("end", "outcome", "over", "winners", "result")
ELSEWHERE: Final = frozenset((*_ABOUT, *_ENDING))
"""What the heading, question and ending already say."""
PER_SEAT: Final = frozenset(("players", "seats", "boards", "hands", "points", "scores", "score"))
"""Parts of a view with a value for each seat, if they have the right length."""
NOTHING: Final = "–"
GAP: Final = 2


class ViewLines:
    """One view, in one language and width."""

    def __init__(self, scene: Scene, words: Words) -> None:
        self.state = scene.state
        self.words = words
        self.lang = scene.lang
        self.width = scene.width
        self.players = scene.players

    def lines(self, view: Mapping[str, Any]) -> list[Text]:
        """The whole view: facts first, then the players, then whatever else has rows."""
        shown = {name: value for name, value in view.items() if name not in ELSEWHERE}
        seats = {name: value for name, value in shown.items() if self._for_each_seat(name, value)}
        others = {name: value for name, value in shown.items() if name not in seats}
        lines = self._facts({name: value for name, value in others.items() if not _has_rows(value)})
        if seats:
            lines += [Text(), *self._rows(self._by_seat(seats))]
        for name, value in others.items():
            if _has_rows(value):
                lines += [Text(), Text(self.words.view_name(name, self.lang), style=look.ACCENT)]
                lines += self._rows(value)
        return lines

    def _for_each_seat(self, name: str, value: Any) -> bool:
        """Not every list with as many items as there are seats is about the seats."""
        if not isinstance(value, list) or len(value) != self.state.seats():
            return False
        rows = [part for part in value if isinstance(part, Mapping)]
        if not rows:
            return name in PER_SEAT
        return {part.get("seat") for part in rows} == set(range(len(value)))

    def _by_seat(self, parts: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
        """One row for each seat, with everything said about it."""
        rows: list[dict[str, Any]] = [{"seat": seat} for seat in range(self.state.seats())]
        for name, values in parts.items():
            for seat, value in enumerate(values):
                if isinstance(value, Mapping):
                    rows[value["seat"]].update(value)
                else:
                    rows[seat][name] = value
        return rows

    def _facts(self, facts: Mapping[str, Any]) -> list[Text]:
        """Names in one column, values in the next."""
        named = [
            (self.words.view_name(name, self.lang), self.value(name, value)) for name, value in facts.items()
        ]
        column = min(max((cell_len(name) for name, _ in named), default=0) + GAP, self.width // 2)
        lines: list[Text] = []
        for name, value in named:
            key = Text(shorten(name, column - 1).ljust(column), style=look.QUIET)
            first, *rest = flow([Text(word) for word in value.split()], self.width - column) or [
                Text(NOTHING)
            ]
            lines.append(key.append(first.plain, style="not dim default"))
            lines += [Text(" " * column + line.plain) for line in rest]
        return lines

    def _rows(self, value: Any) -> list[Text]:
        """A list of similar items as a table; anything else that is nested as facts."""
        if isinstance(value, Mapping):
            return self._facts(value)
        names = list(dict.fromkeys(name for row in value for name in row))
        cells = [[self.value(name, row.get(name)) for name in names] for row in value]
        heads = ["" if name == "seat" else self.words.view_name(name, self.lang) for name in names]
        widths = [max(map(cell_len, column)) for column in zip(heads, *cells, strict=True)]
        if sum(widths) + GAP * len(widths) + len(look.ACTIVE) > self.width:  # too wide for a table
            return [line for row in value for line in [*self._facts(row), Text()]][:-1]
        right = [_numbers(column) for column in zip(*cells, strict=True)]
        lines = [Text("  " + _row(heads, widths, right), style=look.QUIET)]
        for row, shown in zip(value, cells, strict=True):
            acts = "seat" in row and row["seat"] == self.state.actor
            mark = f"{look.ACTIVE} " if acts else "  "
            lines.append(Text(mark + _row(shown, widths, right), style="bold" if acts else ""))
        return lines

    def value(self, name: str, value: Any) -> str:
        """One value in readable form."""
        if value is None or value in ([], {}, ""):
            return NOTHING
        if isinstance(value, bool):
            return say(self.lang, "ui.yes" if value else "ui.no")
        if name == "seat" and isinstance(value, int) and 0 <= value < self.state.seats():
            return self._player(value)
        if isinstance(value, Mapping):
            inner = [
                f"{self.words.view_name(key, self.lang)} {self.value(key, one)}" for key, one in value.items()
            ]
            return ", ".join(inner)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(self.value(name, one) for one in value)
        return self.words.value_name(name, value, self.lang) if isinstance(value, str) else str(value)

    def _player(self, seat: int) -> str:
        """Who sits there, and whether the computer plays for them."""
        name = self.words.player_name(self.state, seat, self.lang)
        bot = seat < len(self.players) and self.players[seat] != HUMAN
        return f"{name} ({say(self.lang, 'ui.computer')})" if bot else name


def _has_rows(value: Any) -> bool:
    """Something that needs more than a line: a mapping, or a list of mappings."""
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _numbers(column: Sequence[str]) -> bool:
    """Align numbers to the right, even if some are missing."""
    found = [cell for cell in column if cell != NOTHING]
    return bool(found) and all(cell.lstrip("-").isdecimal() for cell in found)


def _row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    """Cells side by side."""
    padded = []
    for cell, width, to_the_right in zip(cells, widths, right, strict=True):
        blank = " " * (width - cell_len(cell))
        padded.append(blank + cell if to_the_right else cell + blank)
    return (" " * GAP).join(padded).rstrip()
