"""The database that a command works on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from spuk.admin.errors import CannotDo
from spuk.server.settings import Settings, read_settings
from spuk.store.administration import Administration
from spuk.store.backup import InUse, NotABackup
from spuk.store.contract import Unavailable
from spuk.store.migrate import NoVersion, TooNew, TooOld
from spuk.store.sql import SqlStore, database_url, make_store

T = TypeVar("T")


class Open(NamedTuple):
    """An open database: the store as the server sees it, and what only operators do."""

    store: SqlStore
    admin: Administration


def settings_of(given: str | None) -> Settings:
    """The settings of the server, with the database that was given."""
    try:
        return read_settings({"database_url": given})
    except ValueError as error:
        raise CannotDo("ui.serve.wrong_setting", reason=error) from error


def with_database(given: str | None, work: Callable[[Open], Awaitable[T]]) -> T:
    """The result of some work. Database errors become `CannotDo`."""
    url = settings_of(given).database()

    async def run() -> T:
        check_file(url)
        store = make_store(url)
        try:
            return await work(Open(store, await store.open_as_it_is()))
        finally:
            await store.close()

    return explained(url, run)


def check_file(url: str) -> None:
    """An SQLite file must exist: SQLite itself would create an empty one."""
    found = database_url(url)
    if found.get_backend_name() == "sqlite" and not Path(found.database or "").is_file():
        raise CannotDo("ui.admin.no_file", path=found.database)


def explained(url: str, work: Callable[[], Awaitable[T]]) -> T:
    """Run some work. Database errors become one sentence."""
    try:
        shown = database_url(url).render_as_string(hide_password=True)
    except ValueError as error:
        raise CannotDo("ui.serve.wrong_setting", reason=error) from error
    try:
        return asyncio.run(_await(work))
    except TooOld as error:
        raise CannotDo("ui.admin.too_old", url=shown, reason=error) from error
    except TooNew as error:
        raise CannotDo("ui.serve.too_new", url=shown, reason=error) from error
    except NoVersion as error:
        raise CannotDo("ui.serve.no_version", url=shown, reason=error) from error
    except ModuleNotFoundError as error:
        raise CannotDo("ui.serve.no_driver", url=shown) from error
    except NotABackup as error:
        raise CannotDo("ui.admin.no_backup", reason=error) from error
    except InUse as error:
        raise CannotDo("ui.admin.in_use", url=shown) from error
    except (Unavailable, OSError) as error:
        raise CannotDo("ui.serve.no_database", url=shown, reason=error) from error


async def _await(work: Callable[[], Awaitable[T]]) -> T:
    return await work()
