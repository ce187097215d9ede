"""The position, and how the phases of a round follow each other.

The draw pile has no order: a card is drawn when it is turned up, any of those left equally likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghosts import events as ev
from spuk.games.ghosts.actions import SPACE
from spuk.games.ghosts.cards import size
from spuk.kernel.actions import ActionSpace
from spuk.kernel.game import CHANCE, OVER, Event, Outcome
from spuk.kernel.game import State as KernelState
from spuk.kernel.seeds import as_random

if TYPE_CHECKING:
    from spuk.games.ghosts.options import Setup
    from spuk.kernel.mind import Mind

ID: Final = "ghosts"
"""The id of the game."""

_NO_OPTIONS: Final[vec[i64]] = vec[i64]()


class Phase:
    """One phase of a round; each lives in the room of its rule and registers itself."""

    def __init__(self, chance: bool) -> None:
        self.chance: bool = chance

    def options(self, s: State) -> vec[i64]:
        """What may be done now, or the equally likely sides of chance. None: the phase is over."""
        return _NO_OPTIONS

    def take(self, s: State, action: i64) -> None:
        """Do what was decided."""

    def leave(self, s: State) -> None:
        """Nothing is left to do in this phase: go on to the next."""


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
    """Say what the phase with this number does."""
    _PHASES[number] = phase


@final
class State(KernelState):
    """A position of Ghosts, with all hands; `view` and `imagine` are what a seat may know of it."""

    def __init__(
        self,
        setup: Setup,
        hands: vec[i64],
        fear: vec[i64],
        gained: vec[i64],
        known_mist: vec[i64],
        trick: vec[i64],
        pile: vec[i64],
        out: vec[i64],
        options: vec[i64],
        actor: i64,
        phase: i64,
        seat: i64,
        level: i64,
        family: i64,
        direction: i64,
        round: i64,
        starter: i64,
    ) -> None:
        super().__init__(actor, options)
        self.setup: Setup = setup
        self.hands = hands
        """Packed hand of each seat (see cards.py)."""
        self.fear = fear
        self.gained = gained
        """Fear that each seat took in this round."""
        self.known_mist = known_mist
        """How many cards in each hand everyone knows to be mist (GH-2.1, GH-3.1)."""
        self.trick = trick
        """Cards of this trick in the order they were played, mist included."""
        self.pile = pile
        """The draws that are left, in order of kind. Clones share it: replaced, never changed."""
        self.out = out
        """Cards of this round's earlier tricks."""
        self.phase = phase
        self.seat = seat
        """The seat whose turn it is, in every phase."""
        self.level = level
        self.family = family
        """Family of the top ghost, NO_FAMILY while the trick has none."""
        self.direction = direction
        """1 clockwise, -1 the other way."""
        self.round = round
        self.starter = starter

    # ── the protocol ────────────────────────────────────────────────────────────────────────

    def space(self) -> ActionSpace:
        return SPACE

    def game_id(self) -> str:
        return ID

    def seats(self) -> int:
        return int(self.setup.players)

    def clone(self) -> State:
        return State(
            self.setup,
            self.hands[:],
            self.fear[:],
            self.gained[:],
            self.known_mist[:],
            self.trick[:],
            self.pile,
            self.out[:],
            self.options,
            self.actor,
            self.phase,
            self.seat,
            self.level,
            self.family,
            self.direction,
            self.round,
            self.starter,
        )

    def step(self, action: i64) -> None:
        _PHASES[self.phase].take(self, action)
        self.settle()

    def settle(self) -> None:
        """Go on until it is somebody's decision, or chance's, or the game is over.

        Nothing is passed over, even without a choice: otherwise everyone could tell who had none.
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
        """The same node with other hands: what may be done now is asked anew."""
        if self.phase != ENDED:
            self.options = _PHASES[self.phase].options(self)

    def mind(self) -> Mind:
        from spuk.games.ghosts.mind import MIND

        return MIND

    def outcome(self) -> Outcome | None:
        from spuk.games.ghosts import outcome

        return outcome.outcome(self)

    def text(self) -> str:
        from spuk.games.ghosts import notation

        return notation.write(self)

    def known_text(self, seat: int | None) -> str:
        from spuk.games.ghosts import notation

        self.check_seat(seat)
        return notation.write_known(self, seat)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        from spuk.games.ghosts import view

        return view.view(self, seat)

    def imagine(self, seat: int, random: object) -> State:
        from spuk.games.ghosts.knowledge import imagine

        self.check_seat(seat)
        return imagine(self, seat, as_random(random))

    def reveals(self, action: int, seat: int | None) -> bool:
        from spuk.games.ghosts.knowledge import reveals

        return reveals(self, seat)

    def redact(self, event: Event, seat: int | None) -> Event:
        from spuk.games.ghosts.knowledge import redact

        return redact(event, seat)

    def invariants(self) -> list[str]:
        from spuk.games.ghosts import invariants

        return invariants.broken(self)

    # ── what the rooms build on ─────────────────────────────────────────────────────────────

    def emit(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Tell the listener, if there is one."""
        if self.listener is not None:
            self.listener.append(ev.make(kind, a, b, c))

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat holds."""
        return size(self.hands[seat])

    def seat_after(self, seat: i64, step: i64) -> i64:
        """The seat that many places further round the table."""
        return (seat + step + self.setup.players) % self.setup.players
