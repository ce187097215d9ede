"""What is written, in the form of columns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from spuk.store.grouping import PendingAppend
from spuk.store.schema import TABLES

TABLE_FIELDS: Final = tuple(column.name for column in TABLES.c)


def compact(data: Mapping[str, Any]) -> str:
    """JSON as compact as possible."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_object(text: Any) -> dict[str, Any] | None:
    """A JSON object; None for anything else."""
    found = read_json(text)
    return found if isinstance(found, dict) else None


def read_json(text: Any) -> Any:
    """The value of a JSON text; None if it is invalid."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None


def log_rows(order: PendingAppend) -> list[tuple[str, int, float, str, str]]:
    """The rows of the log."""
    return [
        (order.table, number, order.at, row.kind, compact(row.data))
        for number, row in enumerate(order.rows, order.expected + 1)
    ]


def table_values(order: PendingAppend) -> tuple[Any, ...]:
    """The row of the table, in the order of `TABLE_FIELDS`."""
    card = order.card
    assert card is not None
    values = {
        "id": order.table,
        "number": order.last,
        "changed_at": order.at,
        "status": card.status,
        "listed": card.listed,
        "waits": card.waits,
        "people": json.dumps(card.people),
        "about": compact(card.about),
        "rules": card.rules,
    }
    return tuple(values[name] for name in TABLE_FIELDS)
