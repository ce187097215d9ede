"""Tables state which rules they are played by. Existing ones are of the first revision.

Older versions of Spuk do not check the revision and would misread newer tables. The new schema version keeps
them out.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. The summary of each table names its game."""
    op.add_column("games", sa.Column("rules", sa.String(60), nullable=False, server_default=""))
    games = sa.table("games", sa.column("about", sa.Text), sa.column("rules", sa.String))
    if op.get_bind().dialect.name == "postgresql":
        game = sa.func.json_extract_path_text(sa.cast(games.c.about, sa.JSON), "game")
    else:
        game = sa.func.json_extract(games.c.about, "$.game")
    op.execute(games.update().values(rules=sa.func.coalesce(game + sa.literal("/1", sa.Text), "")))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("games", "rules")
