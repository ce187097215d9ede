"""What a table is: whatever its log says, row by row. No clock, no database, no network.

`fold` is the only place where a row changes anything. Live play, a restart, another process and a stream that
catches up all use it, so they cannot disagree.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import spuk
from spuk.kernel.game import FIRST_REVISION, LAST_REVISION
from spuk.kernel.record import is_revision
from spuk.kernel.undo import UndoLimit
from spuk.store.contract import Card, Listed, NewRow, Row, Snapshot
from spuk.table.chance import SERVER
from spuk.table.errors import Damaged
from spuk.table.people import names_of
from spuk.table.updates import Tongues, Update, of_the_game, of_the_table

OPEN: Final = "open"
PLAYING: Final = "playing"
FINISHED: Final = "finished"
WAITS_FOR_BOT: Final = "bot"

_MOVES: Final = ("started", "action", "chance", "undone", "resigned", "closed")
"""Rows that change the game: whoever decided before them has to look again."""
UNDO: Final = "undo"
_KEPT_REQUESTS: Final = 200
_SNAPSHOT: Final = f"5/{spuk.__version__}"


def rules_in_force() -> list[str]:
    """The current rules of each game, as in `Card.rules`."""
    return [_rules_name(id, spuk.game(id).rules_revision) for id in spuk.games()]


_TOLD: Final = {"game", "title", "options", "chance", "created_at", "seats", "result"}
"""What a summary must contain."""


def is_whole(found: Listed) -> bool:
    """Whether a summary is complete. If not, it can be rewritten from an intact log."""
    about = found.card.about
    if found.damaged or not about.keys() >= _TOLD or about["game"] not in spuk.games():
        return False
    lists = (about["seats"], about.get("owners", []))
    return isinstance(about["options"], dict) and all(isinstance(part, list) for part in lists)


def _rules_name(game: str, revision: int) -> str:
    return f"{game}/{revision}"


@dataclass(frozen=True)
class Seat:
    """A place at the table."""

    owner: str | None = None
    """The person it belongs to, even while a bot plays for them."""
    name: str = ""
    bot: str | None = None
    """The bot that plays, if any."""
    seconds: float | None = None
    """The bot's thinking time."""
    resigned: bool = False

    @property
    def free(self) -> bool:
        """Whether nobody sits there."""
        return self.owner is None and self.bot is None

    @property
    def person(self) -> str | None:
        """The person who decides here now."""
        return None if self.bot is not None else self.owner


class Proposal(NamedTuple):
    """Something that all people at the table have to agree to."""

    by: str
    seat: int
    agreed: tuple[str, ...]
    to: int | None = None
    """For an undo: how many actions remain."""


class Answered(NamedTuple):
    """Something a person decided, and the numbers at which the game was in the same position."""

    first: int
    last: int
    what: int | str
    """The action, or UNDO."""


