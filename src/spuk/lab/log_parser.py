"""What the lines of a log say. Whatever else may stand there is told apart from the games of this order."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple, get_args, get_origin

import spuk
from spuk.lab.order import Order
from spuk.lab.rows import Failure, Row, log_columns

MOST: Final = 10_000_000
"""No number of a game is as large, nor does any game take so many seconds."""
_NUMBERS: Final = range(1 - MOST, MOST)
LONGEST: Final = 100
"""No list of a game has so many items; so much is shown of what is wrong."""

Check = Callable[[Any], bool]


class Bad(NamedTuple):
    """A line that is no game of this order: why, as an id of the catalogues with its values."""

    id: str
    values: dict[str, object]


_TORN: Final = Bad("ui.lab.line.torn", {})
_OTHER: Final = Bad("ui.lab.line.other", {})
_SHAPE: Final = Bad("ui.lab.line.shape", {})
_PLACE: Final = Bad("ui.lab.line.place", {})
_GAME: Final = Bad("ui.lab.line.game", {})


class Lines:
    """Reads the lines of one order, which may come from anywhere."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._game = spuk.game(order.game)
        self._columns = log_columns(order)
        self._types = [get_origin(kind) or kind for kind in self._columns.values()]
        checks = [_check_of(kind) for kind in self._columns.values()]
        self._checks = [(at, check) for at, check in enumerate(checks) if check is not None]

    def read(self, line: bytes) -> Row | Failure | Bad:
        """What a line says."""
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            return _TORN
        if isinstance(data, dict):
            return self._failure(data)
        if not isinstance(data, list) or not data:
            return _SHAPE
        return self._row(data[1:]) if data[0] == self._order.tag else _OTHER

    def _failure(self, data: dict[str, Any]) -> Failure | Bad:
        if set(data) != {"order", *Failure._fields} or not isinstance(data["error"], str):
            return _SHAPE
        if data.pop("order") != self._order.tag:
            return _OTHER
        return Failure(**data) if self._has(data["combination"], data["number"]) else _PLACE

    def _row(self, data: list[Any]) -> Row | Bad:
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

    def _wrong(self, values: list[Any], at: int) -> Bad:
        """The column that cannot be so."""
        shown = json.dumps(values[at])[:LONGEST]
        return Bad("ui.lab.line.value", {"name": list(self._columns)[at], "value": shown})

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
    """What has to be looked at beside the type of a column; nothing for some."""
    if kind is int:
        return _NUMBERS.__contains__
    if kind is float:
        return lambda value: 0 <= value < MOST
    if not get_args(kind):
        return None
    kinds, check = {get_args(kind)[0]}, _check_of(get_args(kind)[0]) or bool
    return lambda value: len(value) < LONGEST and {*map(type, value)} <= kinds and all(map(check, value))
