"""Dash, a race that nobody has drawn a board for: step safely, or dash by a die and risk to fall.

Installed as a third party would do it: an entry point in the folder beside this file. With it come bots that
behave, and bots that do not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from spuk import CHANCE, OVER, BrokenText, Event, Game, GamePack, IllegalAction, Outcome, Random, State
from spuk.kernel.actions import ActionSpace
from spuk.kernel.game import Mind

ID = "dash"
SPACE = ActionSpace()
STEP = SPACE.verb("step", 1)
DASH = SPACE.verb("dash", 1)
DIE = SPACE.verb("die", 6, lambda offset: str(offset + 1))
CHOICES = vec[i64]([STEP, DASH])
SIDES = vec[i64](range(DIE, DIE + 6))
OPTIONS = {"players": (2, 3, 4), "length": (12, 20), "windy": (False, True)}


class Runners(State):
    """Where everyone is."""

    def __init__(self, length: int, windy: bool, places: Sequence[int], turn: int = 0, rolls: bool = False):
        super().__init__(CHANCE, SIDES)
        self.length, self.windy, self.places, self.turn = length, windy, list(places), turn
        self._ask(rolls)

    def _ask(self, rolls: bool = False) -> None:
        if max(self.places) >= self.length:
            self.actor, self.options = OVER, vec[i64]()
        elif rolls:
            self.actor, self.options = CHANCE, SIDES
        else:
            self.actor, self.options = self.turn % len(self.places), CHOICES

    def step(self, action: int) -> None:
        seat = self.turn % len(self.places)
        if action == DASH:
            self._ask(rolls=True)
            return
        ahead = 1 if action == STEP else int(action) - DIE + 1
        fell = action != STEP and ahead == 1
        self.places[seat] = max(0, self.places[seat] + (-2 if fell else ahead))
        if self.listener is not None:
            kind = "fell" if fell else "ran"
            self.listener.append(Event(kind, {"seat": seat, "place": self.places[seat]}))
        if max(self.places) < self.length:
            self.turn += 1
        self._ask()

    def outcome(self) -> Outcome | None:
        if self.actor != OVER:
            return None
        winner = self.turn % len(self.places)
        returns = tuple(1.0 if seat == winner else -1.0 for seat in range(len(self.places)))
        places = tuple(self.places)
        return Outcome(True, (winner,), "first_there", "", places[winner], places, returns)

    def space(self) -> ActionSpace:
        return SPACE

    def game_id(self) -> str:
        return ID

    def seats(self) -> int:
        return len(self.places)

    def clone(self) -> Runners:
        rolls = self.actor == CHANCE
        return Runners(self.length, self.windy, self.places, self.turn, rolls)

    def mind(self) -> Mind:
        return MIND

    def text(self) -> str:
        places = ",".join(map(str, self.places))
        return f"{self.length} {int(self.windy)} {places} {self.turn} {int(self.actor == CHANCE)}"

    def view(self, seat: int | None = None) -> dict[str, Any]:
        self.check_seat(seat)
        return {
            "game": ID,
            "options": {"players": len(self.places), "length": self.length, "windy": self.windy},
            "seat": seat,
            "round_number": self.turn // len(self.places) + 1,
            "windy": self.windy,
            "players": [{"seat": n, "place": place} for n, place in enumerate(self.places)],
        }

    def invariants(self) -> list[str]:
        return []


class Sense(Mind):
    """Dashing is faster on average."""

    def sensible(self, state: State) -> vec[i64]:
        return state.options

    def rate(self, state: State, options: vec[i64]) -> vec[float]:
        return vec[float]([0.6 if option == DASH else 0.4 for option in options])

    def play_on(self, state: State, random: Random) -> None:
        while state.actor != OVER:
            state.step(state.sample(random) if state.actor == CHANCE else DASH)

    def chance(self, state: State, seat: int) -> float:
        outcome = state.outcome()
        if outcome is not None:
            return 1.0 if seat in outcome.winners else 0.0
        return 1.0 / state.seats()


MIND = Sense()


class Dash(Game):
    """Two to four runners."""

    def __init__(self) -> None:
        super().__init__(ID, SPACE)

    def options(self) -> Mapping[str, Sequence[Any]]:
        return OPTIONS

    def new(self, **options: Any) -> Runners:
        agreed = {**self.defaults(), **options}
        for name, value in agreed.items():
            if name not in OPTIONS or value not in OPTIONS[name]:
                raise ValueError(f"{name}={value!r}: the options are {OPTIONS}")
        return Runners(agreed["length"], agreed["windy"], [0] * agreed["players"])

    def from_text(self, line: str) -> Runners:
        try:
            length, windy, places, turn, rolls = line.split()
            at = [int(place) for place in places.split(",")]
            return Runners(int(length), windy == "1", at, int(turn), rolls == "1")
        except ValueError as error:
            raise BrokenText(f"no race: {line[:80]!r}") from error


PACK = GamePack(game=Dash(), package="", rule_prefix="")


class Walker:
    """Never dashes, and talks."""

    def choose(self, state: State) -> int:
        print("one step", 7)  # on the way to the server nobody must mistake this for an answer
        return STEP if STEP in state.legal() else state.legal()[0]


class Broken:
    """Raises an error."""

    def choose(self, state: State) -> int:
        raise RuntimeError("I cannot")


class Nonsense:
    """Chooses what does not exist."""

    def choose(self, state: State) -> Any:
        return "sideways"


__all__ = ["PACK", "Broken", "IllegalAction", "Nonsense", "Walker"]
