"""The end of a game (GH-4.3)."""

from __future__ import annotations

from spuk.games.ghosts.state import ENDED, State
from spuk.kernel.game import Outcome

REASON = ("fewest_fear", "GH-4.3")


def outcome(s: State) -> Outcome | None:
    """After the last round, the fewest fear wins; ties share the win."""
    if s.phase != ENDED:
        return None
    fear = [int(points) for points in s.fear]
    fewest = min(fear)
    winners = tuple(seat for seat, points in enumerate(fear) if points == fewest)
    return Outcome(
        won=True,
        winners=winners,
        reason=REASON[0],
        rule=REASON[1],
        score=fewest,
        scores=tuple(fear),
        returns=tuple(_return(seat, winners, len(fear)) for seat in range(len(fear))),
    )


def _return(seat: int, winners: tuple[int, ...], players: int) -> float:
    """Zero-sum: the winners share what the others pay; nobody pays if all win."""
    if len(winners) == players:
        return 0.0
    return (players - len(winners)) / len(winners) if seat in winners else -1.0
