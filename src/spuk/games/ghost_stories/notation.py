"""Positions as one line of text, for tests, bug reports and sharing. `docs/notation.md` explains it.

    en normal 4p village=CAH/SBN/PWT N=red/spires/2qi E1=38! circle=r turn=N

Whatever is left out is as at the start of the game; `write` leaves out exactly that.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.actions import DRAW, space_text
from spuk.games.ghost_stories.board import (
    BOARDS,
    CEMETERY,
    CENTRE,
    COLORS,
    LETTERS,
    NO_COLOR,
    NOWHERE,
)
from spuk.games.ghost_stories.cards import ALL_INCARNATIONS, LAST_GHOST, incarnations_of
from spuk.games.ghost_stories.dice import PAID
from spuk.games.ghost_stories.setup import hand_out
from spuk.games.ghost_stories.state import BEFORE_MOVE, REASONS, RUNNING, STAGES, State

TILE_LETTERS: Final = "CAHSBNPWT"
"""Cemetery, Altar, Herbalist, Sorcerer, Buddhist Temple, Night Watchman, Prayer, Wind, Tea House."""
POWER_WORDS: Final = ("pockets", "mantra", "gust", "wind", "favorite", "mountain", "spires", "twin")
USED_WORDS: Final = (*POWER_WORDS, "mantra_rests")
SETUP_FIELDS: Final = ("colors", "powers", "village", "first")


def write(s: State) -> str:
    """The complete position as one line. `read` recreates the same position from it."""
    parts = [s.setup.edition.id, s.setup.level.id, f"{s.setup.players}p"]
    if s.setup.options["five_qi"]:
        parts.append("5qi")
    in_setup = len(s.powers) < 4
    parts += _setup_parts(s) if in_setup else _table_parts(s)
    if len(s.setup.fixed_incarnations) > 0:
        parts.append("incarnations=" + ",".join(s.setup.options["incarnations"]))
    parts += _turn_parts(s)
    return " ".join(parts)


def _setup_parts(s: State) -> list[str]:
    parts = ["setup", "laid=" + "".join(TILE_LETTERS[tile] for tile in s.village)]
    parts.append("boards=" + ",".join(COLORS[color] for color in s.colors))
    parts.append("sides=" + ",".join(POWER_WORDS[power] for power in s.powers))
    for name in SETUP_FIELDS:
        value = s.setup.options[name]
        if value is not None:
            text = str(value) if name == "first" else ",".join(value)
            parts.append(f"fix_{name}={text}")
    return parts


def _table_parts(s: State) -> list[str]:
    fresh = _fresh_table(s)
    parts = ["village=" + _village_text(s)]
    parts += [_board_text(s, fresh, board) for board in range(4)]
    for space in range(12):
        text = _space_text(s, space)
        if text:
            parts.append(f"{space_text(space)}={text}")
    if s.circle != NO_COLOR:
        parts.append(f"circle={LETTERS[s.circle]}")
    if s.centre_tokens:
        parts.append(f"centre={s.centre_tokens}")
    parts += _deck_parts(s)
    parts += [name for name in ("powers_gone", "exposed") if getattr(s, name)]
    return parts


def _fresh_table(s: State) -> State:
    """The same table as it was right after the setup."""
    fresh = s.unpacked()
    fresh.colors = s.colors
    hand_out(fresh)
    return fresh


def _village_text(s: State) -> str:
    letters = [
        TILE_LETTERS[tile].lower() if s.haunted >> place & 1 else TILE_LETTERS[tile]
        for place, tile in enumerate(s.village)
    ]
    return "/".join("".join(letters[row : row + 3]) for row in (0, 3, 6))


def _board_text(s: State, fresh: State, board: int) -> str:
    items = [COLORS[s.colors[board]], POWER_WORDS[s.powers[board]]]
    if s.qi[board] != fresh.qi[board]:
        items.append(f"{s.qi[board]}qi")
    own, usual = (_tao_text(t, board) for t in (s.tao, fresh.tao))
    if own != (usual if s.qi[board] else ""):
        items.append(f"tao:{own}")
    has, had = (bool(t.yin_yang >> board & 1) for t in (s, fresh))
    if has != (had and s.qi[board] > 0):
        items.append("yy" if has else "-yy")
    if s.buddhas_held[board]:
        items.append(f"buddhas:{s.buddhas_held[board]}")
    if s.power_tokens[board] != (fresh.power_tokens[board] if s.qi[board] else 0):
        items.append(f"tokens:{s.power_tokens[board]}")
    if not s.neutral(board) and s.at[board] != _usual_place(s, board):
        items.append(f"@{s.at[board] + 1}")
    return f"{BOARDS[board]}={'/'.join(items)}"


def _usual_place(s: State, board: int) -> int:
    return CENTRE if s.qi[board] else s.place_of(CEMETERY)


def _tao_text(tao: vec[i64], board: int) -> str:
    return "".join(LETTERS[color] * tao[5 * board + color] for color in range(5))


def _space_text(s: State, space: int) -> str:
    text = str(s.ghosts[space]) if s.ghosts[space] else ""
    text += "!" if s.stones >> space & 1 else ""
    text += "m" if s.mantra == space else ""
    text += "b" if s.buddhas >> space & 1 else ""
    return text


def _deck_parts(s: State) -> list[str]:
    gone = [
        card
        for card in range(1, LAST_GHOST + 1)
        if DRAW + card not in s.unseen and card not in s.ghosts and card not in waiting_cards(s)
    ]
    banished = incarnations_of(s.banished)
    known = {*incarnations_of(s.unseen_incarnations | s.banished), *s.ghosts, *waiting_cards(s)}
    lost = [card for card in incarnations_of(ALL_INCARNATIONS) if card not in known]
    parts = [f"deck={s.deck}"]
    for name, cards in (("gone", gone), ("banished", banished), ("lost", lost)):
        if cards:
            parts.append(f"{name}={','.join(map(str, cards))}")
    return parts


def waiting_cards(s: State) -> list[int]:
    """Cards that have been drawn and not yet placed."""
    return [frame >> 8 for frame in s.stack if frame & 255 == steps.PLACE]


def _turn_parts(s: State) -> list[str]:
    usual = [steps.END_TURN, steps.YANG]
    parts = []
    if s.dice:
        parts.append("dice=" + _dice_text(s))
    if s.fresh_buddhas:
        parts.append(f"fresh={s.fresh_buddhas}")
    if s.borrowed:
        parts.append("borrowed=" + "".join(BOARDS[b] for b in range(4) if s.borrowed >> b & 1))
    if s.used:
        parts.append("used=" + ",".join(USED_WORDS[p] for p in range(9) if s.used >> p & 1))
    if s.action_place != NOWHERE:
        parts.append(f"acted=@{s.action_place + 1},{s.helps},{s.exorcisms}")
    if s.stage != BEFORE_MOVE:
        parts.append(f"stage={STAGES[s.stage]}")
    if s.end != RUNNING:
        parts.append(f"end={REASONS[s.end][0]}")
    if list(s.stack) != usual:
        parts.append("stack=" + ",".join(map(_frame_text, s.stack)))
    parts.append(f"count={s.turn}")
    parts.append(f"turn={BOARDS[s.active]}")
    return parts


def _dice_text(s: State) -> str:
    rolled = "".join(LETTERS[face] for face in s.dice if face < PAID)
    paid = "".join(LETTERS[face - PAID] for face in s.dice if face >= PAID)
    return f"{rolled}+{paid}" if paid else rolled


def _frame_text(frame: int) -> str:
    name = steps.NAMES[frame & 255]
    return f"{name}:{frame >> 8}" if frame >> 8 else name
