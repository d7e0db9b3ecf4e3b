"""Migration of a database to the current schema."""

from __future__ import annotations

import functools

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from trunkline.util.errors import UsageError
from trunkline.web.database.game_tables import metadata


def steps() -> Config:
    """Return the Alembic configuration with the location of the migrations."""
    config = Config()
    config.set_main_option("script_location", "trunkline.web.database:migrations")
    return config


@functools.cache
def _scripts() -> ScriptDirectory:
    """Return the migrations. They are read once, because Alembic compiles them at every reading."""
    return ScriptDirectory.from_config(steps())


def head() -> str:
    """Return the current schema revision of this program."""
    return str(_scripts().get_current_head())


def form(link: Connection) -> str | None:
    """Return the schema revision of a database, or None if it holds no Trunkline tables."""
    return MigrationContext.configure(link).get_current_revision()


def up_to_date(link: Connection, name: str) -> None:
    """Migrate a database and commit. ``name`` is its name in messages. Raises ``UsageError``.

    An empty database gets the current schema in one step. A test compares it with the migrated one.
    """
    current = form(link)
    if current == head():
        return
    if current is None:
        metadata.create_all(link, checkfirst=False)
        MigrationContext.configure(link).stamp(_scripts(), "head")
        link.commit()
        return
    if current not in {script.revision for script in _scripts().walk_revisions()}:
        raise UsageError(
            f"{name} was written by a newer version of this program, in form {current}; this one knows those "
            f"up to {head()}."
        )
    config = steps()
    config.attributes["connection"] = link
    command.upgrade(config, "head")
    link.commit()
