"""The directory of a run: its order, the log, and the tables made from it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import spuk
from spuk.kernel import files
from spuk.kernel.files import NOT_REGULAR
from spuk.lab import log
from spuk.lab.errors import Refused
from spuk.lab.order import Order
from spuk.lab.system import write_atomically

try:
    import fcntl
except ImportError:  # not Unix: nothing prevents two runs in one directory
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

ORDER: Final = "order.json"
LOCK: Final = "lock"


def read_order(directory: Path) -> Order:
    """The order in this directory."""
    path = directory / ORDER
    try:
        return Order.from_json(files.read(path))
    except FileNotFoundError:
        id = "ui.lab.no_order" if (directory / log.NAME).exists() else "ui.lab.no_results"
        raise Refused(id, path=directory) from None
    except spuk.OtherRules as error:
        raise _other_rules(directory, error) from error
    except (OSError, ValueError, RecursionError) as error:
        raise Refused("ui.lab.broken_order", path=path, reason=error) from error


def _other_rules(directory: Path, error: spuk.OtherRules) -> Refused:
    id = "ui.lab.other_rules.newer" if error.newer else "ui.lab.other_rules.older"
    return Refused(id, path=directory, game=error.game, found=error.found, known=error.known)


@contextmanager
def readable(directory: Path) -> Iterator[None]:
    """System errors for reading or writing there become one sentence."""
    try:
        yield
    except BrokenPipeError:  # whoever reads our output has gone: a different matter
        raise
    except OSError as error:
        raise Refused("ui.lab.no_access", path=error.filename or directory, reason=error) from error


def check_log(directory: Path) -> None:
    """An existing log must be a file: a pipe would keep us waiting forever."""
    path = directory / log.NAME
    if path.exists() and not path.is_file():
        raise Refused("ui.lab.no_access", path=path, reason=ValueError(NOT_REGULAR))


@contextmanager
def opened(directory: Path, order: Order, *, resume: bool) -> Iterator[None]:
    """The directory, prepared for this order and locked."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        lock = os.open(directory / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise Refused("ui.lab.cannot_write", path=directory, reason=error) from error
    try:
        with readable(directory):
            _lock(lock, directory)
            _prepare(directory, order, resume=resume)
            yield
    finally:
        os.close(lock)


def _lock(lock: int, directory: Path) -> None:
    """The system releases it when we end, however we end."""
    if not HAS_LOCKS:
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Refused("ui.lab.in_use", path=directory) from None


def _prepare(directory: Path, order: Order, *, resume: bool) -> None:
    check_log(directory)
    found = (directory / ORDER).exists() or (directory / log.NAME).exists()
    if found and not resume:
        raise Refused("ui.lab.has_results", path=directory)
    if found:
        _check_same(directory, read_order(directory), order)
        log.mend(directory / log.NAME)
    else:
        write_atomically(directory / ORDER, order.to_json())


def _check_same(directory: Path, there: Order, asked: Order) -> None:
    found = there.differences(asked)
    if found:
        listed = "; ".join(f"{name}: {_shown(old)} → {_shown(new)}" for name, old, new in found)
        raise Refused("ui.lab.other_order", path=directory, differences=listed)


def _shown(value: object) -> str:
    if value is None:
        return "–"
    return ",".join(value) if isinstance(value, tuple) else str(value)
