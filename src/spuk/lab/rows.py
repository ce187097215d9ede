"""One game as a line of the log and as a row of the tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any, Final, NamedTuple, get_origin

import spuk
from spuk.kernel.record import Played, play_through
from spuk.kernel.seeds import derive
from spuk.lab.bots import BotFailed, Seats
from spuk.lab.errors import Refused
from spuk.lab.order import Order, takes_a_list

_KEPT: Final = {
    "seconds": float,
    "decisions": int,
    "won": bool,
    "winners": list[int],
    "reason": str,
    "rule": str,
    "score": int,
}
"""What the log stores for every game; the game's own facts follow."""


BOT_FAILED: Final = "ui.lab.bot_failed"
_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode
"""Created once: `json.dumps` with separators would create an encoder for every game."""


class Row(NamedTuple):
    """A finished game as it came from the log."""

    combination: int
    number: int
    values: dict[str, Any]

    def win_shares(self) -> dict[int, float]:
        """Each winner's share of the win, by seat."""
        winners: list[int] = self.values["winners"]
        return {seat: 1 / len(winners) for seat in winners}


class Failure(NamedTuple):
    """A game that raised an exception."""

    combination: int
    number: int
    error: str


class Result(NamedTuple):
    """What a worker returns: the line for the log, and the record if requested."""

    job: int
    line: bytes
    record: str | None


# ── playing ─────────────────────────────────────────────────────────────────────────────────


def play_jobs(order: Order, jobs: list[int], seconds: float) -> Iterator[Result]:
    """One game after the other; after `seconds`, no further one is begun."""
    start = perf_counter()
    for job in jobs:
        yield play_job(order, job)
        if perf_counter() - start >= seconds:
            return


def play_job(order: Order, job: int) -> Result:
    """Play one game. A game that raises an exception becomes a line, too, and harms no other.

    A third-party bot that raises is `Refused`: it would do so in many games, and its author wants to know.
    """
    combination, number = order.place(job)
    start = perf_counter()
    try:
        played = _play(order, combination, number)
        kept = _keep(order, played, perf_counter() - start)
        line = _line([order.tag, combination, number, *kept])
    except BotFailed as failed:
        raise _bot_failed(order, job, failed) from failed
    except Exception as error:
        return Result(job, failure_line(order, job, f"{type(error).__name__}: {error}"), None)
    return Result(job, line, played.record.to_json() if order.records else None)


def _bot_failed(order: Order, job: int, failed: BotFailed) -> Refused:
    combination, number = order.place(job)
    seed = order.seed_of(combination, number)
    where = order.asked[combination] or order.game
    said = {"combination": where, "number": number, "seed": seed, "error": failed.reason}
    return Refused(BOT_FAILED, bot=failed.bot, **said)


def failure_line(order: Order, job: int, error: str) -> bytes:
    """The line of a failed game."""
    return _line({"order": order.tag, **Failure(*order.place(job), error)._asdict()})


def _play(order: Order, combination: int, number: int) -> Played:
    """Exactly the game that `spuk.play` plays with this row's options, bots and seed."""
    seed = order.seed_of(combination, number)
    names = order.seating(combination, number)
    seats = Seats(names)
    bots = [
        seats.take(name, derive(seed, "bot", seat), order.seconds, order.playouts)
        for seat, name in enumerate(names)
    ]
    try:
        return play_through(spuk.game(order.game), order.combinations[combination], bots, seed)
    except spuk.IllegalAction as error:
        seats.blame(seats.asked, error)
        raise


def _keep(order: Order, played: Played, seconds: float) -> list[Any]:
    end = played.state.outcome()
    if end is None:
        raise RuntimeError("the game is over and has no outcome")
    facts = spuk.game(order.game).facts(played.state)
    _check_facts(facts, spuk.game(order.game).columns())
    general = [round(seconds, 6), played.decisions, end.won, end.winners, end.reason, end.rule, end.score]
    return [*general, *facts.values()]


def _check_facts(facts: Mapping[str, Any], columns: Mapping[str, Any]) -> None:
    """Whether the facts fit the columns by which the log is read."""
    if list(facts) != list(columns):
        raise TypeError(f"the facts are {', '.join(facts)}; the columns are {', '.join(columns)}")
    for name, kind in columns.items():
        if type(facts[name]) is not (get_origin(kind) or kind):
            raise TypeError(f"the fact {name} is {facts[name]!r}, which is not a {kind}")


def _line(data: object) -> bytes:
    return _ENCODE(data).encode() + b"\n"


# ── columns ─────────────────────────────────────────────────────────────────────────────────


def log_columns(order: Order) -> dict[str, Any]:
    """The content of a line after tag, combination and number: names with their types."""
    return {**_KEPT, **spuk.game(order.game).columns()}


def table_columns(order: Order) -> dict[str, Any]:
    """The columns of the tables with their types."""
    game = spuk.game(order.game)
    options = {name: _option_type(values) for name, values in game.options().items()}
    shared = {name: kind for name, kind in options.items() if kind is not None}
    head = {"game": str, **shared, "bots": list[str], "number": int, "seed": int}
    tail = {"bot_seconds": float, "bot_playouts": int, "version": str, "rules": int}
    return {**head, **_KEPT, **game.columns(), **tail}


def _option_type(values: Any) -> type | None:
    """None for an option that takes a list: its effect is among the facts. Text for mixed values."""
    kinds = {type(value) for value in values if value is not None}
    kind = kinds.pop() if len(kinds) == 1 else str
    return None if takes_a_list(values) else kind if kind in (bool, int, float) else str


def table_row(order: Order, row: Row) -> Mapping[str, Any]:
    """A row of the tables."""
    game = spuk.game(order.game)
    options = game.defaults() | order.combinations[row.combination]
    return {
        **{name: _cell(value, game.options()[name]) for name, value in options.items()},
        "game": order.game,
        "bots": order.seating(row.combination, row.number),
        "number": row.number,
        "seed": order.seed_of(row.combination, row.number),
        **row.values,
        "bot_seconds": order.seconds,
        "bot_playouts": order.playouts,
        "version": order.version,
        "rules": order.rules,
    }


def _cell(value: Any, allowed: Any) -> Any:
    """The value of an option, converted to the type of its column."""
    return str(value) if value is not None and _option_type(allowed) is str else value
