"""What a store promises. Events are the database: whatever else is kept here follows from them.

A log is the numbered rows 1, 2, 3 … of one table; `(table, number)` is the primary key, so that no two rows
can claim the same place. What `append` has returned from survives the end of our process, however it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

DAMAGED: Final = "damaged"
"""The kind of a row whose content cannot be read; it has no data."""


class Row(NamedTuple):
    """Something that happened."""

    number: int
    at: float
    """Seconds since 1970."""
    kind: str
    data: Mapping[str, Any]


class NewRow(NamedTuple):
    """Something that is to be written; its number follows from its place."""

    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Card:
    """What lists tell of a table. It follows from the log and is written together with it.

    When the rules of a game change, it no longer follows: then only the card knows what an old game came to.
    """

    status: str
    listed: bool
    """Everybody may see it in the lists."""
    waits: str
    """Whom it waits for: what should go on by itself can be found after a crash."""
    people: tuple[str, ...]
    """All who have a part in it, for their own lists."""
    about: Mapping[str, Any] = field(default_factory=dict)
    rules: str = ""
    """Which rules it is played by, such as `pig/1`: who plays by others leaves it alone."""


class Listed(NamedTuple):
    """A table in a list."""

    table: str
    number: int
    changed_at: float
    card: Card
    damaged: bool = False
    """What is said about it, or who has a part in it, cannot be read: the card has nothing of both."""


class Snapshot(NamedTuple):
    """What a log came to at a number, so that not all of it must be read again. Never the only copy."""

    number: int
    version: str
    """Who wrote it: a reader that does not know this version reads the log instead."""
    data: Mapping[str, Any]


class Person(NamedTuple):
    """Somebody who plays here."""

    id: str
    generation: int
    """Counts the moves to another device: what was signed for an older one is worth nothing."""
    name: str


PERSON: Final = "person"
ADDRESS: Final = "address"
NEWCOMERS: Final = "newcomers"


class Ban(NamedTuple):
    """Somebody, or an address, that operators keep out."""

    kind: str
    """PERSON, by id. ADDRESS, a network: nobody comes in from there. NEWCOMERS, a network: who is known comes
    in from there, but nobody becomes somebody new."""
    value: str
    reason: str
    """For operators only."""
    at: float
    until: float | None = None
    """None: until it is lifted."""
    because: str = ""
    """Of NEWCOMERS: the banned person who came from there. It ends with their ban."""


class StoreError(Exception):
    """Something the store could not do."""


class Conflict(StoreError):
    """Somebody else has written first; `number` is the last number there is."""

    def __init__(self, table: str, number: int) -> None:
        super().__init__(f"{table} is at number {number} already")
        self.number = number


AWAY: Final = "away"
BUSY: Final = "busy"
FULL: Final = "full"
READ_ONLY: Final = "read_only"


class Unavailable(StoreError):
    """The database cannot be reached or cannot write; it is worth trying again later.

    Whether what was to be written is there is not known: the connection may have been lost after the commit.
    Its text is for the log: it may name files, hosts and people's data. `why` is for everybody.
    """

    def __init__(self, text: str, why: str = AWAY) -> None:
        super().__init__(text)
        self.why = why


Wake = Callable[[str, int], None]
"""Hears that a table has reached a number; '' means: look at all, something may have been missed."""


Moved = Callable[[str, int], None]
"""Hears that a person has moved to another device and is of this generation now; '' means: look at all."""


Changed = Callable[[], None]
"""Hears that operators have changed something: bans, the keys that sign, tables."""


class Store(Protocol):
    """One place for all tables. Every method may raise `Unavailable`."""

    async def open(
        self, wake: Wake | None = None, moved: Moved | None = None, changed: Changed | None = None
    ) -> None:
        """Connect and bring the schema up to date; the three hear what other processes do."""
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...

    async def check(self) -> None:
        """Write something, as small as it gets; `Unavailable` if nothing can be written now."""
        ...

    async def append(
        self, table: str, expected: int, rows: Sequence[NewRow], card: Card | None = None, *, at: float
    ) -> int:
        """Write rows after the number `expected`, all or none; the new last number.

        `Conflict` if the log is not at `expected`. The first append of a table needs a card.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The rows after a number, in order; [] for a table that is not there. See `DAMAGED`."""
        ...

    async def find(self, table: str) -> Listed | None:
        """What lists tell of one table; None if it is not there."""
        ...

    async def list(
        self,
        *,
        status: str | None = None,
        listed: bool | None = None,
        waits: str | None = None,
        person: str | None = None,
        rules: Sequence[str] | None = None,
        before: float | None = None,
        limit: int = 50,
    ) -> list[Listed]:
        """Tables, the one that changed last first; `before` (a `changed_at`) leafs on.

        With `rules` only those played by one of these.
        """
        ...

    async def count(
        self,
        *,
        status: Sequence[str],
        person: str | None = None,
        since: float | None = None,
        rules: Sequence[str] | None = None,
    ) -> int:
        """How many tables there are in these states; with `since`, of those that have changed since then."""
        ...

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the one before."""
        ...

    async def load_snapshot(self, table: str) -> Snapshot | None:
        """The snapshot kept last; None also for one that cannot be read."""
        ...

    async def add_person(self, id: str, name: str) -> Person:
        """Somebody new."""
        ...

    async def person(self, id: str) -> Person | None:
        """Somebody, if there is such a person."""
        ...

    async def rename(self, id: str, name: str) -> None:
        """Give a person another name."""
        ...

    async def offer_recovery(self, id: str, token_hash: str, until: float) -> None:
        """Whoever brings this token until then is this person; it replaces the one before."""
        ...

    async def offered(self, token_hash: str, now: float) -> Person | None:
        """The person whose token this is, if it can still be used."""
        ...

    async def recover(self, token_hash: str, now: float) -> Person | None:
        """The person whose token this is, of the next generation; the token is used up."""
        ...

    async def keep(self, name: str, value: str) -> str:
        """The value kept under a name for all processes: this one, unless there was one already."""
        ...

    async def kept(self, name: str) -> str | None:
        """The value kept under a name; None if there is none."""
        ...

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """The last numbers of those of these tables that are there."""
        ...

    async def bans(self) -> Sequence[Ban]:
        """All bans, also those that have ended, the latest first."""
        ...

    async def ban(self, ban: Ban) -> None:
        """Keep somebody out from now on, everywhere; it replaces a ban of the same."""
        ...
