"""Questions about a position, before or during an exorcism."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import steps, symbols
from spuk.games.ghost_stories.actions import space_text
from spuk.games.ghost_stories.arrival import all_incarnations_banished
from spuk.games.ghost_stories.board import FACING, GODS_FAVORITE, NO_COLOR, NOWHERE
from spuk.games.ghost_stories.cards import LOCK_TAO, RESISTANCE
from spuk.games.ghost_stories.dice import PAID, white_is_wild
from spuk.games.ghost_stories.exorcism import (
    dice_to_roll,
    discard_banished,
    mantra_on_many_colors,
    needed,
    targets,
    tokens_here,
)
from spuk.games.ghost_stories.odds.answer import Odds, answer, spell
from spuk.games.ghost_stories.odds.solver import GOALS, NOTHING, UNDECIDED, Scene, Solver
from spuk.games.ghost_stories.rolls import roll_of
from spuk.games.ghost_stories.state import AFTER_ACTION, RUNNING, State
from spuk.games.ghost_stories.yang import action_left
from spuk.kernel.errors import Fault, not_a_number
from spuk.kernel.game import State as KernelState


def odds(state: KernelState, place: int | None = None) -> Odds:
    """The odds of the active Taoist at their current place, or as if they were at another place (1…9).

    During an exorcism: from the dice rolled and tokens paid so far.
    """
    if not isinstance(state, State):
        raise ValueError(Fault("odds.other_game", "this is not a position of Ghost Stories"))
    if place is not None and (type(place) is not int or not 1 <= place <= 9):
        raise ValueError(not_a_number("place", place, 1, 9))
    s = state.clone()
    if len(s.powers) < 4:
        raise ValueError(Fault("odds.setup", "the table is still being set up"))
    if place is None or s.at[s.active] == place - 1:
        return _odds_of(s, _under_way(s))
    s.at[s.active] = place - 1
    return _odds_of(s, False)


def _under_way(s: State) -> bool:
    """Whether an exorcism has begun: its dice are about to be rolled or have been. (The Herbalist's dice are
    not an exorcism.)
    """
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
    """The odds at the active Taoist's place in this clone, which is changed."""
    possible = under_way or _begin(s)
    spaces = FACING[s.at[s.active]]
    cards: list[i64] = [s.ghosts[space] for space in spaces]
    solver = _solver(s, cards, targets(s) if possible else 0)
    values = NOTHING[:GOALS]
    exorcisms = 0
    if possible:
        values = _go_on(solver, s) if under_way else solver.begin()
        exorcisms = 2 if solver.twice() else 1
    names = [space_text(int(space)) for space in spaces]
    return answer(solver, values, names, cards, [spell(RESISTANCE[card]) for card in cards], exorcisms)


def _begin(s: State) -> bool:
    """Count the exorcism in question as one of this turn's; False if none is possible."""
    if s.end != RUNNING or not s.living(s.active) or targets(s) == 0:
        return False
    if s.stage > AFTER_ACTION or not action_left(s, s.exorcisms, s.helps):
        return False
    s.exorcisms += 1
    if s.action_place == NOWHERE:
        s.action_place = s.at[s.active]
    return True


def _solver(s: State, cards: list[i64], found: i64) -> Solver:
    around: i64 = 0
    for index in range(i64(len(cards))):
        if cards[index] > 0:
            around |= 1 << index
    solver = Solver(around, found, s.setup.edition.corner_choice_with_tokens)
    solver.tokens = tokens_here(s)
    for color in range(i64(5)):
        solver.supply += s.supply(color) << (8 * color)
    for index in range(i64(len(cards))):
        solver.look_at(index, cards[index])
    for gone in range(i64(4)):
        if gone & ~found == 0:
            solver.scenes[gone] = _scene(s, gone)
    return solver


def _scene(before: State, gone: i64) -> Scene:
    """The circumstances after these ghosts have been banished, determined by the rules themselves."""
    s = before.clone()
    spaces = FACING[s.at[s.active]]
    for index in range(i64(len(spaces))):
        if (gone >> index) & 1:
            discard_banished(s, s.ghosts[spaces[index]], spaces[index])
    needs = vec[i64]([0, 0])
    scene = Scene(needs)
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


def _go_on(solver: Solver, s: State) -> vec[i64]:
    """The values during an exorcism, by the step that is next."""
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
        return solver.finish(roll, UNDECIDED)
    if step == steps.BANISH:
        return solver.finish(roll, arg)
    paid: i64 = 0
    for face in s.dice:
        if face >= PAID:
            paid += symbols.one(face - PAID)
    return solver.settle(roll, arg >> 2, arg & 3, paid)
