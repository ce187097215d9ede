"""Many games at once, compiled: a step of each, its rewards, and the new observations.

The results of a step are plain arrays with the buffer protocol, so numpy reads them without a copy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from spuk.envs.core.encoder import Encoder, mark_options
from spuk.kernel.actions import actor_fault
from spuk.kernel.errors import Fault, IllegalAction
from spuk.kernel.game import CHANCE, OVER, Outcome, State
from spuk.kernel.seeds import Random, derive

_NO: Final[u8] = 0
_YES: Final[u8] = 1


def luck_of(seed: int) -> Random:
    """The dice and cards of a seed: the same as those of `spuk.play`."""
    return Random(derive(seed, "chance"))


def play_chance(state: State, luck: Random, log: list[int] | None) -> None:
    """Resolve dice and cards until a player decides or the game is over."""
    while state.actor == CHANCE:
        drawn = state.sample(luck)
        state.step(drawn)
        if log is not None:
            log.append(int(drawn))


def is_legal(state: State, action: i64) -> bool:
    """Whether a player may do that now. This asks the game itself, because masks are outdated after an
    interrupted step.
    """
    if state.actor < 0:  # actions of chance are not available to players
        return False
    for option in state.options:
        if option == action:
            return True
    return False


@final
class Fleet:
    """Games of one kind side by side. One agent decides for all seats and gets the
    average of their rewards.
    """

    def __init__(
        self, encoder: Encoder, start: State, count: int, kind: str, discount: float, strict: bool
    ) -> None:
        self.encoder = encoder
        self._start = start
        self._kind = kind
        self._discount: float = discount
        self._strict = strict
        self._worst: float = encoder.worst(start, kind)
        self._shaped: bool = kind == "shaped"
        self._seats: i64 = start.seats()
        self.count: i64 = count
        self.states: list[State] = [start.clone() for _ in range(count)]
        self.log: list[int] | None = [] if count == 1 else None
        """Every action of a single game, including chance."""
        self._luck: list[Random] = [luck_of(0) for _ in range(count)]
        self._potentials = vec[float]([0.0] * count)
        self._width: i64 = encoder.width
        self._actions: i64 = encoder.actions
        self._over = vec[u8]([1] * count)
        """1 for each game that is waiting to start again."""
        self._fixed = vec[u8]([0] * (count * encoder.width))
        """The part of each observation that stays the same during a game."""
        # The results of a step.
        self.observations = vec[u8]([0] * (count * encoder.width))
        """A row for each game, as the player who decides sees it. Never written
        again after it is returned.
        """
        self.masks = vec[u8]([0] * (count * encoder.actions))
        """A row for each game: 1 for each legal action."""
        self.rewards = vec[float]([0.0] * count)
        self.ended = vec[u8]([0] * count)
        """1 for each game that ended in the last step."""
        self.illegal = vec[u8]([0] * count)
        """1 for each of them that ended because of an illegal action."""
        self.outcomes: list[Outcome | None] = [None] * count
        """The outcome of each game that ended in the last step; None after an illegal action."""
        self.last: list[vec[u8]] = []
        """The last observations of games that ended and restarted in the same step, in their order."""

    def seed(self, game: int, seed: int) -> None:
        """New dice and cards for one game."""
        self._luck[game] = luck_of(seed)

    def begin_all(self, starts: list[State] | None = None) -> None:
        """Start a new game in every place, from the start or from a position for each."""
        for game in range(self.count):
            self._begin(game, self._fixed, self._start if starts is None else starts[game])
        self._see_all()

    def step(self, actions: list[int], anew: bool) -> None:
        """One step of every game. Games that had ended before start again instead.

        With `anew`, games that end restart at once, and `last` keeps their last observation.
        """
        if self._strict:
            self._refuse_illegal(actions)
        seen = self._fixed[:]
        masks = vec[u8]([0] * (self.count * self._actions))
        self.last = []
        for game in range(self.count):
            self.ended[game] = _NO
            self.illegal[game] = _NO
            if self._over[game] == _YES:
                self._begin(game, seen, self._start)
                self.rewards[game] = 0.0
            else:
                self._act(game, actions[game])
                if anew and self._over[game] == _YES:
                    self.last.append(self.encoder.look(self.states[game], 0))
                    self._begin(game, seen, self._start)
            self._see(game, seen, masks)
        self.observations = seen
        self.masks = masks

    def _begin(self, game: i64, seen: vec[u8], start: State) -> None:
        """A new game in a row that contains the fixed part of the old one."""
        self._write_fixed(game, _NO, seen)
        state = start.clone()
        if self.log is not None:
            self.log = []
        play_chance(state, self._luck[game], self.log)
        self.states[game] = state
        self._over[game] = _NO
        self._write_fixed(game, _YES, seen)
        if self._shaped:
            self._potentials[game] = self._potential(state)

    def _write_fixed(self, game: i64, mark: u8, seen: vec[u8]) -> None:
        """The observation is kept for all steps to come."""
        self.encoder.write_fixed(self.states[game], mark, seen, game * self._width)
        self.encoder.write_fixed(self.states[game], mark, self._fixed, game * self._width)

    def _see_all(self) -> None:
        """The results for the current positions, without a step."""
        seen = self._fixed[:]
        masks = vec[u8]([0] * (self.count * self._actions))
        for game in range(self.count):
            self._see(game, seen, masks)
        self.observations = seen
        self.masks = masks

    def _see(self, game: i64, seen: vec[u8], masks: vec[u8]) -> None:
        state = self.states[game]
        if self._over[game] == _YES:
            self.encoder.write(state, 0, seen, game * self._width)
        else:
            self.encoder.write(state, state.actor, seen, game * self._width)
            mark_options(state, masks, game * self._actions)

    def _act(self, game: i64, action: i64) -> None:
        """One decision, followed by chance."""
        state = self.states[game]
        if not is_legal(state, action):
            self._forfeit(game)
            return
        if self.log is not None:
            self.log.append(int(action))
        state.step(action)
        play_chance(state, self._luck[game], self.log)
        reward: float = 0.0
        if state.actor == OVER:
            self._end(game)
            reward = self._final(game, state)
        self.rewards[game] = reward + self._shaping(game, state)

    def _end(self, game: i64) -> None:
        self.ended[game] = _YES
        self._over[game] = _YES

    def _refuse_illegal(self, actions: list[int]) -> None:
        """Check before any game has moved, so that the step can be tried again."""
        for game in range(self.count):
            state = self.states[game]
            action = actions[game]
            if self._over[game] == _NO and not is_legal(state, action):
                who = actor_fault(int(state.actor))
                if self.count > 1:
                    who = Fault("actor.game", "game {game}, {who}", game=int(game), who=who)
                raise IllegalAction(state.space().why_illegal(action, state.legal(), who))

    def _forfeit(self, game: i64) -> None:
        """An illegal action ends the game with the worst possible result."""
        self._end(game)
        self.illegal[game] = _YES
        self.outcomes[game] = None
        self.rewards[game] = self._worst
        if self._shaped:
            self.rewards[game] -= self._potentials[game]

    def _final(self, game: i64, state: State) -> float:
        outcome = state.outcome()
        assert outcome is not None
        self.outcomes[game] = outcome
        total: float = 0.0
        for seat in range(self._seats):
            total += self.encoder.final(outcome, seat, self._kind)
        return total / float(self._seats)

    def _shaping(self, game: i64, state: State) -> float:
        """Potential-based: the value of the position now minus its value before (Ng et al. 1999)."""
        if not self._shaped:
            return 0.0
        before: float = self._potentials[game]
        now: float = 0.0 if state.actor == OVER else self._potential(state)
        self._potentials[game] = now
        return self._discount * now - before

    def _potential(self, state: State) -> float:
        total: float = 0.0
        for seat in range(self._seats):
            total += self.encoder.potential(state, seat)
        return total / float(self._seats)

    def __reduce__(self) -> tuple[Callable[..., Fleet], tuple[Any, ...]]:
        """A copy continues with the same games and the same luck, without the results of the last step."""
        made = (self.encoder, self._start, int(self.count), self._kind, self._discount, self._strict)
        going = (self.states, self._luck, list(self._over), list(self._potentials), self.log)
        return _revived, (*made, *going)


def _revived(
    encoder: Encoder,
    start: State,
    count: int,
    kind: str,
    discount: float,
    strict: bool,
    states: list[State],
    luck: list[Random],
    over: list[int],
    potentials: list[float],
    log: list[int] | None,
) -> Fleet:
    fleet = Fleet(encoder, start, count, kind, discount, strict)
    fleet.states = states
    fleet._luck = luck
    fleet._over = vec[u8](over)
    fleet._potentials = vec[float](potentials)
    fleet.log = log
    for game in range(fleet.count):
        fleet._write_fixed(game, _YES, fleet._fixed)
    fleet._see_all()
    return fleet
