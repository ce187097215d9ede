"""Brings a database to the present schema."""

from __future__ import annotations

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

_LOCK = 7_305_811
"""Names our advisory lock in PostgreSQL: of several processes that start together one migrates."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration; there is no file of it."""
    made = Config()
    made.set_main_option("script_location", str(files("spuk.store") / "migrations"))
    made.attributes["connection"] = connection
    return made


def newest() -> str:
    """The version this Spuk writes."""
    return ScriptDirectory.from_config(config()).get_current_head() or ""


class TooNew(ValueError):
    """The database was written by a newer Spuk."""


def upgrade(connection: Connection) -> None:
    """Go to the newest version, in the transaction of this connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    present = _present(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}
    if present is not None and present not in known:
        raise TooNew(f"the database has the schema {present}, this Spuk knows only up to {newest()}")
    if present != newest():
        command.upgrade(config(connection), "head")


def _present(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
