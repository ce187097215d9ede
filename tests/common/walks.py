"""Whole games from their first state to their last, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import spuk
from spuk.kernel.seeds import Random, derive


class Player(Protocol):
    """Somebody who decides for all seats, and for chance."""

    def choose(self, state: spuk.State) -> int:
        """A legal action."""
        ...


class Hasty:
    """Every legal action is as likely as any other; chance is drawn by its probabilities."""

    def __init__(self, seed: int) -> None:
        self.random = Random(derive(seed, "hasty"))

    def choose(self, state: spuk.State) -> int:
        """Any legal action."""
        if state.actor == spuk.CHANCE:
            return int(state.sample(self.random))
        return self.any_of(state.legal())

    def any_of(self, actions: list[int]) -> int:
        """One of these."""
        return actions[self.random.below(len(actions))]


def walk(game: spuk.Game, table: Mapping[str, Any], player: Player, limit: int) -> Iterator[spuk.State]:
    """Every state of one game, the first and the last included; one object that moves on."""
    state = game.new(**table)
    yield state
    for _ in range(limit):
        if state.actor == spuk.OVER:
            return
        state.apply(player.choose(state))
        yield state
    raise AssertionError(f"no end after {limit} actions: {state.text()}")


def finished(game: spuk.Game, table: Mapping[str, Any], player: Player) -> tuple[list[int], spuk.State]:
    """All actions of one game and its last state."""
    state, actions = game.new(**table), list[int]()
    while state.actor != spuk.OVER:
        actions.append(player.choose(state))
        state.apply(actions[-1])
    return actions, state
