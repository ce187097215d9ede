"""Which job the bots' worker processes do next. No processes, no clock: only what waits, and in which order.

Bot moves go first, then hints, then analysis. Within a kind, the person who was served longest ago goes
first, and nobody has more than one job running: however many jobs one person has, others wait for at most one
of them.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Generic, TypeVar

T = TypeVar("T")

PASSED_OVER_AT_MOST: Final = 8
"""How often a waiting kind lets a more urgent one go first. Then it is its turn, so nothing waits forever."""


class Kind(IntEnum):
    """What a job is for. Smaller is more urgent."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2


class QueueFull(Exception):
    """Someone already has too many jobs of a kind."""

    def __init__(self, kind: Kind, most: int) -> None:
        super().__init__(f"there are {most} jobs of the kind {kind.name} already")
        self.kind = kind
        self.most = most


@dataclass(eq=False)
class Ticket(Generic[T]):
    """A job that was accepted."""

    owner: str
    kind: Kind
    job: T


class Scheduler(Generic[T]):
    """Jobs by kind and owner. `limits` says how many of a kind one owner may have, running or waiting."""

    def __init__(self, limits: Mapping[Kind, int] | None = None) -> None:
        self._limits = dict(limits or {})
        # Owners in the order in which they were served: the first one was served longest ago.
        self._waiting: dict[Kind, OrderedDict[str, deque[Ticket[T]]]] = {kind: OrderedDict() for kind in Kind}
        self._passed_over = dict.fromkeys(Kind, 0)
        self._running: dict[str, Ticket[T]] = {}

    def __len__(self) -> int:
        return sum(len(line) for lines in self._waiting.values() for line in lines.values())

    def counts(self) -> dict[tuple[str, str], float]:
        """How many jobs of each kind wait, and run."""
        found = {(kind.name.lower(), state): 0.0 for kind in Kind for state in ("queued", "running")}
        for kind, lines in self._waiting.items():
            found[kind.name.lower(), "queued"] += sum(len(line) for line in lines.values())
        for ticket in self._running.values():
            found[ticket.kind.name.lower(), "running"] += 1
        return found

    def submit(self, owner: str, kind: Kind, job: T) -> Ticket[T]:
        """Queue a job for a worker. Raises `QueueFull` if this owner has too many of the kind."""
        line = self._waiting[kind].get(owner, deque())
        running = self._running.get(owner)
        most = self._limits.get(kind)
        if most is not None and len(line) + (running is not None and running.kind == kind) >= most:
            raise QueueFull(kind, most)
        ticket = Ticket(owner, kind, job)
        line.append(ticket)
        self._waiting[kind][owner] = line
        return ticket

    def take(self) -> Ticket[T] | None:
        """The next job; None if none may start. `finish` must be called for it."""
        ready = [kind for kind in Kind if self.has(kind)]
        if not ready:
            return None
        overdue = [kind for kind in ready if self._passed_over[kind] >= PASSED_OVER_AT_MOST]
        chosen = (overdue or ready)[0]
        for kind in ready:
            self._passed_over[kind] = 0 if kind == chosen else self._passed_over[kind] + (kind > chosen)
        return self._start(chosen)

    def has(self, kind: Kind) -> bool:
        """Whether a job of this kind may start now."""
        return self._next_owner(kind) is not None

    def _next_owner(self, kind: Kind) -> str | None:
        return next((owner for owner in self._waiting[kind] if owner not in self._running), None)

    def _start(self, kind: Kind) -> Ticket[T]:
        owner = self._next_owner(kind)
        assert owner is not None
        line = self._waiting[kind][owner]
        ticket = line.popleft()
        if line:
            self._waiting[kind].move_to_end(owner)
        else:
            del self._waiting[kind][owner]
        self._running[owner] = ticket
        return ticket

    def finish(self, ticket: Ticket[T]) -> None:
        """A worker has finished a job: its owner may have another one running."""
        if self._running.get(ticket.owner) is ticket:
            del self._running[ticket.owner]

    def drop(self, ticket: Ticket[T]) -> None:
        """Nobody wants this job any more: it leaves the queue. A running one continues until `finish`."""
        line = self._waiting[ticket.kind].get(ticket.owner)
        if line is not None and ticket in line:
            line.remove(ticket)
            if not line:
                del self._waiting[ticket.kind][ticket.owner]
