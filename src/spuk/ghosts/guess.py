"""What the play of a round tells about the hands: a guess that is likelier than any deal.

Who takes the pile has, as a rule, nothing to answer with; who plays mist has no ghost to play. Both is
true of the cards he held then, and of those he still holds. A hand is also the likelier the better it
explains the last card he played in this trick.

Who played which card of a round follows from the cards in the order they were played, as long as nobody took
a pile he could answer: such a card would not fit on the pile. Where that does not add up, nothing is guessed,
and every deal is equally likely.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.ghosts import actions as act
from spuk.ghosts import knowledge
from spuk.ghosts.cards import CARDS, HAND, HIGHEST_LEVEL, MIST, NO_FAMILY, UNIT, family, value
from spuk.ghosts.judgement import Judge
from spuk.ghosts.state import PLAY, State
from spuk.kernel.seeds import Random

_bits = [1 << kind for kind in range(19)]
_BIT: Final[vec[i64]] = vec[i64](_bits)
_GHOSTS: Final[i64] = (1 << 18) - 1
_SEATS: Final = 6
_TRIES: Final[i64] = 40
"""After so many unfitting cards any card will do."""
_ATTEMPTS: Final[i64] = 3
"""A story in which a wrong card was laid down may end badly: told so often before it is given up."""
_HANDS: Final[i64] = 5
"""Hands tried for a seat, until one explains its last card."""
_DOUBT: Final = 0.15
"""Anybody plays any card that often."""
_NONE: Final = -1
_RULE_TAKE: Final = 0.97
_RULE_MIST: Final = 0.9
"""How often the rules of thumb hold."""


def _answers(level: int, top: int) -> int:
    """The kinds that answer a trick, as a set of bits."""
    kinds = 1 << 18
    for kind in range(18):
        if kind // 3 == top or level + kind % 3 + 1 <= 7:
            kinds |= 1 << kind
    return kinds


_ANSWERS: Final[vec[i64]] = vec[i64]([_answers(level, top) for level in range(8) for top in range(7)])


def imagine(s: State, seat: i64, random: Random, judge: Judge) -> State:
    """A full state that agrees with all this seat knows, likelier ones more often."""
    if s.phase == PLAY:
        for _attempt in range(_ATTEMPTS):
            story = _Story(s, random)
            if story.told():
                return story.deal(seat, judge)
    return knowledge.imagine(s, int(seat), random)


@final
class _Story:
    """A round told once more. Every card in a hand has a set of kinds that it is not."""

    def __init__(self, s: State, random: Random) -> None:
        self._s = s
        self._random = random
        self._not = vec[i64]([0] * (5 * _SEATS))
        self._sizes = vec[i64]([5] * _SEATS)
        self._taken = vec[i64]([0] * _SEATS)
        self._pile: i64 = CARDS - HAND * s.setup.players
        self._seat: i64 = s.starter
        self._direction: i64 = 1
        self._level: i64 = 0
        self._top: i64 = NO_FAMILY
        self._newest = vec[i64]([_NONE] * _SEATS)
        """Where the card is that each seat drew last."""
        self._plays = vec[i64]([_NONE] * _SEATS)
        """Which card of the trick each seat played last, and what it was played on."""
        self._levels = vec[i64]([0] * _SEATS)
        self._tops = vec[i64]([0] * _SEATS)
        self._directions = vec[i64]([1] * _SEATS)

    def told(self) -> bool:
        """The cards played add up to the table as it is."""
        s = self._s
        for kind in s.out:
            if not self._play(kind):
                return False
        if len(s.trick) == 0 and len(s.out) > 0:
            self._take()
        for number in range(len(s.trick)):
            self._plays[self._seat] = number
            self._levels[self._seat] = self._level
            self._tops[self._seat] = self._top
            self._directions[self._seat] = self._direction
            if not self._play(s.trick[number]):
                return False
        for seat in range(s.setup.players):
            if self._taken[seat] != s.gained[seat] or self._sizes[seat] != s.hand_size(seat):
                return False
            if s.known_mist[seat] > 0:
                return False
        return self._seat == s.seat and self._level == s.level

    def _play(self, kind: i64) -> bool:
        if self._top != NO_FAMILY:
            answers: i64 = _ANSWERS[7 * self._level + self._top]
            if answers & _BIT[kind] == 0:
                self._take()
            elif kind == MIST and self._random.fraction() < _RULE_MIST:
                self._exclude(answers & _GHOSTS)
        if not self._lay_down(kind):
            return False
        if kind != MIST:
            if family(kind) == self._top:
                self._direction = -self._direction
            else:
                self._level += value(kind)
            self._top = family(kind)
        self._seat = self._s.seat_after(self._seat, self._direction)
        return self._level <= HIGHEST_LEVEL

    def _take(self) -> None:
        if self._top != NO_FAMILY and self._random.fraction() < _RULE_TAKE:
            self._exclude(_ANSWERS[7 * self._level + self._top])
        self._taken[self._seat] += 1
        self._level = 0
        self._top = NO_FAMILY

    def _exclude(self, kinds: i64) -> None:
        first: i64 = 5 * self._seat
        for place in range(first, first + self._sizes[self._seat]):
            self._not[place] |= kinds

    def _lay_down(self, kind: i64) -> bool:
        """Any of the cards that it may have been; another takes its place while the pile lasts."""
        first: i64 = 5 * self._seat
        size: i64 = self._sizes[self._seat]
        candidates: i64 = 0
        chosen: i64 = 0
        for place in range(first, first + size):
            if self._not[place] & _BIT[kind] == 0:
                candidates += 1
                if self._random.below(candidates) == 0:
                    chosen = place
        if candidates == 0:
            return False
        if self._pile > 0:
            self._pile -= 1
            self._not[chosen] = 0
            self._newest[self._seat] = chosen - first
        else:
            self._newest[self._seat] = _NONE
            self._sizes[self._seat] = size - 1
            self._not[chosen] = self._not[first + size - 1]
        return True

    def deal(self, seat: i64, judge: Judge) -> State:
        """All cards this seat does not see, each where it may be."""
        s = self._s
        t = s.clone()
        for other in range(s.setup.players):
            if other != seat:
                t.hands[other] = 0
        kinds = knowledge.unseen(s, int(seat))
        left: i64 = len(kinds)
        for other in range(s.setup.players):
            if other != seat:
                size: i64 = self._sizes[other]
                tries: i64 = _HANDS
                self._fill(kinds, left, other)
                while tries > 1 and not self._believes(kinds, left, other, judge):
                    tries -= 1
                    self._fill(kinds, left, other)
                for place in range(left - size, left):
                    t.hands[other] += UNIT[kinds[place]]
                left -= size
        t.pile = knowledge.as_pile(kinds[:left])
        t.hands_changed()
        return t

    def _fill(self, kinds: vec[i64], left: i64, seat: i64) -> None:
        """Bring a hand for a seat to the end of the cards that are left."""
        for card in range(self._sizes[seat]):
            last: i64 = left - 1 - card
            place: i64 = self._pick(kinds, last + 1, self._not[5 * seat + card])
            kept: i64 = kinds[place]
            kinds[place] = kinds[last]
            kinds[last] = kept

    def _believes(self, kinds: vec[i64], left: i64, seat: i64, judge: Judge) -> bool:
        """Whether somebody with this hand would have played what he played last in this trick, by chance."""
        number: i64 = self._plays[seat]
        if number == _NONE:
            return True
        s = self._s
        kind: i64 = s.trick[number]
        before = s.clone()
        before.trick = s.trick[:number]
        before.seat = seat
        before.level = self._levels[seat]
        before.family = self._tops[seat]
        before.direction = self._directions[seat]
        hand: i64 = UNIT[kind]
        for card in range(self._sizes[seat]):
            if card != self._newest[seat]:
                hand += UNIT[kinds[left - 1 - card]]
        before.hands[seat] = hand
        before.hands_changed()
        return self._random.fraction() < max(_DOUBT, _likeness(before, act.PLAY + kind, judge))

    def _pick(self, kinds: vec[i64], left: i64, excluded: i64) -> i64:
        place: i64 = self._random.below(left)
        tries: i64 = _TRIES
        while tries > 0 and _BIT[kinds[place]] & excluded != 0:
            place = self._random.below(left)
            tries -= 1
        return place


def _likeness(s: State, played: i64, judge: Judge) -> float:
    """How near a card comes to the best one, in the eyes of the judge: 1 for the best."""
    judge.look(s)
    ours = judge.score(s, played)
    best = ours
    for option in s.options:
        if option != act.TAKE_PILE and option != played:
            best = max(best, judge.score(s, option))
    return math.exp(ours - best)
