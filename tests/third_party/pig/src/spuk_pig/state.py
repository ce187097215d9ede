"""A position of Pig and its rules.

A turn begins with a roll (there is nothing to hold yet). After each roll that is no 1 the player decides:
roll again, or hold and keep the turn's total. A 1 ends the turn with nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk import CHANCE, OVER, ActionSpace, Event, Mind, Outcome, State
from spuk_pig.mind import MIND

ID: Final = "pig"

SPACE: Final = ActionSpace()
ROLL: Final = SPACE.verb("roll", 1)
HOLD: Final = SPACE.verb("hold", 1)
DIE: Final = SPACE.verb("die", 6, lambda offset: str(offset + 1))

_DECIDE: Final = vec[i64]([ROLL, HOLD])
_SIDES: Final = vec[i64](range(DIE, DIE + 6))
_NOTHING: Final = vec[i64]()


class Position(State):
    """Scores, whose turn it is, and what the turn has brought so far."""

    roll: Final = ROLL
    hold: Final = HOLD

    def __init__(
        self, target: int, scores: Sequence[int], turn: int = 1, total: int = 0, decides: bool = False
    ) -> None:
        super().__init__(CHANCE, _SIDES)
        self.target = target
        self.scores = list(scores)
        self.turn = turn
        """Counted from 1; seat 0 begins."""
        self.total = total
        """Of this turn, not kept yet."""
        self._ask(decides)

    def seat(self) -> int:
        """Whose turn it is; in a game that is over, who has won."""
        return (self.turn - 1) % len(self.scores)

    def wins_by_holding(self) -> bool:
        """The one who decides has enough."""
        return self.phase() == "choose" and self.scores[self.seat()] + self.total >= self.target

    def phase(self) -> str:
        """`choose` (a player decides), `roll` (the die does) or `over`."""
        return {CHANCE: "roll", OVER: "over"}.get(int(self.actor), "choose")

    # ── the rules ───────────────────────────────────────────────────────────────────────────

    def step(self, action: int) -> None:
        seat = self.seat()
        if action == ROLL:
            self._ask(decides=False)
        elif action == HOLD:
            self.scores[seat] += self.total
            self._tell("held", seat=seat, total=self.total, score=self.scores[seat])
            self._end_turn()
        else:
            self._rolled(seat, int(action) - DIE + 1)

    def _rolled(self, seat: int, pips: int) -> None:
        self._tell("rolled", seat=seat, pips=pips)
        if pips == 1:
            self._tell("lost", seat=seat, total=self.total)
            self._end_turn()
        else:
            self.total += pips
            self._ask(decides=True)

    def _end_turn(self) -> None:
        self.total = 0
        if self.scores[self.seat()] < self.target:
            self.turn += 1
        self._ask(decides=False)

    def _ask(self, decides: bool) -> None:
        """Whose decision it is now, and between what."""
        if self.scores[self.seat()] >= self.target:
            self.actor, self.options = OVER, _NOTHING
        elif decides:
            self.actor, self.options = self.seat(), _DECIDE
        else:
            self.actor, self.options = CHANCE, _SIDES

    def _tell(self, id: str, **values: int) -> None:
        if self.listener is not None:
            self.listener.append(Event(id, values))

    def outcome(self) -> Outcome | None:
        if self.actor != OVER:
            return None
        winner, others = self.seat(), len(self.scores) - 1
        return Outcome(
            won=True,
            winners=(winner,),
            reason="target",
            rule="PIG-3.1",
            score=self.scores[winner],
            scores=tuple(self.scores),
            returns=tuple(float(others) if seat == winner else -1.0 for seat in range(len(self.scores))),
        )

    # ── the rest of the protocol ────────────────────────────────────────────────────────────

    def space(self) -> ActionSpace:
        return SPACE

    def game_id(self) -> str:
        return ID

    def seats(self) -> int:
        return len(self.scores)

    def clone(self) -> Position:
        return Position(self.target, self.scores, self.turn, self.total, self.phase() == "choose")

    def mind(self) -> Mind:
        return MIND

    def text(self) -> str:
        scores = ",".join(map(str, self.scores))
        return (
            f"{len(self.scores)}p target={self.target} scores={scores} "
            f"turn={self.turn} total={self.total} {self.phase()}"
        )

    def view(self, seat: int | None = None) -> dict[str, Any]:
        self.check_seat(seat)
        return {
            "game": ID,
            "options": {"players": len(self.scores), "target": self.target},
            "seat": seat,
            "actor": {CHANCE: "chance", OVER: "over"}.get(int(self.actor), int(self.actor)),
            "turn": self.turn,
            "active": self.seat(),
            "total": self.total,
            "scores": list(self.scores),
        }

    def invariants(self) -> list[str]:
        problems = []
        if any(score < 0 for score in self.scores) or self.total < 0 or self.turn < 1:
            problems.append("numbers: nothing is below 0, and turns count from 1")
        ended = [seat for seat, score in enumerate(self.scores) if score >= self.target]
        if ended not in ([], [self.seat()]):
            problems.append(f"scores: seat {self.seat()} plays on although seat {ended[0]} has won")
        allowed = {"choose": self.total >= 2, "roll": self.total != 1, "over": self.total == 0}
        if not allowed[self.phase()]:
            problems.append(f"total: {self.total} when the game is at {self.phase()!r}")
        return problems
