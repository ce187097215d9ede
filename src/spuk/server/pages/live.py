"""The stream of a page: after each change what looks different now, as HTML, with the events that led there.

One message `table` has the number, the HTML of the parts that changed since the message before (`parts`), the
new lines of the log, and the events for motion and sound. The first message on a stream has the whole table
(`html`) and the header (`top`) instead. Last-Event-ID, slow readers and what was missed work as in
`server/stream.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from spuk.render.announcements import spoken
from spuk.render.board import board_of
from spuk.render.log import ToldUpdate
from spuk.render.parts import Picture
from spuk.render.table_html import (
    Lobby,
    Moment,
    chat_html,
    context,
    header,
    inside,
    log_html,
    picture,
    told,
)
from spuk.server.room import Room
from spuk.server.stream import Made, Watcher, encode, message
from spuk.table.people import names_of
from spuk.table.table import OPEN, Table
from spuk.table.updates import Eye, Update
from spuk.table.view import page_eye

_PRESENCE_PAUSE: Final = 0.4
"""Seconds in which comings and goings are gathered before they are shown."""
_CROWD: Final = 40
"""More than these need not see each other come and go at once."""


class PageWatcher(Watcher):
    """Somebody who has the page of a table open."""

    def __init__(
        self,
        room: Room,
        person: str | None,
        lang: str,
        lobby: Lobby,
        opened: int | None = None,
        came_by: str = "",
    ) -> None:
        super().__init__(person, None, lang, states=False)
        self._opened = opened
        self._came_by = came_by
        """The address and key of the link: what else decides what is shown before the start."""
        self._room = room
        self._lobby = lobby
        self._lang = lang
        self._sent: Picture | None = None
        """What the last message has made of the page."""

    def eye(self, table: Table) -> Eye:
        """Where several people share the page, only the hand of the one who is there."""
        return page_eye(table, self.person, self._opened)

    def reset(self, table: Table) -> None:
        """What he has seen is not known any more: the page is to be loaded anew."""
        self.put(message("reload", table.number, b"{}"))

    def resume(self, table: Table, updates: Sequence[Update]) -> None:
        """What he has missed, at once; motion would be long past."""
        if updates:
            picture = self._draw(table, {})
            self.put(self._message(table, picture, told(updates, self.eye(table), self._lang), events=False))
            self._sent = picture

    def tell(self, table: Table, updates: Sequence[Update], made: Made) -> None:
        """What has just happened, drawn once for all who see the same."""
        self._show(table, updates, made)

    def refresh(self, made: Made | None = None) -> None:
        """The table again, because somebody came or went."""
        if self._room.table.replayable:
            self._show(self._room.table, (), {} if made is None else made)

    def _show(self, table: Table, updates: Sequence[Update], made: Made) -> None:
        """What has changed since the last message; those who had and get the same share it.

        What a page shows that has had none yet is not known: it gets everything.
        """
        alike = self._alike(table)
        if alike not in made:
            made[alike] = self._draw(table, made), told(updates, self.eye(table), self._lang)
        picture, news = made[alike]
        message = alike, id(self._sent)
        if message not in made:
            made[message] = self._message(table, picture, news)
        self.put(made[message])
        self._sent = picture

    def _alike(self, table: Table) -> tuple[Any, ...]:
        """What pages that are alike have in common: those of all spectators are, and all of one player."""
        if table.status == OPEN:
            return "page", self.person, self._came_by, self._lang
        person = self.person if table.seats_of(self.person) else None
        return "page", person, self.eye(table), self._lang

    def _draw(self, table: Table, made: Made) -> Picture:
        if "moment" not in made:
            made["moment"] = Moment(table), present(self._room)
        moment, here = made["moment"]
        seen = context(table, self.person, self.eye(table), self._lang, self._lobby, here, moment)
        return picture(seen, self._lang, self._sent)

    def _message(
        self, table: Table, picture: Picture, updates: Sequence[ToldUpdate], *, events: bool = True
    ) -> bytes:
        happened = [event for update in updates for event in update.get("events", ())] if events else []
        changes = None if self._sent is None else picture.changes(self._sent)
        shown = (
            {"parts": changes} if changes is not None else {"html": inside(picture), "top": header(picture)}
        )
        data: dict[str, Any] = {
            "number": table.number,
            **shown,
            "status": table.status,
            "log": log_html(updates, table, self._lang),
            "chat": chat_html(updates, table, self._lang),
            "said": spoken(updates, board_of(table.game), self._names(table), self._lang),
            "events": happened,
        }
        return message("table", table.number, encode(data))

    def _names(self, table: Table) -> list[str]:
        return names_of([vars(seat) for seat in table.seats], self._lang)


def present(room: Room) -> dict[str, Any]:
    """Who looks at the table now: the seats of those who play, and how many others."""
    people = room.watchers.present()
    here = [number for number, seat in enumerate(room.table.seats) if seat.owner in people and seat.owner]
    owners = {seat.owner for seat in room.table.seats}
    return {"seats": here, "watching": sum(person is None or person not in owners for person in people)}


class Presence:
    """Shows those at a table who comes and goes, not more often than they could see."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def changed(self, room: Room) -> None:
        """Somebody came to this room or left it."""
        id = room.table.id
        if id not in self._waiting and len(room.watchers) <= _CROWD:
            loop = asyncio.get_running_loop()
            self._waiting[id] = loop.call_later(_PRESENCE_PAUSE, self._show, room)

    def _show(self, room: Room) -> None:
        self._waiting.pop(room.table.id, None)
        made: Made = {}
        for watcher in room.watchers:
            if isinstance(watcher, PageWatcher):
                watcher.refresh(made)


PRESENCE: Final = Presence()
