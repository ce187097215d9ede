"""A table's game once more, action by action, for somebody who may know this much of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import spuk
from spuk.games.ghosts.scene.history import Told, log_lines
from spuk.language.people import at_a_table
from spuk.language.words import words_of
from spuk.render import log
from spuk.render.log_line import Line
from spuk.store.contract import Row
from spuk.table.errors import NotNow
from spuk.table.event_history import history, steps
from spuk.table.table import FINISHED, OPEN, Table
from spuk.table.updates import Eye
from spuk.table.view import page_eye


@dataclass(frozen=True)
class Past:
    """The course of a game."""

    table: Table
    eye: Eye
    open_hands: bool
    """Nothing is hidden any more: the game is over."""
    steps: Sequence[int]
    """After how many actions somebody decides, or the game is over."""
    told: Sequence[tuple[int, Sequence[dict[str, Any]]]]
    """The events of each action that had any."""

    def step_of(self, at: int) -> int:
        """Which step shows what these many actions came to: dice and cards are waited for."""
        return min(bisect_left(self.steps, at), len(self.steps) - 1)

    def events(self, step: int) -> list[dict[str, Any]]:
        """What happened between the step before and this one."""
        after = self.steps[step - 1] if step else 0
        return [event for at, events in self.told if after < at <= self.steps[step] for event in events]


def past_of(table: Table, person: str | None) -> Past:
    """The game so far as somebody may look back on it.

    Of a game that is over everybody sees everything. While it goes on, everybody sees what his seat knew;
    several people at one device see what a spectator did, since nobody can tell who of them is looking.
    """
    table.check_playable()
    if table.status == OPEN:
        raise NotNow("The game has not started.", code="not_started")
    over = table.status == FINISHED
    everything = tuple(range(len(table.seats)))
    eye = everything if over and spuk.game(table.game).hides() else page_eye(table, person, None)
    return Past(table, eye, over, steps(table, eye), history(table, eye))


def lines(past: Past, names: Sequence[str], lang: str) -> list[Line]:
    """The whole log, from the beginning; every line leads to the step it belongs to."""
    if spuk.game(past.table.game).hides():
        found = log_lines([Told(at, events) for at, events in past.told], names, lang)[::-1]
    else:
        found = _retold(past.table, names, lang)
    return [_at_step(line, past) for line in found]


def _at_step(line: Line, past: Past) -> Line:
    return replace(line, at=past.steps[past.step_of(line.at)])


def _retold(table: Table, names: Sequence[str], lang: str) -> list[Line]:
    """Events are told by the position they happened in."""
    state = spuk.game(table.game).new(**table.options)
    tell = words_of(table.game).event_words
    told = []
    for number, action in enumerate(table.actions, start=1):
        events: list[spuk.Event] = []
        state.apply(action, events)
        with at_a_table(names):  # everyone sees their own board below
            words = [tell(state, event, lang) for event in events]
        shown = [{"id": event.id, **event.values} for event in events]
        told.append({"number": number, "events": shown, "words": words})
    return [
        Line(line.number, "", line.words, "", line.symbol, line.head, dice=tuple(line.dice))
        for line in log.lines(told)
    ]


def actions_at(rows: Iterable[Row], number: int) -> int:
    """How many actions had been done, and not taken back, at a row of the log."""
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
