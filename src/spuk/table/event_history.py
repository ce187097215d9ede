"""What has happened in a game, from its beginning. Known parts are not played again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import spuk
from spuk.table.table import Table
from spuk.table.updates import Eye

EventHistory = list[tuple[int, list[dict[str, Any]]]]
"""The events of each action that had any, with its number."""

_MOST: Final = 48
"""How many histories are cached. Each game being watched has one for every set of seats."""


@dataclass
class Telling:
    """A game as someone with these seats may know it, as far as it has been replayed."""

    game: str
    options: dict[str, Any]
    eye: Eye
    state: spuk.State
    actions: list[int] = field(default_factory=list)
    told: EventHistory = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    """The actions that were not chance, counted from 0."""

    def fits(self, table: Table) -> bool:
        """Whether it is the same game: one of the two continues the other."""
        both = min(len(self.actions), len(table.actions))
        same_start = (self.game, self.options) == (table.game, dict(table.options))
        return same_start and self.actions[:both] == table.actions[:both]

    def go_on(self, actions: Sequence[int]) -> None:
        """Add these actions."""
        for action in actions:
            if self.state.actor != spuk.CHANCE:
                self.decisions.append(len(self.actions))
            events: list[spuk.Event] = []
            self.state.apply(action, events)
            self.actions.append(action)
            if events:
                seen = [most_seen(self.state, event, self.eye) for event in events]
                self.told.append((len(self.actions), [{"id": one.id, **one.values} for one in seen]))


def most_seen(state: spuk.State, event: spuk.Event, eye: Eye) -> spuk.Event:
    """An event as known to the one of these seats that knows most of it."""
    seats: tuple[int | None, ...] = eye or (None,)
    return max((state.redact(event, seat) for seat in seats), key=lambda event: len(event.values))


_kept: Final[OrderedDict[tuple[str, Eye], Telling]] = OrderedDict()
"""The most recently used last."""


def _telling(table: Table, eye: Eye) -> Telling:
    """The history, at least as far as this table has come."""
    found = _kept.pop((table.id, eye), None)
    if found is None or not found.fits(table):  # something was undone, and the game took another course
        found = Telling(table.game, dict(table.options), eye, spuk.game(table.game).new(**table.options))
    found.go_on(table.actions[len(found.actions) :])
    _kept[table.id, eye] = found
    if len(_kept) > _MOST:
        _kept.popitem(last=False)
    return found


def history(table: Table, eye: Eye) -> EventHistory:
    """The events of every action so far, each with its number, as someone with these seats may know them."""
    return [entry for entry in _telling(table, eye).told if entry[0] <= len(table.actions)]


def steps(table: Table, eye: Eye) -> list[int]:
    """The numbers of actions after which someone decides or everything is done."""
    played = len(table.actions)
    return [*(at for at in _telling(table, eye).decisions if at < played), played]
