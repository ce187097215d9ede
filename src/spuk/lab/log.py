"""The log of a run: one line per game, appended the moment the game is over, never rewritten.

The process that plays a game writes its line, in one piece, to a file opened for appending, so neither the
death of a worker nor that of the parent loses a finished game. Readers skip a line torn by a sudden end, and
its game is simply played again.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args, get_origin

import spuk
from spuk.lab.order import Order
from spuk.lab.rows import Failure, Result, Row, log_columns
from spuk.lab.system import write_atomically

NAME: Final = "games.jsonl"
RECORDS: Final = "records"
_READ: Final = 1 << 20
MOST: Final = 10_000_000
"""Upper bound for numbers in a line: larger ones, or longer games, do not exist."""
_NUMBERS: Final = range(1 - MOST, MOST)
LONGEST: Final = 100
"""The most items in a list of a game, and how much of a wrong value is shown."""

Check = Callable[[Any], bool]


# ── writing ─────────────────────────────────────────────────────────────────────────────────


class Writer:
    """Stores finished games. Several processes may write to one log at the same time."""

    def __init__(self, directory: Path, order: Order) -> None:
        self._directory = directory
        self._order = order
        self._file = os.open(directory / NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)

    def keep(self, result: Result) -> None:
        """The record first: a game in the log always has its record."""
        if result.record is not None:
            path = record_path(self._directory, self._order, result.job)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, result.record)
        self.append(result.line)

    def append(self, line: bytes) -> None:
        """Hand the line to the operating system: from now on it survives this process."""
        while line:
            line = line[os.write(self._file, line) :]

    def sync(self) -> None:
        """Wait until everything written would survive a power cut as well."""
        os.fsync(self._file)

    def close(self) -> None:
        """Close the files."""
        os.close(self._file)


def record_path(directory: Path, order: Order, job: int) -> Path:
    """Where the record of a game is: a folder for each combination."""
    combination, number = order.place(job)
    return directory / RECORDS / (order.labels[combination] or "default") / f"{number:06}.json"


def mend(path: Path) -> None:
    """End a torn line, so that the next one is not appended to it."""
    if path.exists() and path.stat().st_size > 0:
        with path.open("rb+") as file:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")


# ── what a line says ────────────────────────────────────────────────────────────────────────


class BadLine(NamedTuple):
    """A line that is not a game of this order: why, as an id of the catalogues with its values."""

    id: str
    values: dict[str, object]


_TORN: Final = BadLine("ui.lab.line.torn", {})
_OTHER: Final = BadLine("ui.lab.line.other", {})
_SHAPE: Final = BadLine("ui.lab.line.shape", {})
_PLACE: Final = BadLine("ui.lab.line.place", {})
_GAME: Final = BadLine("ui.lab.line.game", {})


class LineParser:
    """Reads the lines of one order, which may come from anywhere."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._game = spuk.game(order.game)
        self._columns = log_columns(order)
        self._types = [get_origin(kind) or kind for kind in self._columns.values()]
        checks = [_check_of(kind) for kind in self._columns.values()]
        self._checks = [(at, check) for at, check in enumerate(checks) if check is not None]

    def read(self, line: bytes) -> Row | Failure | BadLine:
        """The content of a line."""
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            return _TORN
        if isinstance(data, dict):
            return self._failure(data)
        if not isinstance(data, list) or not data:
            return _SHAPE
        return self._row(data[1:]) if data[0] == self._order.tag else _OTHER

    def _failure(self, data: dict[str, Any]) -> Failure | BadLine:
        if set(data) != {"order", *Failure._fields} or not isinstance(data["error"], str):
            return _SHAPE
        if data.pop("order") != self._order.tag:
            return _OTHER
        return Failure(**data) if self._has(data["combination"], data["number"]) else _PLACE

    def _row(self, data: list[Any]) -> Row | BadLine:
        if len(data) != len(self._columns) + 2:
            return _SHAPE
        combination, number, *values = data
        if not self._has(combination, number):
            return _PLACE
        if [type(value) for value in values] != self._types:
            pairs = enumerate(zip(values, self._types, strict=True))
            return self._wrong(values, next(at for at, (value, kind) in pairs if type(value) is not kind))
        for at, check in self._checks:
            if not check(values[at]):
                return self._wrong(values, at)
        row = Row(combination, number, dict(zip(self._columns, values, strict=True)))
        return row if self._is_plausible(row) else _GAME

    def _wrong(self, values: list[Any], at: int) -> BadLine:
        """The column with an impossible value."""
        shown = json.dumps(values[at])[:LONGEST]
        return BadLine("ui.lab.line.value", {"name": list(self._columns)[at], "value": shown})

    def _has(self, combination: object, number: object) -> bool:
        """There is such a game in the order."""
        if type(combination) is not int or type(number) is not int:
            return False
        return 0 <= combination < len(self._order.combinations) and 0 <= number < self._order.games

    def _is_plausible(self, row: Row) -> bool:
        seats = self._order.seats[row.combination]
        winners = row.values["winners"]
        sat = len(set(winners)) == len(winners) and all(0 <= seat < seats for seat in winners)
        return sat and self._game.plausible(row.values, seats)


