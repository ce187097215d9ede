"""What is to be played: a grid of options, bots, seeds. The same order gives the same games anywhere.

Games are numbered 0…N-1 in each combination of the grid. A job is one game of one combination. Jobs alternate
between combinations (number 0 of all, then number 1 …), so a run that is half done says something about each
of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from hashlib import blake2b
from itertools import product
from types import NoneType
from typing import Any, Final

import spuk
from spuk.kernel.errors import Fault
from spuk.kernel.game import FIRST_REVISION, LAST_REVISION
from spuk.kernel.options import today
from spuk.kernel.seeds import derive
from spuk.lab import bots as lab_bots
from spuk.lab.errors import Refused
from spuk.version import VERSION

ALL: Final = "all"
_SEED_BITS: Final = 63
"""Fits a column of integers everywhere."""
_DERIVED_BITS: Final = 96
MOST_GAMES: Final = 100_000_000
"""In all combinations: more would not fit into memory, and nobody waits that long."""
_SHOWN: Final = 100
"""How much of a wrong value is shown."""


@dataclass(frozen=True)
class Order:
    """Everything that determines which games are played, but not how and where."""

    game: str
    bots: tuple[str, ...]
    games: int
    """Per combination."""
    grid: dict[str, list[Any]]
    """The values of every requested option. The others have their defaults."""
    seed: int = 0
    seconds: float | None = None
    playouts: int | None = None
    rotate: bool = True
    """Whether bots change seats from game to game, so that no bot profits from a good seat."""
    records: bool = False
    version: str = VERSION
    """As returned by `version_of`."""
    rules: int = FIRST_REVISION
    """The rules revision of the game."""

    @cached_property
    def combinations(self) -> list[dict[str, Any]]:
        """The options of each combination of the grid."""
        return [dict(zip(self.grid, values, strict=True)) for values in product(*self.grid.values())]

    @cached_property
    def labels(self) -> list[str]:
        """Each combination as text: what differs from the defaults. Never change this, since seeds depend on
        it.
        """
        defaults = spuk.game(self.game).defaults()
        return [_label(options, defaults) for options in self.combinations]

    @cached_property
    def asked(self) -> list[str]:
        """Each combination for people: all requested options, including those at
        their default; may be empty.
        """
        return [_listed(options) for options in self.combinations]

    @cached_property
    def seats(self) -> list[int]:
        """How many play in each combination."""
        return [spuk.game(self.game).new(**options).seats() for options in self.combinations]

    @cached_property
    def tag(self) -> str:
        """The beginning of every line in the log, which tells games of different orders apart."""
        said = asdict(self)
        if self.rules == FIRST_REVISION:  # orders from before revisions existed do not state it
            del said["rules"]
        return blake2b(json.dumps(said, sort_keys=True).encode(), digest_size=4).hexdigest()

    @property
    def total(self) -> int:
        """All games of all combinations."""
        return self.games * len(self.combinations)

    def place(self, job: int) -> tuple[int, int]:
        """The combination and the number of a job."""
        number, combination = divmod(job, len(self.combinations))
        return combination, number

    def job(self, combination: int, number: int) -> int:
        """The job of this game."""
        return number * len(self.combinations) + combination

    def seed_of(self, combination: int, number: int) -> int:
        """The seed of a game. It does not depend on the bots, so different bots get the same luck."""
        whole = derive(self.seed, self.game, self.labels[combination], number)
        return whole >> (_DERIVED_BITS - _SEED_BITS)

    def seating(self, combination: int, number: int) -> list[str]:
        """Which bot sits where in a game."""
        seats = self.seats[combination]
        turn = number % seats if self.rotate else 0
        return [self.bots[(seat + turn) % seats % len(self.bots)] for seat in range(seats)]

    def to_json(self) -> str:
        """The order as in `order.json`."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Order:
        """Read an order from any source. ValueError for one that nobody could have given.

        Bots need not exist here, and nothing is imported: their games can be read anyway. `OtherRules` if it
        was played under another revision: we know neither its options nor its games.
        """
        data = json.loads(text)
        if not isinstance(data, dict) or {"rules", *data} != {field.name for field in fields(cls)}:
            raise ValueError(Fault("order.shape", "not an order.json written by spuk simulate"))
        data.setdefault("rules", FIRST_REVISION)
        _check_types(data)
        spuk.game(data["game"]).check_rules(data["rules"])
        data["grid"] = _renamed(data["game"], data["grid"])
        _check_grid(data["game"], data["grid"])
        order = cls(**{**data, "bots": tuple(data["bots"])})
        _check(order)
        return order

    def overlaps(self, other: Order) -> bool:
        """Whether both orders have games in common: same seeds, same bots."""
        return self._decides() == other._decides() and not set(self.labels).isdisjoint(other.labels)

    def _decides(self) -> tuple[object, ...]:
        """What determines how a game with given options and number goes."""
        alone = len(set(self.bots)) == 1
        thinking = (self.seconds, self.playouts) if any(map(lab_bots.thinks, self.bots)) else None
        seated = (self.bots[0],) if alone else (*self.bots, self.rotate)
        return self.game, self.rules, self.seed, self.version, seated, thinking

    def differences(self, other: Order) -> list[tuple[str, object, object]]:
        """What differs in the other order: name, here, there."""
        ours, theirs = _flat(self), _flat(other)
        names = dict.fromkeys([*ours, *theirs])
        found = [(name, ours.get(name), theirs.get(name)) for name in names]
        return [(name, here, there) for name, here, there in found if here != there]


