"""Qi, death and possession (GS-10), and the haunting of tiles (GS-4.2, GS-13.2)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import events as ev
from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.actions import LOSE_QI
from spuk.games.ghost_stories.board import CEMETERY, LINES
from spuk.games.ghost_stories.state import (
    LOST_DEAD,
    LOST_LINE,
    LOST_VILLAGE,
    PLAYER,
    State,
    Step,
    register,
)
from spuk.kernel import bits


@final
class _ChooseQiLoser(Step):
    """GS-10.3: a living Taoist of the players' choice takes the Qi loss of a possessed board."""

    def options(self, s: State, arg: i64) -> vec[i64]:
        return vec[i64]([LOSE_QI + board for board in range(4) if s.living(board)])

    def take(self, s: State, arg: i64, action: i64) -> None:
        lose_qi(s, action - LOSE_QI)


register(steps.CHOOSE_QI_LOSER, _ChooseQiLoser(PLAYER))


def lose_qi(s: State, board: i64) -> None:
    """A Taoist, or a neutral board, loses 1 Qi; the last one costs its life (GS-10.1, GS-4.6)."""
    if s.qi[board] == 0:
        s.push(steps.CHOOSE_QI_LOSER)
        return
    s.qi[board] -= 1
    s.emit(ev.QI_LOST, board, s.qi[board])
    if s.qi[board] == 0:
        _possess(s, board)


def gain_qi(s: State, board: i64, amount: i64) -> None:
    """Qi from the supply, as much as there is (GS-1.4)."""
    gained = min(amount, s.qi_supply())
    if gained > 0:
        s.qi[board] += gained
        s.emit(ev.QI_GAINED, board, s.qi[board])


def _possess(s: State, board: i64) -> None:
    if s.neutral(board):
        s.emit(ev.POSSESSED, board)
    else:
        _die(s, board)
    s.powers_changed()


def _die(s: State, board: i64) -> None:
    """GS-10.1: all belongings go back, and the figure goes to the Cemetery."""
    s.emit(ev.DIED, board)
    for color in range(5):
        s.tao[5 * board + color] = 0
    s.yin_yang &= ~(1 << board)
    s.buddhas_held[board] = 0
    if board == s.active:
        s.fresh_buddhas = 0
    if not s.setup.edition.dead_lose_power_tokens:
        s.centre_tokens += s.power_tokens[board]
    s.power_tokens[board] = 0
    s.at[board] = s.place_of(CEMETERY)
    if not (s.living(0) or s.living(1) or s.living(2) or s.living(3)):
        s.finish(LOST_DEAD)


def haunt_line(s: State, space: i64) -> None:
    """Haunt the first active tile of a ghost's line; if there is none, the game is lost (GS-4.2)."""
    for step in range(3):
        place = LINES[3 * space + step]
        if not (s.haunted >> place) & 1:
            haunt_place(s, place, space)
            return
    s.emit(ev.NO_TILE_LEFT, space)
    s.finish(LOST_LINE)


def haunt_place(s: State, place: i64, space: i64) -> None:
    """Turn a tile to its haunted side (GS-13.2: too many lose the game)."""
    s.haunted |= 1 << place
    s.emit(ev.HAUNTED, place, space)
    if bits.count(s.haunted) >= s.setup.haunted_limit:
        s.finish(LOST_VILLAGE)


def restore_place(s: State, place: i64) -> None:
    """Turn a haunted tile back over."""
    s.haunted &= ~(1 << place)
    s.emit(ev.RESTORED, place)
