"""What a player or spectator may know. Ghost Stories hides nothing, so everyone sees the same."""

from __future__ import annotations

from typing import Any, Final

from spuk.games.ghost_stories.actions import DRAW, action_text, space_text
from spuk.games.ghost_stories.board import BOARDS, COLORS, LINES, NO_COLOR, NOWHERE, POWERS, TILES
from spuk.games.ghost_stories.cards import ABILITIES, HAUNTER, LAST_GHOST, ROWS, incarnations_of
from spuk.games.ghost_stories.dice import PAID, free_dice
from spuk.games.ghost_stories.outcome import score_sheet
from spuk.games.ghost_stories.state import REASONS, STAGES, State
from spuk.games.ghost_stories.steps import PLACE
from spuk.kernel.game import CHANCE, OVER


def view(s: State, seat: int | None) -> dict[str, Any]:
    """The whole table as plain data: ids and numbers, no text."""
    s.check_seat(seat)
    laid_out = len(s.powers) == 4
    return {
        "game": s.game_id(),
        "options": {name: _own(value) for name, value in s.setup.options.items()},
        "seat": seat,
        "actor": {CHANCE: "chance", OVER: "over"}.get(int(s.actor), int(s.actor)),
        "turn": s.turn,
        "active": BOARDS[s.active],
        "stage": STAGES[s.stage],
        "village": [_place(s, place) for place in range(len(s.village))],
        "boards": [_board(s, board) for board in range(4)] if laid_out else [],
        "circle": COLORS[s.circle] if s.circle != NO_COLOR else None,
        "supply": _supply(s),
        "deck": _deck(s),
        "drawn": _drawn(s),
        "dice": _dice(s),
        "centre_tokens": s.centre_tokens,
        "haunted_limit": s.setup.haunted_limit,
        "powers_gone": s.powers_gone,
        "legal": [{"action": a, "text": action_text(a)} for a in s.legal()],
        "score": score_sheet(s) if laid_out else {},
        "end": _end(s),
    }


def _own(value: Any) -> Any:
    """Callers may change a view in any way they like, so its lists are copies."""
    return value[:] if isinstance(value, list) else value


_SPACES: Final = range(len(LINES) // 3)
_LINES: Final = [[place + 1 for place in LINES[3 * space : 3 * space + 3]] for space in _SPACES]
"""The places in front of each space, in people's numbering."""


def _face(row: dict[str, str]) -> dict[str, Any]:
    signs = {side: row[side].split("+") if row[side] else [] for side in ("left", "centre", "right")}
    return {"color": row["color"], "resistance": row["resistance"].lower(), **signs}


_FACES: Final = [_face(row) for row in ROWS]
"""What each card shows, read once."""


def _place(s: State, place: int) -> dict[str, Any]:
    return {
        "place": place + 1,
        "tile": TILES[s.village[place]],
        "haunted": bool(s.haunted >> place & 1),
        "taoists": [
            COLORS[s.colors[board]]
            for board in s.setup.board_of_seat
            if len(s.colors) == 4 and s.at[board] == place
        ],
    }


def _board(s: State, board: int) -> dict[str, Any]:
    seat = s.setup.seat_of_board[board]
    return {
        "board": BOARDS[board],
        "color": COLORS[s.colors[board]],
        "power": POWERS[s.powers[board]],
        "power_active": s.power_active(board),
        "borrowed": bool(s.borrowed >> board & 1),
        "seat": None if seat == NOWHERE else seat,
        "alive": s.living(board),
        "possessed": s.qi[board] == 0,
        "qi": s.qi[board],
        "yin_yang": bool(s.yin_yang >> board & 1),
        "tao": {COLORS[c]: s.tao[5 * board + c] for c in range(5)},
        "buddhas": s.buddhas_held[board],
        "power_tokens": s.power_tokens[board],
        "place": None if seat == NOWHERE else s.at[board] + 1,
        "spaces": [_space(s, space) for space in range(3 * board, 3 * board + 3)],
    }


def _space(s: State, space: int) -> dict[str, Any]:
    return {
        "space": space_text(space),
        "line": _LINES[space][:],
        "buddha": bool(s.buddhas >> space & 1),
        "ghost": _ghost(s, space) if s.ghosts[space] else None,
    }


def _ghost(s: State, space: int) -> dict[str, Any]:
    card = s.ghosts[space]
    face = _FACES[card - 1]
    figure = ("stone" if s.stones >> space & 1 else "card") if ABILITIES[card] & HAUNTER else None
    return {
        "card": card,
        "color": face["color"],
        "resistance": face["resistance"],
        "left": face["left"][:],
        "centre": face["centre"][:],
        "right": face["right"][:],
        "incarnation": card > LAST_GHOST,
        "figure": figure,
        "mantra": s.mantra == space,
    }


def _supply(s: State) -> dict[str, Any]:
    return {
        "tao": {COLORS[c]: s.supply(c) for c in range(5)},
        "qi": s.qi_supply(),
        "buddhas": s.temple_buddhas(),
    }


def _deck(s: State) -> dict[str, Any]:
    places = s.setup.incarnation_places
    return {
        "left": s.deck,
        "incarnations_after": [s.deck - left for left in range(s.deck, 0, -1) if places >> left & 1],
        "unseen": [draw - DRAW for draw in s.unseen],
        "unseen_incarnations": incarnations_of(s.unseen_incarnations),
        "banished": incarnations_of(s.banished),
        "incarnations": s.setup.incarnations,
    }


def _drawn(s: State) -> int | None:
    """The card that has been drawn and waits to be placed."""
    frame = s.stack[-1] if len(s.stack) > 0 else 0
    return frame >> 8 if frame & 255 == PLACE else None


def _dice(s: State) -> dict[str, Any]:
    return {
        "free": free_dice(s),
        "captured": s.captured,
        "rolled": [COLORS[face] for face in s.dice if face < PAID],
        "paid": [COLORS[face - PAID] for face in s.dice if face >= PAID],
    }


def _end(s: State) -> dict[str, Any] | None:
    result = s.outcome()
    if result is None:
        return None
    reason, rule = REASONS[s.end]
    return {"won": result.won, "reason": reason, "rule": rule, "score": result.score}
