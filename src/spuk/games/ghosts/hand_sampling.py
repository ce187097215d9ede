"""What the play of a round reveals about the hands: hands that explain it are more likely.

A guess assigns a card to every draw of another seat in this round: those it has played since, and those it
still holds. From this follow the seat's hands at each of its decisions, and how likely it was to decide as it
did, assuming it plays about as well as we do. Guesses are sampled in proportion to that by a random walk
(Metropolis) that swaps two cards: a swap that explains the play better is made; one that explains it worse is
made less often.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghosts import actions as act
from spuk.games.ghosts import knowledge
from spuk.games.ghosts.cards import UNIT, count
from spuk.games.ghosts.evaluation import Judge
from spuk.games.ghosts.round_history import Scene, Story
from spuk.games.ghosts.state import State
from spuk.games.ghosts.tricks import can_answer
from spuk.kernel.game import Dreams
from spuk.kernel.seeds import Random

_FIRST: Final[i64] = 4000
"""Swaps before the first guess."""
_BETWEEN: Final[i64] = 300
"""Swaps between two guesses."""
_DOUBT: Final = 0.02
"""The base probability that a player plays any given card."""
_SHARPNESS: Final = 6.0
"""How reliably a seat sees which card is better."""
_TAKES_ANYWAY: Final = 0.03
"""How often a player takes a pile they could answer."""


@final
class _Seat:
    """A seat whose cards are guessed."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.scenes: list[Scene] = []
        self.drawn = vec[i64]()
        """The kind of every card drawn in this round, in order."""
        self.hands = vec[i64]()
        """What the seat held at each of its decisions, and what it holds now."""
        self.likely = vec[float]()
        """How likely it was to decide as it did."""
        self.new_likely = vec[float]()
        """The same after the swap being tried."""

    def since(self, draw: i64) -> i64:
        """The first decision at which the card of this draw was in the hand."""
        scene: i64 = 0
        while scene < len(self.scenes) and self.scenes[scene].draws <= draw:
            scene += 1
        return scene


