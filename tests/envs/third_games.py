"""Two tiny games of a third party: nothing but an engine each, registered by one call.

`Climb` is won or lost together, `Peek` hides cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

import spuk
from spuk.kernel import registry
from spuk.kernel.actions import ActionSpace

STEPS = ActionSpace()
STEP = STEPS.verb("step", 1)
JUMP = STEPS.verb("jump", 1)
LAND = STEPS.verb("land", 6, lambda n: str(n + 1))
TOP = 12
WEATHER = ("storm", "rain", "sun")

CARDS = ActionSpace()
DEAL = CARDS.verb("deal", 9, lambda n: str(n + 1))
KEEP = CARDS.verb("keep", 1)
SWAP = CARDS.verb("swap", 1)


class Tiny(spuk.State):
    """What both have in common: a state is a short list of numbers."""

    ID = ""
    SPACE = STEPS

    def __init__(self, numbers: list[int], players: int, bonus: int) -> None:
        super().__init__(0, vec[i64]())
        self.numbers, self.players, self.bonus = numbers, players, bonus
        self.look()

    def look(self) -> None:
        """Who decides what."""
        raise NotImplementedError

    def ask(self, actor: int, options: Sequence[int]) -> None:
        self.actor, self.options = actor, vec[i64](options)

    def space(self) -> ActionSpace:
        return self.SPACE

    def seats(self) -> int:
        return self.players

    def game_id(self) -> str:
        return self.ID

    def clone(self) -> spuk.State:
        return type(self)(list(self.numbers), self.players, self.bonus)

    def mind(self) -> Any:
        raise NotImplementedError

    def text(self) -> str:
        return " ".join(str(number) for number in [self.players, self.bonus, *self.numbers])

    def invariants(self) -> list[str]:
        return []


class ClimbState(Tiny):
    """Numbers: how high, how many turns are left, whether a jump is in the air."""

    ID = "climb"

    def look(self) -> None:
        height, left, jumping = self.numbers
        if height >= TOP or left == 0:
            self.ask(spuk.OVER, [])
        elif jumping:
            self.ask(spuk.CHANCE, range(LAND, LAND + 6))
        else:
            self.ask(left % self.players, [STEP, JUMP])

    def step(self, action: int) -> None:
        height, left, _ = self.numbers
        if action == JUMP:
            self.numbers = [height, left, 1]
        else:
            height += 1 if action == STEP else action - LAND + 1
            self.numbers = [height if height <= TOP else 0, left - 1, 0]
        self.look()

    def outcome(self) -> spuk.Outcome | None:
        if self.actor != spuk.OVER:
            return None
        won, seats = self.numbers[0] == TOP, range(self.players)
        paid = 1.0 if won else -1.0
        scores = tuple(self.numbers[0] for _ in seats)
        winners = tuple(seats) if won else ()
        return spuk.Outcome(won, winners, "climbed", "C-1", scores[0], scores, (paid,) * self.players)

    def view(self, seat: int | None) -> dict[str, Any]:
        self.check_seat(seat)
        height, left, jumping = self.numbers
        return {"height": height, "left": left, "jumping": bool(jumping), "weather": WEATHER[left % 3]}


class PeekState(Tiny):
    """Numbers: a card for each player, 0 before it is dealt, and how many have decided (below 0: to swap)."""

    ID = "peek"
    SPACE = CARDS

    def look(self) -> None:
        *cards, decided = self.numbers
        if 0 in cards:
            self.ask(spuk.CHANCE, [DEAL + card for card in range(9) if card + 1 not in cards])
        elif decided == self.players:
            self.ask(spuk.OVER, [])
        else:
            self.ask(decided, [KEEP, SWAP])

    def step(self, action: int) -> None:
        *cards, decided = self.numbers
        if action < KEEP:
            self.numbers[cards.index(0)] = action - DEAL + 1
            self.numbers[-1] = abs(decided)
        elif action == SWAP:
            self.numbers[decided], self.numbers[-1] = 0, -(decided + 1)
        else:
            self.numbers[-1] += 1
        self.look()

    def reveals(self, action: int, seat: int | None) -> bool:
        return action >= KEEP or self.numbers.index(0) == seat

    def outcome(self) -> spuk.Outcome | None:
        if self.actor != spuk.OVER:
            return None
        cards = tuple(self.numbers[:-1])
        winner = cards.index(max(cards))
        paid = tuple(self.players - 1.0 if seat == winner else -1.0 for seat in range(self.players))
        return spuk.Outcome(True, (winner,), "highest", "P-1", max(cards), cards, paid)

    def known_text(self, seat: int | None) -> str:
        *cards, decided = self.numbers
        shown = [str(card) if place == seat else "?" for place, card in enumerate(cards)]
        return " ".join([str(self.players), str(self.bonus), *shown, str(decided)])

    def view(self, seat: int | None) -> dict[str, Any]:
        self.check_seat(seat)
        *cards, decided = self.numbers
        over = self.actor == spuk.OVER
        hands = [card if place == seat or over else None for place, card in enumerate(cards)]
        return {"options": {"players": self.players, "bonus": self.bonus}, "hands": hands, "lead": -decided}


class TinyGame(spuk.Game):
    """Players and one more option."""

    def __init__(self, kind: type[Tiny]) -> None:
        super().__init__(kind.ID, kind.SPACE)
        self.kind = kind

    def new(self, **options: Any) -> spuk.State:
        given = {**self.defaults(), **options}
        if given["players"] not in self.options()["players"]:
            raise ValueError(f"players={given['players']}: allowed are {self.options()['players']}")
        begin = [0, 14, 0] if self.together() else [0] * (given["players"] + 1)
        return self.kind(begin, given["players"], given["bonus"])

    def options(self) -> Mapping[str, Sequence[Any]]:
        return {"players": (2, 3), "bonus": (0, 1)}

    def from_text(self, line: str) -> spuk.State:
        players, bonus, *numbers = (int(number) for number in line.split())
        return self.kind(numbers, players, bonus)

    def together(self) -> bool:
        return self.kind is ClimbState

    def hides(self) -> bool:
        return self.kind is PeekState


@contextmanager
def third_games() -> Iterator[None]:
    """Both are registered meanwhile."""
    for kind in (ClimbState, PeekState):
        spuk.register(TinyGame(kind))
    try:
        yield
    finally:
        for kind in (ClimbState, PeekState):
            registry.unregister(kind.ID)
