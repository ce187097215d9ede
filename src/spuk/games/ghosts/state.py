"""The position, and the sequence of phases in a round.

The draw pile has no order: which card is drawn is decided when it is drawn, with any of those left equally
likely.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghosts import events as ev
from spuk.games.ghosts.actions import DRAW, SPACE
from spuk.games.ghosts.cards import COPIES, KINDS, NO_FAMILY, size
from spuk.games.ghosts.options import Setup
from spuk.kernel.actions import ActionSpace
from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.game import State as KernelState

ID: Final = "ghosts"
"""The id of the game."""

_NO_OPTIONS: Final[vec[i64]] = vec[i64]()


class Phase:
    """One phase of a round. Each is in the module of its rule and registers itself."""

    def __init__(self, chance: bool) -> None:
        self.chance: bool = chance

    def options(self, s: State) -> vec[i64]:
        """The possible actions, or the equally likely sides of chance. None: the phase is over."""
        return _NO_OPTIONS

    def take(self, s: State, action: i64) -> None:
        """Do what was decided."""

    def leave(self, s: State) -> None:
        """Nothing is left to do in this phase: go to the next one."""


# The phases, in the order of a round.
CHOOSE_STARTER: Final[i64] = 0
DEAL: Final[i64] = 1
RESHUFFLE: Final[i64] = 2
PLAY: Final[i64] = 3
REFILL: Final[i64] = 4
GIVE_BACK: Final[i64] = 5
ENDED: Final[i64] = 6
PHASES: Final = ("starter", "deal", "reshuffle", "play", "refill", "giveback", "ended")

_PHASES: Final[list[Phase]] = [Phase(False)] * len(PHASES)


def register(number: i64, phase: Phase) -> None:
    """Set the code for the phase with this number."""
    _PHASES[number] = phase


def _all_draws() -> vec[i64]:
    draws = vec[i64]()
    for kind in range(KINDS):
        for _copy in range(COPIES[kind]):
            draws = append(draws, DRAW + kind)
    return draws


FULL_PILE: Final[vec[i64]] = _all_draws()


class State(KernelState):
    """What the rules work on: the fields of a position with all hands, and its steps.

    `Position` adds everything other code asks it.
    """

    def __init__(self, setup: Setup, other: State | None) -> None:
        """A copy of another position; without one, a table before the first round.

        Each field appears once: its initial value, and how it is copied.
        """
        self.setup: Setup = setup
        players = int(setup.players)
        self.hands: vec[i64] = vec[i64]([0] * players) if other is None else other.hands[:]
        """Packed hand of each seat (see cards.py)."""
        self.fear: vec[i64] = vec[i64]([setup.starting_fear] * players) if other is None else other.fear[:]
        self.gained: vec[i64] = vec[i64]([0] * players) if other is None else other.gained[:]
        """Fear each seat has taken this round."""
        self.known_mist: vec[i64] = vec[i64]([0] * players) if other is None else other.known_mist[:]
        """How many cards in each hand everyone knows to be mist (GH-2.1, GH-3.1)."""
        self.trick: vec[i64] = vec[i64]() if other is None else other.trick[:]
        """Cards of this trick in the order they were played, including mist."""
        self.pile: vec[i64] = FULL_PILE if other is None else other.pile
        """The remaining draws, in order of kind. Clones share it: replace it, never change it."""
        self.out: vec[i64] = vec[i64]() if other is None else other.out[:]
        """Cards of this round's earlier tricks."""
        self.phase: i64 = CHOOSE_STARTER if other is None else other.phase
        self.seat: i64 = 0 if other is None else other.seat
        """The seat whose turn it is, in every phase."""
        self.level: i64 = 0 if other is None else other.level
        self.family: i64 = NO_FAMILY if other is None else other.family
        """Family of the top ghost, NO_FAMILY while the trick has none."""
        self.direction: i64 = 1 if other is None else other.direction
        """1 clockwise, -1 the other way."""
        self.round: i64 = 1 if other is None else other.round
        self.starter: i64 = 0 if other is None else other.starter
        # Last: so the compiler knows that nobody else sees an incomplete position.
        if other is None:
            super().__init__(CHANCE, _NO_OPTIONS)
        else:
            super().__init__(other.actor, other.options)

    def space(self) -> ActionSpace:
        return SPACE

    def game_id(self) -> str:
        return ID

    def seats(self) -> int:
        return int(self.setup.players)

    @abstractmethod
    def clone(self) -> State:
        """An independent copy."""

    def step(self, action: i64) -> None:
        _PHASES[self.phase].take(self, action)
        self.settle()

    def settle(self) -> None:
        """Go on until a player or chance decides, or the game is over.

        No decision is skipped, even without a choice; otherwise everyone could tell who had none.
        """
        while self.phase != ENDED:
            phase = _PHASES[self.phase]
            options = phase.options(self)
            if len(options) == 0:
                phase.leave(self)
            else:
                self.options = options
                self.actor = self.seat
                if phase.chance:
                    self.actor = CHANCE
                return
        self.actor = OVER
        self.options = _NO_OPTIONS

    def hands_changed(self) -> None:
        """The same node with other hands: recompute the possible actions."""
        if self.phase != ENDED:
            self.options = _PHASES[self.phase].options(self)

    # ── what the rooms build on ─────────────────────────────────────────────────────────────

    def emit(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Tell the listener, if there is one."""
        if self.listener is not None:
            self.listener.append(ev.make(kind, a, b, c))

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat holds."""
        return size(self.hands[seat])

    def seat_after(self, seat: i64, step: i64) -> i64:
        """The seat this many places further around the table."""
        return (seat + step + self.setup.players) % self.setup.players
