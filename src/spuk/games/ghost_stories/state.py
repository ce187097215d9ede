"""The position, and the stack of pending work that drives it.

A frame on the stack is one int: which `Step`, and a few small numbers. The frame on top is next. A step
either works on its own, asks a player, or asks chance. Each is in the module of its rule and registers itself
here. `settle` runs the stack until someone has a real choice.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from spuk.games.ghost_stories import events as ev
from spuk.games.ghost_stories.actions import DRAW, SPACE
from spuk.games.ghost_stories.board import (
    BUDDHAS,
    CENTRE,
    ENFEEBLEMENT_MANTRA,
    NO_COLOR,
    NOWHERE,
    QI_TOKENS,
    SPACES,
    TOKENS_PER_COLOR,
)
from spuk.games.ghost_stories.cards import (
    ABILITIES,
    ALL_INCARNATIONS,
    BLOCK_ALL_POWERS,
    BLOCK_POWER,
    CAPTURE_DIE,
    LAST_GHOST,
)
from spuk.games.ghost_stories.options import Setup
from spuk.games.ghost_stories.steps import NAMES
from spuk.kernel import bits
from spuk.kernel.actions import ActionSpace
from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.game import State as KernelState

# How far the active player is in the turn (`State.stage`).
YIN: Final[i64] = 0
BEFORE_MOVE: Final[i64] = 1
AFTER_MOVE: Final[i64] = 2
AFTER_ACTION: Final[i64] = 3
PLACING_BUDDHAS: Final[i64] = 4
STAGES: Final = ("yin", "start", "moved", "acted", "buddhas")

# Why the game is over (`State.end`); the rule number is the one to look up.
RUNNING: Final[i64] = 0
WON: Final[i64] = 1
LOST_LINE: Final[i64] = 2
LOST_VILLAGE: Final[i64] = 3
LOST_DECK: Final[i64] = 4
LOST_DEAD: Final[i64] = 5
REASONS: Final = (
    ("running", ""),
    ("incarnations_banished", "GS-13.1"),
    ("line_overrun", "GS-4.2"),
    ("village_haunted", "GS-13.2"),
    ("deck_exhausted", "GS-5.6"),
    ("taoists_dead", "GS-10.4"),
)

# What a step needs to continue (`Step.needs`).
NOBODY: Final[i64] = 0
PLAYER: Final[i64] = 1
DICE: Final[i64] = 2

ID: Final = "ghost-stories"
"""The id of the game."""

_NO_OPTIONS: Final[vec[i64]] = vec[i64]()
_ALL_GHOSTS: Final[vec[i64]] = vec[i64]([DRAW + card for card in range(1, LAST_GHOST + 1)])


class Step:
    """One kind of pending work. Subclasses override what their kind of step needs."""

    def __init__(self, needs: i64) -> None:
        self.needs: i64 = needs

    def run(self, s: State, arg: i64) -> None:
        """Work without a decision."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        """What the deciding player may do, or the equally likely sides of chance (one may appear twice).

        None: the step is dropped. Only one: it is taken at once.
        """
        return _NO_OPTIONS

    def sound(self, s: State, arg: i64) -> bool:
        """Whether this number can be in the step's frame (hand-written positions may be wrong)."""
        return arg == 0

    def board(self, s: State, arg: i64) -> i64:
        """The board whose player decides (GS-4.6 finds another if nobody is alive there)."""
        return s.active

    def take(self, s: State, arg: i64, action: i64) -> None:
        """Carry out the decision. The step's own frame is already off the stack."""


STEPS: Final[vec[Step]] = vec[Step]([Step(NOBODY)] * len(NAMES))


def register(number: i64, step: Step) -> None:
    """Set the code for the step with this number."""
    STEPS[number] = step


