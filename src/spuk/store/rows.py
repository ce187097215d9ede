"""What is written, as the columns have it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from spuk.store.grouping import Order
from spuk.store.schema import GAMES

GAME_FIELDS: Final = tuple(column.name for column in GAMES.c)


def compact(data: Mapping[str, Any]) -> str:
    """JSON as small as it gets."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def log_rows(order: Order) -> list[tuple[str, int, float, str, str]]:
    """The rows of the log."""
    return [
        (order.game, number, order.at, row.kind, compact(row.data))
        for number, row in enumerate(order.rows, order.expected + 1)
    ]


def game_values(order: Order) -> tuple[Any, ...]:
    """The row of the game, in the order of `GAME_FIELDS`."""
    card = order.card
    assert card is not None
    values = {
        "id": order.game,
        "number": order.last,
        "changed_at": order.at,
        "status": card.status,
        "listed": card.listed,
        "waits": card.waits,
        "people": json.dumps(card.people),
        "about": compact(card.about),
        "rules": card.rules,
    }
    return tuple(values[name] for name in GAME_FIELDS)
