"""A table to try rules at: a position, played by the names of actions; and the register of what is tested."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

import pytest

from spuk import CHANCE, Event, Game, Outcome, State

Test = TypeVar("Test", bound=Callable[..., None])


class Named(NamedTuple):
    """A test in a register."""

    module: str
    name: str


def named(test: Callable[..., None]) -> Named:
    """The test as it stands in a register."""
    return Named(test.__module__, test.__qualname__)


class Rules(dict[str, list[Named]]):
    """Rule number -> the tests that name it."""

    def __call__(self, *numbers: str) -> Callable[[Test], Test]:
        """The decorator: this test is about these rules (`"GS-4.1"`)."""

        def mark(test: Test) -> Test:
            for number in numbers:
                self.setdefault(number, []).append(named(test))
            return test

        return mark


class Table:
    """A position, played by the names of actions and read by the names of things."""

    game: ClassVar[Game]

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        """What happened during the last `do`."""

    @classmethod
    def at(cls, line: str) -> Self:
        """The table that this line describes."""
        state = cls.game.from_text(line)
        broken = state.invariants()
        assert broken == [], f"the line describes a broken position: {broken}"
        return cls(state)

    @classmethod
    def new(cls, **options: Any) -> Self:
        """A game that is still to begin."""
        return cls(cls.game.new(**options))

    def do(self, *names: str) -> Self:
        """Apply these actions in turn; the first that is not legal fails the test."""
        self.events = []
        for name in names:
            if not self.can(name):
                legal = " ".join(sorted(self.legal)) or "nothing (the game is over)"
                pytest.fail(f"{name} is not legal here: {self.state.text()}\nlegal: {legal}", False)
            self.state.apply(self.game.action(name), self.events)
            broken = self.state.invariants()
            assert broken == [], f"after {name} the position is broken: {broken}"
        return self

    @property
    def legal(self) -> set[str]:
        """The names of all legal actions; at a roll or draw, of all outcomes."""
        return {self.game.action_text(action) for action in self.state.legal()}

    def can(self, *names: str) -> bool:
        """All of these are legal."""
        return self.legal.issuperset(names)

    @property
    def view(self) -> dict[str, Any]:
        """What a spectator sees."""
        return self.state.view(None)

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self.state.outcome()

    @property
    def end(self) -> Outcome:
        """How the game ended; a test that asks while it goes on fails."""
        outcome = self.outcome
        assert outcome is not None, f"the game is not over: {self.state.text()}"
        return outcome

    @property
    def actor(self) -> int:
        """The seat that decides; -1 chance, -2 over."""
        return int(self.state.actor)

    @property
    def chances(self) -> dict[str, float]:
        """The outcomes of the roll or draw under way, with their probabilities."""
        return {self.game.action_text(action): chance for action, chance in self.state.chances()}

    @property
    def drawing(self) -> bool:
        """A card is being drawn."""
        return self.actor == CHANCE and any(name.startswith("draw:") for name in self.legal)
