"""Everything that is kept, in one SQLite file with one writer.

Whatever a call here has written when it returns is on the disk: WAL with ``synchronous=FULL``.
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

from trunkline.databases import WRITES, cause, set_up_sqlite
from trunkline.errors import UsageError
from trunkline.stores import chairs, migrating
from trunkline.stores.fair import FairLock
from trunkline.stores.rows import UNFINISHED
from trunkline.stores.schema import entries, games
from trunkline.stores.store import Part, SqlStore
from trunkline.tables.keeping import Ears, Full

PRAGMAS = (
    # The store does that itself; and what a great load leaves behind is cut off once it is done.
    "wal_autocheckpoint=0",
    "journal_size_limit=67108864",
)
PAUSE = 1.0
"""Seconds between two looks at whether SQLite's log has grown."""


class SqliteStore(SqlStore):
    """One file of games."""

    alone = True
    on_duty = True

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
        # The system lets go of it when the program ends, however it ends.
        self._lock = filelock.FileLock(f"{path}.lock", thread_local=False)
        self._engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10}, hide_parameters=True)
        set_up_sqlite(self._engine, *PRAGMAS)
        try:
            self._lock.acquire(timeout=0)
            with self._engine.connect().execution_options(**{WRITES: True}) as link:
                migrating.up_to_date(link, str(path))
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

    def follow(self, ears: Ears) -> None:
        """There is nobody else: the duty is this process's at once."""
        ears.duty()

    def close(self) -> None:
        """Let go of the file."""
        self._closing.set()
        if self._tidier.is_alive():
            self._tidier.join()
        self._engine.dispose()
        self._lock.release()

    @contextmanager
    def _reading(self, *, still: bool = False) -> Iterator[Connection]:
        try:
            with self._engine.connect() as link:
                yield link
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise Full(f"The store cannot be read: {cause(error)}.") from error

    def _write_parts(
        self,
        begin: Callable[[Connection], str],
        parts: Callable[[str], Iterable[Part]],
        end: Callable[[Connection, str], None],
    ) -> str:
        """Written so that others, who have to wait for a writer, can write in between. It is promised to
        nobody before its end, with which all of it is on the disk."""
        with self._writing(lasting=False) as link:
            id = begin(link)
        try:
            for part in parts(id):
                # One such game at a time, and as long a pause as it has worked: others are to get in between.
                with self._long:
                    begun = time.monotonic()
                    with self._writing(lasting=False) as link:
                        for statement, rows in part:
                            link.execute(statement, rows)
                    self._closing.wait(time.monotonic() - begun)
            with self._writing() as link:
                end(link, id)
        except BaseException:
            with contextlib.suppress(Full):
                self._clear(id)
            raise
        return id

    def _clear(self, id: str | None = None) -> None:
        """Take away what was left of games that were never finished."""
        left = games.c.version == UNFINISHED if id is None else games.c.id == id
        with self._writing() as link:
            for found in link.execute(select(games.c.id).where(left)).scalars().all():
                link.execute(delete(entries).where(entries.c.game_id == found))
                chairs.clear(link, found)
                link.execute(delete(games).where(games.c.id == found))

    @contextmanager
    def _writing(self, *, lasting: bool = True) -> Iterator[Connection]:
        """One at a time. What need not last by itself is on the disk with the next one that does."""
        try:
            # Here they wait in a queue; in SQLite they would sleep for longer and longer, and try again.
            with self._writer:
                self._check_files()
                with self._engine.connect().execution_options(**{WRITES: True}) as link:
                    driver = link.connection.cursor()
                    driver.execute(f"PRAGMA synchronous={'FULL' if lasting else 'NORMAL'}")
                    with link.begin():
                        yield link
                self._written.set()
                self._check_files()
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise Full(f"The store cannot be written: {cause(error)}.") from error

    def _tidy(self) -> None:
        """Take over into the file what SQLite's log holds, in nobody's turn to write: it takes long."""
        while not self._closing.wait(PAUSE):
            if self._written.is_set():
                self._written.clear()
                with contextlib.suppress(SQLAlchemyError, sqlite3.Error), self._engine.connect() as link:
                    link.connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _check_files(self) -> None:
        """Nothing is kept by what is written to a file that nobody finds again."""
        if self._files and self._identities() != self._files:
            raise Full(f"The store {self.path} has been removed or replaced: nothing can be kept.")

    def _identities(self) -> list[tuple[int, int] | None]:
        """What tells the files that are written to from others of the same names."""
        found: list[tuple[int, int] | None] = []
        for path in (self.path, Path(f"{self.path}-wal")):
            try:
                about = path.stat()
            except OSError:
                found.append(None)
            else:
                found.append((about.st_dev, about.st_ino))
        return found
