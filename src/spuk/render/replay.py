"""A replay: one of its steps drawn, and its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from spuk.kernel.registry import pack
from spuk.render.board import board_of
from spuk.render.log import PastLine
from spuk.render.table_html import NOBODY_PRESENT, drawn, study
from spuk.table.event_history import history
from spuk.table.past import Past
from spuk.table.people import named
from spuk.table.view import shown, viewing_seat


def past_context(past: Past, step: int, person: str | None, lang: str) -> dict[str, Any]:
    """The table at a step, for a template. Nothing can be done there."""
    table = past.table.past(past.steps[step])
    eye = past.table.seats_of(person)[:1] if past.open_hands else past.eye
    seen: dict[str, Any] = {**shown(table, None, eye, lang), "study": study(table, lang)}
    seen |= {"past": True, "seats": named(seen["seats"], lang)}
    if not pack(table.game).game.hides():
        seen["your_seats"] = list(past.table.seats_of(person))  # players see the table from their own side
    elif past.open_hands and table.state is not None:
        seen["views"] = [table.state.view(seat) for seat in range(len(table.seats))]
    if board_of(table.game).shows_log:
        seen["history"] = history(table, eye)
    assert viewing_seat(table, eye) == seen["seat"]
    return {**drawn(seen, lang), "present": NOBODY_PRESENT, "replaying": True}


def past_lines(past: Past, names: Sequence[str], lang: str) -> list[PastLine]:
    """The whole log from the beginning. Every line leads to the step it belongs to."""
    found = board_of(past.table.game).past_lines(past, names, lang)
    return [replace(line, at=past.steps[past.step_of(line.at)]) for line in found]
