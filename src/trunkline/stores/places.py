"""Where games are kept: the name of a file, or the address of a database."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from trunkline.errors import UsageError
from trunkline.stores.sqlite import SqliteStore
from trunkline.tables.keeping import Store

VARIABLE = "TRUNKLINE_DATABASE_URL"
"""The setting of the environment that names a database."""
DRIVER = "postgresql+psycopg"
POSTGRESQL = ("postgresql", "postgres", DRIVER)

Place = Path | URL
"""A file of SQLite, or a database of PostgreSQL."""


def place(text: str) -> Place:
    """What ``postgresql://host/name`` or ``sqlite:///file`` says. Raises ``UsageError``."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        # What was typed may hold a password.
        raise UsageError(
            f"{VARIABLE} or --database is no address such as postgresql://games@db.example.org/games."
        ) from error
    if url.drivername in POSTGRESQL:
        if not url.database:
            raise UsageError(f"{name(url)} names no database: add its name behind a slash.")
        return url.set(drivername=DRIVER)
    if url.drivername == "sqlite" and url.database and url.database != ":memory:":
        return Path(url.database)
    raise UsageError(
        f"{url.drivername} is no database for games: there are postgresql://… and sqlite:///file."
    )


def name(place: Place) -> str:
    """What people call it: without its password."""
    if isinstance(place, Path):
        return str(place)
    return place.set(drivername="postgresql").render_as_string(hide_password=True)


def whereabouts(place: Place) -> str:
    """How it is reached, password included."""
    if isinstance(place, Path):
        return f"sqlite:///{place}"
    return place.render_as_string(hide_password=False)


def opened(place: Place) -> Store:
    """The store there, made or brought up to date where need be. Raises ``UsageError``."""
    if isinstance(place, Path):
        return SqliteStore(place)
    try:
        from trunkline.stores.postgresql import PostgresStore
    except ImportError as error:
        raise UsageError(
            f"PostgreSQL needs {error.name}, which is not there: pip install 'trunkline[postgresql]'."
        ) from error
    return PostgresStore(place, name(place))
