"""Actions with the names of format 2 of saved games."""

import json

import sqlalchemy as sa
from alembic import op

from trunkline.game.saves_v1 import KINDS, SOURCES, upgrade_action

revision = "003"
down_revision = "002"
branch_labels = None
depends_on = None

entries = sa.table(
    "entries",
    sa.column("game_id", sa.Text),
    sa.column("number", sa.Integer),
    sa.column("kind", sa.Text),
    sa.column("data", sa.LargeBinary),
)
states = sa.table("states")


def upgrade() -> None:
    """Rename kinds and sources in actions. States are computed again."""
    link = op.get_bind()
    # PostgreSQL's cast would write every byte as hexadecimal digits.
    postgresql = link.dialect.name == "postgresql"
    text = sa.func.encode(entries.c.data, "escape") if postgresql else sa.cast(entries.c.data, sa.Text)
    old = [text.contains(f'"{name}"', autoescape=True) for name in (*KINDS, *SOURCES)]
    wanted = sa.select(entries.c.game_id, entries.c.number, entries.c.data)
    for game, number, data in link.execute(wanted.where(entries.c.kind == "action", sa.or_(*old))).all():
        try:
            action = upgrade_action(json.loads(data))
        except ValueError:
            continue  # The data was damaged before. Opening the game reports it.
        here = (entries.c.game_id == game) & (entries.c.number == number)
        new = json.dumps(action, separators=(",", ":"), ensure_ascii=False).encode()
        link.execute(sa.update(entries).where(here).values(data=new))
    link.execute(sa.delete(states))


def downgrade() -> None:
    """Do nothing: older versions do not know the new names."""
