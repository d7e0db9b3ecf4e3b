"""Setting of a table: show the effect of lays and tokens on other corporations' runs."""

import sqlalchemy as sa
from alembic import op

revision = "004"
down_revision = "003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the setting. Existing games are single-screen games, so it is on for them."""
    op.add_column("games", sa.Column("others_shown", sa.Boolean, nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Drop the setting."""
    op.drop_column("games", "others_shown")
