"""Backup of all games to one file while the server runs, and restore to either database.

A backup is an SQLite store, even if the source is PostgreSQL. You can inspect it with standard tools, open it
directly, or move it from one database to the other.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from trunkline.game.saves import os_error_text
from trunkline.util.errors import UsageError
from trunkline.web.database import migrate, settings
from trunkline.web.database.game_tables import games, metadata
from trunkline.web.database.people_tables import PASSING
from trunkline.web.storage.rows import UNFINISHED
from trunkline.web.storage.sqlite import SqliteStore
from trunkline.web.storage.urls import Place, name

__all__ = ["backup", "name", "restore"]
ROWS = 200
"""Number of rows copied at a time."""


def backup(source: Place, target: Path) -> int:
    """Copy a store to a new file, atomically. Return the number of games. Raises ``UsageError``."""
    if target.exists():
        raise UsageError(f"{target} is there already: name a file that is not.")
    draft = target.parent / f".trunkline-{secrets.token_hex(8)}"
    try:
        # The backup contains addresses and hashes, so only its creator may read it. SQLite gives its other
        # files the same mode.
        draft.touch(mode=0o600, exist_ok=False)
        count = _copied_file(source, draft) if isinstance(source, Path) else _drawn(source, draft)
        draft.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise UsageError(f"{name(source)} cannot be copied to {target}: {os_error_text(error)}.") from error
    except SQLAlchemyError as error:
        raise UsageError(f"{name(source)} cannot be copied to {target}: {settings.cause(error)}.") from error
    finally:
        for path in (draft, *(Path(f"{draft}{end}") for end in ("-wal", "-shm", ".lock"))):
            with contextlib.suppress(OSError):
                path.unlink()
    return count


def restore(source: Path, target: Place) -> int:
    """Restore a backup to a new file or an empty database, atomically. Return the number of games.

    A backup of an older version is migrated on the way. The backup file itself does not change. Raises
    ``UsageError``.
    """
    if not source.is_file():
        raise UsageError(f"There is no copy {source}.")
    if isinstance(target, Path):
        count = backup(source, target)
        with closing(SqliteStore(target)):
            return count
    with tempfile.TemporaryDirectory(prefix="trunkline-") as folder:
        draft = Path(folder) / "copy.sqlite"
        backup(source, draft)
        with closing(SqliteStore(draft)):
            try:
                return _put(draft, target)
            except SQLAlchemyError as error:
                raise UsageError(
                    f"{source} cannot be put into {name(target)}: {settings.cause(error)}."
                ) from error


def _copied_file(source: Path, draft: Path) -> int:
    """Copy an SQLite file with SQLite's backup. A copy of the file alone would miss the data in its log."""
    if not source.is_file():
        raise UsageError(f"There is no store {source}.")
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(draft)) as new:
        ((count,),) = old.execute(f"SELECT count(*) FROM games WHERE version <> {UNFINISHED}").fetchall()
        old.backup(new)
        found = new.execute("PRAGMA quick_check").fetchone()[0]
    if found != "ok":
        raise UsageError(f"The copy of {source} is damaged, and perhaps the store is: {found}.")
    return int(count)


def _drawn(source: URL, draft: Path) -> int:
    """Copy a database as it is at one moment, without blocking anyone."""
    with _linked(source, "REPEATABLE READ") as old:
        form = migrate.form(old)
        if form is None:
            raise UsageError(f"There are no games in {name(source)}.")
        if form != migrate.head():
            raise UsageError(
                f"{name(source)} is in form {form} and this program writes form {migrate.head()}: copy it "
                f"with the program that it is served by."
            )
        SqliteStore(draft).close()
        return _carried(old, draft)


def _carried(old: Connection, draft: Path) -> int:
    engine = create_engine(f"sqlite:///{draft}", hide_parameters=True)
    try:
        with engine.begin() as new:
            return _carry(old, new)
    finally:
        engine.dispose()


def _put(draft: Path, target: URL) -> int:
    engine = create_engine(f"sqlite:///{draft}", hide_parameters=True)
    try:
        with engine.connect() as old, _linked(target, "READ COMMITTED") as new:
            migrate.up_to_date(new, name(target))
            if new.execute(select(func.count()).select_from(games)).scalar():
                raise UsageError(f"There are games in {name(target)} already: name an empty database.")
            count = _carry(old, new)
            new.commit()
            return count
    finally:
        engine.dispose()


@contextlib.contextmanager
def _linked(place: URL, isolation: str) -> Iterator[Connection]:
    try:
        engine = create_engine(
            place, hide_parameters=True, connect_args={"connect_timeout": 5}, isolation_level=isolation
        )
    except ImportError as error:
        raise UsageError(
            f"PostgreSQL needs {error.name}, which is not there: pip install 'trunkline[postgresql]'."
        ) from error
    try:
        with engine.connect() as link:
            yield link
    finally:
        engine.dispose()


def _carry(old: Connection, new: Connection) -> int:
    """Copy all rows of all tables. Return the number of games."""
    for table in metadata.sorted_tables:
        if table.name in PASSING:
            continue
        rows = old.execute(select(table).execution_options(yield_per=ROWS)).mappings()
        for part in rows.partitions():
            new.execute(insert(table), [dict(row) for row in part])
    return int(new.execute(select(func.count()).select_from(games)).scalar() or 0)
