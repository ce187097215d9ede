"""A round reconstructed from the cards in the order they were played: who decided what, and what they saw.

This works as long as nobody took a pile they could answer, because their next card would seem to be that
answer. If the result does not match the table, there is no history.
"""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghosts import actions as act
from spuk.games.ghosts.cards import CARDS, HAND, HIGHEST_LEVEL, MIST, NO_FAMILY, UNIT, family, value
from spuk.games.ghosts.state import FULL_PILE, PLAY, State
from spuk.games.ghosts.tricks import answers


@final
class Scene:
    """One decision of the round."""

    def __init__(self, state: State, choice: i64, draws: i64) -> None:
        self.state = state
        """The position at that moment. The hands are unknown: only their sizes are right."""
        self.choice = choice
        self.draws = draws
        """How many cards the deciding player had drawn in this round by then."""


@final
class Story:
    """The decisions of a round, one after the other."""

    def __init__(self, s: State) -> None:
        self.scenes: list[Scene] = []
        self.draws = vec[i64]([HAND] * int(s.setup.players))
        """How many cards each seat has drawn in the round."""
        self._end = s
        self._now = _beginning(s)
        self._pile: i64 = CARDS - HAND * s.setup.players

    def told(self) -> bool:
        """Whether the cards played lead to the table as it is."""
        end = self._end
        if end.phase != PLAY:
            return False
        for seat in range(end.setup.players):
            if end.known_mist[seat] > 0:  # then hands were seen that the cards do not show
                return False
        for kind in end.out:
            if not self._go_on(kind):
                return False
        if len(end.trick) == 0 and len(end.out) > 0:
            self._take()
        for kind in end.trick:
            if not self._go_on(kind):
                return False
        return self._adds_up()

    def _adds_up(self) -> bool:
        end, now = self._end, self._now
        for seat in range(end.setup.players):
            if now.gained[seat] != end.gained[seat] or now.hand_size(seat) != end.hand_size(seat):
                return False
        return now.seat == end.seat and now.level == end.level and self._pile == len(end.pile)

    def _go_on(self, kind: i64) -> bool:
        """Someone plays this card, after taking the pile if it is not an answer."""
        now = self._now
        if now.family != NO_FAMILY and not answers(now.level, now.family, kind):
            self._take()
        if now.hands[now.seat] == 0 or (kind == MIST and now.family == NO_FAMILY):
            return False
        self._play(kind)
        return now.level <= HIGHEST_LEVEL

    def _take(self) -> None:
        now = self._now
        self._note(act.TAKE_PILE)
        now.fear[now.seat] += 1
        now.gained[now.seat] += 1
        for kind in now.trick:
            now.out = append(now.out, kind)
        now.trick = vec[i64]()
        now.level = 0
        now.family = NO_FAMILY

    def _play(self, kind: i64) -> None:
        now = self._now
        self._note(act.PLAY + kind)
        now.trick = append(now.trick, kind)
        if kind != MIST:
            if family(kind) == now.family:
                now.direction = -now.direction
            else:
                now.level += value(kind)
            now.family = family(kind)
        if self._pile > 0:
            self._pile -= 1
            self.draws[now.seat] += 1
            now.pile = FULL_PILE[: self._pile]
        else:
            now.hands[now.seat] -= UNIT[MIST]
        now.seat = now.seat_after(now.seat, now.direction)

    def _note(self, choice: i64) -> None:
        self.scenes.append(Scene(self._now.clone(), choice, self.draws[self._now.seat]))


def _beginning(s: State) -> State:
    """The table when the round was dealt, with hands of only mist."""
    t = s.clone()
    t.trick = vec[i64]()
    t.out = vec[i64]()
    t.level = 0
    t.family = NO_FAMILY
    t.direction = 1
    t.seat = s.starter
    for seat in range(s.setup.players):
        t.fear[seat] -= s.gained[seat]
        t.gained[seat] = 0
        t.hands[seat] = HAND * UNIT[MIST]
    t.pile = FULL_PILE[: CARDS - HAND * s.setup.players]
    return t
