"""What goes wrong while people play, and what has to hold all the same."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
from tests.machines.check import check_actions, check_chat, check_logs, check_stream, read_logs
from tests.machines.cluster import HOST, Cluster
from tests.machines.network import Machine
from tests.machines.players import Group, Journal, Player, Stream

_BACK: Final = 30.0
"""Seconds after which every group has to play on at the latest."""
_BOTS: Final = ({"bot": "monk"}, {"bot": "novice"}, {"bot": "master", "seconds": 0.2})


class Evening:
    """Some groups who play while things go wrong."""

    def __init__(self, cluster: Cluster, groups: int) -> None:
        self.cluster = cluster
        self.journal = Journal()
        self.playing: list[asyncio.Task[None]] = []
        self.context = ssl.create_default_context(cafile=str(cluster.certificate))
        self.groups = [
            Group(f"group-{n}", cluster.url, self.context, self.journal, _BOTS[n % len(_BOTS)])
            for n in range(groups)
        ]

    async def all_play_on(self, since: float, seconds: float = _BACK) -> float:
        """Until every group has had two actions acknowledged after a moment; how long the slowest took."""
        took = []
        for group in self.groups:
            while sum(moment > since for moment in self.journal.moments[group.name]) < 2:
                for task in self.playing:
                    if task.done():
                        task.result()  # raises what went wrong
                assert time.monotonic() - since < seconds, (
                    f"{group.name} does not play on within {seconds:g} s"
                )
                await asyncio.sleep(0.05)
            took.append([moment for moment in self.journal.moments[group.name] if moment > since][1] - since)
        return max(took)


@asynccontextmanager
async def evening(cluster: Cluster, groups: int) -> Any:
    """Groups that play; afterwards everything is compared."""
    found = Evening(cluster, groups)
    await asyncio.to_thread(_until_all_serve, cluster)
    found.playing = [asyncio.create_task(group.play()) for group in found.groups]
    try:
        await found.all_play_on(time.monotonic(), 40)
        yield found
        await found.all_play_on(time.monotonic())
        for group in found.groups:
            group.stop()
        async with asyncio.timeout(60):
            await asyncio.gather(*found.playing)
        await _settle(found)
        _compare(found)
    finally:
        for task in found.playing:
            task.cancel()
        for group in found.groups:
            await group.leave()


def _until_all_serve(cluster: Cluster) -> None:
    """nginx leaves out for a while who did not answer before; streams are to be at all servers."""
    before, end = cluster.served(), time.monotonic() + 30
    while not all(number > before[name] + 1 for name, number in cluster.served().items()):
        assert time.monotonic() < end, f"not all servers are used: {before}, {cluster.served()}"
        cluster.answers()
        time.sleep(0.1)


async def _settle(found: Evening) -> None:
    """Bots may still move: wait until the logs are at rest, and the streams at their ends."""
    end = time.monotonic() + 40
    streams = [stream for group in found.groups for stream in group.streams]
    before: dict[str, int] = {}
    while True:
        now = {table: int(n) for table, n in found.cluster.primary.ask("SELECT id, number FROM games")}
        if now == before and all(stream.at == now[stream.table] for stream in streams):
            return
        behind = [
            (stream.table, stream.at, now[stream.table])
            for stream in streams
            if stream.at != now[stream.table]
        ]
        assert time.monotonic() < end, f"streams are behind: {behind}"
        before = now
        await asyncio.sleep(1.0)


def _compare(found: Evening) -> None:
    logs = read_logs(found.cluster.primary)
    check_logs(found.cluster.primary, logs)
    actions = check_actions(found.journal, logs)
    check_chat(found.journal, logs)
    streams = [stream for group in found.groups for stream in group.streams]
    for stream in streams:
        check_stream(stream, logs)
    resumed = sum(stream.connected - 1 for stream in streams)
    say(
        f"    {actions} acknowledged actions and {len(found.journal.chat)} messages: in the log once each; "
        f"{len(streams)} streams told everything once (resumed {resumed} times); "
        f"{found.journal.troubles} requests were sent again, {found.journal.stale} tables were not the newest"
    )


def say(text: str) -> None:
    print(text, flush=True)


async def _during(found: Evening, what: str, seconds: float, heal: Callable[[], Any]) -> None:
    """Something is wrong for a while; people play on meanwhile, and afterwards."""
    began = time.monotonic()
    slowest = await found.all_play_on(began)
    say(f"    {what}: the last group played on after {slowest:.1f} s")
    await asyncio.sleep(max(0.0, seconds - (time.monotonic() - began)))
    heal()
    slowest = await found.all_play_on(time.monotonic())
    say(f"    healed: the last group played on after {slowest:.1f} s")


# ── the scenarios ───────────────────────────────────────────────────────────────────────────


async def kill_a_server(cluster: Cluster, hard: float) -> None:
    """A server is killed, with the bots that were thinking there, and started again later."""
    first, second = cluster.servers[:2]
    async with evening(cluster, 4) as found:
        table, number = await _bot_thinks_on(cluster, first, seconds=2.0)
        first.kill()
        began = time.monotonic()
        await _until_moved(cluster, second, table, number, 25)
        took = time.monotonic() - began
        say(f"    the bot of the killed server moved after {took:.1f} s, of which it thinks 2")

        def back() -> None:
            cluster.start(first)

        await _during(found, "killed", 4 * hard, back)
        await asyncio.to_thread(cluster.wait_for, first)


async def _bot_thinks_on(cluster: Cluster, server: Machine, seconds: float) -> tuple[str, int]:
    """A table at which a bot thinks on this server, as nobody else was there."""
    async with httpx.AsyncClient(
        base_url=f"http://{server.address}:8017/api/v1", headers={"Host": HOST}
    ) as http:
        # Cookies are for https only; this is the line between nginx and the server.
        seats = [{"who": "me"}, {"who": "bot", "bot": "master", "seconds": seconds}]
        made = await http.post("/tables", json={"game": "ghosts", "options": {"players": 2}, "seats": seats})
        cookie = {"Cookie": made.headers["set-cookie"].partition(";")[0]}
        state = (await http.post(f"/tables/{made.json()['id']}/start", headers=cookie)).json()
        while state["actor"] != 1:
            order = {"number": state["number"], "action": state["asked"]["legal"][0]["action"]}
            state = (await http.post(f"/tables/{state['id']}/actions", json=order, headers=cookie)).json()
        return str(state["id"]), int(state["number"])


async def _until_moved(cluster: Cluster, server: Machine, table: str, number: int, seconds: float) -> None:
    """The bot of a table has moved, whoever had it do so."""
    end = time.monotonic() + seconds
    question = f"SELECT number FROM games WHERE id = '{table}'"
    while int((await asyncio.to_thread(cluster.primary.ask, question))[0][0]) <= number:
        assert time.monotonic() < end, f"{table}: the bot has not moved within {seconds:g} s"
        await asyncio.sleep(0.1)


async def cut_off_a_server(cluster: Cluster, hard: float) -> None:
    """A server that nothing reaches any more: no packet comes back, and no error either."""
    first = cluster.servers[0]
    async with evening(cluster, 4) as found:
        first.cut()
        await _during(found, "cut off without a word", 10 * hard, first.heal)
        await asyncio.to_thread(cluster.wait_for, first)


async def unplug_a_server(cluster: Cluster, hard: float) -> None:
    """The same, with the cable out."""
    first = cluster.servers[0]
    async with evening(cluster, 4) as found:
        first.unplug()
        await _during(found, "unplugged", 10 * hard, first.heal)
        await asyncio.to_thread(cluster.wait_for, first)


async def cut_off_from_the_database(cluster: Cluster, hard: float) -> None:
    """A server that people still reach loses the database: it must not show old tables."""
    first = cluster.servers[0]
    async with evening(cluster, 4) as found:
        for database in cluster.databases:
            first.cut(database.machine)
        await _during(found, "one server has lost the database", 14 * hard, first.heal)
        await asyncio.to_thread(cluster.wait_for, first)


async def freeze_a_server(cluster: Cluster, hard: float) -> None:
    """A server that hangs, perhaps in the middle of a transaction, and wakes up later with what it knew."""
    first = cluster.servers[0]
    async with evening(cluster, 4) as found:
        first.freeze()
        await _during(found, "frozen", 14 * hard, first.thaw)


async def lose_packets(cluster: Cluster, hard: float) -> None:
    """A bad line: one packet of seven is lost on its way to a server and to the database."""
    first = cluster.servers[0]
    async with evening(cluster, 4) as found:
        first.lose(0.15)
        cluster.primary.machine.lose(0.15)

        def heal() -> None:
            first.heal()
            cluster.primary.machine.heal()

        await _during(found, "15 % of all packets lost", 10 * hard, heal)


async def restart_in_turn(cluster: Cluster, hard: float) -> None:
    """An update: one server after the other ends in good order and is started again."""
    async with evening(cluster, 4) as found:
        for server in cluster.servers:
            await asyncio.to_thread(server.stop)
            cluster.start(server)
            await asyncio.to_thread(cluster.wait_for, server)
            slowest = await found.all_play_on(time.monotonic())
            say(f"    {server.name} restarted: the last group played on after {slowest:.1f} s")


async def freeze_the_database(cluster: Cluster, hard: float) -> None:
    """The database hangs for a while."""
    async with evening(cluster, 4) as found:
        cluster.primary.machine.freeze()
        await asyncio.sleep(4 * hard)
        cluster.primary.machine.thaw()
        slowest = await found.all_play_on(time.monotonic())
        say(f"    the database hung for {4 * hard:g} s: the last group played on after {slowest:.1f} s")


async def lose_the_database(cluster: Cluster, hard: float) -> None:
    """The primary's machine is gone without a word, and the replica is promoted. Comes last."""
    old, new = cluster.databases
    async with evening(cluster, 4) as found:
        old.machine.cut()
        await asyncio.sleep(1 * hard)
        await asyncio.to_thread(new.promote)
        cluster.primary = new
        began = time.monotonic()
        slowest = await found.all_play_on(began, 45)
        say(f"    failed over: the last group played on {slowest:.1f} s after the replica was promoted")


SCENARIOS: Final[dict[str, Callable[[Cluster, float], Awaitable[None]]]] = {
    "kill": kill_a_server,
    "cut": cut_off_a_server,
    "unplug": unplug_a_server,
    "no-database": cut_off_from_the_database,
    "freeze": freeze_a_server,
    "packets": lose_packets,
    "restart": restart_in_turn,
    "frozen-database": freeze_the_database,
    "failover": lose_the_database,
}
SHORT: Final = ("kill", "cut", "failover")

__all__ = ["SCENARIOS", "SHORT", "Player", "Stream", "say"]
