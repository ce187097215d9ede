"""The results for an exorcism: every goal's chance as a fraction."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import symbols
from spuk.games.ghost_stories.board import LETTERS
from spuk.games.ghost_stories.cards import ABILITIES, PARTING_CURSE
from spuk.games.ghost_stories.odds.solver import ALL, COUNT, SOME, Solver
from spuk.games.ghost_stories.rolls import ONE


class Target(NamedTuple):
    """A ghost next to the Taoist, and the best chance to banish it, if nothing else matters."""

    space: str
    """For example `N1`; empty in a question without a position."""
    card: int
    """Its number; 0 in a question that gives only the resistance."""
    resistance: str
    """As printed, by letter: y b g r k."""
    needed: str
    """What is left of it after Circle of Prayer and Mantra. (If there is a choice of colours, it is not made
    here.)
    """
    chance: Fraction


class Odds(NamedTuple):
    """Exact chances. Each is the best possible one if that is the only goal."""

    targets: tuple[Target, ...]
    """All ghosts next to the place, in space order. One that cannot be exorcised now has chance 0."""
    some: Fraction
    """At least one of them goes."""
    all: Fraction
    """All of them go."""
    expected: Fraction
    """The highest possible average number of banished ghosts."""
    dice: int
    """Tao dice in the current exorcism, otherwise in the next."""
    exorcisms: int
    """How many exorcisms remain in this turn: 0, 1, or 2 with Second Wind."""
    curse: bool
    """Whether a banished ghost's Curse die may come before the second exorcism. It counts as blank."""

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON: every chance as a fraction and as a number."""
        return {
            "targets": [{**target._asdict(), "chance": _both_ways(target.chance)} for target in self.targets],
            "some": _both_ways(self.some),
            "all": _both_ways(self.all),
            "expected": _both_ways(self.expected),
            "dice": self.dice,
            "exorcisms": self.exorcisms,
            "curse": self.curse,
        }


def _both_ways(chance: Fraction) -> dict[str, Any]:
    return {"exact": str(chance), "value": float(chance)}


def answer(
    solver: Solver,
    values: vec[i64],
    spaces: list[str],
    cards: list[i64],
    resistances: list[str],
    exorcisms: int,
) -> Odds:
    """The values of the goals, combined with their ghosts."""
    found = []
    curse = False
    for index in range(i64(len(spaces))):
        if (solver.around >> index) & 1:
            left = spell(solver.scenes[0].needs[index])
            chance = _fraction(values[index])
            found.append(Target(spaces[index], int(cards[index]), resistances[index], left, chance))
            if ABILITIES[cards[index]] & PARTING_CURSE and len(spaces) > 1:
                curse = True
    return Odds(
        targets=tuple(found),
        some=_fraction(values[SOME]),
        all=_fraction(values[ALL]),
        expected=_fraction(values[COUNT]),
        dice=int(solver.scenes[0].dice),
        exorcisms=exorcisms,
        curse=curse and exorcisms == 2 and len(found) == 2,
    )


def _fraction(value: i64) -> Fraction:
    return Fraction(int(value), int(ONE))


def spell(bundle: i64) -> str:
    """Symbols by letter."""
    return "".join(LETTERS[color] * int(symbols.of(bundle, color)) for color in range(5))
