"""Observations of a game without an encoder: the numbers and names in what a seat may see.

What a seat sees is `State.view(seat)`, so nothing hidden gets in. Which numbers and names exist is determined
once for a table, from random games (always the same ones).

This is meant to get a new game going. Its limits: it is slow; its size depends on the options of the table;
numbers are capped at 255 and lists at 40 items; texts with more than 24 values are left out, and so is
anything that the random games did not show. For serious study, write an `Encoder` (docs/research.md, "Your
own game").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from spuk.envs.core.encoder import Encoder
from spuk.envs.core.features import Features
from spuk.kernel.game import CHANCE, OVER, Game, Outcome, State
from spuk.kernel.registry import game as game_of
from spuk.kernel.seeds import Random, derive

SKIPPED: Final = ("game", "options", "seat", "actor", "legal")
"""Constant during a game, or expressed by `you`, `decides` and the mask."""
GAMES: Final = 8
POSITIONS: Final = 250
"""How many random games are examined, and how many positions of each."""
ITEMS: Final = 40
"""How many items of a list are included."""
NAMES: Final = 24
"""A text with more different values than this is prose, not a name, and is left out."""
HIGHEST: Final = 255
Leaf = int | float | str | None


class Layout:
    """Which feature each number and name of a view becomes."""

    def __init__(self, start: State) -> None:
        self.features = Features()
        seats = range(start.seats())
        self.you = self.features.block("you", "the seat that looks", seats)
        self.decides = self.features.block("decides", "who decides, counted from the seat that looks", seats)
        self.over = self.features.block("over", "the game is over")
        self.number: dict[str, int] = {}
        self.below: dict[str, int] = {}
        self.given: dict[str, int] = {}
        self.name: dict[tuple[str, str], int] = {}
        self.returns: list[float] = []
        """The rewards of seats in the games that ended."""
        for path, values in self._seen(start).items():
            self._add(path, values)

    def _seen(self, start: State) -> dict[str, set[Leaf]]:
        """All values at all places of the views of some games, in the order in which they first appear."""
        seen: dict[str, set[Leaf]] = {}
        for state in random_positions(start):
            for seat in range(state.seats()):
                for path, value in leaves(state.view(seat)):
                    seen.setdefault(path, set()).add(value)
            outcome = state.outcome()
            self.returns += [] if outcome is None else outcome.returns
        return seen

    def _add(self, path: str, values: set[Leaf]) -> None:
        """Features for everything that may be at a place."""
        block = self.features.block
        numbers = [value for value in values if isinstance(value, int | float)]
        names = sorted(value for value in values if isinstance(value, str))
        if numbers:
            yes_or_no = all(isinstance(value, bool) for value in numbers)
            self.number[path] = block(path, "as in the view", high=1 if yes_or_no else HIGHEST)
            if min(numbers) < 0:
                self.below[path] = block(f"{path}.below", "how far it is below 0", high=HIGHEST)
            if None in values:
                self.given[path] = block(f"{path}.given", "whether there is such a number")
        if 0 < len(names) <= NAMES:
            first = block(path, "as in the view", names)
            self.name |= {(path, name): first + number for number, name in enumerate(names)}

    def write(self, view: Mapping[str, Any], out: vec[u8], first: int) -> None:
        """The numbers and names of a view."""
        for path, value in leaves(view):
            if isinstance(value, str):
                self._mark(self.name.get((path, value)), 1, out, first)
            elif value is not None:
                self._mark(self.number.get(path), value, out, first)
                self._mark(self.below.get(path), -value, out, first)
                self._mark(self.given.get(path), 1, out, first)

    def _mark(self, feature: int | None, value: float, out: vec[u8], first: int) -> None:
        if feature is not None:
            out[first + feature] = u8(min(self.features.highs[feature], max(0, round(value))))


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Leaf]]:
    """Numbers and texts in a view with their paths, such as `players.0.score`, and the lengths of lists."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if path or key not in SKIPPED:
                yield from leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        yield f"{path}.count", len(value)
        for number, inner in enumerate(value[:ITEMS]):
            yield from leaves(inner, f"{path}.{number}")
    else:
        yield path, value


def random_positions(start: State) -> Iterator[State]:
    """Positions of random games, always the same ones. All are the same object, which moves on."""
    random = Random(derive(0, "plain encoder"))
    for _ in range(GAMES):
        state = start.clone()
        yield state
        for _ in range(POSITIONS):
            if state.actor == OVER:
                break
            options = state.options
            chosen = state.sample(random) if state.actor == CHANCE else options[random.below(len(options))]
            state.step(chosen)
            yield state


@lru_cache(maxsize=64)
def layout_of(game: Game, line: str) -> Layout:
    """The layout of tables that start at this position."""
    return Layout(game.from_text(line))


class PlainEncoder(Encoder):
    """The default for any game: a view as numbers, and winning as the reward."""

    def __init__(self, game: str, line: str) -> None:
        """For tables of a game that start at this position (`State.text()`)."""
        self._line = line
        self._layout = layout_of(game_of(game), line)
        super().__init__(game, self._layout.features, game_of(game).actions, ("win",))

    def write_fixed(self, state: State, mark: u8, out: vec[u8], first: i64) -> None:
        """Nothing is known to stay constant."""

    def write(self, state: State, seat: i64, out: vec[u8], first: i64) -> None:
        """Everything the seat may see."""
        seats, layout = state.seats(), self._layout
        out[first + layout.you + seat] = 1
        if state.actor >= 0:
            out[first + layout.decides + (state.actor - seat) % seats] = 1
        elif state.actor == OVER:
            out[first + layout.over] = 1
        layout.write(state.view(int(seat)), out, int(first))

    def potential(self, state: State, seat: i64) -> float:
        """Unknown: there are no shaped rewards."""
        return 0.0

    def score(self, outcome: Outcome, seat: i64) -> float:
        """The game's own score. It is unknown whether more is better, so no reward uses it."""
        return float(outcome.scores[seat])

    def bounds(self, start: State, kind: str) -> tuple[float, float]:
        """A loser pays, a winner gets it; a wider range if the random games have shown one."""
        returns = self._layout.returns
        return min([-1.0, *returns]), max([1.0, float(start.seats() - 1), *returns])

    def __reduce__(self) -> tuple[type[Encoder], tuple[Any, ...]]:
        return PlainEncoder, (self.game, self._line)