class State(KernelState):
    """What the rules work on: the fields of a position, and its steps.

    Ghost Stories hides nothing: unseen cards are drawn when they are turned up. `Position` adds everything
    other code asks it.
    """

    def __init__(self, setup: Setup, other: State | None) -> None:
        """A copy of another position; without one, an unpacked box before the setup.

        Each field appears once: its initial value, and how it is copied.
        """
        # Shared by all clones: replaced during the setup, never changed in place.
        self.setup: Setup = setup
        self.village: vec[i64] = vec[i64]() if other is None else other.village
        """Tile at each place."""
        self.colors: vec[i64] = vec[i64]() if other is None else other.colors
        """Colour of each board."""
        self.powers: vec[i64] = vec[i64]() if other is None else other.powers
        """Power that each board's side shows."""
        # Per board.
        self.qi: vec[i64] = vec[i64]([0] * 4) if other is None else other.qi[:]
        self.tao: vec[i64] = vec[i64]([0] * 20) if other is None else other.tao[:]
        """Tokens, flat: 5 * board + colour."""
        self.at: vec[i64] = vec[i64]([CENTRE] * 4) if other is None else other.at[:]
        """Place of each Taoist."""
        self.buddhas_held: vec[i64] = vec[i64]([0] * 4) if other is None else other.buddhas_held[:]
        self.power_tokens: vec[i64] = vec[i64]([0] * 4) if other is None else other.power_tokens[:]
        self.yin_yang: i64 = 0 if other is None else other.yin_yang
        """Bit per board."""
        # Per ghost space.
        self.ghosts: vec[i64] = vec[i64]([0] * 12) if other is None else other.ghosts[:]
        """The card on each space, 0 for none."""
        self.stones: i64 = 0 if other is None else other.stones
        """Bit per space: the haunting figure is on the stone (otherwise on the card)."""
        self.buddhas: i64 = 0 if other is None else other.buddhas
        """Bit per space."""
        self.mantra: i64 = NOWHERE if other is None else other.mantra
        """The space whose ghost carries the Mantra, or NOWHERE."""
        self.exposed: bool = False if other is None else other.exposed
        """Whether the Uncatchable has been on a Buddha (GS-9.2, in editions where it stays exposed)."""
        # The village and the deck.
        self.haunted: i64 = 0 if other is None else other.haunted
        """Bit per place."""
        self.circle: i64 = NO_COLOR if other is None else other.circle
        """Colour of the token on the Circle of Prayer, or NO_COLOR."""
        self.centre_tokens: i64 = 0 if other is None else other.centre_tokens
        self.unseen: vec[i64] = _ALL_GHOSTS if other is None else other.unseen
        """The draws of ghosts that may still come, in order. Clones share it: replaced, never changed."""
        self.unseen_incarnations: i64 = ALL_INCARNATIONS if other is None else other.unseen_incarnations
        """Bit (card - 56) for each incarnation that may still be in the deck."""
        self.deck: i64 = setup.deck if other is None else other.deck
        self.removed: i64 = setup.removed if other is None else other.removed
        """How many of the unseen ghosts are out of the game (GS-3.3)."""
        self.banished: i64 = 0 if other is None else other.banished
        """Bit (card - 56) for each banished incarnation."""
        self.powers_gone: bool = False if other is None else other.powers_gone
        """Whether the Forgotten Ones have taken all powers for good (GS-9.5)."""
        # The turn.
        self.active: i64 = 0 if other is None else other.active
        """The board whose turn it is."""
        self.turn: i64 = 0 if other is None else other.turn
        self.stage: i64 = YIN if other is None else other.stage
        self.helps: i64 = 0 if other is None else other.helps
        self.exorcisms: i64 = 0 if other is None else other.exorcisms
        self.action_place: i64 = NOWHERE if other is None else other.action_place
        """Where the turn's first action happened (GS-8.8)."""
        self.used: i64 = 0 if other is None else other.used
        """Bit per power used this turn."""
        self.borrowed: i64 = 0 if other is None else other.borrowed
        """Bit per neutral board whose power a Power token provides this turn (GS-8.9)."""
        self.fresh_buddhas: i64 = 0 if other is None else other.fresh_buddhas
        """Buddhas taken this turn (GS-6.7)."""
        self.stack: vec[i64] = vec[i64]() if other is None else other.stack[:]
        self.dice: vec[i64] = vec[i64]() if other is None else other.dice[:]
        """Faces rolled, and tokens paid (PAID + colour), in the current exorcism or help."""
        # Kept up to date by `ghosts_changed`, for speed.
        self.abilities: i64 = 0 if other is None else other.abilities
        """All abilities of all ghosts in play."""
        self.captured: i64 = 0 if other is None else other.captured
        """Tao dice held by ghosts."""
        self.end: i64 = RUNNING if other is None else other.end
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

    @abstractmethod
    def unpacked(self) -> State:
        """The box of the same game, before the setup."""

    def step(self, action: i64) -> None:
        self.stack, frame = pop(self.stack)
        STEPS[frame & 255].take(self, frame >> 8, action)
        self.settle()

    def settle(self) -> None:
        """Run the stack until someone has a real choice or the game is over."""
        while self.end == RUNNING:
            frame: i64 = self.stack[-1]
            arg: i64 = frame >> 8
            step = STEPS[frame & 255]
            if step.needs == NOBODY:
                self.stack, frame = pop(self.stack)
                step.run(self, arg)
                continue
            options = step.options(self, arg)
            if len(options) > 1:
                self.options = options
                self.actor = CHANCE
                if step.needs == PLAYER:
                    self.actor = self.decider(step.board(self, arg))
                return
            self.stack, frame = pop(self.stack)
            if len(options) == 1:
                step.take(self, arg, options[0])
        self.actor = OVER
        self.options = _NO_OPTIONS

    # ── what the rooms build on ─────────────────────────────────────────────────────────────

    def push(self, step: i64, arg: i64 = 0) -> None:
        """Put work on the stack, to be done before everything that is already there."""
        self.stack = append(self.stack, step | arg << 8)

    def emit(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Tell the listener, if there is one."""
        if self.listener is not None:
            self.listener.append(ev.make(kind, a, b, c))

    def finish(self, reason: i64) -> None:
        """End the game. The first reason counts."""
        if self.end == RUNNING:
            self.end = reason
            if reason == WON:
                self.emit(ev.GAME_WON)
            else:
                self.emit(ev.GAME_LOST, reason)

    def neutral(self, board: i64) -> bool:
        """Whether no player sits there (GS-3.4)."""
        return self.setup.seat_of_board[board] == NOWHERE

    def living(self, board: i64) -> bool:
        """Whether a player sits there whose Taoist is alive."""
        return self.qi[board] > 0 and self.setup.seat_of_board[board] != NOWHERE

    def decider(self, board: i64) -> i64:
        """The seat that decides for a board: its own, otherwise the next living one clockwise (GS-4.6)."""
        while not self.living(board):
            board = (board + 1) & 3
        return self.setup.seat_of_board[board]

    def power_active(self, board: i64) -> bool:
        """GS-5.4, GS-8.10, GS-9.5, GS-10.2: whether the board's power works."""
        if self.qi[board] == 0 or self.powers_gone or self.abilities & BLOCK_ALL_POWERS:
            return False
        if self.abilities & BLOCK_POWER:
            first: i64 = 3 * board
            for space in range(first, first + 3):
                if ABILITIES[self.ghosts[space]] & BLOCK_POWER:
                    return False
        return True

    def has_power(self, board: i64, power: i64) -> bool:
        """Whether the Taoist of this board may use this power now, as its own or borrowed (GS-8.9)."""
        if self.powers[board] == power:
            return self.power_active(board)
        if self.borrowed == 0 or board != self.active:
            return False
        for other in range(4):
            if (self.borrowed >> other) & 1 and self.powers[other] == power:
                return self.power_active(other)
        return False

    def supply(self, color: i64) -> i64:
        """Tao tokens of this colour that are left to take (GS-1.4)."""
        tao = self.tao
        held: i64 = tao[color] + tao[5 + color] + tao[10 + color] + tao[15 + color]
        if self.circle == color:
            held += 1
        return TOKENS_PER_COLOR - held

    def qi_supply(self) -> i64:
        """Qi tokens that are left to gain (GS-1.4)."""
        return QI_TOKENS - self.qi[0] - self.qi[1] - self.qi[2] - self.qi[3]

    def temple_buddhas(self) -> i64:
        """Buddhas on the Temple tile."""
        held = self.buddhas_held
        return BUDDHAS - held[0] - held[1] - held[2] - held[3] - bits.count(self.buddhas)

    def place_of(self, tile: i64) -> i64:
        """The place of a tile in the village."""
        place: i64 = 0
        while self.village[place] != tile:
            place += 1
        return place

    def ghosts_changed(self) -> None:
        """Update the totals for ghosts in play. Call it whenever one came, went or moved."""
        abilities: i64 = 0
        captured: i64 = 0
        for space in range(SPACES):
            ability = ABILITIES[self.ghosts[space]]
            abilities |= ability
            if ability & CAPTURE_DIE:
                captured += 1
        self.abilities = abilities
        self.captured = captured
        self.powers_changed()

    def powers_changed(self) -> None:
        """GS-8.2: the Mantra leaves its ghost as soon as the yellow power stops working."""
        if self.mantra == NOWHERE:
            return
        for board in range(4):
            if self.powers[board] == ENFEEBLEMENT_MANTRA and not self.power_active(board):
                self.mantra = NOWHERE
                self.emit(ev.MANTRA_BACK)
