"""The log of a run: one line a game, appended the moment the game is over, never rewritten.

Whoever plays a game writes its line, in one piece, to a file opened for appending; so neither the death of
a worker nor that of the parent takes a finished game along. A line torn by a sudden end is passed over
by every reader, and its game is simply played again.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from spuk.lab.atomic_write import write_whole
from spuk.lab.log_parser import Bad, Lines
from spuk.lab.order import Order
from spuk.lab.rows import Failure, Result, Row

NAME: Final = "games.jsonl"
RECORDS: Final = "records"
_READ: Final = 1 << 20


class Writer:
    """Keeps finished games. Several processes may write to one log at the same time."""

    def __init__(self, directory: Path, order: Order) -> None:
        self._directory = directory
        self._order = order
        self._file = os.open(directory / NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)

    def keep(self, result: Result) -> None:
        """The record first: a game that is in the log has its record."""
        if result.record is not None:
            path = record_path(self._directory, self._order, result.job)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, result.record)
        self.append(result.line)

    def append(self, line: bytes) -> None:
        """Hand the line to the operating system: from now on it outlives this process."""
        while line:
            line = line[os.write(self._file, line) :]

    def sync(self) -> None:
        """Wait until what was written would outlive a power cut as well."""
        os.fsync(self._file)

    def close(self) -> None:
        """Nothing more will be written."""
        os.close(self._file)


def record_path(directory: Path, order: Order, job: int) -> Path:
    """Where the record of a game lies: a folder for each combination."""
    combination, number = order.place(job)
    return directory / RECORDS / (order.labels[combination] or "default") / f"{number:06}.json"


def mend(path: Path) -> None:
    """End a line that was torn, so that the next one is not glued to it."""
    if path.exists() and path.stat().st_size > 0:
        with path.open("rb+") as file:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")


class Reader:
    """Follows a log as it grows. A game that stands there twice counts once: the first time.

    Lines that are no games of the order are passed over and counted, never touched.
    """

    def __init__(self, path: Path, order: Order) -> None:
        self.path = path
        self._order = order
        self._line = Lines(order)
        self._offset = 0
        self._rest = b""
        self._places = array("q", [-1]) * order.total
        """Where the line of each job begins: all that is kept in memory, so that millions of games fit."""
        self.count = 0
        self.bad = 0
        """How many lines are no games of this order."""
        self.first_bad: tuple[int, Bad] | None = None
        """The first of them, with the number of its line."""
        self._number = 0

    def has(self, job: int) -> bool:
        """This game has been played."""
        return self._places[job] >= 0

    def news(self) -> Iterator[Row | Failure]:
        """Every game since the last time."""
        for begin, line in self._lines():
            found = self._line.read(line)
            if isinstance(found, Bad):
                self._complain(found)
                continue
            if isinstance(found, Row):
                job = self._order.job(found.combination, found.number)
                if self.has(job):
                    continue
                self._places[job] = begin
                self.count += 1
            yield found

    def _complain(self, bad: Bad) -> None:
        self.bad += 1
        if self.first_bad is None:
            self.first_bad = (self._number, bad)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """Whole lines with where they begin; half a line waits for its other half."""
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
        """All games seen so far, combination by combination, whatever order they were finished in."""
        if not self.count:
            return
        with self.path.open("rb") as file:
            for combination in range(len(self._order.combinations)):
                for number in range(self._order.games):
                    place = self._places[self._order.job(combination, number)]
                    if place >= 0:
                        file.seek(place)
                        found = self._line.read(file.readline())
                        if isinstance(found, Row):  # unless somebody has changed the file meanwhile
                            yield found
