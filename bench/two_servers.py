"""What a second server process on the same PostgreSQL brings, in one run.

    python bench/two_servers.py --out out/two_servers.json   (about two minutes; see --help)

Two servers and a PostgreSQL run as processes of their own. The same tables, with four players each, act
as fast as they are answered: in one slice all of them are at one server, in the next one half of them at
each. What the machine does besides happens to both. CPU time an action is what counts on a machine with
few cores: the clients and the database need theirs as well, and one of two cores is not the second
server's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.load import Measured, OurTable, Side, start_ours
from bench.load_client import cpu_seconds, stop
from tests.postgres import Postgres, free_port

_SLICE: Final = 2.0


class Both:
    """Several processes, counted as one."""

    def __init__(self, processes: Sequence[Any]) -> None:
        self.processes = processes

    def cpu(self) -> float:
        return sum(map(cpu_seconds, self.processes))


def database_cpu(postgres: Postgres) -> float:
    """What PostgreSQL has used, with all its processes, also those that have ended."""
    used = 0.0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            command = (entry / "cmdline").read_bytes().decode(errors="replace")
            fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if str(postgres.folder) in command or (
            command.startswith("postgres:") and _child_of(postgres, fields)
        ):
            used += sum(map(int, fields[11:15]))
    return used / os.sysconf("SC_CLK_TCK")


def _child_of(postgres: Postgres, fields: Sequence[str]) -> bool:
    return fields[1] == (postgres.folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0]


async def measure(
    ports: Sequence[int], processes: Sequence[Any], postgres: Postgres, chosen: Any
) -> dict[str, Any]:
    """One server and both in turn, slice by slice."""
    tables = [[await OurTable(port, []).open() for _ in range(chosen.tables)] for port in ports]
    half = chosen.tables // 2
    settings = {"one": tables[0], "two": [*tables[0][:half], *tables[1][:half]]}
    kinds = {name: Measured() for name in settings}
    spent = {name: {"servers": 0.0, "database": 0.0, "clients": 0.0} for name in settings}
    for _ in range(round(chosen.seconds / _SLICE)):
        for name, wanted in settings.items():
            for table in wanted:
                if table.over:
                    await table.open()
            servers, clients, database = Both(processes).cpu(), _own_cpu(), database_cpu(postgres)
            await Side(processes[0], wanted).slice(kinds[name], 0, random.Random(1))
            spent[name]["servers"] += Both(processes).cpu() - servers
            spent[name]["clients"] += _own_cpu() - clients
            spent[name]["database"] += database_cpu(postgres) - database
    return {name: _told(kinds[name], spent[name]) for name in settings}


def _own_cpu() -> float:
    times = os.times()
    return times.user + times.system


def _told(measured: Measured, spent: dict[str, float]) -> dict[str, float]:
    told = measured.told()
    del told["cpu_ms_an_action"]  # of the first process only
    for who, seconds in spent.items():
        told[f"{who}_cpu_ms_an_action"] = round(1000 * seconds / measured.actions, 2)
    told["cores_used"] = round(sum(spent.values()) / measured.seconds, 2)
    told["cores_used_by_servers"] = round(spent["servers"] / measured.seconds, 2)
    return told


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--out", type=Path)
    options.add_argument("--tables", type=int, default=60)
    options.add_argument("--seconds", type=float, default=30.0, help="for each of both")
    chosen = options.parse_args()
    postgres, processes = Postgres(), []
    try:
        os.environ |= {"SPUK_DATABASE_URL": postgres.new_database(), "SPUK_HOST_NAMES": "bench"}
        ports = free_port(), free_port()
        with tempfile.TemporaryDirectory() as folder:
            for port in ports:
                processes.append(start_ours(folder, port))
            found: dict[str, Any] = asyncio.run(measure(ports, processes, postgres, chosen))
    finally:
        for process in processes:
            stop(process)
        postgres.remove()
    rates = {name: found[name]["actions_a_second"] for name in ("one", "two")}
    found["cores"] = os.cpu_count()
    found["ratio_of_actions_a_second"] = round(rates["two"] / rates["one"], 2)
    text = json.dumps(found, indent=2)
    print(text)
    if chosen.out:
        chosen.out.parent.mkdir(parents=True, exist_ok=True)
        chosen.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
