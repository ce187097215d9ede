"""Brings a database to the current schema. Alembic is slow to import, so only if there is work to do."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from spuk.store.schema import METADATA

if TYPE_CHECKING:
    from alembic.config import Config

NEWEST: Final = "0003"
"""The version this Spuk writes. A test compares it with the last migration."""
_LOCK: Final = 7_305_811
"""Our advisory lock in PostgreSQL: of several processes that start together, one migrates."""


class TooNew(ValueError):
    """The database was written by a newer version of Spuk."""


class TooOld(ValueError):
    """The database was written by an older version of Spuk and has not been migrated yet."""


class NoVersion(ValueError):
    """The database has tables like ours, but nothing says which schema version they have."""


def upgrade(connection: Connection) -> None:
    """Migrate to the newest version, in the transaction of this connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    present = _present(connection)
    if present == NEWEST:
        return
    if present is None:
        _check_new(connection)
    elif not present.isdecimal() or len(present) != len(NEWEST):
        raise NoVersion(f"its table alembic_version says {present!r}")
    elif present > NEWEST:
        raise TooNew(f"the database has schema {present}; this version of Spuk only knows up to {NEWEST}")
    upgrade_to(connection, "head")


def upgrade_to(connection: Connection, version: str) -> None:
    """Go to a version."""
    from alembic import command

    command.upgrade(config(connection), version)


def check_version(connection: Connection) -> None:
    """Accept only the schema that this version writes. It is never changed here, because a server may be
    running.
    """
    present = _present(connection)
    if present is None:
        raise NoVersion("it has no tables of Spuk")
    if present < NEWEST:
        raise TooOld(f"the database has schema {present}; this version of Spuk uses {NEWEST}")
    if present > NEWEST:
        raise TooNew(f"the database has schema {present}; this version of Spuk only knows up to {NEWEST}")


def _check_new(connection: Connection) -> None:
    """A database without any of our tables may have no version."""
    found = sorted(set(inspect(connection).get_table_names()) & set(METADATA.tables))
    if found:
        raise NoVersion(f"existing tables: {', '.join(found)}")


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without a file."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(files("spuk.store") / "migrations"))
    made.attributes["connection"] = connection
    return made


def _present(connection: Connection) -> str | None:
    """The version of the schema; None if the database does not state one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)
