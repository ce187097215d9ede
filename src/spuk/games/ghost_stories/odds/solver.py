"""Counting all rolls of up to two exorcisms: the best value of each goal."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import bill as bills
from spuk.games.ghost_stories import symbols
from spuk.games.ghost_stories.bill import Bill, may_go
from spuk.games.ghost_stories.board import NO_COLOR
from spuk.games.ghost_stories.cards import ABILITIES, DICE_IMMUNE, REWARD_TAO, REWARD_TWO_TAO
from spuk.games.ghost_stories.rolls import COLORED, FIRST, ONE, ROLLS, WHITES, reroll, roll_on

# The goals: the first ghost, the second, at least one, all of them, and how many.
SOME: Final[i64] = 2
ALL: Final[i64] = 3
COUNT: Final[i64] = 4
GOALS: Final[i64] = 5

NOTHING: Final[vec[i64]] = vec[i64]([0] * (5 * int(ROLLS)))
"""A table of values, flat: goal * ROLLS + roll."""
UNDECIDED: Final[i64] = -1
"""The colour that the Mantra takes has not been chosen yet."""
NONE: Final[i64] = -1


@final
class Scene:
    """The circumstances of an exorcism while certain ghosts are there."""

    def __init__(self, needs: vec[i64]) -> None:
        self.needs = needs
        """Symbols per ghost, before a choice of colour for the Mantra."""
        self.weakened: i64 = NONE
        """The many-coloured ghost whose colour the Mantra takes, if there is one."""
        self.dice: i64 = 0
        self.reroll = False
        self.wild = True
        """White faces count as any colour."""
        self.locked = False
        """No tokens can be spent."""
        self.again = False
        """Another exorcism is possible after the one that led here."""


@final
class Solver:
    """Up to two ghosts, as bits, and at most two exorcisms."""

    def __init__(self, around: i64, found: i64, choice_with_tokens: bool) -> None:
        self.choice_with_tokens = choice_with_tokens
        """If dice and tokens could banish either ghost, whether the player may choose (GS-12)."""
        self.around = around
        """The ghosts that are there."""
        self.found = found
        """Those that can be exorcised."""
        self.tokens: i64 = 0
        """Available, if they were not locked."""
        self.supply: i64 = 0
        self.immune: i64 = 0
        """Ghosts that dice cannot touch."""
        self.rewards = vec[i64]([0, 0])
        """Tao tokens that each ghost gives."""
        self.scenes: list[Scene] = [Scene(vec[i64]([0, 0]))] * 4
        """By the ghosts that have gone."""
        self._memo: dict[int, vec[i64]] = {}
        self._bills: dict[tuple[i64, i64, i64], vec[i64]] = {}

    def look_at(self, index: i64, card: i64) -> None:
        """What is printed on a ghost's card (0: unknown)."""
        ability: i64 = ABILITIES[card]
        if ability & DICE_IMMUNE:
            self.immune |= 1 << index
        if ability & REWARD_TAO:
            self.rewards[index] = 1
        elif ability & REWARD_TWO_TAO:
            self.rewards[index] = 2

    def twice(self) -> bool:
        """Whether a second exorcism may follow."""
        for gone in range(i64(4)):
            if gone & ~self.found == 0 and gone != self.found and self.scenes[gone].again:
                return True
        return False

    def begin(self) -> vec[i64]:
        """The value of each goal before the roll."""
        return self.roll_out(self.scenes[0].dice, 0, self.scenes[0].reroll)

    def roll_out(self, dice: i64, roll: i64, may_reroll: bool) -> vec[i64]:
        """The value of each goal for this partial roll, with or without a reroll left."""
        return self._rolled(0, self.tokens, dice, roll, may_reroll, not self.twice())

    def finish(self, roll: i64, weak: i64) -> vec[i64]:
        """The value of each goal when the roll is final."""
        table = NOTHING[:]
        self._choose(table, roll, 0, self.tokens, weak, not self.twice())
        return _column(table, roll)

    def settle(self, roll: i64, weak: i64, chosen: i64, paid: i64) -> vec[i64]:
        """The value of each goal when these ghosts are to be banished and this much has been paid."""
        best = NOTHING[:GOALS]
        self._pay(best, roll, chosen, weak, self.tokens, paid, 0, 0)
        return best

    def _rolled(self, gone: i64, tokens: i64, dice: i64, roll: i64, may_reroll: bool, last: bool) -> vec[i64]:
        table = NOTHING[:]
        first: i64 = FIRST[dice]
        end: i64 = FIRST[dice + 1]
        for finished in range(first, end):
            self._choose(table, finished, gone, tokens, UNDECIDED, last)
        found = NOTHING[:GOALS]
        for goal in range(GOALS):
            values = table[goal * ROLLS : (goal + 1) * ROLLS]
            roll_on(values, dice)
            if may_reroll:
                values = reroll(values, dice)
            found[goal] = values[roll]
        return found

    def _choose(self, table: vec[i64], roll: i64, gone: i64, tokens: i64, weak: i64, last: bool) -> None:
        """The best colour for the Mantra, if there is a choice, and the best ghosts to banish."""
        scene = self.scenes[gone]
        if weak != UNDECIDED or scene.weakened == NONE:
            self._banish(table, roll, gone, tokens, NO_COLOR if weak == UNDECIDED else weak, last)
            return
        for color in range(i64(5)):
            if symbols.of(scene.needs[scene.weakened], color) > 0:
                self._banish(table, roll, gone, tokens, color, last)

    def _banish(self, table: vec[i64], roll: i64, gone: i64, tokens: i64, weak: i64, last: bool) -> None:
        """The best of the sets of ghosts that may go (GS-6.4)."""
        scene = self.scenes[gone]
        hand: i64 = 0 if scene.locked else tokens
        left: i64 = self.found & ~gone
        free: i64 = 0
        payable: i64 = 0
        for chosen in range(i64(4)):
            if chosen & ~left == 0:
                bill = self._bill(scene, roll, chosen, weak, 0)
                if bill.due() == 0:
                    free |= 1 << chosen
                if bill.payable(hand):
                    payable |= 1 << chosen
        allowed: i64 = may_go(free, payable, self.choice_with_tokens)
        for chosen in range(i64(4)):
            if (allowed >> chosen) & 1:
                if last or self._is_over(gone | chosen):
                    self._offer(table, roll, self._scores(gone | chosen))
                else:
                    self._offer(table, roll, self._paid(roll, chosen, weak, hand))

    def _paid(self, roll: i64, chosen: i64, weak: i64, hand: i64) -> vec[i64]:
        """The values of the best payment in the first exorcism. The same cost occurs in many rolls."""
        bill = self._bill(self.scenes[0], roll, chosen, weak, 0)
        key = (bill.missing, bill.tokens_only, bill.white << 2 | chosen)
        if key in self._bills:
            return self._bills[key]
        best = NOTHING[:GOALS]
        self._pay(best, roll, chosen, weak, hand, 0, 0, 0)
        self._bills[key] = best
        return best

    def _pay(
        self, best: vec[i64], roll: i64, chosen: i64, weak: i64, hand: i64, paid: i64, fresh: i64, color: i64
    ) -> None:
        """All ways to pay, colour by colour; `fresh` of the tokens paid come from `hand`."""
        bill = self._bill(self.scenes[0], roll, chosen, weak, paid)
        if bill.due() == 0:
            _raise(best, self._after(chosen, fresh))
            return
        spare: i64 = self._spare(bill, chosen, hand, fresh)
        if spare != NONE:
            token: i64 = symbols.one(spare)
            self._pay(best, roll, chosen, weak, hand, paid + token, fresh + token, color)
            return
        for other in range(color, i64(5)):
            if symbols.of(hand, other) > symbols.of(fresh, other) and bill.helped_by(other):
                token = symbols.one(other)
                self._pay(best, roll, chosen, weak, hand, paid + token, fresh + token, other)

    def _spare(self, bill: Bill, chosen: i64, hand: i64, fresh: i64) -> i64:
        """A colour that helps now and will not be needed later: some best payment begins with it."""
        wanted: i64 = self._need(chosen)
        for color in range(i64(5)):
            at_hand = symbols.of(hand, color) > symbols.of(fresh, color)
            if at_hand and symbols.of(wanted, color) == 0 and bill.helped_by(color):
                return color
        return NONE

    def _bill(self, scene: Scene, roll: i64, chosen: i64, weak: i64, paid: i64) -> Bill:
        by_dice: i64 = 0
        tokens_only: i64 = 0
        for index in range(i64(2)):
            if (chosen >> index) & 1:
                need: i64 = scene.needs[index]
                if index == scene.weakened:
                    need = bills.needed(need, NO_COLOR, weak)
                if (self.immune >> index) & 1:
                    tokens_only += need
                else:
                    by_dice += need
        white: i64 = WHITES[roll] if scene.wild else 0
        return Bill(by_dice, tokens_only, COLORED[roll], white, paid)

    def _after(self, gone: i64, spent: i64) -> vec[i64]:
        """The values after the first exorcism: rewards are taken, and another one may follow."""
        if self._is_over(gone):
            return self._scores(gone)
        reward: i64 = 0
        for index in range(i64(2)):
            if (gone >> index) & 1:
                reward += self.rewards[index]
        return self._reward(gone, self.tokens - spent, self.supply + spent, reward)

    def _is_over(self, gone: i64) -> bool:
        """If these are gone, no exorcism follows, so it no longer matters how it was paid."""
        return gone == self.found or not self.scenes[gone].again

    def _reward(self, gone: i64, tokens: i64, supply: i64, reward: i64) -> vec[i64]:
        """The best tokens to take (GS-6.5) are among those still needed."""
        best = self._last(gone, tokens)
        if reward == 0:
            return best
        best = best[:]
        wanted: i64 = symbols.less(self._need(gone), tokens)
        for color in range(i64(5)):
            if symbols.of(supply, color) > 0 and symbols.of(wanted, color) > 0:
                token: i64 = symbols.one(color)
                _raise(best, self._reward(gone, tokens + token, supply - token, reward - 1))
        return best

    def _need(self, gone: i64) -> i64:
        need: i64 = 0
        for index in range(i64(2)):
            if (self.found & ~gone) >> index & 1:
                need += self.scenes[gone].needs[index]
        return need

    def _last(self, gone: i64, tokens: i64) -> vec[i64]:
        """The values of the last exorcism. Only tokens that it can use count."""
        scene = self.scenes[gone]
        need: i64 = self._need(gone)
        useful: i64 = 0 if scene.locked else need - symbols.less(need, tokens)
        key = int(gone | useful << 2)
        if key in self._memo:
            return self._memo[key]
        values = self._rolled(gone, useful, scene.dice, 0, scene.reroll, True)
        self._memo[key] = values
        return values

    def _scores(self, gone: i64) -> vec[i64]:
        """The value of these ghosts being gone, for each goal."""
        first: i64 = gone & 1
        second: i64 = gone >> 1
        some: i64 = 1 if gone != 0 else 0
        everyone: i64 = 1 if gone == self.around else 0
        return vec[i64]([first * ONE, second * ONE, some * ONE, everyone * ONE, (first + second) * ONE])

    def _offer(self, table: vec[i64], roll: i64, values: vec[i64]) -> None:
        """The deciding player may have these values after this roll."""
        for goal in range(GOALS):
            at: i64 = goal * ROLLS + roll
            table[at] = max(table[at], values[goal])


def _raise(best: vec[i64], values: vec[i64]) -> None:
    """Each goal takes the better of the two."""
    for goal in range(GOALS):
        best[goal] = max(best[goal], values[goal])


def _column(table: vec[i64], roll: i64) -> vec[i64]:
    return vec[i64]([table[goal * ROLLS + roll] for goal in range(GOALS)])
