"""What Alembic runs: the migrations, on the connection from `spuk.store.migrate`."""

from __future__ import annotations

from alembic import context

from spuk.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
