"""What the game knows about playing well."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghosts import actions as act
from spuk.games.ghosts import win_chance as standing
from spuk.games.ghosts.consequences import consequence, consequences, is_over, taken
from spuk.games.ghosts.evaluation import Judge, best, explore
from spuk.games.ghosts.hand_sampling import Guesses
from spuk.games.ghosts.state import GIVE_BACK, PLAY, State
from spuk.games.ghosts.weights import SCALE, WEIGHTS
from spuk.kernel.game import CHANCE, OVER, Consequence, Dreams, Mind
from spuk.kernel.game import State as KernelState
from spuk.kernel.seeds import Random

# Chosen by experiments (docs/lab/bots-ghosts.md).
_TRICKS: Final[i64] = 3
"""A playout ends when this many more tricks have been taken."""
_TRUST: Final = 60.0
"""How many playouts a rating is worth."""


@final
class _Mind(Mind):
    """Plays by the weights of its evaluation."""

    def __init__(self, weights: list[vec[float]]) -> None:
        self.weights = weights
        """By number of players."""

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
        play_tricks(Judge(self.weights[state.setup.players]), state, random, state.round, _TRICKS)

    def foresee(self, before: KernelState, state: KernelState, random: Random) -> vec[i64]:
        """Looks where three piles are taken or the round is over.

        A playout after taking the pile goes one pile further, and is not looked at there.
        """
        assert isinstance(before, State)
        assert isinstance(state, State)
        judge = Judge(self.weights[state.setup.players])
        round: i64 = state.round
        first: i64 = 0 if is_over(before, state) else _TRICKS - taken(before, state)
        play_tricks(judge, state, random, round, first)
        came = consequences(before, state)
        play_tricks(judge, state, random, round, _TRICKS - first)
        return came

    def consequence(self, before: KernelState, number: i64) -> Consequence:
        return consequence(number)

    def dreams(self, state: KernelState, seat: i64) -> Dreams:
        assert isinstance(state, State)
        return Guesses(state, seat, Judge(self.weights[state.setup.players]))

    def trust(self) -> float:
        return _TRUST

    def chance(self, state: KernelState, seat: i64) -> float:
        assert isinstance(state, State)
        return standing.chance(state, seat)


def _rate_by_result(s: State, options: vec[i64]) -> vec[float]:
    """For simple choices: the winning chance after them, from public information."""
    ratings = vec[float]()
    for option in options:
        after = s.clone()
        after.step(option)
        ratings = append(ratings, standing.chance_from_fear(after, s.seat))
    return ratings


def _within(ratings: vec[float], now: float) -> vec[float]:
    """The ratings, shifted so that the best equals the seat's current chance, and kept within 0 … 1."""
    highest: float = -1e18
    for rating in ratings:
        highest = max(highest, rating)
    for i in range(len(ratings)):
        ratings[i] = now * math.exp((ratings[i] - highest) / max(now, 0.01))
    return ratings


def sensible(s: State) -> vec[i64]:
    """Never take a pile that can be answered, and never give back less than possible."""
    options = s.options
    if s.phase == GIVE_BACK:
        return options[len(options) - 1 :]
    if s.phase == PLAY and len(options) > 1 and options[0] == act.TAKE_PILE:
        return options[1:]
    if s.phase == PLAY:
        return options
    return options[:1]


def play_round(judge: Judge, s: State, random: Random, journal: list[vec[float]]) -> None:
    """Play to the end of the round, exploring and taking notes, for tuning."""
    round: i64 = s.round
    while s.round == round and s.actor != OVER:
        if s.actor == CHANCE:
            s.step(s.sample(random))
        else:
            options = sensible(s)
            if len(options) == 1:
                s.step(options[0])
            else:
                s.step(explore(judge, s, options, random, journal))


def play_tricks(judge: Judge, s: State, random: Random, round: i64, left: i64) -> None:
    """Play until so many more tricks are taken, or this round is over."""
    while left > 0 and s.round == round and s.actor != OVER:
        if s.actor == CHANCE:
            s.step(s.sample(random))
        else:
            option: i64 = best(judge, s, sensible(s))
            s.step(option)
            if option == act.TAKE_PILE:
                left -= 1


MIND: Final = _Mind(WEIGHTS)
