"""PostgreSQL: any number of processes, on any number of machines, by asyncpg on the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as insert_here
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

from spuk.store.connecting import PATIENCE, Answers, T, unavailable
from spuk.store.connector import Connector
from spuk.store.contract import Conflict
from spuk.store.grouping import Grouped, PendingAppend
from spuk.store.listen import CHANNEL
from spuk.store.rows import TABLE_FIELDS, log_rows, table_values
from spuk.store.schema import LOG, PARTS, TABLES


class PostgreSQL:
    """A pool of connections."""

    def __init__(self, url: URL) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine

        connector = Connector(url)
        # pre_ping: a database that was restarted costs nobody a failed request.
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: connector.connect(command_timeout=PATIENCE),
            pool_pre_ping=True,
            pool_size=8,
        )
        self._grouped = Grouped(self._append_all)

    async def append(self, order: PendingAppend) -> int:
        """Together with whatever else waits to be written."""
        return await self._grouped.append(order)

    async def _append_all(self, orders: Sequence[PendingAppend]) -> Answers:
        """One transaction for all orders; for each its new number, or that somebody was first."""
        try:
            return await self.write(lambda connection: append_all(connection, orders))
        except IntegrityError:
            # Another process began one of these tables at the same time; alone, we know which one.
            if len(orders) == 1:
                return [Conflict(orders[0].table, await self._number(orders[0].table))]
            return [(await self._append_all([order]))[0] for order in orders]

    async def _number(self, table: str) -> int:
        question = select(TABLES.c.number).where(TABLES.c.id == table)
        return int(await self.look(lambda connection: connection.execute(question).scalar()) or 0)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """In a transaction."""
        try:
            async with asyncio.timeout(PATIENCE), self._engine.begin() as connection:
                return await connection.run_sync(work)
        except IntegrityError:
            raise
        except Exception as error:
            raise unavailable(error) from error

    async def look(self, work: Callable[[Connection], T]) -> T:
        """The same; PostgreSQL's readers disturb nobody."""
        return await self.write(work)

    async def close(self) -> None:
        """Close the pool."""
        await self._grouped.finish()
        await self._engine.dispose()


# ── statements ──────────────────────────────────────────────────────────────────────────────

_PRESENT: Final = (
    select(TABLES.c.id, TABLES.c.number)
    .where(TABLES.c.id.in_(bindparam("tables", expanding=True)))
    .order_by(TABLES.c.id)  # everybody locks in the same order, so that nobody waits in a circle
    .with_for_update()
)
_NEW_CARD: Final = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("new_id"))
    .values({name: bindparam(f"new_{name}") for name in TABLE_FIELDS if name != "id"})
)
_MOVE_ON: Final = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("new_id"))
    .values(number=bindparam("new_number"), changed_at=bindparam("new_changed_at"))
)
_NOTIFY: Final = text(f"SELECT pg_notify('{CHANNEL}', :payload)")
_LOG_FIELDS: Final = tuple(column.key for column in LOG.c)


def append_all(connection: Connection, orders: Sequence[PendingAppend]) -> Answers:
    """All orders whose expected number is still right."""
    numbers = _lock(connection, orders)
    answers: list[int | Conflict] = []
    fitting: list[PendingAppend] = []
    for order in orders:
        present = numbers.get(order.table, 0)
        if present == order.expected:
            numbers[order.table] = order.last
            fitting.append(order)
            answers.append(order.last)
        else:
            answers.append(Conflict(order.table, present))
    if fitting:
        _insert(connection, fitting)
    return answers


def _lock(connection: Connection, orders: Sequence[PendingAppend]) -> dict[str, int]:
    """The numbers the tables are at; nobody else can append to them until we are done."""
    tables = sorted({order.table for order in orders})
    found = connection.execute(_PRESENT, {"tables": tables})
    return {row.id: row.number for row in found}


def _insert(connection: Connection, orders: Sequence[PendingAppend]) -> None:
    def run(statement: Any, values: list[dict[str, Any]]) -> None:
        if values:
            connection.execute(statement, values)

    run(
        insert(LOG), [dict(zip(_LOG_FIELDS, row, strict=True)) for order in orders for row in log_rows(order)]
    )
    carded = [order for order in orders if order.card is not None]
    run(insert(TABLES), [_named(order) for order in carded if order.expected == 0])
    run(_NEW_CARD, [_named(order, "new_") for order in carded if order.expected > 0])
    plain = [order for order in orders if order.card is None]
    run(_MOVE_ON, [{"new_id": o.table, "new_number": o.last, "new_changed_at": o.at} for o in plain])
    parts = [
        {"person": person, "table": order.table}
        for order in carded
        if order.card
        for person in order.card.people
    ]
    run(insert_here(PARTS).on_conflict_do_nothing(), parts)
    run(_NOTIFY, [{"payload": f"{order.table} {order.last}"} for order in orders])


def _named(order: PendingAppend, prefix: str = "") -> dict[str, Any]:
    return {prefix + name: value for name, value in zip(TABLE_FIELDS, table_values(order), strict=True)}
