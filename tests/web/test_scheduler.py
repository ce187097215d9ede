"""Who is served next by the bots' processes: urgent work first, people in turn, nobody who left."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.house import Guest, House, Json, until, visit
from tests.web.test_replay import finished

from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES
from spuk.server import analysis as study
from spuk.server.bot_workers import Job, Workers
from spuk.server.scheduler import PASSED_OVER_AT_MOST, Kind, QueueFull, Scheduler
from spuk.table.errors import TooMuch

MOVE, HINT, ANALYSIS = Kind


def served(scheduler: Scheduler[str], slots: int = 1) -> list[str]:
    """All that waits, in the order in which so many slots begin it."""
    order, running = [], []
    while len(scheduler) or running:
        while len(running) < slots and (ticket := scheduler.take()) is not None:
            running.append(ticket)
            order.append(ticket.job)
        scheduler.finish(running.pop(0))
    return order


def test_moves_go_before_hints_and_hints_before_analysis() -> None:
    scheduler: Scheduler[str] = Scheduler()
    scheduler.submit("ann", ANALYSIS, "judge")
    scheduler.submit("bob", HINT, "advise")
    scheduler.submit("cleo", MOVE, "move")
    assert served(scheduler) == ["move", "advise", "judge"]


def test_people_take_turns_however_many_jobs_one_of_them_has() -> None:
    scheduler: Scheduler[str] = Scheduler()
    for number in range(20):
        scheduler.submit("vandal", MOVE, f"v{number}")
    scheduler.submit("ann", MOVE, "a0")
    scheduler.submit("ann", MOVE, "a1")
    assert served(scheduler)[:5] == ["v0", "a0", "v1", "a1", "v2"]


def test_nobody_has_two_jobs_running_even_if_slots_are_free() -> None:
    scheduler: Scheduler[str] = Scheduler()
    scheduler.submit("ann", MOVE, "first")
    scheduler.submit("ann", HINT, "second")
    first = scheduler.take()
    assert first is not None
    assert scheduler.take() is None
    scheduler.submit("bob", HINT, "other")
    other = scheduler.take()
    assert other is not None
    assert other.job == "other"
    scheduler.finish(first)
    second = scheduler.take()
    assert second is not None
    assert second.job == "second"


def test_only_a_few_may_wait_and_each_kind_counts_for_itself() -> None:
    scheduler: Scheduler[str] = Scheduler({HINT: 2, ANALYSIS: 1})
    for _ in range(2):
        scheduler.submit("ann", HINT, "")
    with pytest.raises(QueueFull) as full:
        scheduler.submit("ann", HINT, "")
    assert (full.value.kind, full.value.most) == (HINT, 2)
    scheduler.submit("ann", ANALYSIS, "")
    scheduler.submit("bob", HINT, "")
    for _ in range(50):
        scheduler.submit("ann", MOVE, "")  # the game waits for it: never refused


def test_what_nobody_wants_any_more_leaves_the_queue() -> None:
    scheduler: Scheduler[str] = Scheduler({HINT: 2})
    running = scheduler.submit("ann", HINT, "running")
    assert scheduler.take() is running
    waiting = scheduler.submit("ann", HINT, "waiting")
    scheduler.drop(waiting)
    scheduler.drop(running)  # goes on until it is finished
    assert len(scheduler) == 0
    scheduler.submit("ann", HINT, "next")
    assert scheduler.take() is None
    scheduler.finish(running)
    assert served(scheduler) == ["next"]


def test_less_urgent_work_waits_long_but_not_for_ever() -> None:
    scheduler: Scheduler[str] = Scheduler()
    scheduler.submit("ann", HINT, "hint")
    order = []
    for number in range(PASSED_OVER_AT_MOST + 2):
        scheduler.submit(f"p{number}", MOVE, "move")
        ticket = scheduler.take()
        assert ticket is not None
        order.append(ticket.job)
        scheduler.finish(ticket)
    assert order.index("hint") == PASSED_OVER_AT_MOST


JOBS = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(Kind)), max_size=40)


@given(JOBS, st.integers(1, 4))
def test_every_job_is_begun_once_and_never_two_of_one_person(jobs: list[Any], slots: int) -> None:
    scheduler: Scheduler[int] = Scheduler()
    for number, (owner, kind) in enumerate(jobs):
        scheduler.submit(owner, kind, number)
    begun, running = [], []
    while len(scheduler) or running:
        while len(running) < slots and (ticket := scheduler.take()) is not None:
            assert ticket.owner not in [other.owner for other in running]
            running.append(ticket)
            begun.append(ticket.job)
        scheduler.finish(running.pop())
    assert sorted(begun) == list(range(len(jobs)))


# ── with processes ──────────────────────────────────────────────────────────────────────────

ECHO = """
import json, sys, time
for line in sys.stdin:
    told = json.loads(line)
    time.sleep(told["seconds"] or 0)
    print(json.dumps({"action": told["seed"]}), flush=True)
