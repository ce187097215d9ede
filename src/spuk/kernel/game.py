"""The protocol of a game, which bots, records, environments and tables rely on.

A game is a `Game` that creates `State`s. A state says who decides (`actor`) and what is legal, and it changes
in place. Chance is an actor like any other: dice and draws are actions with known probabilities, and the
rules never use a random generator. A `Mind` is what a game offers to bots, which are written only once, for
every game.
"""

from __future__ import annotations

import operator
from abc import ABCMeta, abstractmethod  # with `ABC` as a base, every state would have a dictionary
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from spuk.kernel.actions import ActionSpace, actor_fault
from spuk.kernel.errors import BrokenText, Fault, IllegalAction, OtherRules
from spuk.kernel.seeds import Random, as_random

CHANCE: Final = -1
"""`State.actor` while dice or cards decide."""
_FAR: Final = 1 << 32
"""Action numbers are smaller than this."""
_LONGEST: Final = 2000
"""A game that takes more random steps than this counts as undecided."""
_MADE: Final[i64] = 4096
_NUMBERS: Final[list[Any]] = list(range(4096))
"""The numbers of most actions as objects, created once: `legal` and `chances` return them."""
OVER: Final = -2
"""`State.actor` when the game has ended."""

FIRST_REVISION: Final = 1
"""The rules revision of all records, tables and runs that do not state one."""
LAST_REVISION: Final = 1_000_000
"""An upper bound: larger numbers are not revisions."""

__all__ = [
    "CHANCE",
    "FIRST_REVISION",
    "LAST_REVISION",
    "OVER",
    "BrokenText",
    "Consequence",
    "Dreams",
    "Event",
    "Fault",
    "Game",
    "IllegalAction",
    "Mind",
    "OtherRules",
    "Outcome",
    "State",
]


class Event(NamedTuple):
    """Something that happened during `apply`: an id and named numbers, no text."""

    id: str
    values: Mapping[str, int]


class Consequence(NamedTuple):
    """Something that may have come of an action some time later: an id and named numbers, no prose."""

    id: str
    values: Mapping[str, int]


