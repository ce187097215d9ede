"""What may be taken back where hands are hidden: only what has told nobody anything new."""

from __future__ import annotations

from typing import Final

from spuk.terminal.session import Session

PLAYS: Final = ("trick_opened", "ghost_added", "mirror", "mist_played", "pile_taken")


def why_not(session: Session) -> str | None:
    """Why the last decision stands, as the id of a text; None if it may be taken back.

    Not after a card was drawn (it would be known), not after somebody else has played (his card would
    be), and never somebody else's decision.
    """
    number = session.last_decision()
    if number is None:
        return None
    seat = session.decided(number)
    if not session.over and session.state.actor != seat:
        return "ui.ghosts.undo.other"
    events = [told.event for told in session.told(None, after=number)]
    if any(event.id == "card_drawn" for event in events):
        return "ui.ghosts.undo.drawn"
    if any(event.id in PLAYS and event.values["seat"] != seat for event in events):
        return "ui.ghosts.undo.played"
    return None
