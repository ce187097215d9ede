"""Bots in worker processes: crashed and hung ones are replaced, and the move is thought again."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.web.house import House, until, visit

import spuk
from spuk.kernel.seeds import Random
from spuk.server.bot_workers import Job, Thought, Workers

STATE = spuk.game("ghost-stories").new(players=1)
while STATE.actor == spuk.CHANCE:
    STATE.apply(int(STATE.sample(Random(3))))


def job(bot: str = "monk", seconds: float | None = None) -> Job:
    return Job("ghost-stories", STATE.text(), bot, seconds, 7, tuple(STATE.legal()))


def choose(script: str, tmp_path: Path, limit: float = 60.0) -> int:
    """What comes of a move whose workers run this script first; `FIRST` is true for the first of them."""
    mark = tmp_path / "been here"
    code = f"""
import os, sys, time
mark = {str(mark)!r}
FIRST = not os.path.exists(mark)
open(mark, "w").close()
{script}
from spuk.server.bot_worker import main
main({os.getpid()})
"""

    async def run() -> int:
        workers = Workers(1, limit, (sys.executable, "-c", code))
        try:
            return await workers.choose(job())
        finally:
            await workers.close()

    return asyncio.run(run())


EXPECTED = spuk.bot("monk").choose(STATE)


def test_a_worker_answers(tmp_path: Path) -> None:
    assert choose("", tmp_path) == EXPECTED


def test_a_crashed_worker_is_replaced_and_the_move_thought_again(tmp_path: Path) -> None:
    assert choose("if FIRST: os.kill(os.getpid(), 9)", tmp_path) == EXPECTED


def test_a_worker_that_talks_nonsense_is_replaced(tmp_path: Path) -> None:
    script = """
if FIRST:
    sys.stdin.readline()
    print('{"action": 123456}', flush=True)
    time.sleep(60)
"""
    assert choose(script, tmp_path) == EXPECTED


def test_a_hung_worker_is_replaced(tmp_path: Path) -> None:
    start = time.monotonic()
    assert choose("if FIRST: time.sleep(600)", tmp_path, limit=8.0) == EXPECTED
    assert time.monotonic() - start < 120


def test_a_worker_says_what_it_thinks_of_every_option_and_of_one_more() -> None:
    worst = STATE.legal()[-1]
    asked = job("master", 60.0)._replace(advice=True, also=worst, playouts=40)

    async def run() -> Thought:
        workers = Workers(1, 60.0)
        try:
            return await workers.think(asked)
        finally:
            await workers.close()

    thought = asyncio.run(run())
    assert worst in [one.action for one in thought.advice]
    assert all(0 <= one.chance <= 1 and one.action in STATE.legal() for one in thought.advice)
    assert thought.action == thought.advice[0].action
    assert sum(one.playouts for one in thought.advice) == 40


def test_three_workers_are_tried_for_a_move_and_no_more(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    note = f"""
with open({str(starts)!r}, "a") as file:
    file.write("x")
"""
    third = f"if os.path.getsize({str(starts)!r}) < 3: sys.exit(1)"
    assert choose(note + third, tmp_path) == EXPECTED
    assert starts.read_text(encoding="utf-8") == "xxx"
    starts.unlink()
    assert choose(note + "sys.exit(1)", tmp_path) in STATE.legal()
    assert starts.read_text(encoding="utf-8") == "xxx"


def test_when_all_workers_fail_the_game_goes_on_all_the_same(tmp_path: Path) -> None:
    assert choose("sys.exit(1)", tmp_path) in STATE.legal()


def test_a_worker_is_told_only_what_its_seat_knows(sqlite: str) -> None:
    async def story(house: House) -> None:
        _ann, _bob, id = await house.pair("ghosts")
        table = (await house.server.rooms.room(id)).table
        assert table.state is not None
        told = {Job.of(table, 0).line() for _ in range(3)}
        assert len(told) == 1  # and it thinks the same after a restart
        truth = table.state.text()
        imagined = spuk.game("ghosts").from_text(Job.of(table, 0).position)
        assert imagined.view(0)["players"][0]["hand"] == table.state.view(0)["players"][0]["hand"]
        assert imagined.text() != truth

    visit(sqlite, story)


def test_the_tables_do_not_wait_while_a_bot_thinks(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        bot = {"who": "bot", "bot": "master", "seconds": 20}
        table = await ann.create("ghosts", options={"players": 2}, seats=[bot, bot])
        await ann.post(f"/tables/{table['id']}/start")
        await asyncio.sleep(0.5)
        for _ in range(20):
            start = time.monotonic()
            await ann.get(f"/tables/{table['id']}")
            assert time.monotonic() - start < 5

    visit(sqlite, story)


def test_a_worker_killed_at_the_table_does_not_stop_the_game(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        bot = {"who": "bot", "bot": "master", "seconds": 1}
        table = await ann.create("ghosts", options={"players": 2}, seats=[bot, bot])
        state = await ann.post(f"/tables/{table['id']}/start")
        worker = await until(_worker)
        os.kill(worker, signal.SIGKILL)

        async def moved() -> bool:
            return bool((await ann.get(f"/tables/{table['id']}"))["number"] > state["number"])

        await until(moved)

    visit(sqlite, story)


def test_a_worker_whose_server_is_gone_before_it_began_ends_unasked() -> None:
    line = job("master", seconds=600).line()
    command = [
        sys.executable,
        "-m",
        "spuk.server.bot_worker",
        str(os.getppid()),
    ]
    ended = subprocess.run(command, input=line, capture_output=True, timeout=50, check=False)
    assert (ended.returncode, ended.stdout) == (1, b"")


def test_closing_ends_the_worker_that_thinks() -> None:
    async def run() -> None:
        workers = Workers(1, 60.0)
        thought = asyncio.ensure_future(workers.choose(job("master", seconds=60)))
        worker = await until(_worker)
        thought.cancel()
        await workers.close()
        assert not Path(f"/proc/{worker}").exists()

    asyncio.run(run())


async def _worker() -> int:
    """The process of a worker, once there is one."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    for child in children.read_text(encoding="utf-8").split():
        line = Path(f"/proc/{child}/cmdline").read_bytes()
        if b"spuk.server.bot_worker" in line:
            return int(child)
    return 0
