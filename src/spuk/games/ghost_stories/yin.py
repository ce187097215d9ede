"""The Yin phase (GS-4): haunters, tormentors, overrun, arrival; and the change of turns."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from spuk.games.ghost_stories import events as ev
from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.arrival import arrive
from spuk.games.ghost_stories.board import NOWHERE
from spuk.games.ghost_stories.cards import ABILITIES, HAUNTER, TORMENTOR, YIN_LOSE_TAO
from spuk.games.ghost_stories.curse import roll_curse
from spuk.games.ghost_stories.life import haunt_line, lose_qi
from spuk.games.ghost_stories.state import NOBODY, RUNNING, YIN, State, Step, register

_FULL_AT_START: Final[i64] = 1


@final
class _BeginTurn(Step):
    """A board's turn: its Yin phase and, if a Taoist lives there, the Yang phase."""

    def sound(self, s: State, arg: i64) -> bool:
        return 0 <= arg < 4

    def run(self, s: State, arg: i64) -> None:
        _begin_turn(s, arg)


def _begin_turn(s: State, board: i64) -> None:
    s.active = board
    s.turn += 1
    s.emit(ev.TURN_BEGAN, board)
    s.push(steps.END_TURN)
    s.push(steps.BEGIN_YANG)
    s.push(steps.OVERRUN, _FULL_AT_START if board_full(s, board) else 0)
    abilities = board_abilities(s, board)
    if abilities & TORMENTOR:
        _push_tormentors(s)
    if abilities & HAUNTER:
        s.push(steps.HAUNTERS)
    if abilities & YIN_LOSE_TAO:  # GS-4.3: Bonecracker acts before all of step 1
        s.push(steps.GROUP_LOSES_TAO)


def _push_tormentors(s: State) -> None:
    """GS-4.3: the Curse die for each tormentor that is there now, in space order."""
    first: i64 = 3 * s.active
    for back in range(3):
        space: i64 = first + 2 - back
        if ABILITIES[s.ghosts[space]] & TORMENTOR:
            roll_curse(s, s.active, space)


@final
class _EndTurn(Step):
    """The turn passes clockwise to the next board (GS-3.1)."""

    def run(self, s: State, arg: i64) -> None:
        s.stage = YIN
        s.helps = 0
        s.exorcisms = 0
        s.action_place = NOWHERE
        s.used = 0
        s.borrowed = 0
        s.fresh_buddhas = 0
        _begin_turn(s, (s.active + 1) & 3)


@final
class _Haunters(Step):
    """GS-4.1: each haunter's figure goes from card to stone, or haunts and returns to the card."""

    def run(self, s: State, arg: i64) -> None:
        first: i64 = 3 * s.active
        for space in range(first, first + 3):
            if s.end == RUNNING and ABILITIES[s.ghosts[space]] & HAUNTER:
                _advance_figure(s, space)


def _advance_figure(s: State, space: i64) -> None:
    bit: i64 = 1 << space
    if s.stones & bit:
        s.stones &= ~bit
        haunt_line(s, space)
    else:
        s.stones |= bit
        s.emit(ev.STEPPED, space)


@final
class _Overrun(Step):
    """GS-4.4, GS-4.5: a full board costs a Qi; otherwise a ghost arrives on a living Taoist's board."""

    def sound(self, s: State, arg: i64) -> bool:
        return arg == 0 or arg == _FULL_AT_START

    def run(self, s: State, arg: i64) -> None:
        if _overrun(s, arg):
            s.emit(ev.OVERRUN, s.active)
            lose_qi(s, s.active)
        elif s.living(s.active):
            arrive(s)


def _overrun(s: State, arg: i64) -> bool:
    """Judged now or as it was at the start of the turn: the editions differ (GS-12)."""
    edition = s.setup.edition
    if s.living(s.active):
        at_start = edition.overrun_judged_at_start
    else:
        at_start = edition.neutral_overrun_judged_at_start
    return arg == _FULL_AT_START if at_start else board_full(s, s.active)


register(steps.BEGIN_TURN, _BeginTurn(NOBODY))
register(steps.END_TURN, _EndTurn(NOBODY))
register(steps.HAUNTERS, _Haunters(NOBODY))
register(steps.OVERRUN, _Overrun(NOBODY))


def board_full(s: State, board: i64) -> bool:
    """Whether there are three ghosts on the board."""
    ghosts = s.ghosts
    return ghosts[3 * board] > 0 and ghosts[3 * board + 1] > 0 and ghosts[3 * board + 2] > 0


def board_abilities(s: State, board: i64) -> i64:
    """All abilities of the ghosts on one board."""
    ghosts = s.ghosts
    return ABILITIES[ghosts[3 * board]] | ABILITIES[ghosts[3 * board + 1]] | ABILITIES[ghosts[3 * board + 2]]
