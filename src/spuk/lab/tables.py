"""The log as tables: always CSV, and Parquet if pyarrow is installed. One row per game, always in the same
order.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Final, get_args

from spuk.lab import log
from spuk.lab.order import Order
from spuk.lab.rows import table_columns, table_row
from spuk.lab.system import part_of
from spuk.lab.tally import Tally

CSV: Final = "games.csv"
PARQUET: Final = "games.parquet"
FAILED: Final = "failed.csv"
_BATCH: Final = 20_000

Batch = list[Mapping[str, Any]]
Sink = Callable[[Batch], None]


def has_parquet() -> bool:
    """Whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


def write(directory: Path, order: Order, reader: log.Reader, tally: Tally) -> list[Path]:
    """Write all tables; returns which ones exist now. Each is replaced completely or not at all."""
    makers = {CSV: _csv_sink, **({PARQUET: _parquet_sink} if has_parquet() else {})}
    with ExitStack() as stack:
        parts = {name: part_of(directory / name) for name in makers}
        sinks = [make(parts[name], order, stack) for name, make in makers.items()]
        for batch in _batches(order, reader):
            for sink in sinks:
                sink(batch)
    written = [part.replace(directory / name) for name, part in parts.items()]
    for old in {PARQUET, FAILED} - parts.keys():  # from an earlier run: it would be outdated
        (directory / old).unlink(missing_ok=True)
    if tally.failures:
        written.append(_write_failures(directory, order, tally))
    return written


def _batches(order: Order, reader: log.Reader) -> Iterator[Batch]:
    rows = reader.in_order()
    while batch := [table_row(order, row) for row in islice(rows, _BATCH)]:
        yield batch


def _csv_sink(path: Path, order: Order, stack: ExitStack) -> Sink:
    columns = list(table_columns(order))
    writer = csv.writer(stack.enter_context(path.open("w", encoding="utf-8", newline="")))
    writer.writerow(columns)

    def write(batch: Batch) -> None:
        writer.writerows([_cell(row[column]) for column in columns] for row in batch)

    return write


def _cell(value: object) -> object:
    """Lists become their items separated by spaces; no id contains a space."""
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else value


def _parquet_sink(path: Path, order: Order, stack: ExitStack) -> Sink:
    import pyarrow
    from pyarrow import parquet

    columns = table_columns(order)
    schema = pyarrow.schema([(name, _arrow(pyarrow, kind)) for name, kind in columns.items()])
    schema = schema.with_metadata({"spuk.order": order.to_json()})
    writer = stack.enter_context(parquet.ParquetWriter(path, schema, compression="zstd"))

    def write(batch: Batch) -> None:
        arrays = {name: [row[name] for row in batch] for name in columns}
        writer.write_table(pyarrow.table(arrays, schema=schema))

    return write


def _arrow(pyarrow: Any, kind: Any) -> Any:
    """The type of a column, stated and not guessed, because empty lists and None say nothing."""
    if get_args(kind):
        return pyarrow.list_(_arrow(pyarrow, get_args(kind)[0]))
    types = {int: pyarrow.int64, float: pyarrow.float64, bool: pyarrow.bool_, str: pyarrow.string}
    return types[kind]()


def _write_failures(directory: Path, order: Order, tally: Tally) -> Path:
    """What to look into, and with which seed."""
    part = part_of(directory / FAILED)
    with part.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["combination", "number", "seed", "bots", "error"])
        for (combination, number), error in sorted(tally.failures.items()):
            bots = " ".join(order.seating(combination, number))
            seed = order.seed_of(combination, number)
            writer.writerow([order.labels[combination], number, seed, bots, error])
    return part.replace(directory / FAILED)
