"""Loading tables from their logs. A damaged table is quarantined: it can be viewed, and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from spuk.store.contract import DAMAGED, Listed, Row, Store, StoreError
from spuk.table.errors import Damaged, NotThere
from spuk.table.table import Table, is_whole
from spuk.table.updates import Update

_AT_ONCE: Final = 50
"""How many rows of a log are told in one go."""

_log = logging.getLogger(__name__)


class DamagedLog(Exception):
    """A row is unreadable, or makes no sense in its place."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"row {number}: {reason}")
        self.number = number


async def load_table(store: Store, id: str) -> Table:
    """A table from its log, with the help of a valid snapshot if there is one.

    A table that was played under other rules, or whose log is damaged, is not replayed: its summary says how
    far it got. A damaged summary is rewritten if the log it is derived from is intact.
    """
    found = await store.find(id)  # before the log, so that everything it counts is in the log
    table = await _from_snapshot(store, id) or await _from_log(store, id)
    if table.number == 0 and found is None:
        raise NotThere("There is no such table.")
    if not table.damage:
        table.damage = await _missing(store, table, found)
    if table.damage:
        table.quarantine(table.damage)
        _log.error("table %s is damaged and left alone: %s", id, table.damage)
    if not table.replayable and found is not None:
        table.believe(found.card)
    elif found is not None and not is_whole(found):
        await _mend_card(store, table)
    return table


async def _from_snapshot(store: Store, id: str) -> Table | None:
    """The snapshot, or None if there is no usable one: the log is enough."""
    snapshot = await store.load_snapshot(id)
    if snapshot is None:
        return None
    try:
        table = Table.from_snapshot(snapshot)
    except Exception as error:  # the effects of damage
        _log.warning("table %s: its snapshot is damaged (%r); the log is enough", id, error)
        return None
    if table is None:
        return None
    rows = await store.read(id, table.number)
    with suppress(DamagedLog):
        return fold_rows(table, rows)
    return None


async def _from_log(store: Store, id: str) -> Table:
    rows = await store.read(id)
    try:
        return fold_rows(Table(id), rows)
    except DamagedLog as damage:
        table = fold_rows(Table(id), [row for row in rows if row.number < damage.number])
        table.quarantine(str(damage))
        return table


def fold_rows(table: Table, rows: Iterable[Row], *, tell: bool = False) -> Table:
    """The table with these rows. Raises `DamagedLog` if one of them cannot be what was written."""
    for row in rows:
        if row.number != table.number + 1:
            raise DamagedLog(table.number + 1, "it is missing")
        if row.kind == DAMAGED:
            raise DamagedLog(row.number, "its data is not a JSON object")
        try:
            table.fold(row, tell=tell)
        except Exception as error:  # the effects of damage: unknown kinds, missing fields, illegal actions
            raise DamagedLog(row.number, f"{row.kind}: {type(error).__name__} {error}") from error
    return table


async def _missing(store: Store, table: Table, found: Listed | None) -> str:
    """What is missing in the log or in the list of games; '' if both agree."""
    if found is not None and table.number < found.number:
        return f"rows {table.number + 1} to {found.number} are missing"
    if found is not None and table.number == found.number:
        return ""
    found = await store.find(table.id)  # another process appended before we read the log, and perhaps since
    if found is None:
        return "its row in the list of games is missing"
    return f"row {found.number} should be its last" if table.number > found.number else ""


async def _mend_card(store: Store, table: Table) -> None:
    _log.warning("table %s: its card was damaged and is written anew", table.id)
    with suppress(StoreError):  # another process appended in the meantime, or the next visitor does it
        await store.append(table.id, table.number, (), table.card(), at=table.changed_at)


async def told_again(store: Store, id: str, after: int, lang: str | None) -> list[Update]:
    """The updates after a number, recreated from the log."""
    table = Table(id)
    table.tongues = () if lang is None else (lang,)
    for row in await store.read(id):
        try:
            fold_rows(table, [row], tell=row.number > after)
        except DamagedLog as damage:
            _log.error("table %s is damaged: %s", id, damage)
            raise Damaged from damage
        if row.number % _AT_ONCE == 0:
            await asyncio.sleep(0)  # others need not wait until a long log has been told
    return table.updates
