"""One live table in memory. The log is the source of truth; everything here can be read again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from spuk.server.bot_workers import Job, Workers
from spuk.server.loading import DamagedLog, fold_rows, load_table, told_again
from spuk.server.stream import Watcher, Watchers
from spuk.store.contract import BUSY, Card, Conflict, Snapshot, Store, StoreError, Unavailable
from spuk.table import play
from spuk.table.errors import Damaged, NotThere, Refused
from spuk.table.table import Table
from spuk.table.updates import Update

_KEPT_UPDATES: Final = 40
"""How many updates are kept in memory for readers who reconnect soon."""
_SNAPSHOT_EVERY: Final = 200
_TRIES: Final = 5
_PAUSE: Final = 1.0
"""Seconds until a bot tries again to save its move."""

_log = logging.getLogger(__name__)

Command = Callable[[Table], None]


class Room:
    """A table with its lock, its watchers, and the bot that is thinking."""

    def __init__(self, table: Table, store: Store, workers: Workers) -> None:
        self.table = table
        """Always as it is in the log; replaced, never modified."""
        self.watchers = Watchers()
        self.used_at = time.monotonic()
        self._store = store
        self._workers = workers
        self._lock = asyncio.Lock()
        self._card: Card | None = None
        self._recent: deque[Update] = deque(maxlen=_KEPT_UPDATES)
        self._doubtful = False
        """A write failed and may or may not have taken place: read the log first."""
        self._thinking: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None

    # ── doing something ─────────────────────────────────────────────────────────────────────

    async def do(self, command: Command, request: str | None = None) -> Table:
        """Let a command change the table. When this returns, the change is in the log.

        A request that was already carried out, in whichever process, is not repeated. Errors of the command
        are raised; `spuk.OtherRules` or `Damaged` if nothing can be done at all. If another process was
        faster, the command is tried again on the new table, and a decision based on an older number refuses
        itself. If an error notes something at the table, that is in the log as well.
        """
        refused: Refused | None = None
        self.table.check_playable()
        async with self._lock:
            for _ in range(_TRIES):
                await self._settle_doubts()
                if request is not None and request in self.table.requests:
                    return self.table
                draft = self.table.draft(time.time(), self.watchers.tongues())
                draft.request = request
                refused = _refusal(command, draft)
                if not draft.fresh:
                    return self.table
                try:
                    await self._append(draft)
                except Conflict as conflict:
                    if not conflict.number:
                        raise NotThere("This table has been deleted.") from conflict
                    await (self._catch_up() if conflict.number >= self.table.number else self._start_over())
                    continue
                self._take(draft)
                break
            else:
                raise Unavailable("the table is too busy", BUSY)
        self.go_on()
        await asyncio.sleep(0)  # watchers are told before the response is created
        if refused is not None:
            raise refused
        return self.table

    async def _append(self, draft: Table) -> None:
        card = draft.card()
        new_card = None if card == self._card and self.table.number > 0 else card
        try:
            # Continues even if the client disconnects; then the log is read before anything else is done.
            await self._store.append(draft.id, self.table.number, draft.fresh, new_card, at=draft.now)
        except Conflict:
            raise
        except BaseException:
            self._doubtful = True
            raise
        self._card = card

    def _take(self, draft: Table) -> None:
        updates, before = draft.updates, self.table.number
        draft.fresh, draft.updates = [], []
        self.table = draft
        self._recent.extend(updates)
        self.watchers.tell(draft, updates)
        if before // _SNAPSHOT_EVERY != draft.number // _SNAPSHOT_EVERY:
            self._keeping = asyncio.create_task(self._keep(draft.snapshot()))

    async def _keep(self, snapshot: Snapshot) -> None:
        try:
            await self._store.save_snapshot(self.table.id, snapshot)
        except StoreError as error:
            _log.warning("%s: no snapshot (%s); the log is enough", self.table.id, error)

    # ── keeping up with the log ─────────────────────────────────────────────────────────────

    async def _settle_doubts(self) -> None:
        if self._doubtful:
            await self._catch_up()
            self._doubtful = False

    async def catch_up(self, number: int | None = None) -> None:
        """Read what others have appended, at least up to a number (None: whatever there is)."""
        if number is not None and number <= self.table.number:
            return
        async with self._lock:
            await self._catch_up()

    async def _start_over(self) -> None:
        """The log is shorter than what we know: the database was restored, or has lost its end."""
        _log.error("%s: the log has lost rows after they were acknowledged; reading it again", self.table.id)
        self.table = await load_table(self._store, self.table.id)
        self._card = None
        self._recent.clear()
        self.watchers.close()  # they reconnect and get the current table

    async def _catch_up(self) -> None:
        rows = await self._store.read(self.table.id, self.table.number)
        if not rows:
            return
        if not self.table.replayable:  # a process that knows those rules continues with it
            self.table = await load_table(self._store, self.table.id)
            return
        draft = self.table.draft(time.time(), self.watchers.tongues())
        try:
            fold_rows(draft, rows, tell=True)
        except DamagedLog:
            self.table = await load_table(self._store, self.table.id)
            self.watchers.close()  # they reconnect and catch up
            return
        self._card = None
        self._take(draft)

    # ── watching ────────────────────────────────────────────────────────────────────────────

    async def watch(self, watcher: Watcher, after: int | None) -> None:
        """Start telling a watcher: first what came after the last number they saw, or the whole table."""
        if self._doubtful or (after is not None and after > self.table.number):
            await self.catch_up()
        missed: list[Update] | None = None if after is None or after > self.table.number else []
        while missed is not None:
            last = missed[-1].number if missed else after
            # Nothing is awaited between this check and `add`: no update can be missed or sent twice.
            if last is None or last == self.table.number:
                break
            if last > self.table.number:
                await self.catch_up()
                continue
            more = await self._missed(last, watcher.lang)
            missed = None if more is None else missed + more
        if missed is None:
            watcher.reset(self.table)
        else:
            watcher.resume(self.table, missed)
        self.watchers.add(watcher)

    async def _missed(self, after: int, lang: str | None) -> list[Update] | None:
        recent = self._recent_after(after)
        complete = after == self.table.number or (recent and recent[0].number == after + 1)
        if complete and all(lang is None or not u.seen or lang in u.tongues for u in recent):
            return recent
        try:
            found = await told_again(self._store, self.table.id, after, lang)
        except Damaged:  # the updates cannot be told, but the current table can
            return None
        return found if found and found[0].number == after + 1 else None

    def remembers(self, after: int) -> bool:
        """Whether everything after this number can be told without reading the log."""
        return after >= self.table.number or any(update.number == after + 1 for update in self._recent)

    def _recent_after(self, number: int) -> list[Update]:
        return [update for update in self._recent if update.number > number]

    # ── bots ────────────────────────────────────────────────────────────────────────────────

    def go_on(self) -> None:
        """Let a bot think if it is its turn and none is thinking yet."""
        if self.table.bot_to_move() is not None and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.create_task(self._think())

    def bot_seconds(self) -> float:
        """The thinking time of the bot to move; 0 if there is none or it is quick."""
        seat = self.table.bot_to_move()
        return 0.0 if seat is None else self.table.seats[seat].seconds or 0.0

    async def _think(self) -> None:
        while (seat := self.table.bot_to_move()) is not None:
            table = self.table
            action = await self._workers.choose(Job.of(table, seat))

            def move(draft: Table, seat: int = seat, moved: int = table.moved, action: int = action) -> None:
                play.act_for_bot(draft, seat, moved, action)

            try:
                await self.do(move)
            except NotThere:
                return
            except Refused:  # the seat was taken back, or a move undone, in the meantime
                continue
            except StoreError as error:
                _log.warning("%s: the bot's move waits (%s)", table.id, error)
                await asyncio.sleep(_PAUSE)

    # ── leaving memory ──────────────────────────────────────────────────────────────────────

    def idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        thinks = self._thinking is not None and not self._thinking.done()
        return not (self.watchers or self._lock.locked() or thinks)

    def end(self, last: bytes) -> None:
        """The table has been deleted: this is the last message for its watchers."""
        for watcher in self.watchers:
            watcher.end(last)
            self.watchers.remove(watcher)
        self.close()

    def close(self) -> None:
        """Stop everything in progress."""
        for task in (self._thinking, self._keeping):
            if task is not None:
                task.cancel()
        self.watchers.close()


def _refusal(command: Command, draft: Table) -> Refused | None:
    """Let a command change a draft. Returns the error, if it noted something anyway."""
    try:
        command(draft)
    except Refused as refused:
        if not refused.noted:
            raise
        return refused
    return None