def _check_of(kind: Any) -> Check | None:
    """Checks in addition to the type of a column."""
    if kind is int:
        return _NUMBERS.__contains__
    if kind is float:
        return lambda value: 0 <= value < MOST
    if not get_args(kind):
        return None
    kinds, check = {get_args(kind)[0]}, _check_of(get_args(kind)[0])
    if check is None:
        return lambda value: len(value) < LONGEST and {*map(type, value)} <= kinds
    return lambda value: len(value) < LONGEST and {*map(type, value)} <= kinds and all(map(check, value))


# ── reading ─────────────────────────────────────────────────────────────────────────────────


class Reader:
    """Follows a growing log.

    If a game appears twice, the first line counts. Lines that are not games of the order are skipped and
    counted, never touched.
    """

    def __init__(self, path: Path, order: Order) -> None:
        self.path = path
        self._order = order
        self._parser = LineParser(order)
        self._offset = 0
        self._rest = b""
        self._places = array("q", [-1]) * order.total
        """Where the line of each job begins. Nothing else is kept in memory, so there is room for millions of
        games.
        """
        self.count = 0
        self.bad = 0
        """How many lines are not games of this order."""
        self.first_bad: tuple[int, BadLine] | None = None
        """The first of them, with the number of its line."""
        self._number = 0

    def has(self, job: int) -> bool:
        """Whether this game has been played."""
        return self._places[job] >= 0

    def news(self) -> Iterator[Row | Failure]:
        """Every game since the last call."""
        for begin, line in self._lines():
            found = self._parser.read(line)
            if isinstance(found, BadLine):
                self._complain(found)
                continue
            if isinstance(found, Row):
                job = self._order.job(found.combination, found.number)
                if self.has(job):
                    continue
                self._places[job] = begin
                self.count += 1
            yield found

    def _complain(self, bad: BadLine) -> None:
        self.bad += 1
        if self.first_bad is None:
            self.first_bad = (self._number, bad)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """Complete lines with their positions. An incomplete line waits for its rest."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.seek(self._offset + len(self._rest))
            while block := file.read(_READ):
                *lines, self._rest = (self._rest + block).split(b"\n")
                for line in lines:
                    begin = self._offset
                    self._offset += len(line) + 1
                    self._number += 1
                    if line:
                        yield begin, line

    def in_order(self) -> Iterator[Row]:
        """All games seen so far, combination by combination, independent of when they finished."""
        if not self.count:
            return
        with self.path.open("rb") as file:
            for combination in range(len(self._order.combinations)):
                for number in range(self._order.games):
                    place = self._places[self._order.job(combination, number)]
                    if place >= 0:
                        file.seek(place)
                        found = self._parser.read(file.readline())
                        if isinstance(found, Row):  # unless someone has changed the file in the meantime
                            yield found
