"""The log in lines: what happened, in words, with the dice of one roll together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from spuk.games.ghost_stories.board import COLORS, CURSE_FACES

Told = Mapping[str, Any]
"""An update as somebody is told it (`web.updates.Update.told`)."""

_HEADS: Final = ("turn_began", "round_began")
_SYMBOLS: Final = {
    "card_drawn": "deck",
    "ghost_placed": "haunter",
    "ghost_banished": "check",
    "ghost_caught_by_buddha": "buddha",
    "figure_on_stone": "haunt-figure",
    "tile_haunted": "haunt-tile",
    "tile_restored": "sun",
    "taoist_moved": "step",
    "qi_lost": "lose-qi",
    "qi_gained": "qi",
    "taoist_died": "fear",
    "help_asked": "seats",
    "exorcism_began": "tao-any",
    "yin_yang_used": "yin-yang",
    "buddha_taken": "buddha",
    "buddha_placed": "buddha",
    "mantra_placed": "mantra",
    "power_borrowed": "power-token",
    "board_overrun": "danger",
    "game_won": "hint",
    "game_lost": "haunter",
}
"""Which symbol stands before which event; others have none."""


@dataclass
class Line:
    """A line of the log."""

    number: int
    words: str
    head: bool = False
    """Begins a turn."""
    symbol: str = ""
    dice: list[str] = field(default_factory=list)
    """Faces of Tao dice, or one `curse-…`."""
    kind: str = ""
    """For what is no event of the game: the kind of its row."""
    about: Told = field(default_factory=dict)


def lines(updates: Iterable[Told]) -> list[Line]:
    """The lines that updates make, the oldest first."""
    found: list[Line] = []
    for update in updates:
        if "words" in update:
            for event, words in zip(update["events"], update["words"], strict=True):
                _add(found, update["number"], event, words)
        else:
            found.append(Line(update["number"], "", kind=update["kind"], about=update))
    return found


def _add(found: list[Line], number: int, event: Told, words: str) -> None:
    if event["id"] == "die_rolled":
        face = COLORS[event["face"]]
        if found and found[-1].dice and not found[-1].symbol:
            found[-1].dice.append(face)
            found[-1].words += f"; {words}"
        else:
            found.append(Line(number, words, dice=[face]))
        return
    dice = [f"curse-{CURSE_FACES[event['face']]}"] if event["id"] == "curse_rolled" else []
    symbol = "curse-die" if dice else _SYMBOLS.get(event["id"], "")
    found.append(Line(number, words, event["id"] in _HEADS, symbol, dice))
