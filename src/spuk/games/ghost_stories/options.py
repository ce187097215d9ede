"""What a table agrees on before the first card: options, checked, and the numbers that follow (GS-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories.board import COLORS, NOWHERE, POWERS, SEATS, TILES
from spuk.games.ghost_stories.cards import INCARNATIONS, LAST_GHOST
from spuk.games.ghost_stories.editions import (
    EDITIONS,
    FIVE_QI,
    HAUNTED_LIMIT,
    LEVELS,
    Edition,
    Level,
)
from spuk.kernel import bits
from spuk.kernel.errors import Fault, not_one_of
from spuk.kernel.options import check_names, check_one

GHOSTS_BETWEEN_INCARNATIONS: Final = 10
GHOSTS_REMOVED_PER_MISSING_PLAYER: Final = 5

DEFAULT_EDITION: Final = "en"
ALLOWED: Final[dict[str, Sequence[Any]]] = {
    "players": (4, 3, 2, 1),
    "level": ("normal", "initiation", "nightmare", "hell"),
    "edition": (DEFAULT_EDITION, *[id for id in EDITIONS if id != DEFAULT_EDITION]),
    "five_qi": (False, True),
    "colors": (None, *COLORS[:4]),
    "powers": (None, *POWERS),
    "village": (None, *TILES),
    "first": (None, 0, 1, 2, 3),
    "incarnations": (None, *INCARNATIONS),
}
"""Every option with its allowed values (for sequences: of their items), the default first."""


@final
class Setup:
    """The options of one game and what follows from them; shared by all its states, never changed."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options: dict[str, Any] = dict(options)
        self.edition: Edition = EDITIONS[options["edition"]]
        self.level: Level = LEVELS[options["level"]]
        self.players: i64 = options["players"]
        self.board_of_seat: vec[i64] = vec[i64](SEATS[options["players"]])
        self.seat_of_board: vec[i64] = vec[i64]([NOWHERE] * 4)
        for seat, board in enumerate(SEATS[options["players"]]):
            self.seat_of_board[board] = seat
        self.start_qi: i64 = FIVE_QI if options["five_qi"] else self.level.qi
        self.haunted_limit: i64 = self._haunted_limit()
        self.removed: i64 = GHOSTS_REMOVED_PER_MISSING_PLAYER * (4 - int(self.players))
        self.incarnations: i64 = self._incarnations()
        self.deck: i64 = LAST_GHOST - self.removed + self.incarnations
        self.incarnation_places: i64 = self._incarnation_places()
        self.fixed_colors: vec[i64] = _indices(options["colors"], COLORS)
        self.fixed_powers: vec[i64] = _indices(options["powers"], POWERS)
        self.fixed_village: vec[i64] = _indices(options["village"], TILES)
        self.fixed_incarnations: vec[i64] = vec[i64](
            [INCARNATIONS[name] for name in options["incarnations"] or ()]
        )
        self.fixed_first: i64 = NOWHERE if options["first"] is None else options["first"]
        self.solo: bool = options["players"] == 1
        self.solo_changes: bool = changes_solo(options)
        self.extra_black_tao: bool = self.level.for_beginners and self.edition.initiation_black_tao
        self.power_tokens: i64 = (0, 3, 1, 1, 0)[options["players"]]

    def _haunted_limit(self) -> int:
        """GS-12: how many haunted tiles lose the game."""
        if self.level.for_beginners:
            return self.edition.initiation_haunted_limit
        return HAUNTED_LIMIT

    def _incarnations(self) -> int:
        """GS-3.3: the number of incarnations in the deck."""
        if not self.level.many_incarnations:
            return 1
        return 4 if self.players > 2 else 3

    def _incarnation_places(self) -> int:
        """Bit n is set where an incarnation is on top while n cards are left (GS-3.3)."""
        apart = GHOSTS_BETWEEN_INCARNATIONS + 1
        lowest = apart
        if self.level.many_incarnations and not self.edition.deck_counted_from_bottom:
            lowest = int(self.deck) + 1 - apart * int(self.incarnations)
        return sum(1 << (lowest + apart * k) for k in range(int(self.incarnations)))

    def deck_after(self, incarnations: i64) -> i64:
        """The most cards that can be left when this many incarnations have been drawn."""
        left: i64 = self.deck
        while incarnations > 0 and left > 0:
            if (self.incarnation_places >> left) & 1:
                incarnations -= 1
            left -= 1
        return left

    def incarnations_drawn(self, left: i64) -> i64:
        """How many incarnations have been drawn when this many cards are left."""
        return bits.count(self.incarnation_places >> (left + 1))

    def ghosts_left(self, left: i64) -> i64:
        """How many of this many cards are ghosts and not incarnations."""
        return left - (self.incarnations - self.incarnations_drawn(left))