def _label(options: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    return _listed({name: value for name, value in options.items() if value != defaults[name]})


def _listed(options: Mapping[str, Any]) -> str:
    return ",".join(f"{name}={shown(value)}" for name, value in sorted(options.items()))


def shown(value: object) -> str:
    """The value of an option as people type it."""
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def _flat(order: Order) -> dict[str, object]:
    whole = asdict(order)
    grid = whole.pop("grid")
    return {**whole, **{name: ",".join(map(shown, values)) for name, values in grid.items()}}


def version_of(game: str) -> str:
    """The version of Spuk and of the bots' learned weights for this game: other weights play other games."""
    return f"{VERSION}+{blake2b(spuk.game(game).learned(), digest_size=4).hexdigest()}"


# ── from what was typed ─────────────────────────────────────────────────────────────────────


def read_order(
    game: str,
    bots: str,
    games: int,
    options: Mapping[str, str],
    *,
    seed: int = 0,
    seconds: float | None = None,
    playouts: int | None = None,
    rotate: bool = True,
    records: bool = False,
) -> Order:
    """An order from texts such as `level="normal,hell"` or `players="all"`. `Refused` says what is wrong.

    The user typed them: a bot `package.module:Class` is imported.
    """
    _check_game(game)
    grid = {name: _values(game, name, text) for name, text in options.items()}
    names = split_names(bots)
    lab_bots.import_typed(names)
    lab_bots.check_known(names)
    seconds = lab_bots.usual_seconds(names, seconds, playouts)
    played = version_of(game), spuk.game(game).rules_revision
    order = Order(game, names, games, grid, seed, seconds, playouts, rotate, records, *played)
    _check(order)
    return order


def split_names(bots: str) -> tuple[str, ...]:
    """Bot names separated by commas."""
    return tuple(name.strip() for name in bots.split(","))


def _values(game: str, name: str, text: str) -> list[Any]:
    """The values one option is to take."""
    allowed = spuk.game(game).options()
    if name not in allowed:
        raise Refused("ui.lab.wrong_option", given=name, allowed=", ".join(allowed))
    values = allowed[name]
    parts = [part.strip() for part in text.split(",")]
    if takes_a_list(values):
        return [parts]  # one table setup, not a choice of several
    known = {str(value).lower(): value for value in values}
    parts = [str(today(name, part, spuk.game(game).renamed())) for part in parts]
    if parts == [ALL]:
        parts = [part for part in known if part != "none"]
    for part in parts:
        if part.lower() not in known:
            raise Refused("ui.lab.wrong_value", name=name, given=part, allowed=", ".join([*known, ALL]))
    return list(dict.fromkeys(known[part.lower()] for part in parts))


def takes_a_list(values: Sequence[Any]) -> bool:
    """In `Game.options`: None by default, followed by the names that may be in the list."""
    return values[0] is None and all(isinstance(value, str) for value in values[1:])


# ── what can be asked for ───────────────────────────────────────────────────────────────────

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "game": (str,),
    "bots": (list,),
    "games": (int,),
    "grid": (dict,),
    "seed": (int,),
    "seconds": (int, float, NoneType),
    "playouts": (int, NoneType),
    "rotate": (bool,),
    "records": (bool,),
    "version": (str,),
    "rules": (int,),
}


