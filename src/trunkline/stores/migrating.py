"""Brings the tables of a database into the form that this program knows."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from trunkline.errors import UsageError


def steps() -> Config:
    """Where Alembic finds the steps."""
    config = Config()
    config.set_main_option("script_location", "trunkline.stores:migrations")
    return config


def head() -> str:
    """The form that this program knows."""
    return str(ScriptDirectory.from_config(steps()).get_current_head())


def form(link: Connection) -> str | None:
    """The form that a database has; None where it holds nothing of ours."""
    return MigrationContext.configure(link).get_current_revision()


def up_to_date(link: Connection, name: str) -> None:
    """Bring a database up to date and commit. ``name`` is what people call it. Raises ``UsageError``."""
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
