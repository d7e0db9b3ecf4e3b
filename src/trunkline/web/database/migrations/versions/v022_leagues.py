"""Ratings and leagues. Games that were imported are marked, because they are not rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "022"
down_revision = "021"
branch_labels = None
depends_on = None
OF_LEAGUES = "league_seats", "league_games", "league_members", "leagues"
OF_RATINGS = "ratings", "rating_results", "rated_games"


def upgrade() -> None:
    """Create the tables, and mark the imported games."""
    op.add_column("games", sa.Column("imported", sa.Boolean, nullable=False, server_default=sa.false()))
    games = sa.table("games", sa.column("id"), sa.column("created"), sa.column("imported", sa.Boolean))
    entries = sa.table("entries", sa.column("game_id"), sa.column("number", sa.Integer), sa.column("at"))
    # The entries of an import are written before its game, those of other games after it.
    first = sa.exists().where(
        entries.c.game_id == games.c.id, entries.c.number == 1, entries.c.at < games.c.created
    )
    op.execute(games.update().where(first).values(imported=sa.true()))
    _create_ratings()
    _create_leagues()


def _create_ratings() -> None:
    op.create_table(
        "rated_games",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("ended", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
    )
    op.create_index("rated_games_title", "rated_games", ["title", "ended", "game_id"])
    op.create_index("rated_games_ended", "rated_games", ["ended"])
    op.create_table(
        "rating_results",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
    )
    op.create_index("rating_results_player", "rating_results", ["player"])
    op.create_table(
        "ratings",
        sa.Column("title", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("bot", sa.Boolean, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("ratings_player", "ratings", ["player"])


def _create_leagues() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False, unique=True),
        sa.Column("organiser", sa.Text, sa.ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("invitation", sa.LargeBinary, nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("deadline", sa.BigInteger, nullable=True),
        sa.Column("problem", sa.Text, nullable=False, server_default=""),
    )
    op.create_index("leagues_stage", "leagues", ["stage"])
    op.create_index("leagues_organiser", "leagues", ["organiser"])
    league = sa.ForeignKey("leagues.id", ondelete="CASCADE")
    op.create_table(
        "league_members",
        sa.Column("league", sa.Text, league, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
        sa.Column("gone", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("league_members_person", "league_members", ["league", "person"], unique=True)
    op.create_index("league_members_of", "league_members", ["person"])
    op.create_table(
        "league_games",
        sa.Column("league", sa.Text, sa.ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
        *(sa.Column(name, sa.Integer, primary_key=True) for name in ("season", "round", "number")),
        sa.Column("game_id", sa.Text, nullable=True, unique=True),
        sa.Column("annulled", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "league_seats",
        sa.Column("league", sa.Text, primary_key=True),
        *(sa.Column(name, sa.Integer, primary_key=True) for name in ("season", "round", "table", "seat")),
        sa.Column("member", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for name in (*OF_LEAGUES, *OF_RATINGS):
        op.drop_table(name)
    with op.batch_alter_table("games") as games:
        games.drop_column("imported")
