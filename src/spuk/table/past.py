"""A table's game again, action by action, for someone who may know this much of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import spuk
from spuk.store.contract import Row
from spuk.table.errors import NotNow
from spuk.table.event_history import history, most_seen, steps
from spuk.table.table import FINISHED, OPEN, Table
from spuk.table.updates import Eye
from spuk.table.view import page_eye


@dataclass(frozen=True)
class Past:
    """The course of a game."""

    table: Table
    eye: Eye
    open_hands: bool
    """Whether nothing is hidden any more because the game is over."""
    steps: Sequence[int]
    """The numbers of actions after which someone decides or the game is over."""
    told: Sequence[tuple[int, Sequence[dict[str, Any]]]]
    """The events of each action that had any."""

    def step_of(self, at: int) -> int:
        """The step that shows the result of this many actions, including the dice and cards that follow."""
        return min(bisect_left(self.steps, at), len(self.steps) - 1)

    def events(self, step: int) -> list[dict[str, Any]]:
        """What happened between the previous step and this one."""
        after = self.steps[step - 1] if step else 0
        return [event for at, events in self.told if after < at <= self.steps[step] for event in events]

    def most_seen(self, state: spuk.State, event: spuk.Event) -> spuk.Event:
        """An event as it may be seen in the replay."""
        return most_seen(state, event, self.eye)


def past_of(table: Table, person: str | None) -> Past:
    """The game so far, as someone may see it in the replay.

    Everyone sees everything of a finished game. While a game is in progress, you see what your seat knew at
    the time; several people on one device see what a spectator saw, since nobody can tell which of them is
    looking.
    """
    table.check_playable()
    if table.status == OPEN:
        raise NotNow("The game has not started.", code="not_started")
    over = table.status == FINISHED
    everything = tuple(range(len(table.seats)))
    eye = everything if over and spuk.game(table.game).hides() else page_eye(table, person, None)
    return Past(table, eye, over, steps(table, eye), history(table, eye))


def actions_at(rows: Iterable[Row], number: int) -> int:
    """How many actions had been made, and not undone, at a row of the log."""
    done = 0
    for row in rows:
        if row.number > number:
            break
        if row.kind in ("action", "chance"):
            done += 1
        elif row.kind == "undone":
            done = row.data["to"]
    return done


def may_play_on(table: Table) -> bool:
    """Whether a new table may begin with a position of this one: not while that would show hidden hands."""
    return table.status == FINISHED or not spuk.game(table.game).hides()