"""


def job(owner: str, number: int, kind: Kind = MOVE, seconds: float = 0.05) -> Job:
    return Job("", "", "monk", seconds, number, (number,), owner=owner, kind=kind)


def with_workers(story: Any) -> None:
    async def run() -> None:
        workers = Workers(1, 60.0, (sys.executable, "-c", ECHO))
        try:
            async with asyncio.timeout(120):
                await story(workers)
        finally:
            await workers.close()

    asyncio.run(run())


def test_sixty_hints_of_one_person_do_not_keep_the_bot_of_another_from_moving() -> None:
    async def story(workers: Workers) -> None:
        order: list[str] = []

        async def ask(name: str, asked: Job) -> None:
            await workers.think(asked)
            order.append(name)

        hints = [asyncio.create_task(ask("hint", job("vandal", n, HINT))) for n in range(60)]
        await asyncio.sleep(0)
        move = asyncio.create_task(ask("move", job("ann", 1)))
        results = await asyncio.gather(*hints, move, return_exceptions=True)
        refused = [result for result in results if isinstance(result, TooMuch)]
        assert order.index("move") <= 1
        assert len(refused) + len(order) == 61
        assert {(one.limit, one.code) for one in refused} == {("hints", "too_many_hints")}

    with_workers(story)


def test_bots_of_a_table_that_follow_each_other_are_not_interrupted_by_every_hint() -> None:
    async def story(workers: Workers) -> None:
        order: list[str] = []

        async def moves() -> None:
            for number in range(5):
                await workers.think(job("ann", number))
                order.append("move")

        async def hint(owner: str) -> None:
            await workers.think(job(owner, 1, HINT))
            order.append("hint")

        await asyncio.gather(moves(), *(hint(f"p{number}") for number in range(5)))
        assert order == ["move"] * 5 + ["hint"] * 5

    with_workers(story)


def test_a_hint_whose_asker_has_gone_is_not_thought_about() -> None:
    async def story(workers: Workers) -> None:
        first = asyncio.create_task(workers.think(job("ann", 1, HINT, 0.5)))
        await asyncio.sleep(0.05)
        gone = asyncio.create_task(workers.think(job("bob", 2, HINT, 60)))
        await asyncio.sleep(0.05)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert len(workers) == 0
        last = asyncio.create_task(workers.think(job("cleo", 3, HINT)))
        assert (await first).action == 1
        assert (await last).action == 3  # within the time of the test: nobody waited for sixty seconds

    with_workers(story)


# ── at the table ────────────────────────────────────────────────────────────────────────────


async def _at_ghost_stories(house: House) -> tuple[Guest, Json]:
    ann, state = await house.solo()
    assert state["asked"]["what"] == "action"
    return ann, state


@pytest.mark.parametrize("lang", LANGUAGES)
def test_too_many_hints_are_refused_in_the_language_of_the_page(sqlite: str, lang: str) -> None:
    async def story(house: House) -> None:
        ann, state = await _at_ghost_stories(house)
        house.server.workers._command = (sys.executable, "-c", "import time; time.sleep(60)")
        headers = {"hx-request": "true", "accept-language": lang}
        path = f"/t/{state['id']}/hint"
        waiting = [asyncio.create_task(ann.http.post(path, headers=headers)) for _ in range(4)]
        await until(lambda: _queued(house, 3))
        refused = await ann.http.post(path, headers=headers)
        assert refused.status_code == 429
        assert refused.headers["retry-after"]
        assert refused.json()["limit"] == "hints"
        assert refused.json()["sentence"] == say(lang, "ui.refused.too_many_hints")
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    visit(sqlite, story)


async def _queued(house: House, number: int) -> bool:
    return len(house.server.workers) >= number


def test_hints_that_wait_are_dropped_when_their_asker_hangs_up(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await _at_ghost_stories(house)
        house.server.workers._command = (sys.executable, "-c", "import time; time.sleep(60)")
        gone = asyncio.Event()
        cookie = "; ".join(f"{name}={value}" for name, value in ann.http.cookies.items())
        asked = [_hang_up(house.app, f"/t/{state['id']}/hint", cookie, gone) for _ in range(3)]
        tasks = [asyncio.create_task(one) for one in asked]
        await until(lambda: _queued(house, 2))
        gone.set()
        await asyncio.gather(*tasks)
        assert len(house.server.workers) == 0

    visit(sqlite, story)


async def _hang_up(app: Any, path: str, cookie: str, gone: asyncio.Event) -> None:
    """Ask, and hang up when `gone` is set."""
    headers = [(b"host", b"spuk.test"), (b"cookie", cookie.encode()), (b"hx-request", b"true")]
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": headers, "client": ("1.2.3.4", 1), "server": ("spuk.test", 80)}
    scope |= {"scheme": "http", "http_version": "1.1"}
    parts = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        if parts:
            return parts.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        pass

    await app(scope, receive, send)


def test_only_a_few_games_of_a_person_are_judged_at_once(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study, "_PER_PERSON", 1)

    async def story(house: House) -> None:
        ann, _, first = await finished(house)
        _, _, second = await finished(house)
        house.server.workers._command = (sys.executable, "-c", "import time; time.sleep(60)")
        assert (await ann.http.get(f"/t/{first}/replay/chances")).status_code == 200
        assert (await ann.http.get(f"/t/{first}/replay/chances")).status_code == 200, "the same game"
        for lang in LANGUAGES:
            refused = await ann.http.get(f"/t/{second}/replay/chances?lang={lang}")
            assert (refused.status_code, refused.json()["limit"]) == (429, "analyses")
            assert refused.json()["sentence"] == say(lang, "ui.refused.too_many_analyses")
        assert (await house.guest("Bob").http.get(f"/t/{second}/replay/chances")).status_code == 200

    visit(sqlite, story)


def test_a_game_nobody_asks_for_any_more_is_not_judged_on(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study, "JUDGE", study.JUDGE._replace(playouts=4, seconds=5.0))

    async def story(house: House) -> None:
        _, _, id = await finished(house)
        table = (await house.server.rooms.room(id)).table
        found = house.server.studies.of(table, "ann")
        monkeypatch.setattr(study, "_PATIENCE", 0.0)

        async def stopped() -> bool:
            return not found.running

        await until(stopped)
        assert found.done < found.total
        monkeypatch.setattr(study, "_PATIENCE", 600.0)
        assert house.server.studies.of(table, "bob") is found

        async def ready() -> bool:
            return found.ready

        await until(ready)

    visit(sqlite, story)
