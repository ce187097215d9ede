"""All rooms: which are in memory, and who wakes them."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from contextlib import suppress
from typing import Any, Final

from spuk.server.bot_workers import Workers
from spuk.server.loading import load_table
from spuk.server.open_streams import RELOAD
from spuk.server.room import Command, Room
from spuk.store.contract import Listed, Store, StoreError
from spuk.table.errors import NotThere, Refused
from spuk.table.table import FINISHED, WAITS_FOR_BOT, Table, is_whole, rules_in_force

_SWEEP_AT_ONCE: Final = 200
_CATCH_UP_PAUSE: Final = 1.0
"""Seconds until an unreadable log is tried again."""
_CLOCKS_DIFFER: Final = 60.0
"""Seconds by which the clocks of well-kept machines may differ."""
_FINISHED_KEPT: Final = 50
_JUST_OVER: Final = 5.0
"""Seconds the room of a finished game stays after a visit: someone may be about to watch it."""
_YOUNG: Final = 60.0
"""The least time a room stays in memory, so that crowds do not evict each other."""

_log = logging.getLogger(__name__)


class RoomRegistry:
    """Rooms by the id of their table."""

    def __init__(self, store: Store, workers: Workers, *, most: int) -> None:
        self._store = store
        self._workers = workers
        self._most = most
        self._rooms: dict[str, Room] = {}
        self._look_at = 2 * _FINISHED_KEPT
        """How many rooms there must be before it is worth looking for finished games."""
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._heard: dict[str, int] = {}
        """How far tables that are being loaded have got, according to other processes."""
        self._errands: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()
        """Tables whose log could not be read when it had grown; they are tried again."""
        self._looked = 0
        """How often operators have changed something: tables may have been deleted."""

    def __len__(self) -> int:
        return len(self._rooms)

    def watched(self) -> int:
        """Tables that someone is watching."""
        return sum(bool(room.watchers) for room in self._rooms.values())

    async def room(self, id: str) -> Room:
        """The room of a table, read from the log if it is not in memory."""
        room = self._rooms.get(id)
        if room is None:
            loading = self._loading.get(id)
            if loading is None:
                loading = self._loading[id] = asyncio.create_task(self._load(id))
                loading.add_done_callback(lambda _: self._loading.pop(id, None))
            room = await asyncio.shield(loading)
        room.used_at = time.monotonic()
        return room

    async def _load(self, id: str) -> Room:
        looked = self._looked
        try:
            table = await load_table(self._store, id)
            if looked != self._looked and not await self._store.numbers([id]):
                raise NotThere("This table has been deleted.")
            room = self._keep(Room(table, self._store, self._workers))
        finally:
            heard = self._heard.pop(id, 0)
        if heard > room.table.number:  # written after we had read it, and announced before the room was known
            await self._catch_up(room, heard)
        return room

    async def make(self, id: str, begin: Command) -> Room:
        """A new table. Nobody finds its room before it is in the log. An existing one is left as it is."""
        room = Room(Table(id), self._store, self._workers)
        await room.do(lambda draft: None if draft.number else begin(draft))
        return self._keep(room)

    def _keep(self, room: Room) -> Room:
        self._forget_finished()
        self._make_place()
        return self._rooms.setdefault(room.table.id, room)

    def drop(self, id: str) -> None:
        """Drop a table from memory."""
        room = self._rooms.pop(id, None)
        if room is not None:
            room.close()

    def _forget_finished(self) -> None:
        """Finished games no longer change, so only a few of them, those visited last, stay in memory."""
        if len(self._rooms) < self._look_at:
            return
        now = time.monotonic()
        over = [
            room
            for room in self._rooms.values()
            if room.table.status == FINISHED and room.idle() and now - room.used_at > _JUST_OVER
        ]
        over.sort(key=lambda room: room.used_at, reverse=True)
        for room in over[_FINISHED_KEPT:]:
            self.drop(room.table.id)
        self._look_at = len(self._rooms) + _FINISHED_KEPT

    def _make_place(self) -> None:
        """Drop the rooms unused for longest, if nobody needs them."""
        too_many = len(self._rooms) - self._most
        if too_many < 0:
            return
        now = time.monotonic()
        idle = [room for room in self._rooms.values() if room.idle() and now - room.used_at > _YOUNG]
        idle.sort(key=lambda room: room.used_at)
        # a few more than needed, so this is not done for every new room
        for room in idle[: too_many + self._most // 10 + 1]:
            self.drop(room.table.id)

    # ── lists ───────────────────────────────────────────────────────────────────────────────

    async def list(self, **query: Any) -> list[Listed]:
        """Like `Store.list`; damaged summaries are repaired if possible."""
        found = await self._store.list(**query)
        return [one if is_whole(one) else await self._mended(one) for one in found]

    async def _mended(self, one: Listed) -> Listed:
        try:
            await self.room(one.table)  # reading a table from its log rewrites its summary
            return await self._store.find(one.table) or one
        except (StoreError, Refused):
            return one

    def is_damaged(self, id: str) -> bool:
        """Whether a table is known to be damaged. Tables that are not in memory are not read for this."""
        return id in self._rooms and bool(self._rooms[id].table.damage)

    # ── what others do ──────────────────────────────────────────────────────────────────────

    def wake(self, id: str, number: int) -> None:
        """Another process has appended to a table; '' means possibly to any."""
        for loading in self._loading if id == "" else self._loading.keys() & {id}:
            self._heard[loading] = max(self._heard.get(loading, 0), number if id else sys.maxsize)
        rooms = list(self._rooms.values()) if id == "" else [self._rooms[id]] if id in self._rooms else []
        for room in rooms:
            if id == "" or number > room.table.number:
                errand = asyncio.create_task(self._catch_up(room, number if id else None))
                self._errands.add(errand)
                errand.add_done_callback(self._errands.discard)

    async def look_again(self) -> None:
        """Operators have changed something: tables may have been deleted or have moved on."""
        self._looked += 1
        known = list(self._rooms)
        numbers = await self._store.numbers(known)
        for id in known:
            if id not in numbers and id in self._rooms:
                self._rooms.pop(id).end(RELOAD)
            elif id in numbers:
                self.wake(id, numbers[id])

    async def _catch_up(self, room: Room, number: int | None) -> None:
        """Until it is done, since nobody will announce the change again."""
        id = room.table.id
        try:
            await room.catch_up(number)
        except StoreError as error:
            if id in self._behind:
                return
            _log.warning("%s: cannot catch up (%s); trying again", id, error)
            self._behind.add(id)
            try:
                await self._keep_trying(room)
            finally:
                self._behind.discard(id)

    async def _keep_trying(self, room: Room) -> None:
        while self._rooms.get(room.table.id) is room:
            await asyncio.sleep(_CATCH_UP_PAUSE)
            with suppress(StoreError):
                await room.catch_up()
                return

    async def sweep(self, *, before: float | None = None) -> None:
        """Continue tables whose bot should have moved before this time: its process has died. None: all.

        Two processes may compute the same move, but the log accepts only one of them.
        """
        waiting = await self._store.list(
            waits=WAITS_FOR_BOT, before=before, rules=rules_in_force(), limit=_SWEEP_AT_ONCE
        )
        for found in waiting:
            await self._go_on(found, before)

    async def _go_on(self, found: Listed, before: float | None = None) -> None:
        """Let a bot think if its thinking time ended before this time; None: in any case."""
        try:
            room = await self.room(found.table)
            if before is None or found.changed_at + room.bot_seconds() <= before:
                room.go_on()
        except Exception as error:  # the others must not wait because of this one
            _log.warning("table %s: its bot cannot go on (%r)", found.table, error)

    async def sweep_ahead(self, now: float) -> None:
        """Continue tables with a change in the future: the clock was set back, or another machine's is ahead.

        Going by their age, nobody would look for them before that time has come.
        """
        latest = await self._store.list(waits=WAITS_FOR_BOT, rules=rules_in_force(), limit=_SWEEP_AT_ONCE)
        for found in latest:
            if found.changed_at > now + _CLOCKS_DIFFER:
                await self._go_on(found)

    def send_away(self, person: str, generation: int) -> None:
        """Someone with this generation has moved to another device: streams of older ones end."""
        for room in self._rooms.values():
            room.watchers.send_away(person, generation)

    def watching(self) -> set[str]:
        """All known people who read a stream."""
        rooms = self._rooms.values()
        return {person for room in rooms for person in room.watchers.present() if person is not None}

    def end_streams(self) -> None:
        """Disconnect all watchers. They reconnect to whichever process serves then."""
        for room in self._rooms.values():
            room.watchers.close()

    def close(self) -> None:
        """Close all rooms."""
        for room in self._rooms.values():
            room.close()
        for errand in self._errands:
            errand.cancel()
