"""Compares what players wrote down with the log: nothing acknowledged is lost, nothing was done twice."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.machines.cluster import Database
from tests.machines.players import Journal, Stream


class LogRow(NamedTuple):
    """A row as it is in the database."""

    number: int
    kind: str
    data: Mapping[str, Any]


Logs = Mapping[str, Sequence[LogRow]]


def read_logs(database: Database) -> Logs:
    """All logs, straight from the database."""
    logs: dict[str, list[LogRow]] = defaultdict(list)
    for table, number, kind, data in database.ask("SELECT game, number, kind, data FROM log ORDER BY 1, 2"):
        logs[table].append(LogRow(int(number), kind, json.loads(data)))
    return logs


def check_logs(database: Database, logs: Logs) -> None:
    """Each log is whole, and as long as the list of tables says."""
    ends = {table: int(number) for table, number in database.ask("SELECT id, number FROM games")}
    for table, rows in logs.items():
        assert [row.number for row in rows] == list(range(1, len(rows) + 1)), f"{table}: rows are missing"
        assert ends[table] == len(rows), f"{table}: the list says {ends[table]}, the log has {len(rows)}"


def check_actions(journal: Journal, logs: Logs) -> int:
    """What was acknowledged is the next move after what the player had seen, once; there is nothing else."""
    used: set[tuple[str, int]] = set()
    for attempt in journal.attempts:
        assert attempt.done is not None, f"{attempt} was never answered"
        if not attempt.done:
            continue
        moves = (
            row
            for row in logs[attempt.table]
            if row.number > attempt.number and row.kind in ("action", "chance")
        )
        move = next(moves, None)
        assert move is not None, f"{attempt} was acknowledged and is lost"
        assert move.data["action"] == attempt.action, f"{attempt} was acknowledged; the log has {move}"
        assert move.data.get("seat") == attempt.seat, f"{attempt} was acknowledged; the log has {move}"
        assert (attempt.table, move.number) not in used, f"{move} was acknowledged twice"
        used.add((attempt.table, move.number))
    tables = {attempt.table for attempt in journal.attempts}
    done = {
        (table, row.number)
        for table in tables
        for row in logs[table]
        if row.kind == "action" and row.data.get("by")
    }
    assert done == used, f"moves nobody was told of: {sorted(done - used)[:5]}"
    return len(used)


def check_chat(journal: Journal, logs: Logs) -> None:
    """Every acknowledged message is there once."""
    said: dict[tuple[str, str], int] = defaultdict(int)
    for table, rows in logs.items():
        for row in rows:
            if row.kind == "chat":
                said[table, row.data["text"]] += 1
    for message in journal.chat:
        assert said[message] == 1, f"{message} is in the log {said[message]} times"


def check_stream(stream: Stream, logs: Logs) -> None:
    """All updates, each once, in order, up to the last row."""
    last = logs[stream.table][-1].number
    first = stream.numbers[0] if stream.numbers else last + 1
    assert stream.numbers == list(range(first, last + 1)), (
        f"{stream.table}: a stream told {stream.numbers[-20:]}"
    )
