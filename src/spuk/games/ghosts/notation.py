"""Positions as one line of text; `docs/notation.md` explains it.

original 4p 0=f2,s1,s2,x,p3 trick=f2,m3 turn=2 fear=1,1,2,1
"""

from __future__ import annotations

from collections.abc import Iterable

from spuk.games.ghosts.actions import DRAW
from spuk.games.ghosts.cards import kind_text
from spuk.games.ghosts.state import FULL_PILE, PHASES, PLAY, State
from spuk.games.ghosts.view import hand_kinds


def cards_text(kinds: Iterable[int]) -> str:
    """Cards by their short names."""
    return ",".join(kind_text(kind) for kind in kinds)


def write(s: State) -> str:
    """The complete position as one line. `read` recreates the same position from it."""
    return _line(s, [cards_text(hand_kinds(hand)) for hand in s.hands])


def write_known(s: State, seat: int | None) -> str:
    """The position as this seat (None: a spectator) knows it, with a `?` for each card in another hand."""
    hands = [cards_text(hand_kinds(hand)) for hand in s.hands]
    for other in range(s.setup.players):
        if other != seat:
            hands[other] = ",".join("?" * s.hand_size(other))
    return _line(s, hands)


def _line(s: State, hands: list[str]) -> str:
    parts = [s.setup.edition.id, f"{s.setup.players}p"]
    parts += [f"{seat}={hand}" for seat, hand in enumerate(hands)]
    for name, kinds in (("trick", s.trick), ("aside", s.out)):
        if len(kinds) > 0:
            parts.append(f"{name}={cards_text(kinds)}")
    for name, numbers in (("gained", s.gained), ("known", s.known_mist)):
        if any(numbers):
            parts.append(f"{name}={','.join(map(str, numbers))}")
    parts.append(f"fear={','.join(map(str, s.fear))}")
    parts += _turn_parts(s)
    return " ".join(parts)


def _turn_parts(s: State) -> list[str]:
    parts = []
    if s.setup.rounds != 3:
        parts.append(f"rounds={s.setup.rounds}")
    if s.round != 1:
        parts.append(f"round={s.round}")
    if s.starter != 0:
        parts.append(f"starter={s.starter}")
    if s.direction != 1:
        parts.append("direction=back")
    if s.phase != PLAY:
        parts.append(f"phase={PHASES[s.phase]}")
    parts.append(f"turn={s.seat}")
    return parts


def full_pile() -> list[int]:
    """Kinds of all 60 cards, in order."""
    return [draw - DRAW for draw in FULL_PILE]
