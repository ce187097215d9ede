"""What threatens: which ghost haunts which tile when, and what the next turn may bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spuk.games.ghost_stories import words
from spuk.games.ghost_stories.board import BOARDS
from spuk.language.catalog import say, say_number

View = dict[str, Any]


@dataclass(frozen=True)
class Haunt:
    """A figure on its stone that will haunt."""

    space: str
    card: int
    turns: int
    """How many turns from now."""
    place: int | None
    """The tile it haunts; None if its line has none left: then the game is lost."""


@dataclass(frozen=True)
class Alarm:
    """Something to know before the turn ends."""

    symbol: str
    words: str
    bold: str = ""
    """What to say first, if it ends the game."""


def turns_until(view: View, board: str) -> int:
    """In how many turns a board's Yin phase comes: 1 is the next turn."""
    return (BOARDS.index(board) - BOARDS.index(view["active"]) - 1) % 4 + 1


def haunts(view: View) -> list[Haunt]:
    """All figures on stones, the next to haunt first; each takes the first active tile still left for it."""
    haunted = {place["place"] for place in view["village"] if place["haunted"]}
    found = []
    for board in sorted(view["boards"], key=lambda board: turns_until(view, board["board"])):
        for space in board["spaces"]:
            ghost = space["ghost"]
            if ghost is not None and ghost["figure"] == "stone":
                place = next((place for place in space["line"] if place not in haunted), None)
                turns = turns_until(view, board["board"])
                found.append(Haunt(space["space"], ghost["card"], turns, place))
                haunted |= {place} if place is not None else set()
    return found


def is_full(board: View) -> bool:
    """Three ghosts lie on it: its Taoist loses Qi in its turn."""
    return all(space["ghost"] is not None for space in board["spaces"])


def alarms(view: View, lang: str) -> list[Alarm]:
    """What the next turn brings, the worst first."""
    if not view["boards"] or view["end"] is not None:
        return []
    coming = next(board for board in view["boards"] if turns_until(view, board["board"]) == 1)
    found = _haunting(view, lang)
    if is_full(coming):
        found.append(_overrun(coming, lang))
    tormentors = sum(
        space["ghost"] is not None and "curse_die" in space["ghost"]["centre"] for space in coming["spaces"]
    )
    if tormentors:
        found.append(Alarm("curse-die", say_number(lang, "ui.table.alarm.torment", tormentors)))
    last = _last_cards(view, lang)
    return [*last, *found]


def _haunting(view: View, lang: str) -> list[Alarm]:
    soon = [haunt for haunt in haunts(view) if haunt.turns == 1]
    left = view["haunted_limit"] - sum(place["haunted"] for place in view["village"])
    found: list[Alarm] = []
    for number, haunt in enumerate(soon, 1):
        ghost = words.card_name(haunt.card, lang)
        if haunt.place is None:
            told = say(lang, "ui.table.alarm.line", ghost=ghost)
            found.insert(0, Alarm("haunt-figure", told, say(lang, "ui.table.alarm.lost")))
            continue
        tile = words.tile_name(view["village"][haunt.place - 1]["tile"], lang)
        told = say(lang, "ui.table.alarm.haunt", ghost=ghost, tile=tile)
        bold = say(lang, "ui.table.alarm.lost") if number >= left else ""
        found.append(Alarm("haunt-figure", told, bold))
    return found


def _overrun(board: View, lang: str) -> Alarm:
    name = words.board_name("NESW".index(board["board"]), lang, board["color"], "the")
    told = words.capital(say(lang, "ui.table.alarm.overrun", board=name))
    last = board["qi"] == 1
    return Alarm("lose-qi", told, say(lang, "ui.table.alarm.last_qi") if last else "")


def _last_cards(view: View, lang: str) -> list[Alarm]:
    left = view["deck"]["left"]
    if left > 3:
        return []
    return [Alarm("deck", say_number(lang, "ui.table.alarm.deck", left))]
