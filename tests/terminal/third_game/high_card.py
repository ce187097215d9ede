"""High Card: everyone is dealt a hidden card, keeps it or draws another; the highest wins the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import typer
from librt.vecs import vec
from mypy_extensions import i64

from spuk import CHANCE, OVER, Event, Game, GamePack, Outcome, State
from spuk.kernel.actions import ActionSpace
from spuk.kernel.game import Mind
from spuk.kernel.seeds import Random

HIGHEST: Final = 6
SPACE: Final = ActionSpace()
KEEP: Final = SPACE.verb("keep", 1)
DRAW: Final = SPACE.verb("draw_a_card", 1)
CARD: Final = SPACE.verb("card", HIGHEST, lambda offset: str(offset + 1))
OPTIONS: Final[Mapping[str, Sequence[Any]]] = {
    "players": (2, 3, 4),
    "rounds": tuple(range(1, 21)),
    "style": ("calm", "bold"),
    "open": (False, True),
    "names": (None, "ann", "bob"),
}


class Position(State):
    """Cards, whose turn it is, rounds won."""

    def __init__(self, agreed: Mapping[str, Any]) -> None:
        super().__init__(CHANCE, _cards())
        self.agreed = dict(agreed)
        self.round = 1
        self.hands: list[int] = []
        self.turn = 0
        self.drawing = False
        self.wins = [0] * agreed["players"]

    def step(self, action: int) -> None:
        seat = len(self.hands) if len(self.hands) < self.seats() else self.turn
        if action >= CARD:
            card = int(action) - CARD + 1
            if self.drawing:
                self.hands[seat] = card
            else:
                self.hands.append(card)
            self._tell("got_card", seat=seat, card=card)
            if self.drawing:
                self._next()
        elif action == DRAW:
            self.drawing = True
        else:
            self._tell("kept", seat=seat)
            self._next()
        self._ask()

    def _next(self) -> None:
        self.drawing = False
        self.turn += 1
        if self.turn == self.seats():
            for seat, card in enumerate(self.hands):
                self.wins[seat] += card == max(self.hands)
            self._tell("round_ended", round=self.round)
            self.hands, self.turn, self.round = [], 0, self.round + 1

    def _ask(self) -> None:
        if self.round > self.agreed["rounds"]:
            self.actor, self.options = OVER, vec[i64]()
        elif self.drawing or len(self.hands) < self.seats():
            self.actor, self.options = CHANCE, _cards()
        else:
            self.actor, self.options = self.turn, vec[i64]([KEEP, DRAW])

    def _tell(self, id: str, **values: int) -> None:
        if self.listener is not None:
            self.listener.append(Event(id, values))

    def redact(self, event: Event, seat: int | None) -> Event:
        if event.id != "got_card" or event.values["seat"] == seat:
            return event
        return Event("got_card", {"seat": event.values["seat"]})

    def reveals(self, action: int, seat: int | None) -> bool:
        return self.actor != CHANCE

    def imagine(self, seat: int, random: object) -> State:
        found = self.clone()
        others = [other for other in range(len(self.hands)) if other != seat]
        assert isinstance(random, Random)
        for other in others:
            found.hands[other] = int(random.below(HIGHEST)) + 1
        return found

    def view(self, seat: int | None) -> dict[str, Any]:
        self.check_seat(seat)
        cards = [self._card(other, seat) for other in range(self.seats())]
        return {
            "game": self.game_id(),
            "options": dict(self.agreed),
            "seat": seat,
            "round": self.round,
            "drawing": self.drawing,
            "log": [],
            "players": [
                {"seat": other, "wins": self.wins[other], "card": cards[other]}
                for other in range(self.seats())
            ],
        }

    def _card(self, other: int, seat: int | None) -> int | None:
        return self.hands[other] if other < len(self.hands) and other == seat else None

    def outcome(self) -> Outcome | None:
        if self.actor != OVER:
            return None
        best = max(self.wins)
        winners = tuple(seat for seat, wins in enumerate(self.wins) if wins == best)
        returns = tuple(1.0 if seat in winners else -1.0 for seat in range(self.seats()))
        return Outcome(True, winners, "all_rounds_played", "HC-1", best, tuple(self.wins), returns)

    def clone(self) -> Position:
        other = Position(self.agreed)
        other.round, other.turn, other.drawing = self.round, self.turn, self.drawing
        other.hands, other.wins = list(self.hands), list(self.wins)
        other.actor, other.options = self.actor, self.options
        return other

    def seats(self) -> int:
        return int(self.agreed["players"])

    def space(self) -> ActionSpace:
        return SPACE

    def game_id(self) -> str:
        return "high-card"

    def mind(self) -> Mind:
        raise NotImplementedError("bots that know nothing of the game play at random")

    def text(self) -> str:
        return repr((self.agreed, self.round, self.hands, self.turn, self.drawing, self.wins))

    def invariants(self) -> list[str]:
        return []


def _cards() -> vec[i64]:
    return vec[i64]([CARD + offset for offset in range(HIGHEST)])


class HighCard(Game):
    """Two to four players."""

    def __init__(self) -> None:
        super().__init__("high-card", SPACE)

    def options(self) -> Mapping[str, Sequence[Any]]:
        return OPTIONS

    def new(self, **options: Any) -> State:
        for name, value in options.items():
            allowed = (
                [[item] for item in OPTIONS["names"]] if name == "names" else list(OPTIONS.get(name, ()))
            )
            if value not in allowed:
                raise ValueError(f"{name}={value!r}: allowed are {OPTIONS.get(name, tuple(OPTIONS))}")
        return Position({**self.defaults(), **options})

    def from_text(self, line: str) -> State:
        raise NotImplementedError

    def hides(self) -> bool:
        return True


def add(app: typer.Typer) -> None:
    """A command that the game brings along."""

    @app.command(help="The highest card.")
    def highest() -> None:
        print(HIGHEST)


PACK: Final = GamePack(HighCard(), commands=f"{__name__}:add")


class Bold:
    """A bot of another package: it always draws."""

    def choose(self, state: State) -> int:
        """The last legal action."""
        return state.legal()[-1]
