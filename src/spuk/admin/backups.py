"""Backups: created and checked while a server is running, restored without one."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from spuk.admin.database import check_file, explained
from spuk.admin.errors import CannotDo
from spuk.server.loading import DamagedLog, fold_rows
from spuk.server.serve import CannotServe, only_one
from spuk.server.settings import Settings, data_folder
from spuk.store.backup import (
    NotABackup,
    Partial,
    check_pages,
    copy_postgres,
    copy_sqlite,
    logs,
    new_name,
    outdated,
    prepare,
    restore,
)
from spuk.store.contract import Row
from spuk.store.migrate import NoVersion
from spuk.store.sql import database_url
from spuk.table.table import Table


class Contents(NamedTuple):
    """The readable content of a backup."""

    tables: int
    rows: int
    damaged: list[str]
    """Tables that cannot be read. They were unreadable in the database as well."""


def default_folder() -> Path:
    """The default folder for backups."""
    return data_folder() / "backups"


def contents(file: Path) -> Contents:
    """Read every table's log from its beginning, as a server does. This needs a prepared copy."""
    tables = rows = 0
    damaged = []
    for id, number, log in logs(file):
        tables, rows = tables + 1, rows + len(log)
        if not _is_whole(id, number, log):
            damaged.append(id)
    return Contents(tables, rows, damaged)


def _is_whole(id: str, number: int, log: Iterable[Row]) -> bool:
    try:
        return fold_rows(Table(id), log).number == number
    except DamagedLog:
        return False


def back_up(settings: Settings, folder: Path, keep: int | None) -> dict[str, Any]:
    """Create a backup, verify it, and remove those that are too old, while a server may be running."""
    url = settings.database()

    async def run() -> dict[str, Any]:
        check_file(url)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path, found = await _make(url, folder)
        except OSError as error:
            raise CannotDo("ui.admin.cannot_write", path=folder, reason=error.strerror or error) from error
        removed = [] if keep is None else outdated(folder, keep)
        for old in removed:
            old.unlink(missing_ok=True)
        told = {"file": str(path), "bytes": path.stat().st_size, "removed": [str(old) for old in removed]}
        return {**told, **found._asdict()}

    return explained(url, run)


async def _make(url: str, folder: Path) -> tuple[Path, Contents]:
    found = database_url(url)
    with Partial(new_name(folder)) as partial:
        if found.get_backend_name() == "sqlite":
            await asyncio.to_thread(copy_sqlite, Path(found.database or ""), partial.path)
        else:
            await copy_postgres(found, partial.path)
        check_pages(partial.path)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            copy = Path(scratch) / "read-back.db"
            prepare(partial.path, copy)
            read = contents(copy)
        partial.finish()
    return partial.target, read


class Prepared(NamedTuple):
    """A backup that can be restored."""

    file: Path
    copy: Path
    contents: Contents


def read_backup(file: Path, scratch: Path) -> Prepared:
    """Check a backup before anything is changed. `CannotDo` if it is not one."""
    copy = scratch / "restore.db"
    try:
        if not file.is_file():
            raise CannotDo("ui.admin.no_file", path=file)
        return explained(f"sqlite:///{file}", lambda: _read(file, copy))
    except OSError as error:
        raise CannotDo("ui.admin.cannot_read", path=file, reason=error.strerror or error) from error


async def _read(file: Path, copy: Path) -> Prepared:
    try:
        prepare(file, copy)
    except NoVersion as error:
        raise NotABackup(f"{file.name}: {error}") from error
    return Prepared(file, copy, contents(copy))


def bring_back(settings: Settings, prepared: Prepared, folder: Path) -> dict[str, Any]:
    """Replace the database with a backup. The old content is backed up first, and no
    server may be running.
    """
    url = settings.database()
    found = database_url(url)

    async def run() -> dict[str, Any]:
        before = None
        if found.get_backend_name() != "sqlite" or Path(found.database or "").is_file():
            before = await _keep_present(url, folder)
        await restore(found, prepared.copy)
        return {
            "restored": str(prepared.file),
            "before": None if before is None else str(before),
            **prepared.contents._asdict(),
        }

    with ExitStack() as alone:
        try:
            alone.enter_context(only_one(settings))
        except CannotServe as error:
            raise CannotDo("ui.admin.in_use", url=found.render_as_string(hide_password=True)) from error
        return explained(url, run)


async def _keep_present(url: str, folder: Path) -> Path | None:
    """A backup of what is about to be replaced; None if there is nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return (await _make(url, folder))[0]
    except NoVersion:  # nothing of ours, such as a new database
        return None
    except NotABackup as error:
        raise CannotDo("ui.admin.present_broken", url=database_url(url).database, reason=error) from error
