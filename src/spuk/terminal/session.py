"""One game in the terminal: its record, chance, bots, undo, saving. No screen, no texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple, Protocol

import spuk
from spuk.kernel import files
from spuk.kernel.errors import Fault
from spuk.kernel.seeds import Random, derive
from spuk.kernel.undo import UndoLimit
from spuk.terminal import saves
from spuk.terminal.bots import HUMAN


class BrokenSave(ValueError):
    """A saved game that cannot be read. The file has been left alone."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(getattr(error, "strerror", None) or str(error))
        self.path = path
        self.error = error
        """What is wrong with it."""


class BotFailed(Exception):
    """A bot raised an exception or chose an illegal action. The game stays where the bot was asked."""

    def __init__(self, seat: int, name: str, error: BaseException, *, illegal: bool) -> None:
        super().__init__(f"{name}: {error}")
        self.seat = seat
        self.name = name
        self.illegal = illegal
        """It chose, but no legal action."""
        self.reason = error if illegal else f"{type(error).__name__}: {error}{_where(error)}"


class Teller(Protocol):
    """Puts an event into words. The position is the one after the action that caused it."""

    def __call__(self, state: spuk.State, event: spuk.Event, action: int | None = None) -> str:
        """The event as a line of the log, '' if it is not worth one. `action` has caused it."""
        ...


class Told(NamedTuple):
    """An event as someone may know it, and in words."""

    event: spuk.Event
    text: str


class Entry(NamedTuple):
    """An event as each seat and a spectator (None) may know it."""

    number: int
    """How many actions the record had when it happened."""
    seen: Mapping[int | None, Told]


