"""Shared database code: the settings of SQLite, and the causes of errors."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Engine, event

WRITES: Final = "writes"
"""The execution option of a connection whose transactions will write."""
DURABLE: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")
"""Settings of SQLite that put each committed transaction on the disk."""


def set_up_sqlite(engine: Engine, *more: str) -> None:
    """Configure each connection with these settings and ``more``, and control when transactions begin."""

    def configure(connection: Any, record: object) -> None:
        # The SQLite driver would begin transactions late and automatically.
        connection.isolation_level = None
        for pragma in (*DURABLE, *more):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", configure)
    event.listen(engine, "begin", _begin)


def _begin(connection: Connection) -> None:
    # A write transaction must not begin as a read: another writer could commit in between.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def cause(error: Exception) -> str:
    """Return the cause of a database error in one line, without the data that was written."""
    return str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error).splitlines()[0]
