"""What watchers are told about a row: numbered, and for each viewer only what they may know."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import spuk
from spuk.language.people import at_a_table
from spuk.language.words import words_of
from spuk.store.contract import Row

Tongues = Collection[str]
"""The languages that watchers read."""
Eye = tuple[int, ...]
"""The seats someone sees with; () is a spectator."""


@dataclass(frozen=True)
class _Seen:
    """A row of the game, as one seat or a spectator may know it."""

    action: int | None
    events: Sequence[spuk.Event]
    words: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Update:
    """A row as it is told to watchers."""

    number: int
    at: float
    kind: str
    public: Mapping[str, Any]
    game: str = ""
    seen: Mapping[int | None, _Seen] = field(default_factory=dict)
    """By seat, None for a spectator. If nothing is hidden, there is only None's."""
    tongues: Tongues = ()

    def told(self, eye: Eye, lang: str | None = None) -> dict[str, Any]:
        """The update for someone who sees with these seats."""
        told = {"number": self.number, "at": self.at, "kind": self.kind, **self.public}
        if not self.seen:
            return told
        known = [self.seen[seat] for seat in eye if seat in self.seen] or [self.seen[None]]
        action = next((seen.action for seen in known if seen.action is not None), None)
        told["action"] = action
        told["text"] = None if action is None else spuk.game(self.game).action_text(action)
        events = [seen.events for seen in known]
        best = [max(same, key=lambda event: len(event.values)) for same in zip(*events, strict=True)]
        told["events"] = [{"id": event.id, **event.values} for event in best]
        if lang is not None:
            # The seat that sees most of an event tells it.
            told["words"] = [
                next(s.words[lang][i] for s in known if s.events[i] == event) for i, event in enumerate(best)
            ]
        return told

    def redacted(self) -> bool:
        """Whether viewers see different things."""
        return len(self.seen) > 1


def of_the_table(row: Row, status: str) -> Update:
    """For a row that is not an action. Neither the person's identity nor the seed is told."""
    # The beginning of another game would reveal the hands of this one.
    private = ("by", "owner", "creator", "seed", "seats", "people", "beginning", "request")
    public = {name: value for name, value in row.data.items() if name not in private}
    if row.kind == "resigned":
        public["seats"] = row.data["seats"]
    return Update(row.number, row.at, row.kind, {**public, "status": status})


Called = Callable[[str], Sequence[str]]
"""The names of everyone at the table, by language."""


def _numbered(lang: str) -> Sequence[str]:
    """No names are given: the games' own texts are used."""
    return ()


def of_the_game(row: Row, state: spuk.State, tongues: Tongues, called: Called = _numbered) -> Update:
    """Apply an action, and keep what each viewer may know of it."""
    action, actor = row.data["action"], int(state.actor)
    seats: list[int | None] = [None, *range(state.seats())]
    shown = {seat: state.reveals(action, seat) for seat in seats}
    events: list[spuk.Event] = []
    state.apply(action, events)
    seen: dict[int | None, _Seen] = {}
    for seat in seats:
        known = [state.redact(event, seat) for event in events]
        words = {lang: _words(state, known, lang, called(lang)) for lang in tongues}
        seen[seat] = _Seen(action if shown[seat] else None, known, words)
        # A spectator knows least: if they see everything, everyone does.
        if seat is None and shown[None] and all(a is b for a, b in zip(known, events, strict=True)):
            break
    public = {"seat": actor if actor >= 0 else None, "actor": actor_name(int(state.actor))}
    return Update(row.number, row.at, row.kind, public, state.game_id(), seen, tuple(tongues))


def _words(state: spuk.State, events: Sequence[spuk.Event], lang: str, called: Sequence[str]) -> list[str]:
    with at_a_table(called):
        return [str(words_of(state.game_id()).event_words(state, event, lang)) for event in events]


def actor_name(actor: int | None) -> int | str | None:
    """A seat, "chance", "over", or None before the start."""
    return {spuk.CHANCE: "chance", spuk.OVER: "over"}.get(actor, actor) if actor is not None else None
