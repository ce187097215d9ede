"""A table to try the rules of Ghosts at: positions in one line, actions by name, and the register of tests.

`at("3p 0=f2,m1 1=s1 2=s2 pile=").do("play:f2")` plays; `rule` says which part of `docs/rules/ghosts.md` a
test is about, so that `test_coverage.py` can tell what is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from tests.common.rule_table import Rules
from tests.common.rule_table import Table as AnyTable

import spuk

GAME: Final = spuk.game("ghosts")
EDITIONS: Final = ("original", "amigo2022")
CARDS: Final = Counter({**{family + value: 3 for family in "mfsvwp" for value in "123"}, "x": 6})
"""The material (GH-1.1): card -> how many there are."""

RULES: Final = Rules()
rule: Final = RULES
"""`@rule("GH-3.3")`: this test is about these rules."""


class Table(AnyTable):
    """A table of Ghosts."""

    game = GAME

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
        family: str | None = self.view["family"]
        return family

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
    def winners(self) -> tuple[int, ...]:
        """Who won the ended game."""
        return self.end.winners


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
    return Table.at(" ".join(words))


def new(**options: Any) -> Table:
    """A game whose starter is still to be found."""
    return Table.new(**options)
