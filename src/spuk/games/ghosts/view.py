"""What one seat, or a spectator, may know: never another hand, never the draw pile."""

from __future__ import annotations

import copy
from typing import Any

from spuk.games.ghosts.actions import SPACE
from spuk.games.ghosts.cards import FAMILIES, KINDS, MIST, NO_FAMILY, count, kind_text
from spuk.games.ghosts.state import PHASES, State
from spuk.kernel.game import CHANCE, OVER


def view(s: State, seat: int | None) -> dict[str, Any]:
    """The table as this seat sees it: plain data, no prose."""
    s.check_seat(seat)
    return {
        "game": s.game_id(),
        "options": copy.deepcopy(s.setup.options),
        "seat": seat,
        "actor": {CHANCE: "chance", OVER: "over"}.get(int(s.actor), int(s.actor)),
        "phase": PHASES[s.phase],
        "turn": s.seat,
        "round": s.round,
        "starter": s.starter,
        "direction": s.direction,
        "level": s.level,
        "family": None if s.family == NO_FAMILY else FAMILIES[s.family],
        "trick": [card(kind) for kind in s.trick],
        "aside": [card(kind) for kind in s.out],
        "pile": len(s.pile),
        "players": [_player(s, other, other == seat) for other in range(s.setup.players)],
        "legal": [{"action": a, "text": SPACE.text(a)} for a in _legal(s, seat)],
        "end": _end(s),
    }


def card(kind: int) -> dict[str, Any]:
    """A card as data."""
    if kind == MIST:
        return {"card": "x", "family": None, "value": 0}
    return {"card": kind_text(kind), "family": FAMILIES[kind // 3], "value": kind % 3 + 1}


def hand_kinds(hand: int) -> list[int]:
    """The cards of a packed hand."""
    return [kind for kind in range(KINDS) for _ in range(count(hand, kind))]


def _legal(s: State, seat: int | None) -> list[int]:
    """Only the player who decides sees the options, because they reveal the hand."""
    return s.legal() if seat is not None and s.actor == seat else []


def _player(s: State, seat: int, own: bool) -> dict[str, Any]:
    return {
        "seat": seat,
        "cards": s.hand_size(seat),
        "hand": [card(kind) for kind in hand_kinds(s.hands[seat])] if own else None,
        "known_mist": s.known_mist[seat],
        "fear": s.fear[seat],
        "gained": s.gained[seat],
    }


def _end(s: State) -> dict[str, Any] | None:
    result = s.outcome()
    if result is None:
        return None
    return {
        "winners": list(result.winners),
        "reason": result.reason,
        "rule": result.rule,
        "fear": list(result.scores),
    }
