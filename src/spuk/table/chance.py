"""Dice and cards of a table: the server's, from a secret seed, or the players' own."""

from __future__ import annotations

import secrets
from typing import Final

from spuk.kernel.game import CHANCE, State
from spuk.kernel.seeds import Random, derive

SERVER: Final = "server"
PEOPLE: Final = "people"
KINDS: Final = (SERVER, PEOPLE)


def new_seed() -> int:
    """A seed that cannot be guessed."""
    return secrets.randbits(128)


def roll(seed: int, number: int, state: State) -> int:
    """The outcome of the chance event with this number.

    Each event has its own seed: after an undo, the same choice gets the same dice.
    """
    return int(state.sample(Random(derive(seed, "chance", number))))


def who_may_enter(state: State) -> list[int]:
    """The seats that see what is drawn or rolled now."""
    outcomes = state.legal()
    return [seat for seat in range(state.seats()) if state.reveals(outcomes[0], seat)]


def possible(state: State) -> list[int]:
    """The outcomes that can be offered to people without revealing anything.

    For a hidden draw, these are all cards of the game: the cards really left in the pile would reveal other
    hands.
    """
    if state.actor != CHANCE:
        return []
    outcomes = state.legal()
    if state.reveals(outcomes[0], None):
        return outcomes
    verb = state.space().verb_of(outcomes[0])
    return list(range(verb.base, verb.base + verb.size))
