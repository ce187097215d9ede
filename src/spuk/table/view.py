"""What one person may see of a table: the only place where a table becomes data for a client."""

from __future__ import annotations

from typing import Any, Final

import spuk
from spuk.kernel.game import FIRST_REVISION
from spuk.language.people import at_a_table
from spuk.language.words import words_of
from spuk.store.contract import Listed
from spuk.table import chance, play
from spuk.table.errors import NotYours
from spuk.table.people import names_of
from spuk.table.table import FINISHED, PLAYING, Proposal, Seat, Table, is_whole, rules_in_force
from spuk.table.updates import Eye, actor_name


def eye_of(table: Table, person: str | None, seat: int | None = None) -> Eye:
    """The seats someone sees with: all of their own, or the one they ask for."""
    own = table.seats_of(person)
    if seat is None:
        return own
    if seat not in own:
        raise NotYours(f"Seat {seat} is not yours.", allowed=own)
    return (seat,)


def page_eye(table: Table, person: str | None, opened: int | None) -> Eye:
    """The seats a page is seen with: all of a person's own, unless these hide something from each other.

    If several people share a device, it shows the hand of the one who said they are there (`opened`), and
    nobody's as soon as another of them has to decide.
    """
    own = table.seats_of(person)
    playing = [seat for seat in own if table.seats[seat].bot is None]
    if not spuk.game(table.game).hides() or table.status != PLAYING or len(playing) < 2:
        return own
    actor = table.actor()
    if opened not in playing or (actor in playing and actor != opened):
        return ()
    return (opened,)


def viewing_seat(table: Table, eye: Eye) -> int | None:
    """Whose view is shown: that of the seat that decides, otherwise the first; None: a spectator's."""
    actor = table.actor()
    return actor if actor in eye else (eye[0] if eye else None)


class Sight:
    """What of a table is the same for several who look at it, worked out once."""

    def __init__(self, table: Table, *, one_view: bool = False) -> None:
        self.table: Final = table
        self._one_view: Final = one_view
        """All seats have the same view, but for `seat` in it."""
        self._views: Final[dict[int | None, Any]] = {}
        self._turns: Final[dict[str | None, str | None]] = {}
        self._called: Final[dict[str | None, list[str]]] = {}

    def view(self, seat: int | None) -> Any:
        """What this seat, or a spectator, may know of the position."""
        whose = None if self._one_view else seat
        if whose not in self._views:
            self._views[whose] = None if self.table.state is None else self.table.state.view(whose)
        view = self._views[whose]
        return view if whose == seat or view is None else {**view, "seat": seat}

    def turn(self, lang: str | None) -> str | None:
        """Whose turn it is, in words."""
        if lang not in self._turns:
            self._turns[lang] = _turn(self.table, lang)
        return self._turns[lang]

    def called(self, lang: str | None) -> list[str]:
        """What those who play are called; without a language nothing is said."""
        if lang not in self._called:
            self._called[lang] = called(self.table, lang)
        return self._called[lang]


def shown(
    table: Table, person: str | None, eye: Eye, lang: str | None = None, sight: Sight | None = None
) -> dict[str, Any]:
    """The whole table, for someone who sees with these seats."""
    sight = sight or Sight(table)
    with at_a_table(sight.called(lang)):
        return _shown(table, person, eye, lang, sight)


def _shown(table: Table, person: str | None, eye: Eye, lang: str | None, sight: Sight) -> dict[str, Any]:
    seat = viewing_seat(table, eye)
    return {
        "id": table.id,
        "number": table.number,
        "game": table.game,
        "rules": table.rules,
        "replayable": table.replayable,
        "damaged": bool(table.damage),
        "title": table.title,
        "options": table.options,
        "status": table.status,
        "chance": table.chance,
        "free_undo": table.free_undo,
        "listed": table.listed,
        "created_at": table.created_at,
        "changed_at": table.changed_at,
        "seats": [_seat(seat, person) for seat in table.seats],
        "your_seats": list(table.seats_of(person)),
        "creator": person is not None and person == table.creator,
        "seat": seat,
        "actor": actor_name(table.actor()),
        "asked": _asked(table, person, eye, lang),
        "turn": sight.turn(lang),
        "view": sight.view(seat),
        "undo": _proposal(table, table.undo, person),
        "can_undo": person in table.deciding() and play.can_undo(table),
        "resign": _proposal(table, table.giving_up, person),
        "result": table.result(),
        "closed": table.closed,
        "before": table.before,
        "rematch": table.rematch,
    }