def changes_solo(options: Mapping[str, Any]) -> bool:
    """GS-3.5: Cemetery and Pavilion work differently for a lone player, in most editions."""
    return options["players"] == 1 and EDITIONS[options["edition"]].solo_changes


def _indices(names: Sequence[str] | None, known: Sequence[str]) -> vec[i64]:
    return vec[i64]([known.index(name) for name in names or ()])


def setup(given: Mapping[str, Any]) -> Setup:
    """The Setup for these options. A wrong one raises a ValueError that names the allowed ones.

    Callers that play many games use the same options again and again, so they are checked only once.
    """
    try:
        found = _remembered(**given)
    except TypeError:  # lists are not hashable
        return _checked(given)
    if EDITIONS.get(found.options["edition"]) is not found.edition:  # registered again meanwhile
        _remembered.cache_clear()
        found = _remembered(**given)
    return found


@lru_cache(maxsize=256, typed=True)
def _remembered(**given: Any) -> Setup:
    return _checked(given)


def _checked(given: Mapping[str, Any]) -> Setup:
    options = check_names(given, ALLOWED)
    for name in ("players", "level", "edition", "five_qi", "first"):
        check_one(name, options[name], ALLOWED[name])
    for name in ("colors", "powers", "village", "incarnations"):
        options[name] = _check_list(name, options[name], ALLOWED[name][1:])
    _check_together(options)
    return Setup(options)


def _check_list(name: str, value: object, allowed: Sequence[str]) -> list[str] | None:
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(
            Fault(
                "option.list",
                "{name}={value!r}: give a list of names; choose from {allowed}",
                name=name,
                value=value,
                allowed=", ".join(allowed),
            )
        )
    for item in value:
        if item not in allowed:
            raise ValueError(not_one_of(name, item, allowed))
    if len(set(value)) != len(value):
        raise ValueError(
            Fault(
                "option.twice",
                "{name}: give each name only once, not {value!r}",
                name=name,
                value=list(value),
            )
        )
    return list(value)


def _check_together(options: Mapping[str, Any]) -> None:
    _check_length("colors", options["colors"], 4)
    _check_length("village", options["village"], 9)
    if options["five_qi"] and options["level"] != "initiation":
        raise ValueError(Fault("option.five_qi", "five_qi=True is only possible with level='initiation'"))
    if options["first"] is not None and options["first"] >= options["players"]:
        raise ValueError(
            Fault(
                "option.first",
                "first={first}: choose from 0…{last} (players={players})",
                first=options["first"],
                last=options["players"] - 1,
                players=options["players"],
            )
        )
    plain = Setup({**options, "incarnations": None})
    count = int(plain.incarnations)
    _check_length("incarnations", options["incarnations"], count)
    _check_powers(options)


def _check_length(name: str, value: list[str] | None, length: int) -> None:
    if value is not None and len(value) != length:
        raise ValueError(
            Fault(
                "option.length",
                "{name}: {given} names given, but this game needs exactly {needed}",
                name=name,
                given=len(value),
                needed=length,
            )
        )


def _check_powers(options: Mapping[str, Any]) -> None:
    powers: list[str] = options["powers"] or []
    colors = [POWERS.index(power) // 2 for power in powers]
    if len(set(colors)) != len(colors):
        raise ValueError(
            Fault("option.sides", "powers: a board cannot show both of its sides: {powers!r}", powers=powers)
        )
    if options["players"] == 1:
        if "dance_of_the_twin_winds" in powers:
            raise ValueError(
                Fault("option.solo_power", "powers: a solo game needs 'dance_of_the_spires' (GS-3.5)")
            )
        red_only = EDITIONS[options["edition"]].solo_taoist_is_red
        if red_only and options["colors"] is not None and options["colors"][0] != "red":
            raise ValueError(
                Fault(
                    "option.solo_red",
                    "colors: in edition {edition!r} the solo player is red, so the first colour must be "
                    "'red' (GS-3.5)",
                    edition=options["edition"],
                )
            )
