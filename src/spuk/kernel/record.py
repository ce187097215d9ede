"""A whole game as data: same record, same state, on every machine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from spuk.kernel.game import (
    FIRST_REVISION,
    LAST_REVISION,
    OVER,
    BrokenText,
    Fault,
    Game,
    IllegalAction,
    OtherRules,
    State,
)
from spuk.kernel.playing import Bot, play_on
from spuk.kernel.registry import game as find_game

__all__ = ["Bot", "Played", "Record", "play", "play_through"]

FORMAT: Final = "spuk-record"
VERSION: Final = 1
_AS_PLAYED_NOW: Final = 0
_KINDS: Final = {
    "str": Fault("kind.str", "a string"),
    "int": Fault("kind.int", "an integer"),
    "dict": Fault("kind.dict", "an object"),
    "list": Fault("kind.list", "a list"),
}


@dataclass
class Record:
    """A whole game: its options and all actions, including chance."""

    game: str
    options: dict[str, Any]
    actions: list[int] = field(default_factory=list)
    seed: int | None = None
    players: list[str] = field(default_factory=list)
    rules: int = _AS_PLAYED_NOW
    """The rules revision it was played under. Default: the game's current one."""

    def __post_init__(self) -> None:
        if self.rules == _AS_PLAYED_NOW:
            self.rules = find_game(self.game).rules_revision

    def as_data(self) -> dict[str, Any]:
        """The record as a JSON object, with actions as their stable numbers."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "actions": self.actions,
            "seed": self.seed,
            "players": self.players,
        }

    def to_json(self) -> str:
        """One JSON object."""
        return json.dumps(self.as_data(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record. `BrokenText` (such as `OtherRules`) says what is wrong with an invalid one."""
        data = _read_object(text)
        seed = data.get("seed")
        if seed is not None and type(seed) is not int:
            raise BrokenText(
                Fault("record.seed", "record: 'seed' must be an integer or null, not {seed!r}", seed=seed)
            )
        record = cls(
            game=_field(data, "game", str),
            options=_field(data, "options", dict),
            actions=_items(data, "actions", int),
            seed=seed,
            players=_items({"players": [], **data}, "players", str),
            rules=_revision(data),
        )
        record.start()
        return record

    def start(self) -> State:
        """The state before the first action. `OtherRules` if it was played under another revision."""
        try:
            game = find_game(self.game)
            game.check_rules(self.rules)
            return game.new(**self.options)
        except OtherRules:
            raise
        except (ValueError, TypeError, RecursionError) as error:
            raise BrokenText(Fault("record.wrong", "record: {reason}", reason=error)) from error

    def states(self) -> Iterator[State]:
        """Every state of the game, including the first. All are the same object, which moves on."""
        state = self.start()
        yield state
        for number, action in enumerate(self.actions):
            try:
                state.apply(action)
            except IllegalAction as error:
                fault = Fault(
                    "record.action", "record: action {number}: {reason}", number=number + 1, reason=error
                )
                raise BrokenText(fault) from error
            yield state

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The record as data for one seat (None: a spectator). Actions it may not see are None."""
        seen = []
        for state, action in zip(self.states(), self.actions, strict=False):
            seen.append(action if state.reveals(action, seat) else None)
        finished = self.replay().actor == OVER
        actions = self.actions if finished else seen
        return {"game": self.game, "rules": self.rules, "options": self.options, "actions": actions}

    def replay(self) -> State:
        """The state after the last action."""
        *_, last = self.states()
        return last


def _read_object(text: str) -> Mapping[str, Any]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise BrokenText(
            Fault("record.json", "record: not JSON (line {line}, column {column})", **where)
        ) from error
    except (ValueError, RecursionError) as error:  # too large a number, nested too deeply
        raise BrokenText(Fault("record.unreadable", "record: not readable as JSON")) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BrokenText(
            Fault("record.format", "record: expected a JSON object with format={format!r}", format=FORMAT)
        )
    if data.get("version") != VERSION or data["version"] is True:
        found = repr(data.get("version"))[:40]
        raise BrokenText(
            Fault(
                "record.version",
                "record: version {found}; this version of Spuk reads version {known}",
                found=found,
                known=VERSION,
            )
        )
    return data


def _field(data: Mapping[str, Any], name: str, kind: type) -> Any:
    if not isinstance(data.get(name), kind):
        raise BrokenText(
            Fault("record.field", "record: {name!r} must be {kind}", name=name, kind=_KINDS[kind.__name__])
        )
    return data[name]


def is_revision(found: object) -> bool:
    """A whole number that can be a rules revision."""
    return type(found) is int and FIRST_REVISION <= found <= LAST_REVISION


def _revision(data: Mapping[str, Any]) -> int:
    """The rules revision. Records from before revisions existed have none."""
    found: int = data.get("rules", FIRST_REVISION)
    if not is_revision(found):
        raise BrokenText(
            Fault(
                "record.rules",
                "record: 'rules' must be a rules revision, not {found}",
                found=repr(found)[:40],
            )
        )
    return found


def _items(data: Mapping[str, Any], name: str, kind: type) -> list[Any]:
    items = _field(data, name, list)
    for item in items:
        if type(item) is not kind:
            raise BrokenText(
                Fault(
                    "record.items",
                    "record: every item of {name!r} must be {kind}, not {item!r}",
                    name=name,
                    kind=_KINDS[kind.__name__],
                    item=item,
                )
            )
    return list(items)


class Played(NamedTuple):
    """A whole game with its last state, so that nobody has to replay it."""

    record: Record
    state: State
    decisions: int
    """The number of decisions by players; the other actions are dice and cards."""


def play(game: Game, options: Mapping[str, Any], bots: Sequence[Bot], seed: int) -> Record:
    """Play a whole game: the bots decide for their seats, `seed` determines dice and cards."""
    return play_through(game, options, bots, seed).record


def play_through(game: Game, options: Mapping[str, Any], bots: Sequence[Bot], seed: int) -> Played:
    """The same, with the last state."""
    state = game.new(**options)
    names = [str(getattr(bot, "name", type(bot).__name__)) for bot in bots]
    record = Record(game.id, dict(options), seed=seed, players=names, rules=game.rules_revision)
    decisions = play_on(state, bots, seed, record.actions)
    return Played(record, state, decisions)
