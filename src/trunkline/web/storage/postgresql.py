"""Store in a PostgreSQL database for several writing processes.

The row of a game is the lock for its next entry. Notifications to other processes are part of the same
transaction, so they arrive if and only if the entry is written.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy import URL, Connection, bindparam, create_engine, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.database import migrate
from trunkline.web.database.settings import cause
from trunkline.web.games.repository import StorageUnavailable, StoreListener
from trunkline.web.storage.postgres_listener import CHANNEL, Link, PostgresListener, notice
from trunkline.web.storage.store import Part, SqlStore

UNREADABLE = gettext_noop("The games cannot be read at the moment: try again soon.")
UNWRITABLE = gettext_noop("The games cannot be written at the moment: try again soon.")
MIGRATING = 0x7472756E6C
"""The advisory lock of the process that migrates the database."""
POOL, MORE = 12, 12
"""Number of pooled connections, and of additional temporary ones."""
PATIENCE = 5
"""Timeout of a connection attempt in seconds."""
SETTINGS = {
    # Commits must be on disk, even if the server is configured otherwise.
    "synchronous_commit": "on",
    # In milliseconds. Normal queries take less than a tenth of this.
    "statement_timeout": "30000",
    "lock_timeout": "10000",
    "idle_in_transaction_session_timeout": "60000",
    # In seconds. They release the locks of a process whose machine is gone.
    "tcp_keepalives_idle": "20",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("notice")))


class PostgresStore(SqlStore):
    """A PostgreSQL database of games."""

    is_only_process = False

    def __init__(self, url: URL, name: str) -> None:
        """Open the store. ``name`` is its name in messages."""
        super().__init__()
        usual = {
            "connect_timeout": PATIENCE,
            "application_name": "trunkline",
            "options": " ".join(f"-c {setting}={value}" for setting, value in SETTINGS.items()),
            "keepalives_idle": 20,
            "keepalives_interval": 5,
            "keepalives_count": 3,
        }
        self._given = {each: value for each, value in usual.items() if each not in url.query}
        self._url = url
        self._me = secrets.token_hex(4)
        self._listener: PostgresListener | None = None
        self.engine = create_engine(
            url,
            connect_args=self._given,
            hide_parameters=True,
            pool_size=POOL,
            max_overflow=MORE,
            pool_timeout=PATIENCE,
            # Detect a restarted server before using a connection, instead of failing a query.
            pool_pre_ping=True,
            # Reuse the connection used last: it has the statements prepared and the catalogue in its cache.
            pool_use_lifo=True,
        )
        self._single = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._still = self.engine.execution_options(isolation_level="REPEATABLE READ")
        try:
            self._bring_up_to_date(name)
        except SQLAlchemyError as error:
            self.engine.dispose()
            raise UsageError(f"{name} cannot be used as a store of games: {cause(error)}.") from error
        except BaseException:
            self.engine.dispose()
            raise

    def _bring_up_to_date(self, name: str) -> None:
        """Migrate the database. If several processes start at once, one migrates and the others wait."""
        with self.engine.connect() as link:
            # Use a separate connection. The lock belongs to it, lasts longer than the transactions of the
            # migrations, and ends with it, as do its settings.
            link.detach()
            if link.execute(text("SHOW server_encoding")).scalar() != "UTF8":
                raise UsageError(f"{name} is not in UTF-8: make it with ENCODING 'UTF8'.")
            for setting in ("statement_timeout", "lock_timeout"):
                link.execute(text(f"SET {setting} = 0"))
            link.execute(select(func.pg_advisory_lock(MIGRATING)))
            link.commit()
            migrate.up_to_date(link, name)

    @property
    def is_elected(self) -> bool:
        """True if this process runs the bots."""
        return self._listener is not None and self._listener.is_elected

    def subscribe(self, listener: StoreListener) -> None:
        """Start to report changes by other processes, and the duty to run bots."""
        self._listener = PostgresListener(self._listening, self._me, listener)

    def close(self) -> None:
        """Close the connections to the database."""
        if self._listener is not None:
            self._listener.close()
        self.engine.dispose()

    def _listening(self) -> Link:
        target = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        return psycopg.connect(target, autocommit=True, **self._given)  # type: ignore[arg-type]

    @contextmanager
    def _reading(self, *, still: bool = False) -> Iterator[Connection]:
        with self._sound(UNREADABLE), (self._still if still else self._single).connect() as link:
            yield link

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._sound(UNWRITABLE), self.engine.begin() as link:
            yield link

    def _write_parts(
        self,
        begin: Callable[[Connection], str],
        parts: Callable[[str], Iterable[Part]],
        end: Callable[[Connection, str], None],
    ) -> str:
        """Write everything in one transaction, which does not block other writers."""
        with self._writing() as link:
            id = begin(link)
            for part in parts(id):
                for statement, rows in part:
                    link.execute(statement, rows)
            end(link, id)
        return id

    def notify(self, game: str, what: str, link: Connection | None = None) -> None:
        """Notify the other processes about a game: with the transaction of ``link``, or at once."""
        if link is None:
            with self._writing() as own:
                self.notify(game, what, own)
            return
        link.execute(_NOTIFY, {"notice": notice(self._me, game, what)})

    @contextmanager
    def _sound(self, failure: str) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            # Keep the address and the error out of the message: they are for the operator only.
            raise StorageUnavailable(gettext(failure), cause(error)) from error
