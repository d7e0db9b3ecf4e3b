"""Whether a table says what a lay or a token does to the runs of others."""

import sqlalchemy as sa
from alembic import op

revision = "004"
down_revision = "003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games that are there are played on one screen, and say it."""
    op.add_column("games", sa.Column("others_shown", sa.Boolean, nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("games", "others_shown")
