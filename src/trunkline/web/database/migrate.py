"""Migration of a database to the current schema."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from trunkline.util.errors import UsageError


def steps() -> Config:
    """Return the Alembic configuration with the location of the migrations."""
    config = Config()
    config.set_main_option("script_location", "trunkline.web.database:migrations")
    return config


def head() -> str:
    """Return the current schema revision of this program."""
    return str(ScriptDirectory.from_config(steps()).get_current_head())


def form(link: Connection) -> str | None:
    """Return the schema revision of a database, or None if it holds no Trunkline tables."""
    return MigrationContext.configure(link).get_current_revision()


def up_to_date(link: Connection, name: str) -> None:
    """Migrate a database and commit. ``name`` is its name in messages. Raises ``UsageError``."""
    config = steps()
    current = form(link)
    if current == head():
        return
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise UsageError(
            f"{name} was written by a newer version of this program, in form {current}; this one knows those "
            f"up to {head()}."
        )
    config.attributes["connection"] = link
    command.upgrade(config, "head")
    link.commit()
