"""A table to try the rules at: positions in one line, actions by name, and the registers of what is tested.

`at("N1=38 turn=N").do("end", "draw:5")` plays; `rule`, `difference` and `example` say which part of
`docs/rules/ghost-stories.md` a test is about, so that `test_coverage.py` can tell what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

import pytest
from tests.common.rule_table import Named, Rules, Test, named
from tests.common.rule_table import Table as AnyTable

import spuk
from spuk import CHANCE

GAME: Final = spuk.game("ghost-stories")
EDITIONS: Final = ("de1", "de2", "en", "pl")
SPACES: Final = tuple(board + number for board in "NESW" for number in "123")
LETTERS: Final = {"yellow": "y", "blue": "b", "green": "g", "red": "r", "black": "k"}

RULES: Final = Rules()
rule: Final = RULES
"""`@rule("GS-4.1")`: this test is about these rules."""
DIFFERENCES: Final[dict[str, dict[str, list[Named]]]] = {}
"""Row of the edition table -> edition -> the tests that try it there."""
EXAMPLES: Final[dict[int, list[Named]]] = {}
"""Number of the worked example -> its tests."""


def difference(row: str, *editions: str, **expected: Any) -> Callable[[Test], Test]:
    """This test is about a row of the edition table (its first column, word for word).

    The test runs once per edition and gets it as `edition`; given `en=3, de1=4, …` it
    also gets what is `expected` there. Without editions it runs in all four.
    """
    names = tuple(expected) or editions or EDITIONS

    def mark(test: Test) -> Test:
        for name in names:
            DIFFERENCES.setdefault(row, {}).setdefault(name, []).append(named(test))
        if expected:
            pairs = pytest.mark.parametrize(("edition", "expected"), list(expected.items()))
            return cast(Test, pairs(test))
        return cast(Test, pytest.mark.parametrize("edition", names)(test))

    return mark


def example(number: int) -> Callable[[Test], Test]:
    """This test plays a worked example of section 14."""

    def mark(test: Test) -> Test:
        EXAMPLES.setdefault(number, []).append(named(test))
        return test

    return mark


class Table(AnyTable):
    """A table of Ghost Stories."""

    game = GAME

    def pay(self) -> Table:
        """Pay in any order, where all the tokens asked for are needed anyway."""
        while self.verbs("pay"):
            self.do("pay:" + min(self.verbs("pay")))
        return self

    def verbs(self, verb: str) -> set[str]:
        """What follows the colon in the legal actions of this verb: `verbs("move")` -> places."""
        return {name.split(":")[1] for name in self.legal if name.startswith(verb + ":")}

    @property
    def won(self) -> bool:
        """The game is over and won."""
        outcome = self.outcome
        return outcome is not None and outcome.won

    @property
    def lost(self) -> bool:
        """The game is over and lost."""
        outcome = self.outcome
        return outcome is not None and not outcome.won

    @property
    def reason_rule(self) -> str:
        """The number of the rule that ended the game, or nothing."""
        outcome = self.outcome
        return "" if outcome is None else outcome.rule

    @property
    def score(self) -> int:
        """The score of the ended game."""
        return self.end.score

    @property
    def rolling(self) -> bool:
        """A Tao die is being rolled."""
        return self.actor == CHANCE and self.can("roll:w")

    @property
    def cursed(self) -> bool:
        """The Curse die is being rolled."""
        return self.actor == CHANCE and self.can("curse:blank")

    @property
    def active(self) -> str:
        """The board whose turn it is."""
        return str(self.view["active"])

    def board(self, name: str) -> dict[str, Any]:
        """One board as the spectator sees it."""
        found: dict[str, Any] = next(b for b in self.view["boards"] if b["board"] == name)
        return found

    def qi(self, board: str) -> int:
        """The Qi of a board."""
        return int(self.board(board)["qi"])

    def tao(self, board: str) -> str:
        """The Tao of a board as letters in the order y b g r k."""
        held = self.board(board)["tao"]
        return "".join(letter * held[color] for color, letter in LETTERS.items())

    def yin_yang(self, board: str) -> bool:
        """The board has its Yin-Yang."""
        return bool(self.board(board)["yin_yang"])

    def place(self, board: str) -> int:
        """Where the Taoist of this board is."""
        return int(self.board(board)["place"])

    def buddhas(self, board: str) -> int:
        """Buddhas held."""
        return int(self.board(board)["buddhas"])

    def tokens(self, board: str) -> int:
        """Power tokens held."""
        return int(self.board(board)["power_tokens"])

    def alive(self, board: str) -> bool:
        """Its Taoist lives."""
        return bool(self.board(board)["alive"])

    def possessed(self, board: str) -> bool:
        """The board is possessed."""
        return bool(self.board(board)["possessed"])

    def powered(self, board: str) -> bool:
        """The power of this board is active."""
        return bool(self.board(board)["power_active"])

    def space(self, name: str) -> dict[str, Any]:
        """One ghost space."""
        found: dict[str, Any] = next(s for s in self.board(name[0])["spaces"] if s["space"] == name)
        return found

    def card(self, space: str) -> int | None:
        """The number of the card on a space."""
        ghost = self.space(space)["ghost"]
        return None if ghost is None else int(ghost["card"])

    def figure(self, space: str) -> str | None:
        """Where the haunting figure of the ghost there stands: `card`, `stone` or nowhere."""
        ghost = self.space(space)["ghost"]
        assert ghost is not None, f"no ghost on {space}: {self.state.text()}"
        figure: str | None = ghost["figure"]
        return figure

    def mantra(self, space: str) -> bool:
        """The Mantra lies on the ghost there."""
        ghost = self.space(space)["ghost"]
        return ghost is not None and bool(ghost["mantra"])

    def buddha(self, space: str) -> bool:
        """A Buddha stands there."""
        return bool(self.space(space)["buddha"])

    @property
    def ghosts(self) -> dict[str, int]:
        """Space -> card."""
        lying = {space: self.card(space) for space in SPACES}
        return {space: card for space, card in lying.items() if card is not None}

    @property
    def haunted(self) -> set[int]:
        """The places whose tile is haunted."""
        return {tile["place"] for tile in self.view["village"] if tile["haunted"]}

    @property
    def circle(self) -> str | None:
        """The letter of the token on the Circle of Prayer."""
        color = self.view["circle"]
        return None if color is None else LETTERS[color]

    @property
    def temple(self) -> int:
        """Buddhas waiting on the Temple."""
        return int(self.view["supply"]["buddhas"])

    @property
    def deck(self) -> int:
        """Cards left."""
        return int(self.view["deck"]["left"])

    @property
    def centre(self) -> int:
        """Power tokens on the centre tile."""
        return int(self.view["centre_tokens"])

    def supply(self, letter: str) -> int:
        """Tao tokens of a colour left in the supply."""
        color = next(color for color, short in LETTERS.items() if short == letter)
        return int(self.view["supply"]["tao"][color])

    def count(self, event: str, **values: int) -> int:
        """How often this happened during the last `do`."""
        return sum(
            e.id == event and all(e.values[key] == value for key, value in values.items())
            for e in self.events
        )

    def happened(self, event: str, **values: int) -> bool:
        """This happened during the last `do`."""
        return self.count(event, **values) > 0


def at(line: str) -> Table:
    """The table that this line describes; see `docs/notation.md`."""
    return Table.at(line)


def new(**options: Any) -> Table:
    """A game that is still to be laid out."""
    return Table.new(**options)


def exorcise(line: str, faces: str) -> Table:
    """The table after an exorcism in which the dice showed these faces."""
    t = at(line).do("exorcise")
    for face in faces:
        assert t.rolling, f"no more dice after {t.view['dice']}"
        t.do(f"roll:{face}")
    assert not t.rolling, "there are more dice to roll"
    return t
