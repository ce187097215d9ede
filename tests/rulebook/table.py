"""A table to try the rules at: positions in one line, actions by name, and the registers of what is tested.

`at("N1=38 turn=N").do("end", "draw:5")` plays; `rule`, `difference` and `example` say which part of
`docs/rules/ghost-stories.md` a test is about, so that `test_coverage.py` can tell what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar, cast

import pytest

import spuk
from spuk import CHANCE, Event, Outcome, State

GAME: Final = spuk.game("ghost-stories")
EDITIONS: Final = ("de1", "de2", "en", "pl")
SPACES: Final = tuple(board + number for board in "NESW" for number in "123")
LETTERS: Final = {"yellow": "y", "blue": "b", "green": "g", "red": "r", "black": "k"}

Test = TypeVar("Test", bound=Callable[..., None])


class Named(NamedTuple):
    """A test in a register."""

    module: str
    name: str


RULES: Final[dict[str, list[Named]]] = {}
"""Rule number -> the tests that name it."""
DIFFERENCES: Final[dict[str, dict[str, list[Named]]]] = {}
"""Row of the edition table -> edition -> the tests that try it there."""
EXAMPLES: Final[dict[int, list[Named]]] = {}
"""Number of the worked example -> its tests."""


def _named(test: Callable[..., None]) -> Named:
    return Named(test.__module__, test.__qualname__)


def rule(*numbers: str) -> Callable[[Test], Test]:
    """This test is about these rules (`"GS-4.1"`)."""

    def mark(test: Test) -> Test:
        for number in numbers:
            RULES.setdefault(number, []).append(_named(test))
        return test

    return mark


def difference(row: str, *editions: str, **expected: Any) -> Callable[[Test], Test]:
    """This test is about a row of the edition table (its first column, word for word).

    The test runs once per edition and gets it as `edition`; given `en=3, de1=4, …` it
    also gets what is `expected` there. Without editions it runs in all four.
    """
    names = tuple(expected) or editions or EDITIONS

    def mark(test: Test) -> Test:
        for name in names:
            DIFFERENCES.setdefault(row, {}).setdefault(name, []).append(_named(test))
        if expected:
            pairs = pytest.mark.parametrize(("edition", "expected"), list(expected.items()))
            return cast(Test, pairs(test))
        return cast(Test, pytest.mark.parametrize("edition", names)(test))

    return mark


def example(number: int) -> Callable[[Test], Test]:
    """This test plays a worked example of section 14."""

    def mark(test: Test) -> Test:
        EXAMPLES.setdefault(number, []).append(_named(test))
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
            if not self.can(name):
                legal = " ".join(sorted(self.legal)) or "nothing (the game is over)"
                pytest.fail(f"{name} is not legal here: {self.state.text()}\nlegal: {legal}", False)
            self.state.apply(GAME.action(name), self.events)
            broken = self.state.invariants()
            assert broken == [], f"after {name} the position is broken: {broken}"
        return self

    def pay(self) -> Table:
        """Pay in any order, where all the tokens asked for are needed anyway."""
        while self.verbs("pay"):
            self.do("pay:" + min(self.verbs("pay")))
        return self

    @property
    def legal(self) -> set[str]:
        """The names of all legal actions; at a roll or draw, of all outcomes."""
        return {GAME.action_text(action) for action in self.state.legal()}

    def can(self, *names: str) -> bool:
        """All of these are legal."""
        return self.legal.issuperset(names)

    def verbs(self, verb: str) -> set[str]:
        """What follows the colon in the legal actions of this verb: `verbs("move")` -> places."""
        return {name.split(":")[1] for name in self.legal if name.startswith(verb + ":")}

    @property
    def view(self) -> dict[str, Any]:
        """What a spectator sees."""
        return self.state.view(None)

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self.state.outcome()

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
        outcome = self.outcome
        assert outcome is not None, f"the game is not over: {self.state.text()}"
        return outcome.score

    @property
    def actor(self) -> int:
        """The seat that decides; -1 chance, -2 over."""
        return int(self.state.actor)

    @property
    def chances(self) -> dict[str, float]:
        """The outcomes of the roll or draw under way, with their probabilities."""
        return {GAME.action_text(action): chance for action, chance in self.state.chances()}

    @property
    def rolling(self) -> bool:
        """A Tao die is being rolled."""
        return self.actor == CHANCE and self.can("roll:w")

    @property
    def cursed(self) -> bool:
        """The Curse die is being rolled."""
        return self.actor == CHANCE and self.can("curse:blank")

    @property
    def drawing(self) -> bool:
        """A card is being drawn."""
        return self.actor == CHANCE and any(name.startswith("draw:") for name in self.legal)

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
        return ghost["figure"]  # type: ignore[no-any-return]

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
    state = GAME.from_text(line)
    broken = state.invariants()
    assert broken == [], f"the line describes a broken position: {broken}"
    return Table(state)


def new(**options: Any) -> Table:
    """A game that is still to be laid out."""
    return Table(GAME.new(**options))
