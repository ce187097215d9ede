"""One game at the terminal: its record, chance, companions, taking back, saving. No screen, no words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import spuk
from spuk.kernel.seeds import Random, derive
from spuk.terminal import saves
from spuk.terminal.saves import HUMAN

GAME = "ghost-stories"


class BrokenSave(ValueError):
    """A saved game that cannot be read; the file has been left alone."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(reason)
        self.path = path


class Teller(Protocol):
    """Puts an event into words; the position is the one after the action that caused it."""

    def __call__(self, state: spuk.State, event: spuk.Event) -> str:
        """The event as a line of the log."""
        ...


class Entry(NamedTuple):
    """An event in words, and how many actions the record held when it happened."""

    number: int
    event: spuk.Event
    text: str


@dataclass
class Session:
    """A running game. What is in `record` is all there is: everything else follows from it."""

    record: spuk.Record
    path: Path
    tell: Teller
    state: spuk.State = field(init=False)
    log: list[Entry] = field(init=False)
    drawn: int | None = field(init=False)
    """The card drawn last: while a ghost is being placed, that ghost."""

    def __post_init__(self) -> None:
        self._go_to(len(self.record.actions))

    @classmethod
    def new(
        cls, options: Mapping[str, Any], seats: Sequence[str], seed: int, path: Path, tell: Teller
    ) -> Session:
        """A new game; wrong options raise ValueError."""
        spuk.game(GAME).new(**options)
        return cls(spuk.Record(GAME, dict(options), seed=seed, players=list(seats)), path, tell)

    @classmethod
    def load(cls, path: Path, tell: Teller) -> Session:
        """A saved game, or a record from elsewhere; `BrokenSave` says what is wrong with it."""
        try:
            record = spuk.Record.from_json(path.read_text(encoding="utf-8"))
            _check(record)
            return cls(record, path, tell)
        except (OSError, ValueError) as error:
            raise BrokenSave(path, str(error)) from error

    # ── who is next ─────────────────────────────────────────────────────────────────────────

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.state.actor == spuk.OVER

    def human(self, seat: int) -> bool:
        """A person sits there."""
        return seat >= 0 and self.record.players[seat] == HUMAN

    @property
    def waiting(self) -> bool:
        """Nothing goes on by itself: a person has to decide, or the game is over."""
        return self.over or self.human(int(self.state.actor))

    # ── going on ────────────────────────────────────────────────────────────────────────────

    def decide(self, action: int) -> None:
        """A person's decision; it is on the disk before anything follows from it."""
        self._do(action)
        self.save()

    def go_on(self) -> None:
        """One step of chance or of a companion."""
        actor = int(self.state.actor)
        if actor == spuk.CHANCE:
            self._do(self._roll())
        else:
            self._do(self._companion(actor))
            self.save()

    def _roll(self) -> int:
        """Each chance event has a seed of its own, so the same choice after `undo` rolls the same."""
        seed = derive(self.record.seed or 0, "chance", self._chance_events)
        return int(self.state.sample(Random(seed)))

    def _companion(self, seat: int) -> int:
        """A fresh companion for each decision: it plays on alike after `undo` and after a restart."""
        seed = derive(self.record.seed or 0, "bot", seat, len(self.record.actions))
        return spuk.bot(self.record.players[seat], seed=seed).choose(self.state)

    def _do(self, action: int) -> None:
        # Noted first: whatever interrupts the rest, a save now holds the decision.
        self.record.actions.append(action)
        self._apply(action)

    def _apply(self, action: int) -> None:
        actor = int(self.state.actor)
        events: list[spuk.Event] = []
        self.state.apply(action, events)
        drawn = [event.values["card"] for event in events if event.id == "card_drawn"]
        self.drawn = drawn[-1] if drawn else self.drawn
        self._actors.append(actor)
        self._chance_events += actor == spuk.CHANCE
        number = len(self._actors)
        self.log.extend(Entry(number, event, self.tell(self.state, event)) for event in events)

    # ── going back ──────────────────────────────────────────────────────────────────────────

    def undo(self) -> int | None:
        """Back to before the last decision a person made, which is given back; None if there is none."""
        for number in range(len(self._actors) - 1, -1, -1):
            if self.human(self._actors[number]):
                action = self.record.actions[number]
                del self.record.actions[number:]
                self._go_to(number)
                self.save()
                return action
        return None

    def _go_to(self, number: int) -> None:
        self.state = self.record.start()
        self.log = []
        self.drawn = None
        self._actors: list[int] = []
        self._chance_events = 0
        for action in self.record.actions[:number]:
            self._apply(action)

    def news(self) -> list[Entry]:
        """The log since the last decision a person made."""
        last = max((n for n, actor in enumerate(self._actors) if self.human(actor)), default=0)
        return [entry for entry in self.log if entry.number > last]

    # ── keeping ─────────────────────────────────────────────────────────────────────────────

    def save(self) -> None:
        """Write the record; OSError if the disk does not want it."""
        saves.write(self.path, self.record.to_json())


def mute(state: spuk.State, event: spuk.Event) -> str:
    """The teller for those who only want to look into a record."""
    return ""


def latest() -> Path | None:
    """The game played last that is not over; an unreadable one counts, so that somebody says so."""
    for path in saves.newest_first():
        try:
            if not Session.load(path, mute).over:
                return path
        except BrokenSave:
            return path
    return None


def _check(record: spuk.Record) -> None:
    """What `Record.from_json` leaves open but a game that goes on needs."""
    if record.game != GAME:
        raise ValueError(f"record: game {record.game!r}, not {GAME!r}")
    seats = int(record.options.get("players", spuk.game(GAME).options()["players"][0]))
    known = (HUMAN, *spuk.bots())
    if not isinstance(record.players, list) or len(record.players) != seats:
        raise ValueError(f"record: 'players' must name who sits at the {seats} seats")
    if not all(name in known for name in record.players):
        raise ValueError(f"record: 'players' may be {', '.join(known)}")
    if type(record.seed) is not int:
        raise ValueError("record: 'seed' must be a whole number")
