"""Location of the games: a file name or a database address."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from trunkline.util.errors import UsageError
from trunkline.web.games.repository import GameRepository
from trunkline.web.storage.sqlite import SqliteStore

VARIABLE = "TRUNKLINE_DATABASE_URL"
"""The environment variable that names a database."""
DRIVER = "postgresql+psycopg"
POSTGRESQL = ("postgresql", "postgres", DRIVER)

Place = Path | URL
"""An SQLite file, or a PostgreSQL database."""


def parse_url(text: str) -> Place:
    """Return the place of ``postgresql://host/name`` or ``sqlite:///file``. Raises ``UsageError``."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        # Do not repeat the address: it may contain a password.
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
    """Return the name of a place for messages, without its password."""
    if isinstance(place, Path):
        return str(place)
    return place.set(drivername="postgresql").render_as_string(hide_password=True)


def url_of(place: Place) -> str:
    """Return the connection address of a place, including its password."""
    if isinstance(place, Path):
        return f"sqlite:///{place}"
    return place.render_as_string(hide_password=False)


def opened(place: Place) -> GameRepository:
    """Return the store at a place. Create or migrate it if necessary. Raises ``UsageError``."""
    if isinstance(place, Path):
        return SqliteStore(place)
    try:
        from trunkline.web.storage.postgresql import PostgresStore
    except ImportError as error:
        raise UsageError(
            f"PostgreSQL needs {error.name}, which is not there: pip install 'trunkline[postgresql]'."
        ) from error
    return PostgresStore(place, name(place))
