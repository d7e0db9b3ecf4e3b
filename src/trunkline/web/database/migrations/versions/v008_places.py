"""Columns for the lists of games: pending turns, stages of tables, and endings of games."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "008"
down_revision = "007"
branch_labels = None
depends_on = None

MANY = 500
"""Number of games read at a time."""


def upgrade() -> None:
    """Add the columns. For existing games, the ending is computed when the game is first viewed."""
    op.add_column("games", sa.Column("moved", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("ending", sa.Text, nullable=True))
    op.add_column("games", sa.Column("rematch_of", sa.Text, nullable=True))
    op.add_column("owned", sa.Column("stage", sa.Text, nullable=False, server_default="on"))
    op.add_column("owned", sa.Column("moved", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "chairs",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("since", sa.Text, nullable=True),
        sa.Column("worth", sa.Integer, nullable=True),
        sa.Column("place", sa.Integer, nullable=True),
    )
    op.execute(
        "UPDATE games SET moved = coalesce((SELECT at FROM entries "
        "WHERE entries.game_id = games.id AND entries.number = games.version), created)"
    )
    _fill_chairs()
    op.execute(
        "UPDATE owned SET moved = coalesce((SELECT moved FROM games WHERE games.id = owned.game_id), ''), "
        "stage = CASE WHEN EXISTS (SELECT 1 FROM games WHERE games.id = owned.game_id AND games.over) "
        "THEN 'over' WHEN EXISTS (SELECT 1 FROM chairs WHERE chairs.game_id = owned.game_id "
        "AND chairs.kind = 'person' AND NOT EXISTS "
        "(SELECT 1 FROM seated WHERE seated.game_id = chairs.game_id "
        "AND seated.seat = chairs.seat AND seated.person IS NOT NULL)) THEN 'open' ELSE 'on' END"
    )
    op.create_index("games_over", "games", ["over", "moved", "id"])
    op.create_index("games_rematch", "games", ["rematch_of"], unique=True)
    op.create_index("owned_stage", "owned", ["stage", "moved", "game_id"])


def _fill_chairs() -> None:
    link = op.get_bind()
    found = link.execute(sa.text("SELECT id, seats, to_act, moved, over FROM games")).all()
    insert = sa.text(
        "INSERT INTO chairs (game_id, seat, number, kind, since) "
        "VALUES (:game_id, :seat, :number, :kind, :since)"
    )
    for begin in range(0, len(found), MANY):
        rows = [row for game in found[begin : begin + MANY] for row in _chairs(*game)]
        if rows:
            link.execute(insert, rows)


def _chairs(id: str, seats: str, to_act: str, moved: str, over: bool) -> list[dict[str, object]]:
    """Return the seats of a game, or an empty list if it cannot be read."""
    try:
        waits = set() if over else set(json.loads(to_act))
        return [
            {
                "game_id": id,
                "seat": seat["name"],
                "number": number,
                "kind": seat.get("kind", "person"),
                "since": moved if seat["name"] in waits else None,
            }
            for number, seat in enumerate(json.loads(seats))
        ]
    except (ValueError, TypeError, KeyError, AttributeError):
        return []


def downgrade() -> None:
    """Drop the columns."""
    op.drop_index("owned_stage", "owned")
    op.drop_index("games_rematch", "games")
    op.drop_index("games_over", "games")
    op.drop_table("chairs")
    op.drop_column("owned", "moved")
    op.drop_column("owned", "stage")
    op.drop_column("games", "rematch_of")
    op.drop_column("games", "ending")
    op.drop_column("games", "moved")
