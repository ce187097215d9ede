"""A table to try the rules of Ghosts at: positions in one line, actions by name, and the register of tests.

`at("3p 0=f2,m1 1=s1 2=s2 pile=").do("play:f2")` plays; `rule` says which part of `docs/rules/ghosts.md` a
test is about, so that `test_coverage.py` can tell what is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

import pytest
from tests.rulebook.table import Named, Test

import spuk
from spuk import CHANCE, Event, Outcome, State

GAME: Final = spuk.game("ghosts")
EDITIONS: Final = ("seed", "amigo2022")
CARDS: Final = Counter({**{family + value: 3 for family in "mfsvwp" for value in "123"}, "x": 6})
"""The material (GH-1.1): card -> how many there are."""

RULES: Final[dict[str, list[Named]]] = {}
"""Rule number -> the tests that name it."""


def rule(*numbers: str) -> Callable[[Test], Test]:
    """This test is about these rules (`"GH-3.3"`)."""

    def mark(test: Test) -> Test:
        for number in numbers:
            RULES.setdefault(number, []).append(Named(test.__module__, test.__qualname__))
        return test

    return mark


class Table:
    """A position, played by the names of actions and read by the names of things."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        """What happened during the last `do`."""

    def do(self, *names: str) -> Table:
        """Apply these actions in turn; the first that is not legal fails the test."""
        self.events = []
        for name in names:
            if name not in self.legal:
                legal = " ".join(sorted(self.legal)) or "nothing (the game is over)"
                pytest.fail(f"{name} is not legal here: {self.state.text()}\nlegal: {legal}", False)
            self.state.apply(GAME.action(name), self.events)
            broken = self.state.invariants()
            assert broken == [], f"after {name} the position is broken: {broken}"
        return self

    def must(self, *names: str) -> Table:
        """Apply these actions in turn, each the only one that is legal."""
        for name in names:
            assert self.legal == {name}, f"not the only way: {self.state.text()}"
            self.do(name)
        return self

    def deal(self, *hands: str) -> Table:
        """Deal these hands, one per seat; a seat without one gets whatever is left over."""
        wished = [hand.split(",") if hand else [] for hand in hands] + [[] for _ in range(6)]
        kept = Counter(card for hand in wished for card in hand)
        while self.phase == "deal":
            mine = wished[self.turn]
            if mine:
                card = mine.pop()
                kept[card] -= 1
            else:
                free = [c for c in CARDS if self.left(c) > kept[c]]
                card = min(free)
            self.do("draw:" + card)
        return self

    def left(self, card: str) -> int:
        """How many of this card are in the pile, at a draw."""
        return round(self.chances.get("draw:" + card, 0) * self.pile)

    @property
    def legal(self) -> set[str]:
        """The names of all legal actions; at a draw, of all outcomes."""
        return {GAME.action_text(action) for action in self.state.legal()}

    @property
    def chances(self) -> dict[str, float]:
        """The outcomes of the draw under way, with their probabilities."""
        return {GAME.action_text(action): chance for action, chance in self.state.chances()}

    @property
    def view(self) -> dict[str, Any]:
        """What a spectator sees."""
        return self.state.view(None)

    @property
    def actor(self) -> int:
        """The seat that decides; -1 chance, -2 over."""
        return int(self.state.actor)

    @property
    def drawing(self) -> bool:
        """A card is being drawn."""
        return self.actor == CHANCE and any(name.startswith("draw:") for name in self.legal)

    @property
    def phase(self) -> str:
        """The phase by its name in the notation."""
        return str(self.view["phase"])

    @property
    def turn(self) -> int:
        """Whose turn it is; at a draw, who draws."""
        return int(self.view["turn"])

    @property
    def level(self) -> int:
        """The fear level of the trick."""
        return int(self.view["level"])

    @property
    def family(self) -> str | None:
        """The family of the top ghost."""
        return self.view["family"]  # type: ignore[no-any-return]

    @property
    def trick(self) -> str:
        """The cards of the trick in the order played, mist included."""
        return names(self.view["trick"])

    @property
    def aside(self) -> Counter[str]:
        """The cards of earlier tricks of this round."""
        return Counter(card["card"] for card in self.view["aside"])

    @property
    def pile(self) -> int:
        """Cards in the draw pile."""
        return int(self.view["pile"])

    @property
    def clockwise(self) -> bool:
        """Play goes clockwise."""
        return bool(self.view["direction"] == 1)

    @property
    def round(self) -> int:
        """The round under way."""
        return int(self.view["round"])

    @property
    def starter(self) -> int:
        """Who started the round."""
        return int(self.view["starter"])

    @property
    def fear(self) -> list[int]:
        """The fear of each seat."""
        return [player["fear"] for player in self.view["players"]]

    @property
    def gained(self) -> list[int]:
        """The fear each seat took in this round."""
        return [player["gained"] for player in self.view["players"]]

    @property
    def cards(self) -> list[int]:
        """How many cards each seat holds."""
        return [player["cards"] for player in self.view["players"]]

    @property
    def known(self) -> list[int]:
        """How many cards of each hand everyone knows to be mist."""
        return [player["known_mist"] for player in self.view["players"]]

    def hand(self, seat: int) -> str:
        """The hand of a seat, in the order of kinds."""
        return names(self.state.view(seat)["players"][seat]["hand"])

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self.state.outcome()

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won the ended game."""
        outcome = self.outcome
        assert outcome is not None, f"the game is not over: {self.state.text()}"
        return outcome.winners


def names(cards: Iterable[dict[str, Any]]) -> str:
    """Cards of a view as they are written in a position."""
    return ",".join(card["card"] for card in cards)


def at(line: str) -> Table:
    """The table that this line describes; see `docs/notation-ghosts.md`.

    One word more than there: `pile=m1,m2` says what the draw pile holds, where all hands are given; the
    rest of the 60 cards are then aside.
    """
    words = [word for word in line.split() if not word.startswith("pile=")]
    if len(words) < len(line.split()):
        rest = Counter(CARDS)
        for word in line.split():
            key, _, listed = word.partition("=")
            if key in ("pile", "trick") or key.isdecimal():
                rest.subtract(card for card in listed.split(",") if card)
        assert min(rest.values()) >= 0, f"more cards than there are: {line}"
        words.append("aside=" + ",".join(rest.elements()))
    state = GAME.from_text(" ".join(words))
    broken = state.invariants()
    assert broken == [], f"the line describes a broken position: {broken}"
    return Table(state)


def new(**options: Any) -> Table:
    """A game whose starter is still to be found."""
    return Table(GAME.new(**options))
