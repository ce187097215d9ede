"""What has happened, from events that were told: the log in words and the sheet of fear by rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from spuk.games.ghosts.cards import FAMILIES
from spuk.games.ghosts.scene.cards import MIST
from spuk.games.ghosts.words import KINDS, Teller
from spuk.kernel.game import Event
from spuk.render.log import PastLine
from spuk.render.remember import remember

MINUS: Final = "−"
_PLAYED: Final = frozenset({"trick_opened", "ghost_added", "mirror", "mist_played"})
_UNSAID: Final = frozenset({"card_drawn"})
"""Drawing belongs to playing; it would fill the log."""
_SIGNS: Final = {
    "round_began": "moon",
    "pile_taken": "fear",
    "fear_given_back": "sun",
    "hand_reshuffled": "replay",
    "round_ended": "moon",
    "game_ended": "moon",
}


Told = Mapping[str, Any]
"""An event as this viewer was told it, with its `id`."""
_KEPT: Final = 8192
"""Lines that are kept."""


class ToldEvents(NamedTuple):
    """The events of one action as this viewer was told them."""

    at: int
    """How many actions had been done after it."""
    events: Sequence[Told]


def past_lines(
    log: Iterable[ToldEvents], names: Sequence[str], lang: str, most: int | None = None
) -> list[PastLine]:
    """The log, or the latest lines of it, the latest first."""
    said = [entry for entry in events(log) if entry[1]["id"] not in _UNSAID]
    first = 0 if most is None else max(0, len(said) - most)
    latest = enumerate(said[first:], first)
    return [_line(order, at, event, list(names), lang) for order, (at, event) in latest][::-1]


def events(log: Iterable[ToldEvents]) -> Iterator[tuple[int, Told]]:
    """Every event with the position it led to."""
    for told in log:
        for event in told.events:
            yield told.at, event


@remember(_KEPT)
def _line(order: int, at: int, told: Told, names: list[str], lang: str) -> PastLine:
    event = Event(told["id"], {name: value for name, value in told.items() if name != "id"})
    teller = Teller(lang, len(names), names)
    text = teller.tell(event)
    seat = event.values.get("seat")
    who = "" if seat is None else teller.name(seat)
    begins = bool(who) and text.startswith(who)
    family = _family(event)
    return PastLine(
        at,
        who if begins else "",
        text.removeprefix(who) if begins else text,
        family,
        "" if family else _SIGNS.get(event.id, "next"),
        heading=event.id == "round_began",
        order=order,
    )


def _family(event: Event) -> str:
    if event.id == "mist_played":
        return MIST
    card = event.values.get("card")
    if card is None or KINDS[card] == "x":
        return "" if card is None else MIST
    return FAMILIES[card // 3]


# ── fear by rounds ──────────────────────────────────────────────────────────────────────────


@dataclass
class Round:
    """What one round brought to each seat."""

    number: int
    taken: list[int]
    back: list[int]
    starter: int = 0
    played: int = 0
    """Cards played in it so far."""


@dataclass(frozen=True)
class Row:
    """A player in the sheet."""

    seat: int
    name: str
    you: bool
    start: int
    rounds: tuple[str, ...]
    """Of each round: "+3", "−1", "0", "" before it begins."""
    fear: int
    won: bool = False
    bar: int = 0
    """Fear in steps of the most at the table, 0…20: for a bar."""


@dataclass(frozen=True)
class Sheet:
    """Fear so far."""

    rounds: tuple[int, ...]
    rows: tuple[Row, ...]
    now: int
    """The round that is being played."""


def rounds_of(log: Iterable[ToldEvents], seats: int) -> list[Round]:
    """All rounds that have begun."""
    found: list[Round] = []
    for _, event in events(log):
        id = event["id"]
        if id == "round_began":
            found.append(Round(event["round"], [0] * seats, [0] * seats, event["starter"]))
        elif not found:
            continue
        elif id == "pile_taken":
            found[-1].taken[event["seat"]] += 1
        elif id == "fear_given_back":
            found[-1].back[event["seat"]] += event["number"]
        elif id in _PLAYED:
            found[-1].played += 1
    return found


class Played(NamedTuple):
    """A card of the trick: who played it, and the fear level then."""

    seat: int
    level: int


def trick_of(log: Iterable[ToldEvents]) -> list[Played]:
    """The cards that lie face up, in order: a pile that was taken lies face down (GH-3.6)."""
    found: list[Played] = []
    for _, event in events(log):
        if event["id"] in _PLAYED:
            found.append(Played(event["seat"], event["level"]))
        elif event["id"] in ("pile_taken", "round_began"):
            found.clear()
    return found


def sheet(view: Mapping[str, Any], log: Sequence[ToldEvents], names: Sequence[str], start: int) -> Sheet:
    """Everybody's fear, round by round, as it came about."""
    seats = len(view["players"])
    played = rounds_of(log, seats)
    winners = view["end"]["winners"] if view["end"] else ()
    most = max(1, *(player["fear"] for player in view["players"]))
    numbers = tuple(range(1, view["options"]["rounds"] + 1))
    rows = []
    for player in view["players"]:
        seat, fear = player["seat"], player["fear"]
        cells = tuple(_signed(played, number, seat) for number in numbers)
        bar = round(20 * fear / most)
        you = seat == view["seat"]
        rows.append(Row(seat, names[seat], you, start, cells, fear, seat in winners, bar))
    return Sheet(numbers, tuple(rows), view["round"])


def _signed(played: Sequence[Round], number: int, seat: int) -> str:
    if number > len(played):
        return ""
    change = played[number - 1].taken[seat] - played[number - 1].back[seat]
    return f"+{change}" if change > 0 else f"{MINUS}{-change}" if change < 0 else "0"


def rank(rows: Iterable[Row]) -> list[Row]:
    """The least fear first."""
    return sorted(rows, key=lambda row: (row.fear, row.seat))