def called(table: Table, lang: str | None) -> list[str]:
    """The names of everyone who plays; empty without a language."""
    return [] if lang is None else names_of([vars(seat) for seat in table.seats], lang)


def _seat(seat: Seat, person: str | None) -> dict[str, Any]:
    return {
        "name": seat.name,
        "kind": "free" if seat.free else "bot" if seat.bot else "person",
        "bot": seat.bot,
        "seconds": seat.seconds,
        "handed_over": seat.bot is not None and seat.owner is not None,
        "resigned": seat.resigned,
        "yours": seat.owner is not None and seat.owner == person,
    }


def _asked(table: Table, person: str | None, eye: Eye, lang: str | None) -> dict[str, Any] | None:
    """What this person has to decide or enter now. Others learn nothing about it."""
    state, actor = table.state, table.actor()
    if table.status != PLAYING or state is None or actor is None or person is None:
        return None
    if actor == spuk.CHANCE:
        if table.chance != chance.PEOPLE or person not in play.may_enter(table):
            return None
        return {"what": "outcome", "seat": None, "legal": _named(table, chance.possible(state), lang)}
    if actor not in eye or table.seats[actor].person != person:
        return None
    return {"what": "action", "seat": actor, "legal": _named(table, state.legal(), lang)}


def _named(table: Table, actions: list[int], lang: str | None) -> list[dict[str, Any]]:
    named = play.named(table, actions)
    if lang is not None and table.state is not None:
        words = words_of(table.game)
        for entry in named:
            entry["words"] = words.action_words(table.state, entry["action"], lang)
    return named


def _turn(table: Table, lang: str | None) -> str | None:
    if lang is None or table.state is None:
        return None
    return str(words_of(table.game).turn_words(table.state, lang))


def _proposal(table: Table, proposal: Proposal | None, person: str | None) -> dict[str, Any] | None:
    if proposal is None:
        return None
    waiting = [someone for someone in table.deciding() if someone not in proposal.agreed]
    seats = [seat for someone in waiting for seat in table.seats_of(someone)]
    return {"seat": proposal.seat, "waits_for": seats, "yours_to_answer": person in waiting}


def record_of(table: Table, seat: int | None) -> dict[str, Any]:
    """The complete record if the game is over; before that, what this seat may know.

    For a damaged table, what came before the damage, if it is known which game it was.
    """
    if not table.game:
        table.check_playable()
    record = table.record()
    whole = record.as_data()
    if table.status == FINISHED:
        return whole
    actions = record.seen_by(seat)["actions"] if table.replayable else _certainly_public(table)
    return {**whole, "actions": actions, "seed": None}


def _certainly_public(table: Table) -> list[int | None]:
    """The actions of a game that cannot be replayed, without those of chance if the game hides anything."""
    hidden = set(table.chances) if spuk.game(table.game).hides() else set()
    return [None if number in hidden else action for number, action in enumerate(table.actions)]


_UNKNOWN: Final[dict[str, Any]] = {
    "game": "",
    "title": "",
    "options": {},
    "chance": chance.SERVER,
    "created_at": 0.0,
    "seats": [],
    "result": None,
}
"""What lists show of a table whose summary is damaged."""


def listed(found: Listed, person: str | None, *, damaged: bool = False) -> dict[str, Any]:
    """A table in a list. It reveals nothing about people except the names they play under."""
    whole = is_whole(found)
    about = {"rules": FIRST_REVISION, **(found.card.about if whole else _UNKNOWN)}
    owners = about.pop("owners", ())
    return {
        "id": found.table,
        "number": found.number,
        "changed_at": found.changed_at,
        "status": found.card.status,
        "yours": person is not None and person in found.card.people,
        "your_seats": [
            number for number, owner in enumerate(owners) if owner is not None and owner == person
        ],
        "replayable": whole and not damaged and found.card.rules in rules_in_force(),
        "damaged": damaged or not whole,
        **about,
    }
