"""The exact odds of an exorcism (GS-6.3, GS-6.4), by counting all rolls.

Every goal (this ghost, at least one, all, as many as possible) is asked on its own, and each time the
player does the best for that goal: which dice to reroll (GS-8.6), which colour the Mantra takes, which
ghosts to banish with which tokens, what to keep for a second exorcism (GS-8.8). Between two exorcisms the
effects of a banished ghost end and its Tao reward is taken; its Curse die counts as blank.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.kernel.game import State as KernelState
from spuk.stories import bill as bills
from spuk.stories import steps, symbols
from spuk.stories.actions import space_text
from spuk.stories.arrival import all_incarnations_banished
from spuk.stories.bill import Bill, may_go
from spuk.stories.board import FACING, GODS_FAVORITE, LETTERS, NO_COLOR, NOWHERE, TOKENS_PER_COLOR
from spuk.stories.cards import (
    ABILITIES,
    CAPTURE_DIE,
    DICE_IMMUNE,
    LAST_CARD,
    LOCK_TAO,
    PARTING_CURSE,
    RESISTANCE,
    REWARD_TAO,
    REWARD_TWO_TAO,
    WHITE_NOT_WILD,
)
from spuk.stories.dice import PAID, white_is_wild
from spuk.stories.exorcism import (
    dice_to_roll,
    discard_banished,
    mantra_on_many_colors,
    needed,
    targets,
    tokens_here,
)
from spuk.stories.rolls import COLORED, FIRST, MOST_DICE, ONE, ROLLS, WHITES, reroll, roll_of, roll_on
from spuk.stories.state import AFTER_ACTION, RUNNING, State
from spuk.stories.yang import action_left

# The goals: the first ghost, the second, at least one, all that lie there, and how many.
_SOME: Final[i64] = 2
_ALL: Final[i64] = 3
_COUNT: Final[i64] = 4
_GOALS: Final[i64] = 5

_NOTHING: Final[vec[i64]] = vec[i64]([0] * (5 * int(ROLLS)))
"""A table of values, flat: goal * ROLLS + roll."""
_UNDECIDED: Final[i64] = -1
"""The colour that the Mantra takes is still to be chosen."""
_NONE: Final[i64] = -1


class Target(NamedTuple):
    """A ghost next to the Taoist, and the best chance to banish it, if nothing else matters."""

    space: str
    """Such as `N1`; empty in a question without a position."""
    card: int
    """Its number; 0 in a question that gives only the resistance."""
    resistance: str
    """As printed, by letter: y b g r k."""
    needed: str
    """What is left of it after Circle of Prayer and Mantra (of a choice of colours none is made here)."""
    chance: Fraction


class Odds(NamedTuple):
    """Exact chances; each is the best one can have if that alone is the goal."""

    targets: tuple[Target, ...]
    """All ghosts next to the place, in space order; one that cannot be exorcised now has chance 0."""
    some: Fraction
    """At least one of them goes."""
    all: Fraction
    """All of them go."""
    expected: Fraction
    """How many go on average, for who wants that to be as high as can be."""
    dice: int
    """Tao dice in the exorcism under way, or else the next."""
    exorcisms: int
    """How many are still to be finished in this turn: 0, 1, or 2 with Second Wind."""
    curse: bool
    """A banished ghost's Curse die may come before the second exorcism; it is counted as blank."""

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON: every chance as a fraction and as a number."""
        return {
            "targets": [{**target._asdict(), "chance": _both_ways(target.chance)} for target in self.targets],
            "some": _both_ways(self.some),
            "all": _both_ways(self.all),
            "expected": _both_ways(self.expected),
            "dice": self.dice,
            "exorcisms": self.exorcisms,
            "curse": self.curse,
        }


def _both_ways(chance: Fraction) -> dict[str, Any]:
    return {"exact": str(chance), "value": float(chance)}


# ── the questions ───────────────────────────────────────────────────────────────────────────


def odds(state: KernelState, place: int | None = None) -> Odds:
    """The odds of the active Taoist where he stands, or as if he stood at another place (1…9).

    In the midst of an exorcism: from the dice rolled and tokens paid so far.
    """
    if not isinstance(state, State):
        raise ValueError("only exorcisms of Ghost Stories have odds; this is a position of another game")
    if place is not None and (type(place) is not int or not 1 <= place <= 9):
        raise ValueError(f"place={place!r}: the places are 1…9, row by row from the north-west")
    s = state.clone()
    if len(s.powers) < 4:
        raise ValueError("the table is still being laid out; odds need boards and their powers")
    if place is None or s.at[s.active] == place - 1:
        return _odds_of(s, _under_way(s))
    s.at[s.active] = place - 1
    return _odds_of(s, False)


def exorcism_odds(
    ghosts: Sequence[str | int],
    *,
    dice: int = 3,
    tokens: str = "",
    circle: str = "",
    mantra: int = 0,
    immune: Sequence[int] = (),
    white: bool = True,
    locked: bool = False,
    reroll: bool = False,
    second: bool = False,
) -> Odds:
    """The odds of an exorcism that stands on no board.

    A ghost is its resistance by letter (`"rr"`) or the number of its card, which brings its abilities and
    rewards along. `tokens` are all at hand, by letter; `mantra` says which ghost carries it (1 or 2) and
    `immune` which of them dice cannot touch; `reroll` is the Gods' Favorite, `second` Second Wind.
    """
    _check_question(ghosts, dice, tokens, circle, mantra, immune)
    cards: list[i64] = [_card_of(ghost) for ghost in ghosts]
    resistances = [_letters(ghost) for ghost in ghosts]
    around: i64 = (1 << len(ghosts)) - 1
    solver = _Solver(around, around)
    solver.tokens = symbols.bundle(tokens)
    everything: i64 = symbols.bundle("ybgrk" * int(TOKENS_PER_COLOR))
    solver.supply = symbols.less(everything, symbols.bundle(tokens + circle))
    for index in range(i64(len(ghosts))):
        solver.look_at(index, cards[index])
        if int(index) + 1 in immune:
            solver.immune |= 1 << index
    for gone in range(i64(4)):
        if gone & ~around == 0:
            scene = _imagined_scene(resistances, gone, circle, mantra)
            scene.dice = min(dice + _freed(cards, gone), MOST_DICE)
            scene.reroll = reroll
            scene.wild = white and not _has(cards, gone, WHITE_NOT_WILD)
            scene.locked = locked or _has(cards, gone, LOCK_TAO)
            scene.again = second and gone != around
            solver.scenes[gone] = scene
    return _answer(solver, solver.begin(), ["" for _ghost in ghosts], cards, resistances, 1 + int(second))


def _imagined_scene(resistances: list[str], gone: i64, circle: str, mantra: int) -> _Scene:
    """What the ghosts that are still there need."""
    ring: i64 = LETTERS.index(circle) if circle else int(NO_COLOR)
    needs = vec[i64]([0, 0])
    scene = _Scene(needs)
    for index in range(i64(len(resistances))):
        if not (gone >> index) & 1:
            letters = resistances[index]
            weak: i64 = NO_COLOR
            if mantra == index + 1 and len(set(letters)) > 1:
                scene.weakened = index
            elif mantra == index + 1:
                weak = LETTERS.index(letters[0])
            needs[index] = bills.needed(symbols.bundle(letters), ring, weak)
    return scene


def _check_question(
    ghosts: Sequence[str | int], dice: int, tokens: str, circle: str, mantra: int, immune: Sequence[int]
) -> None:
    if isinstance(ghosts, str) or not 1 <= len(ghosts) <= 2:
        raise ValueError(f"ghosts={ghosts!r}: one ghost or two are needed, such as ['rr'] or ['rr', 'kk']")
    for ghost in ghosts:
        _letters(ghost)
    if type(dice) is not int or not 0 <= dice <= MOST_DICE:
        raise ValueError(f"dice={dice!r}: 0…{MOST_DICE} dice can be rolled")
    _check_letters("tokens", tokens, "all tokens at hand, such as 'ryk', at most 4 of a colour")
    if len(circle) > 1:
        raise ValueError(f"circle={circle!r}: one letter of ybgrk, or nothing")
    _check_letters("circle", circle, "one letter of ybgrk, or nothing")
    for which, name in ((mantra, "mantra"), *((number, "immune") for number in immune)):
        lowest = 0 if name == "mantra" else 1
        if type(which) is not int or not lowest <= which <= len(ghosts):
            raise ValueError(f"{name}={which!r}: a ghost is meant by its number, {lowest}…{len(ghosts)}")


def _check_letters(name: str, letters: object, wanted: str) -> None:
    if not isinstance(letters, str) or not set(letters) <= set("ybgrk"):
        raise ValueError(f"{name}={letters!r}: {wanted}; letters are y b g r k")
    if any(letters.count(letter) > TOKENS_PER_COLOR for letter in letters):
        raise ValueError(f"{name}={letters!r}: there are only {TOKENS_PER_COLOR} tokens of each colour")


def _letters(ghost: str | int) -> str:
    """The resistance of a ghost by letter."""
    if isinstance(ghost, int) and not isinstance(ghost, bool) and 1 <= ghost <= LAST_CARD:
        return _spell(RESISTANCE[ghost])
    if isinstance(ghost, str) and 1 <= len(ghost) <= 8 and set(ghost) <= set("ybgrk"):
        return ghost
    raise ValueError(
        f"ghost {ghost!r}: a resistance of 1…8 letters (y b g r k) such as 'rr', or a card, 1…{LAST_CARD}"
    )


def _card_of(ghost: str | int) -> i64:
    return ghost if isinstance(ghost, int) else 0


def _spell(bundle: i64) -> str:
    return "".join(LETTERS[color] * int(symbols.of(bundle, color)) for color in range(5))


def _freed(cards: list[i64], gone: i64) -> i64:
    """Dice that the banished ghosts held."""
    freed: i64 = 0
    for index in range(i64(len(cards))):
        if (gone >> index) & 1 and ABILITIES[cards[index]] & CAPTURE_DIE:
            freed += 1
    return freed


def _has(cards: list[i64], gone: i64, ability: i64) -> bool:
    """A ghost that is still there has this ability."""
    for index in range(i64(len(cards))):
        if not (gone >> index) & 1 and ABILITIES[cards[index]] & ability:
            return True
    return False


# ── from a position ─────────────────────────────────────────────────────────────────────────


def _under_way(s: State) -> bool:
    """An exorcism has begun: its dice wait or lie there (the Herbalist's dice are no exorcism)."""
    back: i64 = 1
    while s.end == RUNNING and back <= len(s.stack) and back <= 3:
        step: i64 = s.stack[len(s.stack) - back] & 255
        if step == steps.WEAKEN or step == steps.BANISH or step == steps.PAY:
            return True
        if step != steps.ROLL and step != steps.REROLL:
            return False
        back += 1
    return False


def _odds_of(s: State, under_way: bool) -> Odds:
    """The odds for where the active Taoist stands in this clone, which is changed."""
    possible = under_way or _begin(s)
    spaces = FACING[s.at[s.active]]
    cards: list[i64] = [s.ghosts[space] for space in spaces]
    solver = _solver(s, cards, targets(s) if possible else 0)
    values = _NOTHING[:_GOALS]
    exorcisms = 0
    if possible:
        values = _go_on(solver, s) if under_way else solver.begin()
        exorcisms = 2 if solver.twice() else 1
    names = [space_text(int(space)) for space in spaces]
    return _answer(solver, values, names, cards, [_spell(RESISTANCE[card]) for card in cards], exorcisms)


def _begin(s: State) -> bool:
    """Count the exorcism that is asked about as one of this turn's; False if none is possible."""
    if s.end != RUNNING or not s.living(s.active) or targets(s) == 0:
        return False
    if s.stage > AFTER_ACTION or not action_left(s, s.exorcisms, s.helps):
        return False
    s.exorcisms += 1
    if s.action_place == NOWHERE:
        s.action_place = s.at[s.active]
    return True


def _solver(s: State, cards: list[i64], found: i64) -> _Solver:
    around: i64 = 0
    for index in range(i64(len(cards))):
        if cards[index] > 0:
            around |= 1 << index
    solver = _Solver(around, found)
    solver.tokens = tokens_here(s)
    for color in range(i64(5)):
        solver.supply += s.supply(color) << (8 * color)
    for index in range(i64(len(cards))):
        solver.look_at(index, cards[index])
    for gone in range(i64(4)):
        if gone & ~found == 0:
            solver.scenes[gone] = _scene(s, gone)
    return solver


def _scene(before: State, gone: i64) -> _Scene:
    """The circumstances when these ghosts have been banished: the rules themselves say."""
    s = before.clone()
    spaces = FACING[s.at[s.active]]
    for index in range(i64(len(spaces))):
        if (gone >> index) & 1:
            discard_banished(s, s.ghosts[spaces[index]], spaces[index])
    needs = vec[i64]([0, 0])
    scene = _Scene(needs)
    for index in range(i64(len(spaces))):
        if s.ghosts[spaces[index]] > 0:
            needs[index] = needed(s, spaces[index], NO_COLOR)
            if spaces[index] == s.mantra and mantra_on_many_colors(s):
                scene.weakened = index
    scene.dice = dice_to_roll(s)
    scene.reroll = s.has_power(s.active, GODS_FAVORITE)
    scene.wild = white_is_wild(s)
    scene.locked = s.abilities & LOCK_TAO != 0
    over = gone != 0 and all_incarnations_banished(s)
    scene.again = not over and targets(s) != 0 and action_left(s, s.exorcisms, s.helps)
    return scene


def _go_on(solver: _Solver, s: State) -> vec[i64]:
    """The values in the midst of an exorcism, by the step that is next."""
    frame: i64 = s.stack[len(s.stack) - 1]
    step: i64 = frame & 255
    arg: i64 = frame >> 8
    roll: i64 = roll_of(s.dice)
    if step == steps.ROLL:
        below: i64 = s.stack[len(s.stack) - 2] & 255
        return solver.roll_out(len(s.dice) + arg, roll, below == steps.REROLL)
    if step == steps.REROLL:
        return solver.roll_out(len(s.dice), roll, True)
    if step == steps.WEAKEN:
        return solver.finish(roll, _UNDECIDED)
    if step == steps.BANISH:
        return solver.finish(roll, arg)
    paid: i64 = 0
    for face in s.dice:
        if face >= PAID:
            paid += symbols.one(face - PAID)
    return solver.settle(roll, arg >> 2, arg & 3, paid)


def _answer(
    solver: _Solver,
    values: vec[i64],
    spaces: list[str],
    cards: list[i64],
    resistances: list[str],
    exorcisms: int,
) -> Odds:
    found = []
    curse = False
    for index in range(i64(len(spaces))):
        if (solver.around >> index) & 1:
            left = _spell(solver.scenes[0].needs[index])
            chance = _fraction(values[index])
            found.append(Target(spaces[index], int(cards[index]), resistances[index], left, chance))
            if ABILITIES[cards[index]] & PARTING_CURSE and len(spaces) > 1:
                curse = True
    return Odds(
        targets=tuple(found),
        some=_fraction(values[_SOME]),
        all=_fraction(values[_ALL]),
        expected=_fraction(values[_COUNT]),
        dice=int(solver.scenes[0].dice),
        exorcisms=exorcisms,
        curse=curse and exorcisms == 2 and len(found) == 2,
    )


def _fraction(value: i64) -> Fraction:
    return Fraction(int(value), int(ONE))


# ── counting ────────────────────────────────────────────────────────────────────────────────


@final
class _Scene:
    """The circumstances of an exorcism while certain ghosts are there."""

    def __init__(self, needs: vec[i64]) -> None:
        self.needs = needs
        """Symbols per ghost, before a choice of colour for the Mantra."""
        self.weakened: i64 = _NONE
        """The many-coloured ghost whose colour the Mantra takes, if there is one."""
        self.dice: i64 = 0
        self.reroll = False
        self.wild = True
        """White faces stand for any colour."""
        self.locked = False
        """No tokens can be spent."""
        self.again = False
        """After an exorcism that led here another one is possible."""


@final
class _Solver:
    """Up to two ghosts, told apart by bits, and at most two exorcisms."""

    def __init__(self, around: i64, found: i64) -> None:
        self.around = around
        """The ghosts that lie there."""
        self.found = found
        """Those that can be exorcised."""
        self.tokens: i64 = 0
        """At hand, were they not locked."""
        self.supply: i64 = 0
        self.immune: i64 = 0
        """Ghosts that dice cannot touch."""
        self.rewards = vec[i64]([0, 0])
        """Tao tokens that each ghost gives."""
        self.scenes: list[_Scene] = [_Scene(vec[i64]([0, 0]))] * 4
        """By the ghosts that have gone."""
        self._memo: dict[int, vec[i64]] = {}
        self._bills: dict[tuple[i64, i64, i64], vec[i64]] = {}

    def look_at(self, index: i64, card: i64) -> None:
        """What is printed on a ghost's card (0: nothing known)."""
        ability: i64 = ABILITIES[card]
        if ability & DICE_IMMUNE:
            self.immune |= 1 << index
        if ability & REWARD_TAO:
            self.rewards[index] = 1
        elif ability & REWARD_TWO_TAO:
            self.rewards[index] = 2

    def twice(self) -> bool:
        """A second exorcism may follow."""
        for gone in range(i64(4)):
            if gone & ~self.found == 0 and gone != self.found and self.scenes[gone].again:
                return True
        return False

    def begin(self) -> vec[i64]:
        """The value of each goal before the roll."""
        return self.roll_out(self.scenes[0].dice, 0, self.scenes[0].reroll)

    def roll_out(self, dice: i64, roll: i64, may_reroll: bool) -> vec[i64]:
        """The value of each goal when so much of the roll lies there, and may be rerolled yet or not."""
        return self._rolled(0, self.tokens, dice, roll, may_reroll, not self.twice())

    def finish(self, roll: i64, weak: i64) -> vec[i64]:
        """The value of each goal when the roll stands."""
        table = _NOTHING[:]
        self._choose(table, roll, 0, self.tokens, weak, not self.twice())
        return _column(table, roll)

    def settle(self, roll: i64, weak: i64, chosen: i64, paid: i64) -> vec[i64]:
        """The value of each goal when these ghosts are to go, and so much has been paid."""
        best = _NOTHING[:_GOALS]
        self._pay(best, roll, chosen, weak, self.tokens, paid, 0, 0)
        return best

    def _rolled(self, gone: i64, tokens: i64, dice: i64, roll: i64, may_reroll: bool, last: bool) -> vec[i64]:
        table = _NOTHING[:]
        first: i64 = FIRST[dice]
        end: i64 = FIRST[dice + 1]
        for finished in range(first, end):
            self._choose(table, finished, gone, tokens, _UNDECIDED, last)
        found = _NOTHING[:_GOALS]
        for goal in range(_GOALS):
            values = table[goal * ROLLS : (goal + 1) * ROLLS]
            roll_on(values, dice)
            if may_reroll:
                values = reroll(values, dice)
            found[goal] = values[roll]
        return found

    def _choose(self, table: vec[i64], roll: i64, gone: i64, tokens: i64, weak: i64, last: bool) -> None:
        """The best colour for the Mantra, where one is to be chosen, and the best ghosts to banish."""
        scene = self.scenes[gone]
        if weak != _UNDECIDED or scene.weakened == _NONE:
            self._banish(table, roll, gone, tokens, NO_COLOR if weak == _UNDECIDED else weak, last)
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
        allowed: i64 = may_go(free, payable)
        for chosen in range(i64(4)):
            if (allowed >> chosen) & 1:
                if last or self._is_over(gone | chosen):
                    self._offer(table, roll, self._scores(gone | chosen))
                else:
                    self._offer(table, roll, self._paid(roll, chosen, weak, hand))

    def _paid(self, roll: i64, chosen: i64, weak: i64, hand: i64) -> vec[i64]:
        """The values of the best way to pay in the first exorcism; the same bill comes up in many rolls."""
        bill = self._bill(self.scenes[0], roll, chosen, weak, 0)
        key = (bill.missing, bill.tokens_only, bill.white << 2 | chosen)
        if key in self._bills:
            return self._bills[key]
        best = _NOTHING[:_GOALS]
        self._pay(best, roll, chosen, weak, hand, 0, 0, 0)
        self._bills[key] = best
        return best

    def _pay(
        self, best: vec[i64], roll: i64, chosen: i64, weak: i64, hand: i64, paid: i64, fresh: i64, color: i64
    ) -> None:
        """All ways to pay, colour by colour; `fresh` of the tokens paid come out of `hand`."""
        bill = self._bill(self.scenes[0], roll, chosen, weak, paid)
        if bill.due() == 0:
            _raise(best, self._after(chosen, fresh))
            return
        spare: i64 = self._spare(bill, chosen, hand, fresh)
        if spare != _NONE:
            token: i64 = symbols.one(spare)
            self._pay(best, roll, chosen, weak, hand, paid + token, fresh + token, color)
            return
        for other in range(color, i64(5)):
            if symbols.of(hand, other) > symbols.of(fresh, other) and bill.helped_by(other):
                token = symbols.one(other)
                self._pay(best, roll, chosen, weak, hand, paid + token, fresh + token, other)

    def _spare(self, bill: Bill, chosen: i64, hand: i64, fresh: i64) -> i64:
        """A colour that helps now and that nobody will miss later: some best way to pay begins with it."""
        wanted: i64 = self._need(chosen)
        for color in range(i64(5)):
            at_hand = symbols.of(hand, color) > symbols.of(fresh, color)
            if at_hand and symbols.of(wanted, color) == 0 and bill.helped_by(color):
                return color
        return _NONE

    def _bill(self, scene: _Scene, roll: i64, chosen: i64, weak: i64, paid: i64) -> Bill:
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
        """The values when the first exorcism is over: rewards are taken, another one may follow."""
        if self._is_over(gone):
            return self._scores(gone)
        reward: i64 = 0
        for index in range(i64(2)):
            if (gone >> index) & 1:
                reward += self.rewards[index]
        return self._reward(gone, self.tokens - spent, self.supply + spent, reward)

    def _is_over(self, gone: i64) -> bool:
        """When these have gone, no exorcism follows: how it was paid no longer matters."""
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
        """The values of the last exorcism; only tokens that it can use count."""
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
        """What it is worth, for each goal, that these ghosts have gone."""
        first: i64 = gone & 1
        second: i64 = gone >> 1
        some: i64 = 1 if gone != 0 else 0
        everyone: i64 = 1 if gone == self.around else 0
        return vec[i64]([first * ONE, second * ONE, some * ONE, everyone * ONE, (first + second) * ONE])

    def _offer(self, table: vec[i64], roll: i64, values: vec[i64]) -> None:
        """Whoever decides may have these values after this roll."""
        for goal in range(_GOALS):
            at: i64 = goal * ROLLS + roll
            table[at] = max(table[at], values[goal])


def _raise(best: vec[i64], values: vec[i64]) -> None:
    """Each goal takes the better of the two."""
    for goal in range(_GOALS):
        best[goal] = max(best[goal], values[goal])


def _column(table: vec[i64], roll: i64) -> vec[i64]:
    return vec[i64]([table[goal * ROLLS + roll] for goal in range(_GOALS)])
