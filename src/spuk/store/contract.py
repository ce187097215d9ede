"""What a store promises. Events are the database: everything else stored here is derived from them.

A log is the numbered rows 1, 2, 3 … of one table. `(table, number)` is the primary key, so no two rows can
have the same place. Once `append` has returned, its rows survive any end of our process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

DAMAGED: Final = "damaged"
"""The kind of a row whose content cannot be read. It has no data."""


class Row(NamedTuple):
    """Something that happened."""

    number: int
    at: float
    """Seconds since 1970."""
    kind: str
    data: Mapping[str, Any]


class NewRow(NamedTuple):
    """Something to be written. Its number follows from its place."""

    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Card:
    """The summary of a table for lists. It is derived from the log and written together with it.

    If the rules of a game change, it can no longer be derived: then only the summary knows how an old game
    ended.
    """

    status: str
    listed: bool
    """Whether everyone may see it in the lists."""
    waits: str
    """Whom it waits for, so that tables waiting for a bot can be found after a crash."""
    people: tuple[str, ...]
    """Everyone who takes part, for their own lists."""
    about: Mapping[str, Any] = field(default_factory=dict)
    rules: str = ""
    """The rules it is played by, such as `pig/1`. Processes with other rules leave it alone."""


class Listed(NamedTuple):
    """A table in a list."""

    table: str
    number: int
    changed_at: float
    card: Card
    damaged: bool = False
    """The summary's text or its people are unreadable, so both are missing."""


class Snapshot(NamedTuple):
    """The state of a log at a number, so that not all of it must be read again. Never the only copy."""

    number: int
    version: str
    """Who wrote it. A reader that does not know this version reads the log instead."""
    data: Mapping[str, Any]


class Person(NamedTuple):
    """A person who plays here."""

    id: str
    generation: int
    """Counts moves to another device. Signatures for an older generation are invalid."""
    name: str


PERSON: Final = "person"
ADDRESS: Final = "address"
NEWCOMERS: Final = "newcomers"


class Ban(NamedTuple):
    """A banned person or address."""

    kind: str
    """PERSON, by id. ADDRESS, a network that is refused. NEWCOMERS, a network that
    only known people may use.
    """
    value: str
    reason: str
    """For operators only."""
    at: float
    until: float | None = None
    """None: until it is lifted."""
    because: str = ""
    """For NEWCOMERS: the banned person who came from there. It ends with their ban."""


class StoreError(Exception):
    """Something the store could not do."""


class Conflict(StoreError):
    """Another writer was faster; `number` is the last number."""

    def __init__(self, table: str, number: int) -> None:
        super().__init__(f"{table} is at number {number} already")
        self.number = number


AWAY: Final = "away"
BUSY: Final = "busy"
FULL: Final = "full"
READ_ONLY: Final = "read_only"


class Unavailable(StoreError):
    """The database cannot be reached or cannot write. Trying again later makes sense.

    It is unknown whether the data was written: the connection may have been lost after the commit. The text
    is for the log, because it may name files, hosts and personal data. `why` is for everyone.
    """

    def __init__(self, text: str, why: str = AWAY) -> None:
        super().__init__(text)
        self.why = why


Wake = Callable[[str, int], None]
"""Called when a table has reached a number; '' means that something may have been missed."""


Moved = Callable[[str, int], None]
"""Called when a person has moved to another device, with the new generation; '' as for `Wake`."""


Changed = Callable[[], None]
"""Called when operators have changed something: bans, signing keys, tables."""


class Store(Protocol):
    """One store for all tables. Every method may raise `Unavailable`."""

    async def open(
        self, wake: Wake | None = None, moved: Moved | None = None, changed: Changed | None = None
    ) -> None:
        """Connect and bring the schema up to date. The callbacks hear about changes by other processes."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...

    async def check(self) -> None:
        """Write something tiny. `Unavailable` if nothing can be written now."""
        ...

    async def append(
        self, table: str, expected: int, rows: Sequence[NewRow], card: Card | None = None, *, at: float
    ) -> int:
        """Write rows after the number `expected`, all or none. Returns the new last number.

        Raises `Conflict` if the log is not at `expected`. The first append of a table needs a card.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The rows after a number, in order; [] for an unknown table. See `DAMAGED`."""
        ...

    async def find(self, table: str) -> Listed | None:
        """The summary of one table; None if there is no such table."""
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
        """Tables, last changed first. `before` (a `changed_at`) gets the next page. With `rules`, only tables
        played by one of these.
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
        """How many tables are in these states; with `since`, only those changed since then."""
        ...

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Store a snapshot, replacing the previous one."""
        ...

    async def load_snapshot(self, table: str) -> Snapshot | None:
        """The last snapshot; None if there is none or it is unreadable."""
        ...

    async def add_person(self, id: str, name: str) -> Person:
        """Create a new person."""
        ...

    async def person(self, id: str) -> Person | None:
        """A person, if they exist."""
        ...

    async def rename(self, id: str, name: str) -> None:
        """Change a person's name."""
        ...

    async def offer_recovery(self, id: str, token_hash: str, until: float) -> None:
        """Until this time, anyone who presents this token is this person. It replaces an earlier one."""
        ...

    async def offered(self, token_hash: str, now: float) -> Person | None:
        """The person this token belongs to, if it is still valid."""
        ...

    async def recover(self, token_hash: str, now: float) -> Person | None:
        """The person this token belongs to, in their next generation. The token is used up."""
        ...

    async def keep(self, name: str, value: str) -> str:
        """The value stored under a name for all processes: this one, unless there already was one."""
        ...

    async def kept(self, name: str) -> str | None:
        """The value stored under a name; None if there is none."""
        ...

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """The last numbers of the existing ones among these tables."""
        ...

    async def bans(self) -> Sequence[Ban]:
        """All bans, including expired ones, the latest first."""
        ...

    async def ban(self, ban: Ban) -> None:
        """Ban someone from now on, everywhere. It replaces an existing ban."""
        ...