@final
class Guesses(Dreams):
    """Samples likely deals, one after the other."""

    def __init__(self, state: State, seat: i64, judge: Judge) -> None:
        super().__init__(state, seat)
        self._s = state
        self._judge = judge
        self._seats: list[_Seat] = []
        self._rest = vec[i64]()
        """The kinds that lie in the draw pile."""
        self._draws: i64 = 0
        self._waiting: i64 = _FIRST
        story = Story(state)
        self._told = story.told()
        if self._told:
            self._open(story)

    def next(self, random: Random) -> State:
        """The next sample. If the round cannot be reconstructed, every deal is equally likely."""
        if not self._told:
            return knowledge.imagine(self._s, int(self._seat), random)
        if self._waiting == _FIRST:
            self._deal(random)
        for _change in range(self._waiting):
            self._try(random)
        self._waiting = _BETWEEN
        return self._as_state()

    # ── the first guess ─────────────────────────────────────────────────────────────────────

    def _open(self, story: Story) -> None:
        for seat in range(self._s.setup.players):
            if seat != self._seat:
                guessed = _Seat(seat)
                guessed.scenes = [scene for scene in story.scenes if scene.state.seat == seat]
                self._seats.append(guessed)
                self._draws += story.draws[seat]

    def _deal(self, random: Random) -> None:
        """Each seat drew its played cards in the order it played them; the rest are arbitrary."""
        kinds = knowledge.shuffled(knowledge.unseen(self._s, int(self._seat)), random)
        for guessed in self._seats:
            drawn = vec[i64]()
            for scene in guessed.scenes:
                if scene.choice != act.TAKE_PILE:
                    drawn = append(drawn, scene.choice - act.PLAY)
            held: i64 = self._s.hand_size(guessed.seat)
            for card in range(held):
                drawn = append(drawn, kinds[card])
            kinds = kinds[held:]
            guessed.drawn = drawn
            self._hold(guessed)
        self._rest = kinds

    def _hold(self, guessed: _Seat) -> None:
        """What the seat held at each decision, from what it drew and played."""
        hand: i64 = 0
        draws: i64 = 0
        for scene in guessed.scenes:
            while draws < scene.draws:
                hand += UNIT[guessed.drawn[draws]]
                draws += 1
            guessed.hands = append(guessed.hands, hand)
            guessed.likely = append(guessed.likely, self._likelihood(scene, hand))
            if scene.choice != act.TAKE_PILE:
                hand -= UNIT[scene.choice - act.PLAY]
        while draws < len(guessed.drawn):
            hand += UNIT[guessed.drawn[draws]]
            draws += 1
        guessed.hands = append(guessed.hands, hand)
        guessed.new_likely = guessed.likely[:]

    # ── the walk ────────────────────────────────────────────────────────────────────────────

    def _try(self, random: Random) -> None:
        """Swap two cards, if that explains the play well enough."""
        first: i64 = random.below(self._draws)
        one = self._seats[0]
        for guessed in self._seats:
            if first < len(guessed.drawn):
                one = guessed
                break
            first -= len(guessed.drawn)
        where: i64 = random.below(3)
        if where == 0:
            self._swap_within(one, first, random.below(len(one.drawn)), random)
        elif where == 1 or len(self._rest) == 0:
            other = self._seats[random.below(len(self._seats))]
            if other is not one:
                self._swap_between(one, first, other, random.below(len(other.drawn)), random)
        else:
            self._swap_with_pile(one, first, random.below(len(self._rest)), random)

    def _swap_within(self, one: _Seat, first: i64, second: i64, random: Random) -> None:
        if first > second:
            first, second = second, first
        a: i64 = one.drawn[first]
        b: i64 = one.drawn[second]
        begin: i64 = one.since(first)
        end: i64 = one.since(second)
        if a == b or not _possible(one, begin, end, a):
            return
        if random.fraction() < self._ratio(one, begin, end, a, b):
            one.drawn[first] = b
            one.drawn[second] = a
            _change(one, begin, end, a, b)

    def _swap_between(self, one: _Seat, first: i64, other: _Seat, second: i64, random: Random) -> None:
        a: i64 = one.drawn[first]
        b: i64 = other.drawn[second]
        begin: i64 = one.since(first)
        start: i64 = other.since(second)
        if a == b or not _possible(one, begin, len(one.hands), a):
            return
        if not _possible(other, start, len(other.hands), b):
            return
        ratio = self._ratio(one, begin, len(one.hands), a, b)
        ratio *= self._ratio(other, start, len(other.hands), b, a)
        if random.fraction() < ratio:
            one.drawn[first] = b
            other.drawn[second] = a
            _change(one, begin, len(one.hands), a, b)
            _change(other, start, len(other.hands), b, a)

    def _swap_with_pile(self, one: _Seat, first: i64, place: i64, random: Random) -> None:
        a: i64 = one.drawn[first]
        b: i64 = self._rest[place]
        begin: i64 = one.since(first)
        if a == b or not _possible(one, begin, len(one.hands), a):
            return
        if random.fraction() < self._ratio(one, begin, len(one.hands), a, b):
            one.drawn[first] = b
            self._rest[place] = a
            _change(one, begin, len(one.hands), a, b)

    def _ratio(self, one: _Seat, begin: i64, end: i64, a: i64, b: i64) -> float:
        """How much more likely the play is with b instead of a in these hands."""
        ratio: float = 1.0
        for number in range(begin, min(end, len(one.scenes))):
            likely = self._likelihood(one.scenes[number], one.hands[number] - UNIT[a] + UNIT[b])
            one.new_likely[number] = likely
            ratio *= likely / one.likely[number]
        return ratio

    def _likelihood(self, scene: Scene, hand: i64) -> float:
        """How likely a player with this hand is to decide like that, relative to their favourite."""
        s = scene.state
        if scene.choice == act.TAKE_PILE:
            return _TAKES_ANYWAY if can_answer(s.level, s.family, hand) else 1.0
        s.hands[s.seat] = hand
        s.hands_changed()
        self._judge.look(s)
        ours = self._judge.score(s, scene.choice)
        best = ours
        for option in s.options:
            if option != act.TAKE_PILE and option != scene.choice:
                best = max(best, self._judge.score(s, option))
        return _DOUBT + (1.0 - _DOUBT) * math.exp(_SHARPNESS * (ours - best))

    # ── the guess as a state ────────────────────────────────────────────────────────────────

    def _as_state(self) -> State:
        t = self._s.clone()
        for guessed in self._seats:
            t.hands[guessed.seat] = guessed.hands[len(guessed.hands) - 1]
        t.pile = knowledge.as_pile(self._rest)
        t.hands_changed()
        return t


def _possible(one: _Seat, begin: i64, end: i64, a: i64) -> bool:
    """Whether a card of kind a can be missing in these hands: it is there, and not needed for what was
    played.
    """
    for number in range(begin, end):
        held: i64 = count(one.hands[number], a)
        if held == 0:
            return False
        if held == 1 and number < len(one.scenes) and one.scenes[number].choice == act.PLAY + a:
            return False
    return True


def _change(one: _Seat, begin: i64, end: i64, a: i64, b: i64) -> None:
    """Make the swap that was tried last."""
    for number in range(begin, end):
        one.hands[number] += UNIT[b] - UNIT[a]
        if number < len(one.scenes):
            one.likely[number] = one.new_likely[number]
