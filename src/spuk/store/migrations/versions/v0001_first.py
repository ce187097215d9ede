"""The first version: the log, lists, snapshots, people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "log",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("waits", sa.String(20), nullable=False),
        sa.Column("people", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
    )
    op.create_index("games_by_status", "games", ["status", "changed_at"])
    op.create_index("games_by_waits", "games", ["waits", "changed_at"])
    op.create_table(
        "parts",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
    )
    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("recovery", sa.String(80), nullable=True),
        sa.Column("recovery_until", sa.Double, nullable=True),
    )
    op.create_index("people_by_recovery", "people", ["recovery"], unique=True)
    op.create_table(
        "kept",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop everything."""
    for table in ("kept", "people", "snapshots", "parts", "games", "log"):
        op.drop_table(table)
