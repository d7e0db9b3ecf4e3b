"""A way to the database of the games, for what is kept of people: short transactions on a pool of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from trunkline.people.errors import Wrong

WRITES = "writes"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")


class Unavailable(Exception):
    """The database cannot be used now; why is for the operator alone, and no part of the message."""

    def __init__(self, cause: str) -> None:
        super().__init__("The table cannot look up who you are now: try again soon.")
        self.cause = cause


class Database:
    """Where people are kept. The tables are there already: whoever opens the games brings them up to date."""

    def __init__(self, url: str | URL) -> None:
        self._sqlite = make_url(url).get_backend_name() == "sqlite"
        self._engine = create_engine(url, hide_parameters=True, pool_pre_ping=not self._sqlite)
        if self._sqlite:
            event.listen(self._engine, "connect", _configure)
            event.listen(self._engine, "begin", _begin)

    def close(self) -> None:
        """Let go of it."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A look. Raises ``Unavailable``."""
        with self._opened(writes=False) as link:
            yield link

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it or nothing, and on the disk once it is left. Raises ``Unavailable``.

        ``IntegrityError`` comes through to whoever tried to write what is there already.
        """
        with self._opened(writes=True) as link, link.begin():
            yield link

    @contextmanager
    def _opened(self, *, writes: bool) -> Iterator[Connection]:
        try:
            with self._engine.connect().execution_options(**{WRITES: writes}) as link:
                yield link
        except IntegrityError:
            raise
        except DataError as error:
            # PostgreSQL has no zero bytes in texts, and SQLite has.
            raise Wrong("That is no text that can be kept.") from error
        except (DBAPIError, SQLAlchemyError, sqlite3.Error) as error:
            cause = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise Unavailable(cause) from error


def _configure(connection: Any, record: object) -> None:
    # SQLite's own driver begins transactions late and by itself; we say when they begin.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # One that will write must not begin as one that reads: another writer could get in between.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
