"""What the engine itself says: every roll and every choice of an exorcism, played out on clones.

The player may only do what belongs to an exorcism (exorcise, reroll, weaken, banish, pay, take rewards); the
Curse die shows a blank face, as the odds suppose. Positions that differ only in the order of the dice count
as one, or not, as asked.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import spuk

GAME = spuk.game("ghost-stories")
EXORCISE = GAME.action("exorcise")
END = GAME.action("end")
BLANK = GAME.action("curse:blank")
KEEP_CURSE = GAME.action("recurse:no")
CURSE_FACES = {GAME.action(f"curse:{face}") for face in ("blank", "haunt", "ghost", "tao", "qi")}
DRAWS = {GAME.action(f"draw:{card}") for card in range(1, 66)}

SCALE = 6**20
"""Values are whole numbers over this; every division is checked to leave nothing over."""

Values = tuple[int, ...]
"""The best for each goal, every one on its own: first, second, some, all, expected."""


def _values(gone: list[bool]) -> Values:
    return gone[0] * SCALE, gone[-1] * SCALE, any(gone) * SCALE, all(gone) * SCALE, sum(gone) * SCALE


def _best(values: list[Values]) -> Values:
    return tuple(map(max, zip(*values, strict=True)))


def _mean(values: list[Values]) -> Values:
    totals = [sum(column) for column in zip(*values, strict=True)]
    assert all(total % len(values) == 0 for total in totals)
    return tuple(total // len(values) for total in totals)


class Expectimax:
    """One position and the ghosts it is about."""

    def __init__(self, start: Any, spaces: list[int], *, memo: bool = True) -> None:
        self.spaces = spaces
        self.cards = [int(start.ghosts[space]) for space in spaces]
        self.turn, self.active = int(start.turn), int(start.active)
        self.known: dict[Any, Values] | None = {} if memo else None

    def fractions(self, state: Any) -> list[Fraction]:
        """The best chance for each goal."""
        return [Fraction(value, SCALE) for value in self.value(state)]

    def value(self, state: Any) -> Values:
        """The best from here on."""
        if state.actor == spuk.OVER or state.turn != self.turn or state.active != self.active:
            return self._now(state)
        if self.known is None:
            return self._value(state)
        key = self._key(state)
        if key not in self.known:
            self.known[key] = self._value(state)
        return self.known[key]

    def _value(self, state: Any) -> Values:
        options = list(state.options)
        if state.actor == spuk.CHANCE:
            if options[0] in CURSE_FACES:
                return self._after(state, BLANK)
            if options[0] in DRAWS:
                return self._now(state)
            return _mean([self._after(state, side) for side in options])
        if END in options:  # the menu of the turn: one more exorcism, or leave it at that
            now = self._now(state)
            return _best([now, self._after(state, EXORCISE)]) if EXORCISE in options else now
        if KEEP_CURSE in options:
            return self._after(state, KEEP_CURSE)
        return _best([self._after(state, option) for option in options])

    def _after(self, state: Any, action: int) -> Values:
        after = state.clone()
        after.step(action)
        return self.value(after)

    def _now(self, state: Any) -> Values:
        pairs = zip(self.spaces, self.cards, strict=True)
        return _values([int(state.ghosts[space]) != card for space, card in pairs])

    def _key(self, state: Any) -> Any:
        dice = list(state.dice)
        rolled, paid = sorted(face for face in dice if face < 6), sorted(face for face in dice if face >= 6)
        table = (*rolled, -1, *paid, -1, *state.tao, -1, *state.ghosts, -1, *state.stack)
        return table, state.exorcisms, tuple(state.qi), state.yin_yang
