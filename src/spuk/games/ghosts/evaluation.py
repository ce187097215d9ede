"""How good a card looks to its player, based on what this seat knows: features and their weights.

It uses only the own hand, the table and the number of cards in other hands. Cards in other hands and in the
pile are counted together, since nobody knows which of them is where.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghosts import actions as act
from spuk.games.ghosts import win_chance as standing
from spuk.games.ghosts.cards import (
    COPIES,
    HIGHEST_LEVEL,
    KINDS,
    MIST,
    NO_FAMILY,
    UNIT,
    count,
    family,
    size,
    value,
)
from spuk.games.ghosts.state import State
from spuk.kernel.seeds import Random

# The features. The first 21: level after the play (1 … 7), and how many of the own cards could answer it
# (0, 1, more; up to level 4 everything could, so that only mirrors are counted there).
MIRROR: Final[i64] = 21  # the play is a mirror
MIST_PLAYED: Final[i64] = 22  # … is mist
TAKE: Final[i64] = 23  # … takes the pile
FAIL: Final[i64] = 24  # how likely the next player has no answer
FAIL_WORTH: Final[i64] = 25  # … times the value of their fear to us
FAIL_MIRROR: Final[i64] = 26  # … if we mirror back to them
FAIL_SECOND: Final[i64] = 27  # they answer, and the one after them would fail
BACK_BARE: Final[i64] = 28  # at level 7 a mirror comes back, and we have no answer
BACK_COVERED: Final[i64] = 29  # … and we have one
FIRST_MIST: Final[i64] = 30  # the hand keeps mist
MORE_MIST: Final[i64] = 31  # … how many more than one
ONES: Final[i64] = 32  # … how many ones
TWOS: Final[i64] = 33  # … twos
THREES: Final[i64] = 34  # … threes
FAMILIES: Final[i64] = 35  # … families
ENDS: Final[i64] = 36  # the next one has no card: the round ends
RARE: Final[i64] = 37  # how many of the unseen cards are of the top family
SELF_WORTH: Final[i64] = 38  # what taking the pile costs us
FEATURES: Final[i64] = 39
"""In one block; the weights have a second one for the time when the pile is empty."""


@final
class Judge:
    """Looks at one decision after the other, with the same weights."""

    def __init__(self, weights: vec[float]) -> None:
        self.weights = weights
        self.features = vec[float]([0.0] * int(FEATURES))
        """Features of the option that was evaluated last."""
        self._unseen = vec[i64]([0] * int(KINDS))
        self._families = vec[i64]([0] * 7)
        self._values = vec[i64]([0] * 4)
        self._total: i64 = 0
        self._likely = vec[float]()
        self._block: i64 = 0

    def look(self, s: State) -> None:
        """What all options of a decision have in common."""
        hand: i64 = s.hands[s.seat]
        unseen = self._unseen
        for kind in range(KINDS):
            unseen[kind] = COPIES[kind] - count(hand, kind)
        for kind in s.trick:
            unseen[kind] -= 1
        for kind in s.out:
            unseen[kind] -= 1
        families = self._families
        values = self._values
        values[1] = 0
        values[2] = 0
        values[3] = 0
        place: i64 = 0
        for group in range(6):
            families[group] = unseen[place] + unseen[place + 1] + unseen[place + 2]
            values[1] += unseen[place]
            values[2] += unseen[place + 1]
            values[3] += unseen[place + 2]
            place += 3
        self._total = values[1] + values[2] + values[3] + unseen[MIST]
        self._likely = standing.weights(s)
        self._block = 0
        if len(s.pile) == 0:
            self._block = FEATURES

    def score(self, s: State, option: i64) -> float:
        """How good the option looks, on no particular scale."""
        self.describe(s, option)
        total: float = 0.0
        place: i64 = self._block
        for feature in range(FEATURES):
            total += self.weights[place] * self.features[feature]
            place += 1
        return total

    def describe(self, s: State, option: i64) -> None:
        """Set the features of an option."""
        f = self.features
        for feature in range(FEATURES):
            f[feature] = 0.0
        hand: i64 = s.hands[s.seat]
        if option == act.TAKE_PILE:
            f[TAKE] = 1.0
            f[SELF_WORTH] = self._worth(s, s.seat)
            self._describe_hand(hand)
            return
        kind: i64 = option - act.PLAY
        rest: i64 = hand - UNIT[kind]
        self._describe_hand(rest)
        level: i64 = s.level
        top: i64 = s.family
        direction: i64 = s.direction
        if kind == MIST:
            f[MIST_PLAYED] = 1.0
            if top == NO_FAMILY:
                return
        elif family(kind) == top:
            f[MIRROR] = 1.0
            direction = -direction
        else:
            level += value(kind)
            top = family(kind)
        self._describe_trick(s, level, top, direction, rest)

    def _describe_trick(self, s: State, level: i64, top: i64, direction: i64, rest: i64) -> None:
        """What awaits the next players, and the own hand if the trick comes back."""
        f = self.features
        same: i64 = count(rest, 3 * top) + count(rest, 3 * top + 1) + count(rest, 3 * top + 2)
        answers: i64 = same
        if level > 4:
            answers += count(rest, MIST)
            for low in range(HIGHEST_LEVEL - level):
                for group in range(6):
                    if group != top:
                        answers += count(rest, 3 * group + low)
        f[3 * (level - 1) + min(answers, 2)] = 1.0
        following: i64 = s.seat_after(s.seat, direction)
        if s.hands[following] == 0:
            f[ENDS] = 1.0
            return
        fail = self.fail(s, following, level, top)
        worth = self._worth(s, following)
        f[FAIL] = fail
        f[FAIL_WORTH] = fail * worth
        f[FAIL_MIRROR] = fail * f[MIRROR]
        second: i64 = s.seat_after(following, direction)
        if second != s.seat and s.hands[second] != 0:
            f[FAIL_SECOND] = (1.0 - fail) * self.fail(s, second, level, top)
        if level == HIGHEST_LEVEL:
            mirrors: i64 = self._families[top]
            back = (1.0 - fail) * float(mirrors) / float(mirrors + self._unseen[MIST] + 1)
            if answers == 0:
                f[BACK_BARE] = back
            else:
                f[BACK_COVERED] = back
        f[RARE] = float(self._families[top]) / float(self._total + 1)

    def _describe_hand(self, rest: i64) -> None:
        """The later value of the cards that stay."""
        f = self.features
        mist: i64 = count(rest, MIST)
        if mist > 0:
            f[FIRST_MIST] = 1.0
            f[MORE_MIST] = float(mist - 1)
        families: i64 = 0
        ones: i64 = 0
        twos: i64 = 0
        threes: i64 = 0
        for _group in range(6):
            if rest & 511 != 0:
                families += 1
                ones += rest & 7
                twos += (rest >> 3) & 7
                threes += (rest >> 6) & 7
            rest >>= 9
        f[ONES] = float(ones)
        f[TWOS] = float(twos)
        f[THREES] = float(threes)
        f[FAMILIES] = float(families)

    def fail(self, s: State, seat: i64, level: i64, top: i64) -> float:
        """The probability that a seat has no answer."""
        room: i64 = HIGHEST_LEVEL - level
        if room >= 3 or s.known_mist[seat] > 0:
            return 0.0
        useless: i64 = self._total - self._families[top] - self._unseen[MIST]
        for low in range(room):
            useless -= self._values[low + 1] - self._unseen[3 * top + low]
        chance: float = 1.0
        others: i64 = self._total
        cards: i64 = size(s.hands[seat])
        for _card in range(cards):
            if useless <= 0 or others <= 0:
                return 0.0
            chance *= float(useless) / float(others)
            useless -= 1
            others -= 1
        return chance

    def chance(self, s: State) -> float:
        """The winning chance of the deciding player, before the decision."""
        total: float = 0.0
        for other in range(s.setup.players):
            total += self._likely[other]
        return self._likely[s.seat] / total

    def _worth(self, s: State, seat: i64) -> float:
        """How a point of fear for this seat changes our winning chance; 1 for an average opponent."""
        opponents = float(s.setup.players - 1)
        others: float = 0.0
        for other in range(s.setup.players):
            if other != s.seat:
                others += self._likely[other]
        if seat == s.seat:
            return others / (others + self._likely[seat]) * (opponents + 1.0) / opponents
        return self._likely[seat] / others * opponents


def best(judge: Judge, s: State, options: vec[i64]) -> i64:
    """The best option; the first among equals."""
    if len(options) == 1:
        return options[0]
    judge.look(s)
    found: i64 = options[0]
    highest: float = -1e18
    for option in options:
        score = judge.score(s, option)
        if score > highest:
            highest = score
            found = option
    return found


def explore(judge: Judge, s: State, options: vec[i64], random: Random, journal: list[vec[float]]) -> i64:
    """A random option, better ones more likely. Notes how its features differ from the expected ones.

    A row of the journal: seat, fear taken in this round, block of weights, every seat's winning chance, then
    the differences.
    """
    judge.look(s)
    odds = vec[float]()
    rows: list[vec[float]] = []
    total: float = 0.0
    for option in options:
        odd = math.exp(judge.score(s, option))
        odds = append(odds, odd)
        total += odd
        rows.append(judge.features[:])
    point: float = random.fraction() * total
    chosen: i64 = 0
    while chosen < len(options) - 1 and point >= odds[chosen]:
        point -= odds[chosen]
        chosen += 1
    taken: i64 = 0
    for points in s.gained:
        taken += points
    row = vec[float]([float(s.seat), float(taken), float(judge._block)])
    for seat in range(6):
        row = append(row, standing.chance(s, seat) if seat < s.setup.players else 0.0)
    for feature in range(FEATURES):
        expected: float = 0.0
        for i in range(len(options)):
            expected += odds[i] * rows[i][feature]
        row = append(row, rows[chosen][feature] - expected / total)
    journal.append(row)
    return options[chosen]
