"""Everything that is kept, in one SQLite file with one writer.

Whatever a call here has written when it returns is on the disk: WAL with ``synchronous=FULL``. Entries are
only ever added, under their key (game, number).
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Connection,
    Insert,
    RowMapping,
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from trunkline import saves
from trunkline.errors import UsageError
from trunkline.kernel.options import Options
from trunkline.tables.entries import BATCH, Begun, LogEntry, Snapshot, now, unpacked
from trunkline.tables.errors import Impossible
from trunkline.tables.fair import FairLock
from trunkline.tables.records import EntryOutcome, Origin, Seat, Wishes
from trunkline.tables.rows import (
    COLUMNS,
    LISTED,
    UNFINISHED,
    GameRow,
    add_game,
    copied,
    entry_row,
    game_row,
    in_a_row,
    keep_state,
    standing,
    text,
)
from trunkline.tables.schema import entries, games, states

log = logging.getLogger(__name__)
WRITES = "writes"
NO_WISHES = Wishes()
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=10000",
    # The store does that itself; and what a great load leaves behind is cut off once it is done.
    "wal_autocheckpoint=0",
    "journal_size_limit=67108864",
)
PAUSE = 1.0
"""Seconds between two looks at whether SQLite's log has grown."""


Part = list[tuple[Insert, list[dict[str, object]] | None]]
"""What is written at a time of a game that has many entries."""


class Full(Exception):
    """The store cannot be used now: the disk is full, or its file is locked or gone; the message says why."""


