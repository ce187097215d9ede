"""The end of a game and its score (GS-13, GS-12)."""

from __future__ import annotations

from spuk.games.ghost_stories.editions import WIN_BONUS
from spuk.games.ghost_stories.state import REASONS, RUNNING, WON, State
from spuk.kernel import bits
from spuk.kernel.game import Outcome


def outcome(s: State) -> Outcome | None:
    """How the game ended, or None while it is in progress. All players win or lose together (GS-10.4)."""
    if s.end == RUNNING:
        return None
    won = s.end == WON
    seats = tuple(range(s.setup.players))
    reason, rule = REASONS[s.end]
    score = sum(score_sheet(s).values())
    return Outcome(
        won=won,
        winners=seats if won else (),
        reason=reason,
        rule=rule,
        score=score,
        scores=tuple(score for _ in seats),
        returns=tuple(1.0 if won else -1.0 for _ in seats),
    )


def score_sheet(s: State) -> dict[str, int]:
    """The score line by line (GS-13.3), as if the game ended now."""
    won = s.end == WON
    edition = s.setup.edition
    boards = s.setup.board_of_seat
    dead = sum(1 for board in boards if not s.living(board))
    empty = sum(1 for ghost in s.ghosts if ghost == 0)
    ghosts_left = int(s.setup.ghosts_left(s.deck))
    return {
        "win": _win_bonus(s) if won else 0,
        "qi": sum(s.qi[board] for board in boards),
        "deck": ghosts_left if won else -ghosts_left,
        "dead": -3 * dead,
        "haunted": -4 * bits.count(s.haunted),
        "incarnations": further_incarnations(s),
        "empty_spaces": edition.empty_space_bonus * empty,
    }


def _win_bonus(s: State) -> int:
    return s.setup.edition.hell_win_bonus if s.setup.level.from_hell else WIN_BONUS


def further_incarnations(s: State) -> int:
    """GS-12, Nightmare and Hell: for the first, second and third incarnation banished."""
    if not s.setup.level.many_incarnations:
        return 0
    edition = s.setup.edition
    small = s.setup.players <= 2
    bonuses = edition.further_incarnations_small_table if small else edition.further_incarnations
    return sum(bonuses[: bits.count(s.banished)])
