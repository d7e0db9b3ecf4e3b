"""A way to the database of the games, for what is kept of people: short transactions on a pool of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from trunkline.databases import WRITES, cause, set_up_sqlite
from trunkline.people.errors import Wrong


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
        self._single = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        if self._sqlite:
            set_up_sqlite(self._engine)

    @property
    def shared(self) -> bool:
        """Whether several processes may have it open."""
        return not self._sqlite

    def close(self) -> None:
        """Let go of it."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A look. Raises ``Unavailable``."""
        # A shared database shows each statement what there is by then, in a transaction or without one:
        # so it is spared beginning and ending one.
        with self._opened(writes=False, single=self.shared) as link:
            yield link

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it or nothing, and on the disk once it is left. Raises ``Unavailable``.

        ``IntegrityError`` comes through to whoever tried to write what is there already.
        """
        with self._opened(writes=True) as link, link.begin():
            yield link

    @contextmanager
    def at_once(self) -> Iterator[Connection]:
        """Statements that are transactions each, on a database that is shared. Raises ``Unavailable``."""
        with self._opened(writes=True, single=True) as link:
            yield link

    @contextmanager
    def _opened(self, *, writes: bool, single: bool = False) -> Iterator[Connection]:
        engine = self._single if single else self._engine
        try:
            with engine.connect().execution_options(**{WRITES: writes}) as link:
                yield link
        except IntegrityError:
            raise
        except DataError as error:
            # PostgreSQL has no zero bytes in texts, and SQLite has.
            raise Wrong("That is no text that can be kept.") from error
        except (DBAPIError, SQLAlchemyError, sqlite3.Error) as error:
            raise Unavailable(cause(error)) from error
