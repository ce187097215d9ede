"""What the game knows about playing it well."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.ghosts import actions as act
from spuk.ghosts import standing
from spuk.ghosts.guess import Guesses
from spuk.ghosts.judgement import Judge, best, explore
from spuk.ghosts.state import GIVE_BACK, PLAY, State
from spuk.ghosts.weights import SCALE, WEIGHTS
from spuk.kernel.game import CHANCE, OVER
from spuk.kernel.game import State as KernelState
from spuk.kernel.mind import Dreams, Mind
from spuk.kernel.seeds import Random


@final
class _Mind(Mind):
    """Plays by the weights of its judgement."""

    def __init__(self, weights: list[vec[float]]) -> None:
        self.weights = weights
        """By number of players."""
        # What the lab varies (docs/lab/bots-ghosts.md):
        self.tricks: int = 3
        """A playout ends when so many more tricks are taken."""
        self.guesses: bool = True
        """Imagined hands are those that the play of the round makes likely."""
        self.trusted: float = 60.0
        """How many playouts a rating is worth."""

    def sensible(self, state: KernelState) -> vec[i64]:
        assert isinstance(state, State)
        return sensible(state)

    def rate(self, state: KernelState, options: vec[i64]) -> vec[float]:
        assert isinstance(state, State)
        if state.phase != PLAY:
            return _rate_by_result(state, options)
        judge = Judge(self.weights[state.setup.players])
        judge.look(state)
        now = judge.chance(state)
        ratings = vec[float]()
        for option in options:
            ratings = append(ratings, now + SCALE[state.setup.players] * judge.score(state, option))
        return _within(ratings, now)

    def play_on(self, state: KernelState, random: Random) -> None:
        assert isinstance(state, State)
        play_tricks(Judge(self.weights[state.setup.players]), state, random, self.tricks)

    def dreams(self, state: KernelState, seat: i64) -> Dreams:
        assert isinstance(state, State)
        if not self.guesses:
            return Dreams(state, seat)
        return Guesses(state, seat, Judge(self.weights[state.setup.players]))

    def trust(self) -> float:
        return self.trusted

    def chance(self, state: KernelState, seat: i64) -> float:
        assert isinstance(state, State)
        return standing.chance(state, seat)


def _rate_by_result(s: State, options: vec[i64]) -> vec[float]:
    """For plain choices: the winning chance after them, as everyone can tell it."""
    ratings = vec[float]()
    for option in options:
        after = s.clone()
        after.step(option)
        ratings = append(ratings, standing.chance_from_fear(after, s.seat))
    return ratings


def _within(ratings: vec[float], now: float) -> vec[float]:
    """The ratings moved so that the best is what the seat has now, and kept within 0 … 1."""
    highest: float = -1e18
    for rating in ratings:
        highest = max(highest, rating)
    for i in range(len(ratings)):
        ratings[i] = now * math.exp((ratings[i] - highest) / max(now, 0.01))
    return ratings


def sensible(s: State) -> vec[i64]:
    """Without taking a pile that can be answered, and giving back less than possible."""
    options = s.options
    if s.phase == GIVE_BACK:
        return options[len(options) - 1 :]
    if s.phase == PLAY and len(options) > 1 and options[0] == act.TAKE_PILE:
        return options[1:]
    if s.phase == PLAY:
        return options
    return options[:1]


def play_round(judges: list[Judge], s: State, random: Random, journal: list[vec[float]] | None) -> None:
    """Play to the end of the round, each seat by its own judge, or all by the only one."""
    round: i64 = s.round
    while s.round == round and s.actor != OVER:
        if s.actor == CHANCE:
            s.step(s.sample(random))
        else:
            judge = judges[s.seat % i64(len(judges))]
            options = sensible(s)
            if journal is None or len(options) == 1:
                s.step(best(judge, s, options))
            else:
                s.step(explore(judge, s, options, random, journal))


def play_tricks(judge: Judge, s: State, random: Random, tricks: i64) -> None:
    """Play until so many more tricks are taken, or the round is over."""
    round: i64 = s.round
    left: i64 = tricks
    while left > 0 and s.round == round and s.actor != OVER:
        if s.actor == CHANCE:
            s.step(s.sample(random))
        else:
            option: i64 = best(judge, s, sensible(s))
            s.step(option)
            if option == act.TAKE_PILE:
                left -= 1


MIND: Final = _Mind(WEIGHTS)
