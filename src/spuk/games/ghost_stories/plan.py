"""Planning a turn: every sensible continuation, every roll by its chance, evaluated where it ends."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghost_stories import actions as act
from spuk.games.ghost_stories import steps, symbols
from spuk.games.ghost_stories.board import CIRCLE, CURSE_GHOST, ENFEEBLEMENT_MANTRA, FACING, NO_COLOR, WHITE
from spuk.games.ghost_stories.cards import RESISTANCE
from spuk.games.ghost_stories.dice import white_is_wild
from spuk.games.ghost_stories.evaluation import judge
from spuk.games.ghost_stories.exorcism import exorcisable
from spuk.games.ghost_stories.state import AFTER_MOVE, BEFORE_MOVE, YIN, State
from spuk.kernel.game import CHANCE, OVER

_NODES: Final[i64] = 1500
"""The maximum number of positions for one option; beyond it, positions are evaluated as they are."""
_DRAWS: Final[i64] = 3
"""This many cards represent all that may be drawn."""
_ONE_MORE_GHOST: Final = 0.93
"""The factor by which one more ghost reduces a winning chance."""
_TOP: Final[i64] = 2
"""How many options of a kind are planned; the others are only evaluated."""


@final
class Plan:
    """The rest of one turn. In the Yin phase, it ends where the Taoist is about to act."""

    def __init__(self, s: State) -> None:
        self._turn: i64 = s.turn
        self._yin: bool = s.stage == YIN
        self._left: i64 = _NODES
        self._drawing: bool = False
        self._endings: dict[int, float] = {}

    def rate(self, s: State, action: i64) -> float:
        """The winning chance if the active player continues like this and then as well as possible."""
        t = s.clone()
        t.step(action)
        return self.best(t)

    def rate_all(self, s: State, options: vec[i64]) -> vec[float]:
        """The same for several options. Details are decided greedily."""
        step: i64 = s.stack[-1] & 255
        glance: bool = not _is_worth_a_plan(step, options[0])
        ratings = vec[float]()
        for option in options:
            if glance:
                t = s.clone()
                t.step(option)
                ratings = append(ratings, _best_landing(t))
            else:
                self._left = _NODES
                ratings = append(ratings, self.rate(s, option))
        return ratings

    def best(self, s: State) -> float:
        """The winning chance from here on, with the best rest of the turn."""
        self._left -= 1
        if s.actor == OVER or s.turn != self._turn or self._left < 0:
            return judge(s)
        step: i64 = s.stack[-1] & 255
        if s.actor == CHANCE:
            return self._luck(s, step)
        if step == steps.YANG and s.stage == BEFORE_MOVE and self._yin:
            return judge(s)
        options = sensible(s, False)
        if not _is_worth_a_plan(step, options[0]):
            t = s.clone()
            t.step(_at_a_glance(s, options))
            return self.best(t)
        best: float = -1.0
        for option in options:
            chance = self.rate(s, option)
            best = max(best, chance)
        return best

    # ── luck ────────────────────────────────────────────────────────────────────────────────

    def _luck(self, s: State, step: i64) -> float:
        if step == steps.ROLL:
            left: i64 = s.stack[-1] >> 8
            if s.exorcisms > 0 and _is_exorcism(s):
                return self._exorcism(s, left)
            return self._herbs(s, left)
        if step == steps.ROLL_CURSE:
            return self._curse(s)
        return self._draw(s)

    def _curse(self, s: State) -> float:
        """Each face. The ghost face counts as blank, because it would mean another draw."""
        blank: float = self.rate(s, act.ROLL_CURSE)
        total: float = 2.0 * blank
        for face in range(1, 5):
            if face == CURSE_GHOST:
                total += _ONE_MORE_GHOST * blank
            else:
                total += self.rate(s, act.ROLL_CURSE + face)
        return total / 6.0

    def _draw(self, s: State) -> float:
        """A few cards, spread evenly, represent all that may come. A card that brings another one counts
        once.
        """
        count: i64 = len(s.options)
        draws: i64 = 1 if self._drawing else min(count, _DRAWS)
        drawing = self._drawing
        self._drawing = True
        total: float = 0.0
        for i in range(draws):
            total += self.rate(s, s.options[(2 * i + 1) * count // (2 * draws)])
        self._drawing = drawing
        return total / float(draws)

    def _herbs(self, s: State, left: i64) -> float:
        """Six rolls in which every face appears equally often represent all."""
        total: float = 0.0
        for face in range(6):
            t = s.clone()
            for die in range(left):
                t.step(act.ROLL + (face + 2 * die) % 6)
            total += self.best(t)
        return total / 6.0

    def _exorcism(self, s: State, left: i64) -> float:
        """All rolls. Few of them end differently, so each ending is planned only once."""
        before = self._endings
        self._endings = {}
        chance = self._rolled(s, _Faces(s), 0, left)
        self._endings = before
        return chance

    def _rolled(self, s: State, faces: _Faces, index: i64, left: i64) -> float:
        """The remaining dice show the faces from `index` on."""
        if left == 0:
            return self._after_roll(s, faces)
        if index == len(faces.shown) - 1:
            t = s.clone()
            for _die in range(left):
                t.step(act.ROLL + faces.shown[index])
            return self._after_roll(t, faces)
        hit: float = faces.sides[index] / faces.sides_from(index)
        total: float = 0.0
        t = s.clone()
        for count in range(left + 1):
            weight: float = _ways(left, count) * _power(hit, count) * _power(1.0 - hit, left - count)
            if count > 0:
                t.step(act.ROLL + faces.shown[index])
            total += weight * self._rolled(t, faces, index + 1, left - count)
        return total

    def _after_roll(self, s: State, faces: _Faces) -> float:
        """Which ghosts go and who pays; then the rest of the turn."""
        step: i64 = steps.YANG if s.actor == OVER else s.stack[-1] & 255
        if step == steps.ROLL and s.actor == CHANCE:
            return self._rolled(s, faces, 0, s.stack[-1] >> 8)
        if step == steps.BANISH or step == steps.PAY or step == steps.WEAKEN or step == steps.REROLL:
            best: float = -1.0
            for option in sensible(s, False):
                t = s.clone()
                t.step(option)
                chance = self._after_roll(t, faces)
                best = max(best, chance)
            return best
        ending: int = int(_ending(s))
        if ending not in self._endings:
            self._endings[ending] = self.best(s)
        return self._endings[ending]


@final
class _Faces:
    """The faces that count differently in an exorcism, and how many sides of a die show each."""

    def __init__(self, s: State) -> None:
        self.shown = vec[i64]()
        self.sides = vec[float]()
        wanted = _wanted(s)
        other: i64 = NO_COLOR
        misses: float = 0.0
        wild: bool = white_is_wild(s)
        for face in range(6):
            if (face == WHITE and wild) or (face < WHITE and symbols.of(wanted, face) > 0):
                self.shown = append(self.shown, face)
                self.sides = append(self.sides, 1.0)
            else:
                other = face
                misses += 1.0
        if wild and len(self.shown) == 2:  # with one colour, white is the same as that colour
            self.shown = vec[i64]([self.shown[0]])
            self.sides = vec[float]([2.0])
        if misses > 0.0:
            self.shown = append(self.shown, other)
            self.sides = append(self.sides, misses)

    def sides_from(self, index: i64) -> float:
        """The number of sides with this face or a later one."""
        sides: float = 0.0
        for later in range(index, len(self.sides)):
            sides += self.sides[later]
        return sides


def _wanted(s: State) -> i64:
    """Symbols of the ghosts next to the active Taoist; only which colours there are matters."""
    wanted: i64 = 0
    for space in FACING[s.at[s.active]]:
        if exorcisable(s, space):
            wanted |= RESISTANCE[s.ghosts[space]]
    return wanted


def _ending(s: State) -> i64:
    """Distinguishes the endings of one exorcism: which ghosts are gone, and what was paid."""
    ending: i64 = 0
    for count in s.tao:
        ending = ending << 3 | count
    for space in FACING[s.at[s.active]]:
        ending <<= 1
        if s.ghosts[space] > 0:
            ending |= 1
    return ending


def _is_exorcism(s: State) -> bool:
    """Whether the current roll is for an exorcism and not for herbs."""
    for frame in s.stack:
        kind: i64 = frame & 255
        if kind == steps.BANISH or kind == steps.WEAKEN:
            return True
    return False


def _ways(dice: i64, shown: i64) -> float:
    ways: float = 1.0
    for i in range(shown):
        ways = ways * float(dice - i) / float(i + 1)
    return ways


def _power(base: float, exponent: i64) -> float:
    result: float = 1.0
    for _i in range(exponent):
        result *= base
    return result


# ── which options are worth a thought ───────────────────────────────────────────────────────


def _is_worth_a_plan(step: i64, first: i64) -> bool:
    """What to do next and which ghosts go is planned; details are decided greedily."""
    if step == steps.YANG:
        return not act.POCKETS <= first < act.MANTRA
    return (
        step == steps.BANISH
        or step == steps.WEAKEN
        or step == steps.REROLL
        or step == steps.REROLL_CURSE
        or step == steps.BLOW_TAOIST
    )


def _at_a_glance(s: State, options: vec[i64]) -> i64:
    """The option that looks best if the turn ended there."""
    best: float = -1.0
    pick: i64 = options[0]
    for option in options:
        t = s.clone()
        t.step(option)
        chance: float = _best_landing(t)
        if chance > best:
            best = chance
            pick = option
    return pick


def _best_landing(s: State) -> float:
    """Whether a ghost should be blown depends on where it can go."""
    if s.actor < 0 or s.stack[-1] & 255 != steps.BLOW_GHOST_TO:
        return _glance(s)
    best: float = -1.0
    for option in s.options:
        t = s.clone()
        t.step(option)
        chance = _glance(t)
        best = max(best, chance)
    return best


def _glance(s: State) -> float:
    """The evaluation of a position, at the end of the turn if its action is over."""
    if s.actor >= 0:
        step: i64 = s.stack[-1] & 255
        if step == steps.BLOW_TAOIST and s.options[0] == act.SKIP:
            s.step(act.SKIP)
            step = s.stack[-1] & 255
        if step == steps.YANG and s.stage > AFTER_MOVE and s.actor >= 0:
            s.step(act.END_TURN)
    return judge(s)


def _top_judged(s: State, options: vec[i64], first: i64, end: i64, kept: vec[i64]) -> vec[i64]:
    """Keep the best-looking options in a range of the action space, added to those already kept."""
    taken: i64 = 0
    last: float = 2.0
    while taken < _TOP:
        best: float = -1.0
        pick: i64 = -1
        for option in options:
            if first <= option < end:
                t = s.clone()
                t.step(option)
                chance = judge(t)
                if best < chance < last:
                    best = chance
                    pick = option
        if pick < 0:
            return kept
        kept = append(kept, pick)
        last = best
        taken += 1
    return kept


def sensible(s: State, root: bool) -> vec[i64]:
    """The options worth planning; deep in a plan (`root` false) fewer of them."""
    step: i64 = s.stack[-1] & 255
    if step == steps.YANG:
        return _menu(s, root)
    if step == steps.REROLL:
        return _rerolls(s, root)
    if step == steps.PAY and not root:
        return _most_spare(s)
    if step == steps.BLOW_TAOIST and not root and s.options[0] == act.SKIP:
        return vec[i64]([act.SKIP])
    return s.options


def _menu(s: State, root: bool) -> vec[i64]:
    options = s.options
    pockets = vec[i64]()
    menu = vec[i64]()
    mantra: bool = False
    for option in options:
        if act.POCKETS <= option < act.MANTRA:
            pockets = append(pockets, option)
        elif option < act.YIN_YANG_HELP:
            menu = append(menu, option)
        elif option < act.POCKETS:
            if root and (s.stage >= AFTER_MOVE or _is_circle(s, option)):
                menu = append(menu, option)
        elif option < act.TWIN_WINDS:
            mantra = True
        elif root:
            menu = append(menu, option)
    if len(pockets) > 0:
        return pockets
    if mantra and (root or s.powers[s.active] != ENFEEBLEMENT_MANTRA):
        menu = _top_judged(s, options, act.MANTRA, act.TWIN_WINDS, menu)
    return menu


def _most_spare(s: State) -> vec[i64]:
    """The token its owner has most of: the order and the owner of payments matter little."""
    pick: i64 = s.options[0]
    for option in s.options:
        if s.tao[option - act.PAY] > s.tao[pick - act.PAY]:
            pick = option
    return vec[i64]([pick])


def _is_circle(s: State, option: i64) -> bool:
    return option < act.YIN_YANG_RESTORE and s.village[option - act.YIN_YANG_HELP] == CIRCLE


def _rerolls(s: State, root: bool) -> vec[i64]:
    """Keep all, or reroll all dice that show nothing useful."""
    if not _is_exorcism(s):
        return s.options if root else vec[i64]([act.REROLL])
    wanted = _wanted(s)
    mask: i64 = 0
    for die in range(len(s.dice)):
        face: i64 = s.dice[die]
        useful: bool = white_is_wild(s) if face == WHITE else symbols.of(wanted, face) > 0
        if not useful:
            mask |= 1 << die
    if mask == 0:
        return vec[i64]([act.REROLL])
    return vec[i64]([act.REROLL, act.REROLL + mask])
