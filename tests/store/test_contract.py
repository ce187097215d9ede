"""The contract of the store, the same on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from spuk.store import sql
from spuk.store.contract import Card, Conflict, NewRow, Snapshot
from spuk.store.sql import SqlStore, make_store

CARD = Card("open", True, "people", ("ann",), {"name": "Größe ✓"})


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[SqlStore]:
    store = make_store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def on(url: str, story: Callable[[SqlStore], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await story(store)

    asyncio.run(run())


def rows(*kinds: str, **data: Any) -> list[NewRow]:
    return [NewRow(kind, data) for kind in kinds]


def test_what_was_appended_is_read_back_in_order_also_after_a_restart(database: str) -> None:
    async def write(store: SqlStore) -> None:
        assert await store.append("g", 0, rows("created", text="ä\n'\"\u202e"), CARD, at=1.5) == 1
        assert await store.append("g", 1, rows("action", "chance", number=7), at=2.5) == 3

    async def read(store: SqlStore) -> None:
        found = await store.read("g")
        assert [(row.number, row.at, row.kind) for row in found] == [
            (1, 1.5, "created"),
            (2, 2.5, "action"),
            (3, 2.5, "chance"),
        ]
        assert found[0].data == {"text": "ä\n'\"\u202e"}
        assert [row.number for row in await store.read("g", after=2)] == [3]
        assert await store.read("g", after=3) == []
        assert await store.read("nowhere") == []

    on(database, write)
    on(database, read)


@pytest.mark.parametrize(
    ("expected", "card"), [(0, CARD), (1, CARD), (3, CARD), (99, CARD), (1, None), (3, None), (99, None)]
)
def test_a_wrong_expected_number_is_a_conflict_and_writes_nothing(
    database: str, expected: int, card: Card | None
) -> None:
    async def story(store: SqlStore) -> None:
        await store.append("g", 0, rows("created", "joined"), CARD, at=1.0)
        with pytest.raises(Conflict) as caught:
            await store.append("g", expected, rows("action"), card, at=2.0)
        assert caught.value.number == 2
        assert len(await store.read("g")) == 2
        (listed,) = await store.list()
        assert (listed.number, listed.changed_at) == (2, 1.0)

    on(database, story)


@pytest.mark.parametrize("card", [CARD, None])
def test_a_log_that_is_not_there_begins_with_its_first_row(database: str, card: Card | None) -> None:
    async def story(store: SqlStore) -> None:
        with pytest.raises(Conflict) as caught:
            await store.append("g", 1, rows("action"), card, at=1.0)
        assert caught.value.number == 0
        assert await store.read("g") == []
        assert await store.list() == []

    on(database, story)


def test_of_many_who_append_at_the_same_number_one_wins(database: str) -> None:
    async def story(store: SqlStore) -> None:
        await store.append("g", 0, rows("created"), CARD, at=1.0)
        tries = [store.append("g", 1, rows("action", who=who), at=2.0) for who in range(20)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert answers.count(2) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers) == 19
        assert len(await store.read("g")) == 2

    on(database, story)


def test_of_two_connections_that_race_one_wins_every_number(postgres: Any) -> None:
    url = postgres.new_database()

    async def run() -> None:
        async with opened(url) as one, opened(url) as two:
            first = await asyncio.gather(
                *(store.append("g", 0, rows("created"), CARD, at=1.0) for store in (one, two)),
                return_exceptions=True,
            )
            assert sorted(type(answer).__name__ for answer in first) == ["Conflict", "int"]
            for number in range(1, 30):
                tries = [store.append("g", number, rows("action"), at=2.0) for store in (one, two)]
                answers = await asyncio.gather(*tries, return_exceptions=True)
                assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "int"]
            assert [row.number for row in await two.read("g")] == list(range(1, 31))

    asyncio.run(run())


def test_many_games_append_at_once_without_disturbing_each_other(database: str) -> None:
    async def play(store: SqlStore, game: str) -> None:
        await store.append(game, 0, rows("created"), CARD, at=1.0)
        for number in range(1, 10):
            assert await store.append(game, number, rows("action", n=number), at=2.0) == number + 1

    async def story(store: SqlStore) -> None:
        await asyncio.gather(*(play(store, f"g{game}") for game in range(30)))
        assert await store.count(status=["open"]) == 30
        for game in range(30):
            assert [row.number for row in await store.read(f"g{game}")] == list(range(1, 11))

    on(database, story)


def test_a_new_game_needs_a_card(database: str) -> None:
    async def story(store: SqlStore) -> None:
        with pytest.raises(ValueError, match="card"):
            await store.append("g", 0, rows("created"), at=1.0)

    on(database, story)


def test_lists_show_the_latest_first_and_only_what_was_asked_for(database: str) -> None:
    async def story(store: SqlStore) -> None:
        for number, status in enumerate(["open", "playing", "finished", "open"]):
            card = Card(status, number != 3, "people", ("ann", f"p{number}"), {"n": number})
            await store.append(f"g{number}", 0, rows("created"), card, at=float(number))
        names = [listed.table for listed in await store.list()]
        assert names == ["g3", "g2", "g1", "g0"]
        assert [listed.table for listed in await store.list(status="open", listed=True)] == ["g0"]
        assert [listed.table for listed in await store.list(person="p2")] == ["g2"]
        assert [listed.table for listed in await store.list(person="ann", limit=2)] == ["g3", "g2"]
        assert [listed.table for listed in await store.list(before=2.0)] == ["g1", "g0"]
        assert (await store.list(status="finished"))[0].card.about == {"n": 2}
        assert await store.count(status=["open", "playing"], person="ann") == 3
        assert await store.count(status=["open", "playing"], since=1.0) == 2
        assert await store.count(status=["open", "playing"], person="p0", since=0.5) == 0

    on(database, story)


def test_a_card_is_replaced_with_the_rows_it_follows_from(database: str) -> None:
    async def story(store: SqlStore) -> None:
        await store.append("g", 0, rows("created"), CARD, at=1.0)
        await store.append("g", 1, rows("joined"), Card("playing", True, "bot", ("ann", "bob")), at=2.0)
        (listed,) = await store.list(person="bob", waits="bot")
        assert (listed.card.status, listed.number) == ("playing", 2)
        assert await store.list(waits="people") == []

    on(database, story)


def test_snapshots_are_replaced(database: str) -> None:
    async def story(store: SqlStore) -> None:
        assert await store.load_snapshot("g") is None
        await store.save_snapshot("g", Snapshot(5, "v1", {}))  # of a table that is not there, or no longer
        assert await store.load_snapshot("g") is None
        await store.append("g", 0, rows("created"), CARD, at=1.0)
        for number in (5, 9):
            await store.save_snapshot("g", Snapshot(number, "v1", {"n": number}))
        assert await store.load_snapshot("g") == Snapshot(9, "v1", {"n": 9})

    on(database, story)


def test_a_recovery_token_works_once_and_in_its_time(database: str) -> None:
    async def story(store: SqlStore) -> None:
        assert await store.person("ann") is None
        await store.add_person("ann", "Ann")
        await store.rename("ann", "Änne")
        await store.offer_recovery("ann", "hash", until=10.0)
        assert await store.recover("other", now=5.0) is None
        assert await store.recover("hash", now=11.0) is None
        found = await asyncio.gather(*(store.recover("hash", now=10.0) for _ in range(5)))
        (person,) = [one for one in found if one is not None]
        assert person == await store.person("ann")
        assert (person.generation, person.name) == (2, "Änne")

    on(database, story)


def test_what_is_kept_first_stays(database: str) -> None:
    async def story(store: SqlStore) -> None:
        assert await store.keep("secret", "one") == "one"
        assert await store.keep("secret", "two") == "one"

    on(database, story)


def test_a_check_writes_the_time_at_the_first_try_and_at_each_later_one(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(store: SqlStore) -> None:
        for now in (1000.9, 2000.0, 3000.0):
            monkeypatch.setattr(sql, "time", SimpleNamespace(time=lambda now=now: now))
            await store.check()
            assert await store.keep(sql._CHECKED, "never") == str(int(now))
        assert await store.keep("secret", "one") == "one", "nothing else was written over"

    on(database, story)


@pytest.mark.parametrize(
    "wrong", ["", "mysql://localhost/x", "nonsense", "sqlite", "sqlite://", "sqlite:///:memory:"]
)
def test_a_wrong_database_url_says_what_can_be_given(wrong: str) -> None:
    with pytest.raises(ValueError, match="postgresql://"):
        make_store(wrong)


def test_other_processes_hear_of_appends(postgres: Any) -> None:
    url = postgres.new_database()
    heard: list[tuple[str, int]] = []

    async def run() -> None:
        listening = make_store(url)
        await listening.open(lambda game, number: heard.append((game, number)))
        async with opened(url) as other:
            async with asyncio.timeout(10):
                while ("", 0) not in heard:
                    await asyncio.sleep(0.01)
                await other.append("g", 0, rows("created", "joined"), CARD, at=1.0)
                while ("g", 2) not in heard:
                    await asyncio.sleep(0.01)
        await listening.close()

    asyncio.run(run())


def test_one_game_is_found_as_the_lists_tell_it(database: str) -> None:
    async def story(store: SqlStore) -> None:
        assert await store.find("g") is None
        await store.append("g", 0, rows("created"), replace(CARD, rules="ghosts/1"), at=1.0)
        await store.append("h", 0, rows("created"), CARD, at=2.0)
        found = await store.find("g")
        assert found is not None
        assert [found] == await store.list(rules=["ghosts/1"])
        assert (found.table, found.number, found.card) == ("g", 1, replace(CARD, rules="ghosts/1"))

    on(database, story)


def test_lists_and_counts_can_be_of_some_rules_only(database: str) -> None:
    async def story(store: SqlStore) -> None:
        for number, name in enumerate(("ghosts/1", "ghosts/2", "stories/2", "")):
            card = replace(CARD, rules=name, waits="bot")
            await store.append(f"g{number}", 0, rows("created"), card, at=float(number))
        found = await store.list(waits="bot", rules=["ghosts/1", "stories/2"], limit=2)
        assert [one.table for one in found] == ["g2", "g0"]
        assert await store.list(rules=[]) == []
        assert len(await store.list()) == 4
        assert await store.count(status=["open"], rules=["ghosts/1", "stories/2"]) == 2
        assert await store.count(status=["open"], person="ann", rules=["ghosts/2"]) == 1
        assert await store.count(status=["open"]) == 4

    on(database, story)