class Outcome(NamedTuple):
    """How a game ended, and why (`reason` is an id, `rule` the number of a rule)."""

    won: bool
    winners: tuple[int, ...]
    reason: str
    rule: str
    score: int
    """The group's score; in a competitive game, the winners' score."""
    scores: tuple[int, ...]
    """Per seat."""
    returns: tuple[float, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class State(metaclass=ABCMeta):
    """A position.

    `step`, `sample` and `options` are the fast way for compiled code. Subclasses may be compiled, like ours,
    or ordinary Python.
    """

    def __init__(self, actor: i64, options: vec[i64]) -> None:
        self.actor = actor
        """Who decides: a seat, CHANCE or OVER."""
        self.options = options
        """The legal actions. At a chance node, the equally likely sides, so an action may appear twice.

        Never change it in place: clones share it.
        """
        self.listener: list[Event] | None = None
        """Where events are collected while `apply` is running."""
        self.busy = False
        """`apply` is at work."""

    @abstractmethod
    def space(self) -> ActionSpace:
        """The actions of the game."""

    @abstractmethod
    def seats(self) -> int:
        """The number of players at the table."""

    def legal(self) -> list[int]:
        """The legal actions; at a chance node, the possible outcomes; [] when the game is over."""
        options = self.options
        if self.actor == CHANCE and not _is_rising(options):
            options = _distinct(options)
        return [_number(option) for option in options]

    def chances(self) -> list[tuple[int, float]]:
        """At a chance node, the outcomes with their probabilities; otherwise []."""
        sides = self.options
        if self.actor != CHANCE or len(sides) == 0:
            return []
        if not _is_rising(sides):
            return _shares(sides)
        share: Any = 1.0 / float(len(sides))
        return [(_number(side), share) for side in sides]

    def sample(self, random: object) -> i64:
        """At a chance node: an outcome, drawn according to its probability.

        `random` is a `spuk.Random`, a `random.Random` or a NumPy generator.
        """
        if isinstance(random, Random):
            return self.options[random.below(len(self.options))]
        return self.options[as_random(random).below(len(self.options))]

    def apply(self, action: object, events: list[Event] | None = None) -> None:
        """Apply a legal action in place. An illegal one raises `IllegalAction` and changes nothing.

        If you pass a list as `events`, everything that happens is appended to it.
        """
        chosen = self.checked(action)
        if self.busy:
            raise RuntimeError("apply was called from within apply: act on a clone, or wait for it to return")
        if events is None:  # nobody listens, so nobody can call us meanwhile
            self.step(chosen)
            return
        self.busy = True
        self.listener = events
        try:
            self.step(chosen)
        finally:
            self.listener = None
            self.busy = False

    def checked(self, action: object) -> i64:
        """The number of a legal action. Otherwise `IllegalAction` says why it is not legal, and what is."""
        number = _as_number(action)
        if 0 <= number < _FAR:
            wanted: i64 = number
            for option in self.options:
                if option == wanted:
                    return wanted
        raise IllegalAction(self.space().why_illegal(action, self.legal(), actor_fault(int(self.actor))))

    @abstractmethod
    def step(self, action: i64) -> None:
        """Like `apply`, but without the check: for actions taken from `options` or `sample`."""

    def __repr__(self) -> str:
        return f"<{self.game_id()}: {self.text()}>"

    def __eq__(self, other: object) -> bool:
        """The same position of the same game, no matter how it was reached."""
        if not isinstance(other, State):
            return NotImplemented
        return self is other or (self.game_id() == other.game_id() and self.text() == other.text())

    def __hash__(self) -> int:
        """Depends on the current position. `apply` changes it, so put clones into sets and dictionaries."""
        return hash((self.game_id(), self.text()))

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[[str, str], State], tuple[str, str]]:
        """States are pickled as text."""
        return _from_text, (self.game_id(), self.text())

    @abstractmethod
    def game_id(self) -> str:
        """The id of the game in the registry."""

    def check_seat(self, seat: object) -> None:
        """Only seats at this table, or None, may look."""
        if seat is None:
            return
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats():
            last = self.seats() - 1
            raise ValueError(
                Fault(
                    "seat.unknown",
                    "seat {seat!r}: choose from 0…{last}, or None for a spectator",
                    seat=seat,
                    last=last,
                )
            )

    @abstractmethod
    def clone(self) -> State:
        """An independent copy."""

    def mind(self) -> Mind:
        """What the game knows about playing well, for bots. By default, only the rules."""
        return PLAIN

    def imagine(self, seat: int, random: object) -> State:
        """A full state that agrees with everything this seat knows, each possible one equally likely.

        Bots are given this. A game that hides nothing returns a plain copy. `random` is a `spuk.Random`, a
        `random.Random` or a NumPy generator.
        """
        return self.clone()

    def reveals(self, action: int, seat: int | None) -> bool:
        """Whether this seat (None: a spectator) sees which action is taken here."""
        return True

    def redact(self, event: Event, seat: int | None) -> Event:
        """The event as this seat (None: a spectator) may see it."""
        return event

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result of the game; None while it is in progress."""

    @abstractmethod
    def text(self) -> str:
        """The position as one line. `Game.from_text` reads it back."""

    def known_text(self, seat: int | None) -> str:
        """The position as one line, with `?` for what this seat (None: a spectator) may not know."""
        self.check_seat(seat)
        return self.text()

    @abstractmethod
    def view(self, seat: int | None) -> dict[str, Any]:
        """Everything this seat (None: a spectator) may know, ready for JSON."""

    @abstractmethod
    def invariants(self) -> list[str]:
        """What is wrong with this position, by name; [] for a sound one."""


def _as_number(action: object) -> int:
    """An action as a plain int, whatever kind of integer it is; -1 if it is not an integer."""
    if isinstance(action, int):
        return -1 if isinstance(action, bool) else action
    try:
        return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        return -1


def _is_rising(sides: vec[i64]) -> bool:
    """Whether each is greater than the one before, so that no side appears twice."""
    last: i64 = -1
    for side in sides:
        if side <= last:
            return False
        last = side
    return True


def _number(action: i64) -> Any:
    """An action as an object."""
    return _NUMBERS[action] if 0 <= action < _MADE else int(action)


def _distinct(sides: vec[i64]) -> vec[i64]:
    """Every side once, in order. Equal ones are usually adjacent."""
    found = vec[i64](capacity=len(sides))
    last: i64 = -1
    for side in sides:
        if side < last:
            return _distinct(vec[i64](sorted(sides)))
        if side > last:
            found = append(found, side)
        last = side
    return found


def _shares(sides: vec[i64]) -> list[tuple[int, float]]:
    """Every side once, in order, with its probability."""
    found: list[tuple[Any, Any]] = []
    count: i64 = len(sides)
    begin: i64 = 0
    times: i64 = 0
    share: Any = 0.0
    for index in range(1, count + 1):
        if index < count and sides[index] < sides[index - 1]:
            return _shares(vec[i64](sorted(sides)))
        if index == count or sides[index] != sides[begin]:
            if index - begin != times:  # one object for as long as the next sides appear as often
                times = index - begin
                share = float(times) / float(count)
            found.append((_number(sides[begin]), share))
            begin = index
    return found


_FINDERS: Final[list[Callable[[str], Game]]] = []


def find_games_with(find: Callable[[str], Game]) -> None:
    """Set how a game is found by its id. The registry calls this, because it knows this module and not the
    reverse.
    """
    _FINDERS[:] = [find]


def _from_text(game_id: str, line: str) -> State:
    return _FINDERS[0](game_id).from_text(line)


@mypyc_attr(allow_interpreted_subclasses=True)
class Dreams:
    """Full states that agree with everything a seat knows, one after the other."""

    def __init__(self, state: State, seat: i64) -> None:
        self._state = state
        self._seat = seat

    def next(self, random: Random) -> State:
        """One more."""
        return self._state.imagine(int(self._seat), random)


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind(metaclass=ABCMeta):
    """What a game knows about playing well: which options are worth considering, how good they look, how to
    play on.

    Minds keep nothing between calls, so one can serve many bots.
    """

    @abstractmethod
    def sensible(self, state: State) -> vec[i64]:
        """The options that are not obviously bad: at least one, all legal."""

    @abstractmethod
    def rate(self, state: State, options: vec[i64]) -> vec[float]:
        """How good each of these options looks to the player who decides, at a glance, on the scale of
        `worth`.
        """

    @abstractmethod
    def play_on(self, state: State, random: Random) -> None:
        """Play on in place, quickly and well, until `worth` can judge the position better than here."""

    @abstractmethod
    def chance(self, state: State, seat: i64) -> float:
        """The winning chance of this seat at a glance: 0 … 1, and exact when the game is over."""

    def foresee(self, before: State, state: State, random: Random) -> vec[i64]:
        """Play on exactly as `play_on` does, and note what came of the action that led from `before` here.

        Each consequence is a number that `consequence` explains, noted once. Whatever the action was, a game
        looks at the same moment, so that futures can be compared. By default nothing is noted.
        """
        self.play_on(state, random)
        return vec[i64]()

    def consequence(self, before: State, number: i64) -> Consequence:
        """What a number of `foresee` stands for."""
        raise NotImplementedError(f"{type(self).__name__} notes consequences but does not explain them")

    def worth(self, state: State, seat: i64) -> float:
        """What a bot maximises, 0 … 1: the winning chance, unless a game knows better."""
        return self.chance(state, seat)

    def promise(self, state: State, ratings: vec[float]) -> vec[float]:
        """Ratings of options in this state as winning chances; unchanged if that is what they are."""
        return ratings

    def trust(self) -> float:
        """How many playouts a rating is worth: many if luck is large and ratings are good."""
        return 4.0

    def dreams(self, state: State, seat: i64) -> Dreams:
        """What this seat may imagine. A mind may prefer what the course of play makes likely."""
        return Dreams(state, seat)


@final
class PlainMind(Mind):
    """Knows nothing about a game except its rules: every option looks alike, and only the end tells who has
    won.
    """

    def sensible(self, state: State) -> vec[i64]:
        """All of them."""
        return state.options

    def rate(self, state: State, options: vec[i64]) -> vec[float]:
        """All alike."""
        ratings = vec[float]()
        for _ in options:
            ratings = append(ratings, self.chance(state, state.actor))
        return ratings

    def play_on(self, state: State, random: Random) -> None:
        """Play at random, to the end."""
        steps: i64 = 0
        while len(state.options) > 0 and steps < _LONGEST:
            if state.actor < 0:
                state.step(state.sample(random))
            else:
                state.step(state.options[random.below(len(state.options))])
            steps += 1

    def chance(self, state: State, seat: i64) -> float:
        """The same for everyone until the end. In a competitive game, several winners share the win."""
        outcome = state.outcome()
        if outcome is None:
            return 1.0 / max(2.0, float(state.seats()))
        if not outcome.won or int(seat) not in outcome.winners:
            return 0.0
        together = len(outcome.winners) == state.seats() and outcome.returns[int(seat)] > 0.0
        return 1.0 if together else 1.0 / float(len(outcome.winners))


PLAIN: Final[Mind] = PlainMind()


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(metaclass=ABCMeta):
    """One game: creates positions, reads them from text, and names its actions."""

    def __init__(self, id: str, space: ActionSpace, rules_revision: int = FIRST_REVISION) -> None:
        self.id = id
        self.rules_revision = rules_revision
        """Raised with every change of the rules after which an old record could mean a different game."""
        self.space = space
        self.actions = len(space)
        """The size of the flat action space: every action is in range(actions)."""
        self.speaker: Callable[[State, int, str], str] | None = None
        """Provides the texts: the game's pack. Engines do not depend on any language."""

    @abstractmethod
    def new(self, **options: Any) -> State:
        """A game before its first chance event. A wrong option raises a ValueError that names the allowed
        ones.
        """

    @abstractmethod
    def options(self) -> Mapping[str, Sequence[Any]]:
        """Every option of `new` with its allowed values, the default first.

        An option that takes a list of names is None by default, followed by the allowed names.
        """

    def defaults(self) -> dict[str, Any]:
        """Every option of `new` with its default."""
        return {name: values[0] for name, values in self.options().items()}

    def renamed(self) -> Mapping[str, Mapping[Any, Any]]:
        """Former values of options that `new` still understands: option → former value → today's."""
        return {}

    @abstractmethod
    def from_text(self, line: str) -> State:
        """The position described by a line. `BrokenText` says what is wrong with an invalid one."""

    def check_rules(self, revision: int) -> None:
        """Raise `OtherRules` for anything that was played under another revision than ours."""
        if revision != self.rules_revision:
            raise OtherRules(self.id, revision, self.rules_revision)

    def together(self) -> bool:
        """Whether all players win or lose together."""
        return False

    def hides(self) -> bool:
        """Whether seats hide something from each other, such as a hand of cards."""
        return False

    def columns(self) -> Mapping[str, Any]:
        """The names of `facts` with their types (`int`, `list[str]` …)."""
        return {}

    def facts(self, state: State) -> Mapping[str, Any]:
        """What is worth counting in a finished game, besides its outcome."""
        return {}

    def plausible(self, values: Mapping[str, Any], seats: int) -> bool:
        """Whether these could be the outcome and the facts of a game with this many seats. Their types are
        right.
        """
        return True

    def learned(self) -> bytes:
        """The learned weights of its mind. With other weights, bots play differently."""
        return b""

    def action_text(self, action: int) -> str:
        """The short, stable name of an action, such as `move:5`."""
        return self.space.text(action)

    def action(self, text: str) -> int:
        """The action with this name."""
        return self.space.action(text)

    def words(self, state: State, action: int, lang: str = "en") -> str:
        """What this action is, in words."""
        if self.speaker is None:
            return self.action_text(action)
        return self.speaker(state, action, lang)
