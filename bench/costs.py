"""What a table, a spectator and a thinking bot cost, for docs/scale.md.

    python bench/costs.py --out out/costs.json   (about two minutes; --help for what can be changed)

One server on a PostgreSQL of its own. Tables of Ghost Stories with four players each are opened and
played to their ends by programs that speak JSON; what pages cost besides is measured by `make load`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.load import OurTable, start_ours
from bench.load_client import connect, cpu_seconds, listen, megabytes, stop
from tests.postgres import Postgres, free_port

_TABLES = ("log", "games", "parts", "snapshots")


def rows_and_bytes(url: str) -> dict[str, tuple[int, int]]:
    """Rows and bytes with indexes of our tables in the database."""
    import asyncpg

    async def ask() -> dict[str, tuple[int, int]]:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute("VACUUM ANALYZE")
            found = {}
            for name in _TABLES:
                rows = await connection.fetchval(f"SELECT count(*) FROM {name}")
                found[name] = rows, await connection.fetchval(f"SELECT pg_total_relation_size('{name}')")
            return found
        finally:
            await connection.close()

    return asyncio.run(ask())


async def open_tables(port: int, process: Any, number: int) -> tuple[list[OurTable], float]:
    """Tables that have begun, nobody listening; kilobytes of the server's memory for each."""
    await asyncio.sleep(2)
    before = megabytes(process)
    tables = []
    for _ in range(number):
        table = await OurTable(port, []).open()
        for reader in table._readers:
            reader.close()
        for line in table._lines:
            line.close()
        tables.append(table)
    await asyncio.sleep(1)
    return tables, 1024 * (megabytes(process) - before) / number


async def play(port: int, process: Any, games: int) -> dict[str, float]:
    """Whole games with four players and their streams."""
    used, actions, sent = cpu_seconds(process), 0, 0
    for _ in range(games):
        table = await OurTable(port, []).open()
        while not table.over:
            await table.act()
            actions += 1
            sent += len(table._readers[0].last)
    return {
        "games": games,
        "actions_a_game": round(actions / games, 1),
        "server_cpu_ms_an_action": round(1000 * (cpu_seconds(process) - used) / actions, 2),
        "stream_bytes_an_action": round(sent / actions),
    }


async def watch(port: int, process: Any, number: int) -> dict[str, float]:
    """Spectators of one table, by JSON: memory for each, and CPU time for each of them an action."""
    table = await OurTable(port, []).open()
    used = cpu_seconds(process)
    for _ in range(20):
        await table.act()
    alone = cpu_seconds(process) - used
    before = megabytes(process)
    held = [
        await listen(port, f"{table.path}/stream", "", b'"kind":"action"', lambda: None)
        for _ in range(number)
    ]
    await asyncio.sleep(1)
    more = megabytes(process) - before
    used = cpu_seconds(process)
    for _ in range(20):
        if table.over:
            break
        await table.act()
    await asyncio.sleep(1)
    with_them = cpu_seconds(process) - used
    for reader in held:
        reader.close()
    return {
        "spectators": number,
        "kilobytes_each": round(1024 * more / number, 1),
        "cpu_microseconds_each_an_action": round(1e6 * max(0.0, with_them - alone) / 20 / number, 1),
    }


async def think(port: int, process: Any, seconds: float) -> dict[str, float]:
    """A strong bot that thinks about one move after the other."""
    line = await connect(port)
    order = {
        "game": "ghosts",
        "options": {"players": 2},
        "seats": [
            {"who": "bot", "bot": "master", "seconds": seconds},
            {"who": "bot", "bot": "master", "seconds": seconds},
        ],
    }
    table = await line.json("POST", "/api/v1/tables", order)
    await line.json("POST", f"/api/v1/tables/{table['id']}/start")
    await asyncio.sleep(2)
    bots = [_Pid(pid) for pid in _children(process.pid)]
    address = f"/api/v1/tables/{table['id']}"
    before = (await line.json("GET", address))["number"]
    used = sum(map(cpu_seconds, bots))
    await asyncio.sleep(15)
    moves = (await line.json("GET", address))["number"] - before
    cpu = (sum(map(cpu_seconds, bots)) - used) / max(1, moves)
    memory = max(map(megabytes, bots))
    line.close()
    return {
        "seconds_a_move": seconds,
        "cpu_seconds_a_move": round(cpu, 2),
        "megabytes_a_process": round(memory),
    }


class _Pid:
    def __init__(self, pid: int) -> None:
        self.pid = pid


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="utf-8")
    return list(map(int, listed.split()))


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--out", type=Path)
    options.add_argument("--tables", type=int, default=300)
    options.add_argument("--games", type=int, default=15)
    options.add_argument("--spectators", type=int, default=500)
    chosen = options.parse_args()
    postgres, process = Postgres(), None
    try:
        url = postgres.new_database()
        os.environ |= {"SPUK_DATABASE_URL": url, "SPUK_HOST_NAMES": "bench", "SPUK_BOT_PROCESSES": "1"}
        with tempfile.TemporaryDirectory() as folder:
            port = free_port()
            process = start_ours(folder, port)
            base = megabytes(process)
            found: dict[str, Any] = {"megabytes_at_the_start": round(base)}
            _, each = asyncio.run(open_tables(port, process, chosen.tables))
            found["kilobytes_a_table_in_memory"] = round(each, 1)
            before = rows_and_bytes(url)
            found["game"] = asyncio.run(play(port, process, chosen.games))
            after = rows_and_bytes(url)
            rows = after["log"][0] - before["log"][0]
            size = sum(after[name][1] - before[name][1] for name in _TABLES)
            found["game"] |= {
                "rows": round(rows / chosen.games),
                "database_kilobytes": round(size / 1024 / chosen.games, 1),
            }
            found["spectator"] = asyncio.run(watch(port, process, chosen.spectators))
            found["bot"] = asyncio.run(think(port, process, 1.0))
    finally:
        if process is not None:
            stop(process)
        postgres.remove()
    result = json.dumps(found, indent=2)
    print(result)
    if chosen.out:
        chosen.out.parent.mkdir(parents=True, exist_ok=True)
        chosen.out.write_text(result + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
