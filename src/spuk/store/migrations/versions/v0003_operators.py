"""What operators do: people and addresses can be banned.

Tables can be closed and their links revoked, which are rows of their logs that an older Spuk does not know:
the new version of the schema keeps it away from them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of bans."""
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("value", sa.String(60), primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=True),
        sa.Column("because", sa.String(60), nullable=False),
    )


def downgrade() -> None:
    """Forget all bans."""
    op.drop_table("bans")