class Store:
    """One file of games."""

    def __init__(self, path: Path) -> None:
        if not path.parent.is_dir():
            raise UsageError(f"{path} cannot be used as a store of games: there is no such folder.")
        self.path = path
        self._writer = FairLock()
        self._long = FairLock()
        self._files: list[tuple[int, int] | None] = []
        self._unreadable: set[str] = set()
        """Games whose rows cannot be read, and have been complained about."""
        self._written = threading.Event()
        self._closing = threading.Event()
        self._tidier = threading.Thread(target=self._tidy, name="store", daemon=True)
        # The system lets go of it when the program ends, however it ends.
        self._lock = filelock.FileLock(f"{path}.lock", thread_local=False)
        self._engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10}, hide_parameters=True)
        event.listen(self._engine, "connect", _configure)
        event.listen(self._engine, "begin", _begin)
        try:
            self._lock.acquire(timeout=0)
            self._migrate()
            self._clear()
            self._files = self._identities()
        except filelock.Timeout as error:
            raise UsageError(f"{path} is in use by another table, which alone may write to it.") from error
        except (SQLAlchemyError, OSError) as error:
            self.close()
            raise UsageError(f"{path} cannot be used as a store of games: {_cause(error)}.") from error
        except BaseException:
            self.close()
            raise
        self._tidier.start()

    def close(self) -> None:
        """Let go of the file."""
        self._closing.set()
        if self._tidier.is_alive():
            self._tidier.join()
        self._engine.dispose()
        self._lock.release()

    # -- reading

    def games(self) -> list[GameRow]:
        """Every game that can be read, the newest first."""
        wanted = LISTED.where(games.c.version != UNFINISHED)
        with self._reading() as link:
            rows = link.execute(wanted.order_by(games.c.created.desc(), games.c.id)).mappings().all()
        return [kept for kept in map(self._readable, rows) if kept is not None]

    def game(self, id: str) -> GameRow | None:
        """One game; None where there is none. Raises ``Impossible`` where it cannot be read."""
        with self._reading() as link:
            wanted = LISTED.where(games.c.id == id, games.c.version != UNFINISHED)
            row = link.execute(wanted).mappings().first()
        if row is None:
            return None
        kept = self._readable(row)
        if kept is None:
            raise Impossible("This game cannot be read: what the store holds of it is damaged.")
        return kept

    def entries(self, id: str) -> list[LogEntry]:
        """The log of a game."""
        wanted = select(*COLUMNS).where(entries.c.game_id == id).order_by(entries.c.number)
        with self._reading() as link:
            return [LogEntry(*row) for row in link.execution_options(yield_per=BATCH).execute(wanted)]

    def snapshot(self, id: str) -> Snapshot | None:
        """The last state of a game; None where none was kept."""
        columns = (states.c.number, states.c.state, states.c.digest, states.c.bound_by)
        with self._reading() as link:
            row = link.execute(select(*columns).where(states.c.game_id == id)).first()
            return None if row is None else Snapshot(*row)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        """A look at what is stored. Raises ``Full``."""
        try:
            with self._engine.connect() as link:
                yield link
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise Full(f"The store cannot be read: {_cause(error)}.") from error

    def _readable(self, row: RowMapping) -> GameRow | None:
        try:
            return game_row(row)
        except saves.UNREADABLE as error:
            if row["id"] not in self._unreadable:
                self._unreadable.add(row["id"])
                log.error("Game %s cannot be read and is left out: %s", row["id"], error)
            return None

    # -- writing

    def create(
        self,
        options: Options,
        seats: Sequence[Seat],
        first: EntryOutcome,
        over: bool,
        wishes: Wishes = NO_WISHES,
    ) -> str:
        """A new game; returns its id."""
        with self._writing() as link:
            id = add_game(link, options, seats, None, wishes)
            link.execute(update(games).where(games.c.id == id).values(standing(0, first, over)))
        return id

    def bring(self, begun: Begun, seats: Sequence[Seat]) -> str:
        """A new game that begins with actions played elsewhere; returns its id."""

        def parts(id: str) -> Iterator[Part]:
            for batch in begun.batches:
                rows = [entry_row(id, entry) for entry in unpacked(batch)]
                if rows:
                    yield [(insert(entries), rows)]

        return self._in_parts(begun.options, seats, None, parts, begun.last, begun.snapshot, begun.over)

    def branch(
        self,
        source: GameRow,
        numbers: Sequence[int],
        seats: Sequence[Seat],
        origin: Origin,
        last: EntryOutcome,
        snapshot: Snapshot,
        over: bool,
    ) -> str:
        """A new game that begins with these entries of another; returns its id."""
        at = now()

        def parts(id: str) -> Iterator[Part]:
            for begin in range(0, len(numbers), BATCH):
                runs = in_a_row(numbers[begin : begin + BATCH], begin + 1)
                yield [(copied(source.id, id, at, *run), None) for run in runs]

        return self._in_parts(source.options, seats, origin, parts, last, snapshot, over, source.wishes)

    def append(
        self,
        id: str,
        entry: LogEntry,
        told: EntryOutcome,
        snapshot: Snapshot,
        over: bool,
        seats: Sequence[Seat] | None = None,
    ) -> None:
        """Add one entry, and who plays the seats where that changes; once this returns it is on the disk."""
        with self._writing() as link:
            link.execute(insert(entries).values(entry_row(id, entry)))
            link.execute(update(games).where(games.c.id == id).values(standing(entry.number, told, over)))
            if seats is not None:
                link.execute(update(games).where(games.c.id == id).values(seats=text(list(seats))))
            keep_state(link, id, snapshot)

    def put_away(self, id: str, away: bool) -> bool:
        """Lay a game aside, or take it out again; False where there is none."""
        with self._writing() as link:
            done = link.execute(update(games).where(games.c.id == id).values(put_away=away))
            return done.rowcount > 0

    def _in_parts(
        self,
        options: Options,
        seats: Sequence[Seat],
        origin: Origin | None,
        parts: Callable[[str], Iterable[Part]],
        last: EntryOutcome,
        snapshot: Snapshot,
        over: bool,
        wishes: Wishes = NO_WISHES,
    ) -> str:
        """A new game with many entries, written so that others can write in between; nobody sees it before
        it is whole."""
        with self._writing() as link:
            id = add_game(link, options, seats, origin, wishes)
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
                link.execute(
                    update(games).where(games.c.id == id).values(standing(snapshot.number, last, over))
                )
                keep_state(link, id, snapshot)
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
                link.execute(delete(games).where(games.c.id == found))

    @contextmanager
    def _writing(self, *, lasting: bool = True) -> Iterator[Connection]:
        """A transaction that writes: all of it or nothing, one at a time. Raises ``Full``.

        One that need not last by itself is on the disk with the next one that does.
        """
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
            raise Full(f"The store cannot be written: {_cause(error)}.") from error

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

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", "trunkline.tables:migrations")
        scripts = ScriptDirectory.from_config(config)
        with self._engine.connect() as link:
            current = MigrationContext.configure(link).get_current_revision()
        if current == scripts.get_current_head():
            return
        if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
            raise UsageError(
                f"{self.path} was written by a newer version of this program, in form {current}; this one "
                f"knows those up to {scripts.get_current_head()}."
            )
        with self._engine.connect().execution_options(**{WRITES: True}) as link:
            config.attributes["connection"] = link
            command.upgrade(config, "head")
            link.commit()


def _configure(connection: Any, record: object) -> None:
    # SQLite's own driver begins transactions late and by itself; we say when they begin.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A transaction that will write must not begin as one that reads: another writer could get in between.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _cause(error: Exception) -> str:
    return str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error).splitlines()[0]
