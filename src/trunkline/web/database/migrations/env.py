"""Alembic environment: migrates the store that the program has open."""

from __future__ import annotations

from alembic import context

from trunkline.web.database.game_tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