def _check_types(data: Mapping[str, Any]) -> None:
    """Check an order from an unknown source."""
    for name, kinds in _TYPES.items():
        if type(data[name]) not in kinds:
            raise ValueError(_cannot_be(name, data[name]))
    if not re.fullmatch(r"[\w.+-]{1,40}", data["version"], flags=re.ASCII):
        raise ValueError(_cannot_be("version", data["version"]))
    if not FIRST_REVISION <= data["rules"] <= LAST_REVISION:
        raise ValueError(_cannot_be("rules", data["rules"]))
    _check_game(data["game"])


def _check_grid(game: str, grid: Mapping[str, Any]) -> None:
    for name, values in grid.items():
        _check_values(game, name, values)


def _renamed(game: str, grid: Mapping[str, Any]) -> dict[str, Any]:
    """The grid with today's values: labels, and with them the seeds, stay what they were."""
    renamed = spuk.game(game).renamed()
    return {
        name: [today(name, value, renamed) for value in values] if isinstance(values, list) else values
        for name, values in grid.items()
    }


def _check_values(game: str, name: str, values: Any) -> None:
    """Every value once, so there are only as many combinations as could have been requested."""
    allowed = spuk.game(game).options()
    if name not in allowed:
        raise Refused("ui.lab.wrong_option", given=name, allowed=", ".join(allowed))
    if type(values) is not list or not values:
        raise ValueError(_cannot_be(name, values))
    if takes_a_list(allowed[name]):
        if len(values) > 1:
            raise ValueError(_cannot_be(name, values))
        return  # what is in the list the game itself looks at
    known = [(type(value), value) for value in allowed[name]]
    given = [(type(value), value) for value in values]
    if any(one not in known or given.count(one) > 1 for one in given):
        raise ValueError(_cannot_be(name, values))


def _cannot_be(name: str, value: object) -> Fault:
    return Fault("order.value", "{name} cannot be {value}", name=name, value=_short(value))


def _short(value: object) -> str:
    return json.dumps(value)[:_SHOWN]


def _check(order: Order) -> None:
    """`Refused` says what is wrong."""
    lab_bots.check_number("games", order.games)
    lab_bots.check_budget(order.seconds, order.playouts)
    if order.total > MOST_GAMES:
        raise Refused("ui.lab.too_many_games", total=order.total, most=MOST_GAMES)
    _check_bots(order)


def _check_game(game: str) -> None:
    if game not in spuk.games():
        raise Refused("ui.lab.wrong_game", given=game, allowed=", ".join(spuk.games()))


def _check_bots(order: Order) -> None:
    lab_bots.check_names(order.bots)
    try:
        seats = min(order.seats)
    except (ValueError, TypeError) as error:
        raise Refused("ui.cli.wrong_options", reason=error) from error
    if len(order.bots) > seats:
        raise Refused("ui.lab.too_many_bots", given=len(order.bots), seats=seats)