@dataclass
class Session:
    """A running game. Everything follows from what is in `record`."""

    record: spuk.Record
    path: Path
    tell: Teller
    state: spuk.State = field(init=False)
    log: list[Entry] = field(init=False)
    undo_limit: UndoLimit = field(init=False, default_factory=UndoLimit)
    """How far the game may be undone. It stays when the game goes back."""
    kept: bool = field(init=False, default=False)
    """Whether the last attempt to save worked."""

    def __post_init__(self) -> None:
        self._go_to(len(self.record.actions))

    @classmethod
    def new(
        cls,
        game: str,
        options: Mapping[str, Any],
        seats: Sequence[str],
        seed: int,
        path: Path,
        tell: Teller,
    ) -> Session:
        """A new game; wrong options raise ValueError."""
        spuk.game(game).new(**options)
        return cls(spuk.Record(game, dict(options), seed=seed, players=list(seats)), path, tell)

    @classmethod
    def load(cls, path: Path, teller: Callable[[str], Teller]) -> Session:
        """A saved game, or a record from elsewhere. `BrokenSave` says what is wrong with it.

        `teller` provides the words for the game that turns out to be in the file.
        """
        try:
            record = spuk.Record.from_json(files.read(path))
            _check(record)
            return cls(record, path, teller(record.game))
        except (OSError, ValueError, RecursionError) as error:
            raise BrokenSave(path, error) from error

    # ── who is next ─────────────────────────────────────────────────────────────────────────

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.state.actor == spuk.OVER

    def human(self, seat: int) -> bool:
        """Whether a person sits there."""
        return seat >= 0 and self.record.players[seat] == HUMAN

    def missing_bots(self) -> list[str]:
        """Bots that still have to play here but do not exist."""
        known = (HUMAN, *spuk.bots())
        return [] if self.over else [name for name in dict.fromkeys(self.record.players) if name not in known]

    def people(self) -> list[int]:
        """The seats in which people sit."""
        return [seat for seat in range(self.state.seats()) if self.human(seat)]

    @property
    def waiting(self) -> bool:
        """Nothing continues on its own: a person has to decide, or the game is over."""
        return self.over or self.human(int(self.state.actor))

    # ── going on ────────────────────────────────────────────────────────────────────────────

    def decide(self, action: int) -> None:
        """A person's decision. It is on disk before anything follows from it."""
        self._do(action)
        self.save()

    def go_on(self) -> None:
        """One step of chance or of a bot. `BotFailed` if the bot cannot."""
        actor = int(self.state.actor)
        if actor == spuk.CHANCE:
            self._do(self._roll())
        else:
            self._do(self._bot_choice(actor))
            self.save()

    def _roll(self) -> int:
        """Each chance event has its own seed, so the same choice after an undo gets the same dice."""
        seed = derive(self.record.seed or 0, "chance", self._chance_events)
        return int(self.state.sample(Random(seed)))

    def _bot_choice(self, seat: int) -> int:
        """A fresh bot for each decision, so it plays the same after an undo and after a restart.

        It gets only what its seat may know.
        """
        name = self.record.players[seat]
        seed, number = self.record.seed or 0, len(self.record.actions)
        mind = Random(derive(seed, "imagine", seat, number))
        known = self.state.imagine(seat, mind)
        try:
            chosen = spuk.bot(name, seed=derive(seed, "bot", seat, number)).choose(known)
        except (Exception, SystemExit) as error:
            raise BotFailed(seat, name, error, illegal=False) from error
        try:
            return int(self.state.checked(chosen))
        except spuk.IllegalAction as error:
            raise BotFailed(seat, name, error, illegal=True) from error

    def _do(self, action: int) -> None:
        # Recorded first: whatever interrupts the rest, a save now contains the decision.
        self.record.actions.append(action)
        self._apply(action)

    def _apply(self, action: int) -> None:
        actor, before = int(self.state.actor), self._actors[-1] if self._actors else None
        self.undo_limit = self.undo_limit.after(len(self._actors), actor, before)
        events: list[spuk.Event] = []
        self.state.apply(action, events)
        self._actors.append(actor)
        self._chance_events += actor == spuk.CHANCE
        number = len(self._actors)
        self.log.extend(Entry(number, self._seen(event, action)) for event in events)

    def _seen(self, event: spuk.Event, action: int) -> dict[int | None, Told]:
        whole = Told(event, self.tell(self.state, event, action))
        seen: dict[int | None, Told] = {}
        for seat in (None, *range(self.state.seats())):
            known = self.state.redact(event, seat)
            seen[seat] = whole if known is event else Told(known, self.tell(self.state, known, action))
        return seen

    # ── going back ──────────────────────────────────────────────────────────────────────────

    def last_decision(self, seat: int | None = None) -> int | None:
        """How many actions came before the last decision of this person (None: of anyone)."""
        for number in range(len(self._actors) - 1, -1, -1):
            actor = self._actors[number]
            if self.human(actor) if seat is None else actor == seat:
                return number
        return None

    def no_undo(self) -> str | None:
        """Why the last decision of a person may not be undone (a reason of `kernel.undo`); None if it may.

        People at one keyboard agree among themselves, and if nothing is hidden, undo is free.
        """
        return self.undo_limit.refusal(spuk.game(self.record.game), self.last_decision(), free=True)

    def undo(self) -> int | None:
        """Go back to before the last decision of a person and return it; None if it has to stay."""
        number = self.last_decision()
        if number is None or self.no_undo() is not None:
            return None
        action = self.record.actions[number]
        del self.record.actions[number:]
        self._go_to(number)
        self.save()
        return action

    def _go_to(self, number: int) -> None:
        self.state = self.record.start()
        self.log = []
        self._actors: list[int] = []
        self._chance_events = 0
        for action in self.record.actions[:number]:
            self._apply(action)

    # ── what has happened ───────────────────────────────────────────────────────────────────

    def told(self, seat: int | None, after: int = 0) -> list[Told]:
        """The log as this seat may know it. `after`: only what happened after so many actions."""
        return [entry.seen[seat] for entry in self.log if entry.number > after]

    def news(self, seat: int | None) -> list[Told]:
        """What this seat may know about the time since its own last decision (None: anyone's)."""
        return self.told(seat, after=self.last_decision(seat) or 0)

    # ── keeping ─────────────────────────────────────────────────────────────────────────────

    def save(self) -> None:
        """Write the record. OSError if that fails."""
        self.kept = False
        saves.write(self.path, self.record.to_json())
        self.kept = True


def _where(error: BaseException) -> str:
    """The line of the bot's own file that raised the exception."""
    frames = extract_tb(error.__traceback__)[1:]
    return f", {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


def mute(state: spuk.State, event: spuk.Event, action: int | None = None) -> str:
    """The teller for callers who only look into a record."""
    return ""


def open_record(path: Path) -> spuk.Record | None:
    """The record of a saved game; None if it is over. `BrokenSave` says what is wrong with it."""
    session = Session.load(path, lambda game: mute)
    return None if session.over else session.record


def latest(
    game: str | None = None, skipped: Callable[[BrokenSave], object] = lambda broken: None
) -> Path | None:
    """The last played game that is not over. `skipped` is called for those that cannot be read."""
    for path in saves.newest_first():
        try:
            record = open_record(path)
        except BrokenSave as broken:
            skipped(broken)
            continue
        if record is not None and game in (None, record.game):
            return path
    return None


def _check(record: spuk.Record) -> None:
    """What `Record.from_json` does not check but a resumed game needs."""
    seats = record.start().seats()
    if not isinstance(record.players, list) or len(record.players) != seats:
        raise ValueError(
            Fault(
                "record.players",
                "record: 'players' must name who plays each of the {seats} seats",
                seats=seats,
            )
        )
    if type(record.seed) is not int:
        raise ValueError(Fault("record.no_seed", "record: 'seed' must be an integer"))
