"""Tables to try for any game, made from nothing but what the game says about itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import spuk
from spuk.kernel.seeds import Random, derive


def tables(name: str) -> Iterator[dict[str, Any]]:
    """Every single option value that can stand alone, at every number of players."""
    game = spuk.game(name)
    seen = []
    for players in game.options()["players"]:
        for option, values in game.options().items():
            for value in _some(values):
                table = {"players": players, option: value}
                if table not in seen and _is_allowed(game, table):
                    seen.append(table)
                    yield table


def _some(values: Sequence[Any]) -> Sequence[Any]:
    """All values; of a long row of numbers the default, the next one and the last."""
    if len(values) > 5 and all(type(value) is int for value in values):
        return (*values[:2], values[-1])
    return values


def _is_allowed(game: spuk.Game, table: dict[str, Any]) -> bool:
    """Some values need company (an option that goes with one level only): the game says so."""
    try:
        game.new(**table)
    except ValueError:
        return False
    return True


def all_tables() -> list[tuple[str, dict[str, Any]]]:
    """(game, table) for every registered game."""
    return [(name, table) for name in spuk.games() for table in tables(name)]


def label(value: object) -> str | None:
    """A readable test id."""
    if isinstance(value, dict):
        return ",".join(f"{name}={one}" for name, one in value.items())
    return value if isinstance(value, str) else None


def choose(state: spuk.State, random: Random) -> int:
    """Any legal action; chance by its probabilities."""
    if state.actor == spuk.CHANCE:
        return int(state.sample(random))
    legal = state.legal()
    return legal[random.below(len(legal))]


def walk(name: str, table: dict[str, Any], seed: int) -> Iterator[spuk.State]:
    """Every state of one random game; one object that moves on."""
    state, random = spuk.game(name).new(**table), Random(derive(seed, "contract"))
    yield state
    while state.actor != spuk.OVER:
        state.apply(choose(state, random))
        yield state


def some_states(name: str, table: dict[str, Any], seed: int, every: int = 7) -> list[spuk.State]:
    """Copies of some states of one game: the first, each seventh, and the last one."""
    states = [state.clone() for state in walk(name, table, seed)]
    return [*states[:-1:every], states[-1]]
