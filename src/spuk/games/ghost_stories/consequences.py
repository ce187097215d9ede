"""What may come of an action until the next Taoist acts: so far looks whoever asks for advice.

Counted is what is different then, or stands out, in what lies on the table: that needs no memory of the way.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from spuk.games.ghost_stories.board import SPACES
from spuk.games.ghost_stories.cards import FIRST_INCARNATION
from spuk.games.ghost_stories.state import RUNNING, WON, State
from spuk.games.ghost_stories.yin import board_full
from spuk.kernel.game import Consequence

GAME_WON: Final[i64] = 0
GAME_LOST: Final[i64] = 1
HAUNTED: Final[i64] = 2
RESTORED: Final[i64] = 3
FULL: Final[i64] = 4
QI_LOST: Final[i64] = 5
QI_GAINED: Final[i64] = 6
DIED: Final[i64] = 7
GONE: Final[i64] = 8
ARRIVES: Final[i64] = 9
FEWER_TAO: Final[i64] = 10
MORE_TAO: Final[i64] = 11
YIN_YANG_SPENT: Final[i64] = 12
KINDS: Final = (
    ("won", ""),
    ("lost", ""),
    ("haunted", "tile"),
    ("restored", "tile"),
    ("full", "board"),
    ("qi_lost", "board"),
    ("qi_gained", "board"),
    ("died", "board"),
    ("gone", "card"),
    ("arrives", "card"),
    ("fewer_tao", "board"),
    ("more_tao", "board"),
    ("yin_yang_spent", "board"),
)
"""Their ids, and what each is about."""


def consequence(number: i64) -> Consequence:
    """What a number of `consequences` stands for."""
    id, about = KINDS[number & 255]
    return Consequence(id, {about: int(number >> 8)} if about else {})


def consequences(before: State, s: State) -> vec[i64]:
    """What has come since: each kind in the low byte of a number, what it is about above it."""
    came = vec[i64]()
    if s.end != RUNNING:
        came = append(came, GAME_WON if s.end == WON else GAME_LOST)
    came = _in_village(before, s, came)
    for board in range(4):
        came = _on_board(before, s, board, came)
    return _among_ghosts(before, s, came)


def _in_village(before: State, s: State, came: vec[i64]) -> vec[i64]:
    turned: i64 = before.haunted ^ s.haunted
    place: i64 = 0
    while turned != 0:
        if turned & 1:
            kind: i64 = HAUNTED if (s.haunted >> place) & 1 else RESTORED
            came = append(came, kind | s.village[place] << 8)
        turned >>= 1
        place += 1
    return came


def _on_board(before: State, s: State, board: i64, came: vec[i64]) -> vec[i64]:
    about: i64 = board << 8
    if board_full(s, board):
        came = append(came, FULL | about)
    if s.qi[board] < before.qi[board]:
        came = append(came, QI_LOST | about)
    elif s.qi[board] > before.qi[board]:
        came = append(came, QI_GAINED | about)
    if before.living(board) and not s.living(board):
        return append(came, DIED | about)  # what else goes with it needs no mention
    tokens: i64 = _tokens(s, board) - _tokens(before, board)
    if tokens < 0:
        came = append(came, FEWER_TAO | about)
    elif tokens > 0:
        came = append(came, MORE_TAO | about)
    if (before.yin_yang & ~s.yin_yang) >> board & 1:
        came = append(came, YIN_YANG_SPENT | about)
    return came


def _tokens(s: State, board: i64) -> i64:
    held: i64 = 0
    for color in range(5):
        held += s.tao[5 * board + color]
    return held


def _among_ghosts(before: State, s: State, came: vec[i64]) -> vec[i64]:
    for space in range(SPACES):
        card: i64 = before.ghosts[space]
        if card > 0 and not _is_in_play(s, card):
            came = append(came, GONE | card << 8)
        card = s.ghosts[space]
        if card >= FIRST_INCARNATION and not _is_in_play(before, card):
            came = append(came, ARRIVES | card << 8)
    return came


def _is_in_play(s: State, card: i64) -> bool:
    for ghost in s.ghosts:
        if ghost == card:
            return True
    return False
