"""Store in one SQLite file with one writer.

All data written by a call is on disk when the call returns: WAL with ``synchronous=FULL``.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock
from sqlalchemy import Connection, create_engine, delete, select
from sqlalchemy.exc import SQLAlchemyError

from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext
from trunkline.web.database import migrate
from trunkline.web.database.game_tables import entries, games
from trunkline.web.database.settings import WRITES, cause, set_up_sqlite
from trunkline.web.games.repository import StorageUnavailable, StoreListener
from trunkline.web.storage import seat_rows
from trunkline.web.storage.fair_lock import FairLock
from trunkline.web.storage.rows import UNFINISHED
from trunkline.web.storage.store import Part, SqlStore

PRAGMAS = (
    # The store runs checkpoints itself. A log that a heavy load has left is truncated afterwards.
    "wal_autocheckpoint=0",
    "journal_size_limit=67108864",
)
PAUSE = 1.0
"""Seconds between two checks for growth of SQLite's log."""


class SqliteStore(SqlStore):
    """An SQLite file of games."""

    is_only_process = True
    is_elected = True

    def __init__(self, path: Path) -> None:
        super().__init__()
        if not path.parent.is_dir():
            raise UsageError(f"{path} cannot be used as a store of games: there is no such folder.")
        self.path = path
        self._writer = FairLock()
        self._long = FairLock()
        self._files: list[tuple[int, int] | None] = []
        self._written = threading.Event()
        self._closing = threading.Event()
        self._tidier = threading.Thread(target=self._tidy, name="store", daemon=True)
        # The system releases the lock when the process ends, even after a crash.
        self._lock = filelock.FileLock(f"{path}.lock", thread_local=False)
        self.engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10}, hide_parameters=True)
        set_up_sqlite(self.engine, *PRAGMAS)
        try:
            self._lock.acquire(timeout=0)
            with self.engine.connect().execution_options(**{WRITES: True}) as link:
                migrate.up_to_date(link, str(path))
            self._clear()
            self._files = self._identities()
        except filelock.Timeout as error:
            raise UsageError(f"{path} is in use by another table, which alone may write to it.") from error
        except (SQLAlchemyError, OSError) as error:
            self.close()
            raise UsageError(f"{path} cannot be used as a store of games: {cause(error)}.") from error
        except BaseException:
            self.close()
            raise
        self._tidier.start()

    def subscribe(self, listener: StoreListener) -> None:
        """Take the duty to run bots at once: there is no other process."""
        listener.elected()

    def close(self) -> None:
        """Close the file."""
        self._closing.set()
        if self._tidier.is_alive():
            self._tidier.join()
        self.engine.dispose()
        self._lock.release()

    @contextmanager
    def _reading(self, *, still: bool = False) -> Iterator[Connection]:
        try:
            with self.engine.connect() as link:
                yield link
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StorageUnavailable(
                gettext("The store cannot be read: {cause}.", cause=cause(error))
            ) from error

    def _write_parts(
        self,
        begin: Callable[[Connection], str],
        parts: Callable[[str], Iterable[Part]],
        end: Callable[[Connection, str], None],
    ) -> str:
        """Write in parts, so that other writers can write in between.

        The id is returned only at the end, when everything is on disk.
        """
        with self._writing(lasting=False) as link:
            id = begin(link)
        try:
            for part in parts(id):
                # Write one such game at a time. Pause after each part for as long as it took, so that others
                # can write.
                with self._long:
                    begun = time.monotonic()
                    with self._writing(lasting=False) as link:
                        for statement, rows in part:
                            link.execute(statement, rows)
                    self._closing.wait(time.monotonic() - begun)
            with self._writing() as link:
                end(link, id)
        except BaseException:
            with contextlib.suppress(StorageUnavailable):
                self._clear(id)
            raise
        return id

    def _clear(self, id: str | None = None) -> None:
        """Delete the remains of games that were never completely written."""
        left = games.c.version == UNFINISHED if id is None else games.c.id == id
        with self._writing() as link:
            for found in link.execute(select(games.c.id).where(left)).scalars().all():
                link.execute(delete(entries).where(entries.c.game_id == found))
                seat_rows.clear(link, found)
                link.execute(delete(games).where(games.c.id == found))

    @contextmanager
    def _writing(self, *, lasting: bool = True) -> Iterator[Connection]:
        """Begin a write transaction, one at a time.

        A transaction that is not ``lasting`` reaches the disk with the next lasting one.
        """
        try:
            # Wait in a fair queue here. SQLite would sleep for longer and longer between retries.
            with self._writer:
                self._check_files()
                with self.engine.connect().execution_options(**{WRITES: True}) as link:
                    driver = link.connection.cursor()
                    driver.execute(f"PRAGMA synchronous={'FULL' if lasting else 'NORMAL'}")
                    with link.begin():
                        yield link
                self._written.set()
                self._check_files()
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StorageUnavailable(
                gettext("The store cannot be written: {cause}.", cause=cause(error))
            ) from error

    def _tidy(self) -> None:
        """Move data from SQLite's log to the file. This takes long, so it does not hold the writer lock."""
        while not self._closing.wait(PAUSE):
            if self._written.is_set():
                self._written.clear()
                with contextlib.suppress(SQLAlchemyError, sqlite3.Error), self.engine.connect() as link:
                    link.connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _check_files(self) -> None:
        """Raise ``StorageUnavailable`` if the files have been removed or replaced, because later writes
        would be lost."""
        if self._files and self._identities() != self._files:
            raise StorageUnavailable(
                gettext("The store {path} has been removed or replaced: nothing can be kept.", path=self.path)
            )

    def _identities(self) -> list[tuple[int, int] | None]:
        """Return the identities of the open files, to tell them from others with the same names."""
        found: list[tuple[int, int] | None] = []
        for path in (self.path, Path(f"{self.path}-wal")):
            try:
                about = path.stat()
            except OSError:
                found.append(None)
            else:
                found.append((about.st_dev, about.st_ino))
        return found
