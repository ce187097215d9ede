"""Who sits at a table, and what is played there. Each function checks, and then notes it on a draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

import spuk
from spuk.table import chance
from spuk.table.errors import NotNow, NotYours, WrongRequest
from spuk.table.people import nameless
from spuk.table.table import FINISHED, OPEN, Seat, Table

LONGEST_THOUGHT: Final = 30.0
"""The longest thinking time of a bot, in seconds per decision."""


def create(table: Table, person: str, order: Mapping[str, Any], seats: Sequence[Seat] = ()) -> None:
    """A new table. `order` has the fields of its first row that a person can choose."""
    start = new_state(order["game"], order["options"])
    if order["free_undo"] and spuk.game(order["game"]).hides():
        raise WrongRequest(
            "This game has hidden hands, so unlimited undo is not available.", code="wrong_options"
        )
    _check_beginning(start, order.get("beginning", ()))
    given = tuple(seats) or (Seat(),) * start.seats()
    rest = {"creator": person, "seed": chance.new_seed(), "seats": [asdict(seat) for seat in given]}
    rest["rules"] = spuk.game(order["game"]).rules_revision
    table.note("created", **{"before": None, **order, **rest})


def _check_beginning(state: spuk.State, actions: Sequence[int]) -> None:
    for number, action in enumerate(actions, start=1):
        try:
            state.apply(action)
        except spuk.IllegalAction as error:
            raise WrongRequest(f"Action {number}: {error}", code="wrong_record") from error


def new_state(game: str, options: Mapping[str, Any]) -> spuk.State:
    """The game before its first chance event. Wrong options are refused."""
    if game not in spuk.games():
        raise WrongRequest(f"Unknown game {game!r}.", code="wrong_game", allowed=spuk.games())
    try:
        return spuk.game(game).new(**options)
    except (ValueError, TypeError) as error:
        allowed = [{"option": name, "values": v} for name, v in spuk.game(game).options().items()]
        raise WrongRequest(f"{error}", code="wrong_options", allowed=allowed) from error


def seat_number(table: Table, number: int) -> int:
    """An existing seat."""
    if not 0 <= number < len(table.seats):
        seats = range(len(table.seats))
        raise WrongRequest(f"Unknown seat {number}.", code="wrong_seat", allowed=seats)
    return number


def sit_down(table: Table, person: str, number: int, name: str, *, invited: bool) -> None:
    """Take a free seat, or take your own back from a bot."""
    seat = table.seats[seat_number(table, number)]
    if seat.owner == person:
        if seat.resigned:
            raise NotNow("You have resigned from this game.", code="resigned")
        bot_gone = replace(seat, bot=None, seconds=None, name=name or seat.name)
        if bot_gone != seat:
            note_seat(table, number, bot_gone, "back" if seat.bot else "named")
        return
    if table.status != OPEN:
        raise NotNow("The game has started; seats can no longer be taken.", code="started")
    if not seat.free:
        free = [number for number, seat in enumerate(table.seats) if seat.free]
        raise NotNow(f"Seat {number} is taken.", code="seat_taken", allowed=free)
    if not invited:
        raise NotYours("You need an invite link to take a seat at this table.", code="not_invited")
    note_seat(table, number, Seat(person, name or nameless(number)), "taken")


def place_bot(table: Table, person: str, number: int, bot: str, seconds: float | None) -> None:
    """Put a bot on a seat. In a running game, this hands over your own seat."""
    seat = table.seats[seat_number(table, number)]
    _check_bot(bot, seconds)
    check_not_finished(table)
    may = seat.owner == person or (table.status == OPEN and person == table.creator)
    if not may:
        raise NotYours(f"Seat {number} is not yours to give to a bot.")
    if seat.resigned:
        raise NotNow("You have resigned and can no longer decide.", code="resigned")
    if table.status == OPEN:
        note_seat(table, number, Seat(None, bot, bot, seconds), "bot")
    else:
        note_seat(table, number, replace(seat, bot=bot, seconds=seconds), "handed_over")


def clear_seat(table: Table, person: str, number: int) -> None:
    """Leave a seat before the start. The table's creator can also clear it."""
    seat = table.seats[seat_number(table, number)]
    if table.status != OPEN:
        raise NotNow("The game has started: let a bot play, or resign.", code="started")
    if person not in (seat.owner, table.creator):
        raise NotYours(f"Seat {number} is not yours to leave.")
    if not seat.free:
        note_seat(table, number, Seat(), "left")


def seats_again(table: Table) -> list[Seat]:
    """The seats of the same people and bots. People who had handed over their seat get it back."""
    again = []
    for seat in table.seats:
        bot_stays = seat.owner is None
        again.append(
            Seat(seat.owner, seat.name, seat.bot if bot_stays else None, seat.seconds if bot_stays else None)
        )
    return again


def _check_bot(bot: str, seconds: float | None) -> None:
    if bot not in spuk.bots():
        raise WrongRequest(f"Unknown bot {bot!r}.", code="wrong_bot", allowed=spuk.bots())
    if seconds is not None and not 0 < seconds <= LONGEST_THOUGHT:
        said = f"seconds={seconds}: a bot thinks for more than 0 and at most {LONGEST_THOUGHT:g} seconds."
        raise WrongRequest(said, code="wrong_seconds", allowed=[0.01, LONGEST_THOUGHT])


def note_seat(table: Table, number: int, seat: Seat, what: str) -> None:
    """Note who sits on a seat now; `what` says how that came about."""
    table.note("seat", seat=number, what=what, **asdict(seat))


def check_not_finished(table: Table) -> None:
    """A finished game no longer changes."""
    if table.status == FINISHED:
        raise NotNow("The game is over.", code="over")
