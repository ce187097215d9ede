"""Options for trying out any game, derived only from what the game says about itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from spuk.kernel.game import CHANCE, OVER, Game, State
from spuk.kernel.seeds import Random, derive

Options = dict[str, Any]


def tables(game: Game) -> list[Options]:
    """Every option value that can be used alone, with every number of players."""
    found: list[Options] = []
    for players in game.options()["players"]:
        for option, values in game.options().items():
            for value in _some(values):
                table = {"players": players, option: value}
                if table not in found and _is_allowed(game, table):
                    found.append(table)
    return found


def _some(values: Sequence[Any]) -> Sequence[Any]:
    """All values; for a long range of numbers the default, the next one and the last."""
    if len(values) > 5 and all(type(value) is int for value in values):
        return (*values[:2], values[-1])
    return values


def _is_allowed(game: Game, table: Options) -> bool:
    """Some values need another option (such as a certain level): the game says so."""
    try:
        game.new(**table)
    except ValueError:
        return False
    return True


def label(value: object) -> str | None:
    """A readable test id."""
    if isinstance(value, dict):
        return ",".join(f"{name}={one}" for name, one in value.items())
    return value if isinstance(value, str) else None


def choose(state: State, random: Random) -> int:
    """Any legal action; chance by its probabilities."""
    if state.actor == CHANCE:
        return int(state.sample(random))
    legal = state.legal()
    return legal[random.below(len(legal))]


def walk(game: Game, table: Options, seed: int) -> Iterator[State]:
    """Every state of one random game; one object that moves on."""
    state, random = game.new(**table), Random(derive(seed, "contract"))
    yield state
    while state.actor != OVER:
        state.apply(choose(state, random))
        yield state


def some_states(game: Game, table: Options, seed: int, every: int = 7) -> list[State]:
    """Copies of some states of one game: the first, every seventh, and the last."""
    states = [state.clone() for state in walk(game, table, seed)]
    return [*states[:-1:every], states[-1]]


def begun(game: Game) -> State:
    """A game after its setup."""
    state, dice = game.new(), Random(3)
    while state.actor == CHANCE:
        state.apply(state.sample(dice))
    return state
