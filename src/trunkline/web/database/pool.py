"""Database access for accounts: short transactions, over the connections of the store of games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from trunkline.util.messages import gettext
from trunkline.web.database.settings import WRITES, cause, set_up_sqlite
from trunkline.web.errors import Invalid


class Unavailable(Exception):
    """An unavailable database. ``cause`` is for the operator only and not part of the message."""

    def __init__(self, cause: str) -> None:
        super().__init__("The table cannot look up who you are now: try again soon.")
        self.cause = cause


class Database:
    """The database of accounts. Opening the store of games has created and migrated its tables."""

    def __init__(self, database: str | URL | Engine) -> None:
        """Use the connections of a store, or open new ones to an address."""
        self._borrowed = isinstance(database, Engine)
        self._engine = database if isinstance(database, Engine) else _engine(database)
        self._sqlite = self._engine.dialect.name == "sqlite"
        self._single = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def shared(self) -> bool:
        """True if several processes may use the database."""
        return not self._sqlite

    def close(self) -> None:
        """Close the connections, unless they are those of a store."""
        if not self._borrowed:
            self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for reading. Raises ``Unavailable``."""
        # On PostgreSQL, each statement sees the latest data even within a transaction. So do without one and
        # save two round trips.
        with self._opened(writes=False, single=self.shared) as link:
            yield link

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that is committed to disk at the end. Raises ``Unavailable``.

        ``IntegrityError`` is passed on to the caller, for rows that exist already.
        """
        with self._opened(writes=True) as link, link.begin():
            yield link

    @contextmanager
    def at_once(self) -> Iterator[Connection]:
        """Open a connection with one transaction per statement, on a shared database.

        Raises ``Unavailable``.
        """
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
            # PostgreSQL rejects null characters in texts. SQLite accepts them.
            raise Invalid(gettext("That is no text that can be kept.")) from error
        except (DBAPIError, SQLAlchemyError, sqlite3.Error) as error:
            raise Unavailable(cause(error)) from error


def _engine(url: str | URL) -> Engine:
    sqlite = make_url(url).get_backend_name() == "sqlite"
    engine = create_engine(url, hide_parameters=True, pool_pre_ping=not sqlite, pool_use_lifo=True)
    if sqlite:
        set_up_sqlite(engine)
    return engine
