"""Many appends, one commit: what waits is written together, and each hears of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from spuk.store.contract import Card, Conflict, NewRow, Unavailable
from spuk.store.grouping import Grouped, PendingAppend
from spuk.store.rows import TABLE_FIELDS, compact, log_rows, table_values

CARD = Card("open", True, "bot", ("ann", "bob"), {"title": "Größe"}, "ghosts/1")


def order(table: str = "g", expected: int = 0, rows: int = 1) -> PendingAppend:
    return PendingAppend(table, expected, (NewRow("chat", {"text": "ä"}),) * rows, CARD, 2.5)


class Disk:
    """Writes when it is told to, and remembers in which groups."""

    def __init__(self) -> None:
        self.groups: list[list[str]] = []
        self.free = asyncio.Event()
        self.fault: Exception | None = None

    async def write(self, orders: Sequence[PendingAppend]) -> list[int | Conflict]:
        self.groups.append([one.table for one in orders])
        await self.free.wait()
        if self.fault is not None:
            raise self.fault
        return [Conflict(one.table, 7) if one.table == "late" else one.last for one in orders]


def test_what_comes_while_the_disk_is_busy_is_written_together_and_at_most_a_hundred() -> None:
    async def story() -> None:
        disk = Disk()
        grouped = Grouped(disk.write)
        first = asyncio.create_task(grouped.append(order("first")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert disk.groups == [["first"]]
        others = [asyncio.create_task(grouped.append(order(f"g{n}", n))) for n in range(150)]
        await asyncio.sleep(0)
        disk.free.set()
        assert await first == 1
        assert await asyncio.gather(*others) == [n + 1 for n in range(150)]
        assert [len(group) for group in disk.groups] == [1, 100, 50]
        assert disk.groups[1] + disk.groups[2] == [f"g{n}" for n in range(150)]
        await grouped.finish()
        await Grouped(disk.write).finish()  # nothing was ever to do
        assert await grouped.append(order("again", 4, rows=3)) == 7

    asyncio.run(story())


def test_a_conflict_is_only_for_the_one_it_is_about() -> None:
    async def story() -> None:
        disk = Disk()
        disk.free.set()
        grouped = Grouped(disk.write)
        one, late = await asyncio.gather(
            grouped.append(order("one")), grouped.append(order("late")), return_exceptions=True
        )
        assert one == 1
        assert isinstance(late, Conflict)
        assert (late.number, str(late)) == (7, "late is at number 7 already")
        assert len(disk.groups) == 1

    asyncio.run(story())


def test_a_failure_is_for_the_whole_group_and_not_for_the_next() -> None:
    async def story() -> None:
        disk = Disk()
        disk.free.set()
        disk.fault = Unavailable("full")
        grouped = Grouped(disk.write)
        tries = [grouped.append(order(f"g{n}")) for n in range(3)]
        found = await asyncio.gather(*tries, return_exceptions=True)
        assert found == [disk.fault] * 3
        disk.fault = None
        assert await grouped.append(order()) == 1

    asyncio.run(story())


@pytest.mark.parametrize("fails", [False, True])
def test_who_has_gone_disturbs_nobody(fails: bool) -> None:
    async def story() -> None:
        disk = Disk()
        grouped = Grouped(disk.write)
        gone = asyncio.create_task(grouped.append(order("gone")))
        stays = asyncio.create_task(grouped.append(order("stays")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gone.cancel()
        if fails:
            disk.fault = Unavailable("full")
        disk.free.set()
        await grouped.finish()
        if fails:
            with pytest.raises(Unavailable):
                await stays
        else:
            assert await stays == 1

    asyncio.run(story())


def test_rows_as_the_columns_have_them() -> None:
    assert log_rows(order("g", 4, rows=2)) == [
        ("g", 5, 2.5, "chat", '{"text":"ä"}'),
        ("g", 6, 2.5, "chat", '{"text":"ä"}'),
    ]
    assert compact({"a": [1, 2], "b": None}) == '{"a":[1,2],"b":null}'
    values = dict(zip(TABLE_FIELDS, table_values(order("g", 4, rows=2)), strict=True))
    assert values == {
        **{"id": "g", "number": 6, "changed_at": 2.5, "status": "open", "listed": True, "waits": "bot"},
        **{"people": '["ann", "bob"]', "about": '{"title":"Größe"}', "rules": "ghosts/1"},
    }