@dataclass
class Table:
    """A table at one number of its log."""

    id: str
    number: int = 0
    moved: int = 0
    """The number of the last row that changed the game."""
    created_at: float = 0.0
    changed_at: float = 0.0
    game: str = ""
    rules: int = FIRST_REVISION
    """The rules revision the table was created under."""
    options: Mapping[str, Any] = field(default_factory=dict)
    creator: str = ""
    title: str = ""
    chance: str = SERVER
    free_undo: bool = False
    listed: bool = True
    seed: int = 0
    """Where the dice come from; secret until the end."""
    before: str | None = None
    """The table that this one is the rematch of."""
    beginning: list[int] = field(default_factory=list)
    """Actions the game begins with, if it plays on from a position of another game."""
    status: str = OPEN
    seats: tuple[Seat, ...] = ()
    actions: list[int] = field(default_factory=list)
    last_actor: int | None = None
    """Who took the last action: a seat or CHANCE; None before the first."""
    chances: list[int] = field(default_factory=list)
    """For each action of chance: how many came before it."""
    decisions: list[int] = field(default_factory=list)
    """For each thing a person decided or entered: how many actions came before it."""
    undo_limit: UndoLimit = field(default_factory=UndoLimit)
    """How far back the game may be undone."""
    undo: Proposal | None = None
    giving_up: Proposal | None = None
    given_up_by: tuple[int, ...] = ()
    """Seats whose resignation ended the game."""
    closed: str | None = None
    """Why operators have ended it, which may be ''; None if they have not."""
    links: int = 0
    """How often the links to join and watch were revoked."""
    rematch: str | None = None
    requests: tuple[str, ...] = ()
    """Ids of the latest requests that changed something. A repeat changes nothing."""
    answered: Mapping[str, Answered] = field(default_factory=dict)
    """Each person's last decision. The same one again, in the same position, is also a repeat."""
    people: tuple[str, ...] = ()
    """Everyone who has ever taken part."""
    state: spuk.State | None = None
    """The position; None before the start, and always None if it cannot be replayed."""
    known_result: Mapping[str, Any] | None = None
    """The result of a game that cannot be replayed, from its summary."""
    damage: str = ""
    """What is wrong with its log, for the server's log; '' if nothing is."""
    fresh: list[NewRow] = field(default_factory=list)
    """Rows that are not in the log yet."""
    updates: list[Update] = field(default_factory=list)
    """What watchers are told about the rows folded into this copy."""
    now: float = 0.0
    """The time of new rows."""
    request: str | None = None
    """The id of the request that new rows come from. The first of them stores it."""
    tongues: Tongues = ()
    """The languages in which new rows are told."""

    # ── making ──────────────────────────────────────────────────────────────────────────────

    def draft(self, now: float, tongues: Tongues = ()) -> Table:
        """A copy to work on. It replaces this one when its rows are in the log."""
        made = object.__new__(Table)  # like copy.copy, without its detours
        made.__dict__.update(self.__dict__)
        made.actions, made.decisions = self.actions.copy(), self.decisions.copy()
        made.chances = self.chances.copy()
        made.state = None if self.state is None else self.state.clone()
        made.fresh, made.updates = [], []
        made.now, made.tongues, made.request = now, tongues, None
        return made

    def note(self, kind: str, **data: Any) -> None:
        """Something happens: add a row and fold it at once."""
        if self.request is not None:
            data["request"], self.request = self.request, None
        self.fresh.append(NewRow(kind, data))
        self.fold(Row(self.number + 1, self.now, kind, data), tell=True)

    # ── the fold ────────────────────────────────────────────────────────────────────────────

    def fold(self, row: Row, *, tell: bool = False) -> None:
        """The effect of a row. With `tell`, watchers are told."""
        if row.number != self.number + 1:
            raise ValueError(f"{self.id}: row {row.number} does not follow {self.number}")
        self._note_request(row)
        self.number = row.number
        self.changed_at = row.at
        if row.kind in _MOVES:
            self.moved = row.number
            self.undo = self.giving_up = None
        if row.kind in ("action", "chance"):
            self._fold_action(row, tell)
        else:
            getattr(self, f"_fold_{row.kind}")(row.data, row.at)
            if tell:
                self.updates.append(of_the_table(row, self.status))

    def _note_request(self, row: Row) -> None:
        """What identifies a repeat. The game is still as it was when this was decided."""
        if "request" in row.data:
            self.requests = (*self.requests, row.data["request"])[-_KEPT_REQUESTS:]
        person, what = row.data.get("by"), UNDO if row.kind == "undo_asked" else row.data.get("action")
        if person and what is not None:
            self.answered = {**self.answered, person: Answered(self.moved, self.number, what)}

    def has_answered(self, person: str, number: int, what: int | str) -> bool:
        """Whether this person has already decided the same when the game was as at this number."""
        last = self.answered.get(person)
        return last is not None and last.first <= number <= last.last and last.what == what

    def _fold_created(self, data: Mapping[str, Any], at: float) -> None:
        self.created_at = at
        for name in (
            "game",
            "options",
            "creator",
            "title",
            "chance",
            "free_undo",
            "listed",
            "seed",
            "before",
        ):
            setattr(self, name, data[name])
        if spuk.game(self.game).hides():
            self.free_undo = False  # tables created before this was refused
        stated = data.get("rules", FIRST_REVISION)
        self.rules = stated if is_revision(stated) else LAST_REVISION  # damaged rows are never replayed
        self.beginning = list(data.get("beginning", ()))
        self.seats = tuple(Seat(**seat) for seat in data["seats"])
        self._note_people(self.creator, *(seat.owner for seat in self.seats))

    def _fold_seat(self, data: Mapping[str, Any], at: float) -> None:
        seat = Seat(data["owner"], data["name"], data["bot"], data["seconds"], data["resigned"])
        self._set_seat(data["seat"], seat)
        self._note_people(seat.owner)

    def _set_seat(self, number: int, seat: Seat) -> None:
        self.seats = (*self.seats[:number], seat, *self.seats[number + 1 :])

    def _note_people(self, *people: str | None) -> None:
        new = [person for person in people if person is not None and person not in self.people]
        self.people = tuple(dict.fromkeys((*self.people, *new)))

    def _fold_started(self, data: Mapping[str, Any], at: float) -> None:
        self.status = PLAYING
        self._replay()

    def _fold_action(self, row: Row, tell: bool) -> None:
        if row.kind == "chance":
            self.chances.append(len(self.actions))
        if row.data.get("by"):
            self.decisions.append(len(self.actions))
        if self.replayable:
            self._move(row, tell)
        self.actions.append(row.data["action"])

    def _move(self, row: Row, tell: bool) -> None:
        assert self.state is not None
        number, actor = len(self.actions), int(self.state.actor)
        entered = bool(row.data.get("by"))
        self.undo_limit = self.undo_limit.after(number, actor, self.last_actor, entered=entered)
        self.last_actor = actor
        if tell:
            self.updates.append(of_the_game(row, self.state, self.tongues, self._called))
        else:
            self.state.apply(row.data["action"])
        if self.state.actor == spuk.OVER:
            self.status = FINISHED

    def _called(self, lang: str) -> list[str]:
        """The names of everyone at the table in a language."""
        return names_of([vars(seat) for seat in self.seats], lang)

    def _fold_chat(self, data: Mapping[str, Any], at: float) -> None:
        """Chat changes nothing."""

    def _fold_entry_refused(self, data: Mapping[str, Any], at: float) -> None:
        """Everyone is told; nothing else follows."""

    def _fold_undo_asked(self, data: Mapping[str, Any], at: float) -> None:
        self.undo = Proposal(data["by"], data["seat"], (data["by"],), data["to"])

    def _fold_undo_agreed(self, data: Mapping[str, Any], at: float) -> None:
        assert self.undo is not None
        self.undo = self.undo._replace(agreed=(*self.undo.agreed, data["by"]))

    def _fold_undo_refused(self, data: Mapping[str, Any], at: float) -> None:
        self.undo = None

    def _fold_undone(self, data: Mapping[str, Any], at: float) -> None:
        self._forget(data["to"])
        self._replay()

    def _forget(self, number: int) -> None:
        """Keep only this many actions."""
        del self.actions[number:]
        self.decisions = [before for before in self.decisions if before < number]
        self.chances = [before for before in self.chances if before < number]

    def _replay(self) -> None:
        """Recompute the position from the actions; None if they were played under other rules.

        The undo limit stays: what was seen was seen.
        """
        self.state = spuk.game(self.game).new(**self.options) if self.replayable else None
        self.last_actor = None
        if self.state is not None:
            for action in self.actions:
                self.last_actor = int(self.state.actor)
                self.state.apply(action)

    def _fold_resign_asked(self, data: Mapping[str, Any], at: float) -> None:
        self.giving_up = Proposal(data["by"], data["seat"], (data["by"],))

    def _fold_resign_agreed(self, data: Mapping[str, Any], at: float) -> None:
        assert self.giving_up is not None
        self.giving_up = self.giving_up._replace(agreed=(*self.giving_up.agreed, data["by"]))

    def _fold_resign_refused(self, data: Mapping[str, Any], at: float) -> None:
        self.giving_up = None

    def _fold_resigned(self, data: Mapping[str, Any], at: float) -> None:
        self.given_up_by = tuple(data["seats"])
        self.status = FINISHED

    def _fold_closed(self, data: Mapping[str, Any], at: float) -> None:
        if self.status == OPEN:
            self._replay()  # what was never begun is shown as it would have begun
        self.status = FINISHED
        self.closed = data["reason"]

    def _fold_links_revoked(self, data: Mapping[str, Any], at: float) -> None:
        self.links += 1

    def _fold_imported(self, data: Mapping[str, Any], at: float) -> None:
        """An imported record: there is nothing to decide, only to watch."""
        self.status = FINISHED

    def _fold_rematch(self, data: Mapping[str, Any], at: float) -> None:
        self.rematch = data["table"]

    def past(self, number: int) -> Table:
        """The table as it was after this many actions, for viewing only."""
        self.check_playable()
        made = self.draft(self.now)
        made._forget(number)
        made._replay()
        made.undo = made.giving_up = None
        if number < len(self.actions):
            made.status = PLAYING
        return made

    # ── other rules, and damage ─────────────────────────────────────────────────────────────

    @property
    def replayable(self) -> bool:
        """Whether it is intact and played by the current rules. If not, it has only its actions and its
        summary.
        """
        if self.damage:
            return False
        return not self.game or self.rules == spuk.game(self.game).rules_revision

    def check_playable(self) -> None:
        """Raise an error if the table is damaged (`Damaged`) or of other rules (`OtherRules`)."""
        if self.damage:
            raise Damaged
        if self.game:
            spuk.game(self.game).check_rules(self.rules)

    def believe(self, card: Card) -> None:
        """The summary's result, for a table that cannot be replayed."""
        self.status = card.status
        self.known_result = card.about.get("result")
        if self.damage:
            self.listed = card.listed
            self._note_people(*card.people)

    def quarantine(self, damage: str) -> None:
        """Mark its log as damaged: nothing can be done there any more, and only what is certain is shown."""
        self.damage = damage
        self.state = self.undo = self.giving_up = None

    # ── who is who ──────────────────────────────────────────────────────────────────────────

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """A person's seats; several if people share a device."""
        if person is None:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.owner == person)

    def deciding(self) -> tuple[str, ...]:
        """The people who play now, each once: those who have to agree. Bots play for the others."""
        people = [seat.person for seat in self.seats if seat.person is not None]
        return tuple(dict.fromkeys(people))

    def actor(self) -> int | None:
        """The seat that decides; CHANCE or OVER; None before the start."""
        if self.state is None:
            return None
        return spuk.OVER if self.status == FINISHED else int(self.state.actor)

    def bot_to_move(self) -> int | None:
        """The seat for which a bot has to decide now."""
        actor = self.actor()
        if self.status != PLAYING or actor is None or actor < 0 or self.seats[actor].bot is None:
            return None
        return actor

    # ── what lists, records and snapshots are made of ───────────────────────────────────────

    def result(self) -> dict[str, Any] | None:
        """How it ended."""
        if not self.replayable:
            return None if self.known_result is None else dict(self.known_result)
        if self.status != FINISHED or self.state is None:
            return None
        outcome = self.state.outcome()
        if outcome is None and not self.given_up_by:
            return None  # a record that stops before the end
        if outcome is None:
            return {"reason": "resigned", "won": False, "winners": [], "resigned": list(self.given_up_by)}
        return {
            "reason": outcome.reason,
            "rule": outcome.rule,
            "won": outcome.won,
            "winners": list(outcome.winners),
            "score": outcome.score,
            "scores": list(outcome.scores),
        }

    def card(self) -> Card:
        """The summary for lists."""
        about = {
            "game": self.game,
            "rules": self.rules,
            "title": self.title,
            "options": self.options,
            "chance": self.chance,
            "created_at": self.created_at,
            "seats": [{"name": seat.name, "bot": seat.bot, "free": seat.free} for seat in self.seats],
            "owners": [seat.owner for seat in self.seats],
            "result": self.result(),
        }
        waits = WAITS_FOR_BOT if self.bot_to_move() is not None else ""
        return Card(self.status, self.listed, waits, self.people, about, _rules_name(self.game, self.rules))

    def record(self) -> spuk.Record:
        """Everything that was played: for the referee, and for everyone when it is over."""
        players = [seat.bot or "human" for seat in self.seats]
        # A game that plays on from a position did not get all its dice from this seed.
        seed = self.seed if self.chance == SERVER and not self.beginning else None
        return spuk.Record(self.game, dict(self.options), list(self.actions), seed, players, self.rules)

    def snapshot(self) -> Snapshot:
        """Everything except the position, which follows from the actions."""
        left_out = ("state", "known_result", "damage", "fresh", "updates", "now", "tongues", "request")
        data = {name: value for name, value in vars(self).items() if name not in left_out}
        data["seats"] = [vars(seat) for seat in self.seats]
        for name in ("undo", "giving_up"):
            proposal: Proposal | None = getattr(self, name)
            data[name] = None if proposal is None else proposal._asdict()
        return Snapshot(self.number, _SNAPSHOT, copy.deepcopy(data))

    @classmethod
    def from_snapshot(cls, snapshot: Snapshot) -> Table | None:
        """The table from a snapshot; None if another version wrote it."""
        if snapshot.version != _SNAPSHOT:
            return None
        data = dict(snapshot.data)
        data["seats"] = tuple(Seat(**seat) for seat in data["seats"])
        for name in ("undo", "giving_up"):
            if data[name] is not None:
                data[name] = Proposal(**{**data[name], "agreed": tuple(data[name]["agreed"])})
        for name in ("people", "given_up_by", "requests"):
            data[name] = tuple(data[name])
        data["answered"] = {person: Answered(*last) for person, last in data["answered"].items()}
        data["undo_limit"] = UndoLimit(*data["undo_limit"])
        table = cls(**data)
        if table.status != OPEN:
            table._replay()
        return table
