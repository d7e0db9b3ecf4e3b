"""What whoever keeps something in a database needs of it: how SQLite is set up, and why something failed."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Engine, event

WRITES: Final = "writes"
"""The execution option of a connection whose transactions will write."""
DURABLE: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")
"""Settings of SQLite under which whatever is committed is on the disk."""


def set_up_sqlite(engine: Engine, *more: str) -> None:
    """Have every connection use these settings and ``more``, and begin transactions when and as we say."""

    def configure(connection: Any, record: object) -> None:
        # SQLite's own driver begins transactions late and by itself.
        connection.isolation_level = None
        for pragma in (*DURABLE, *more):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", configure)
    event.listen(engine, "begin", _begin)


def _begin(connection: Connection) -> None:
    # A transaction that will write must not begin as one that reads: another writer could get in between.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def cause(error: Exception) -> str:
    """Why a database failed, in one line without what was written."""
    return str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error).splitlines()[0]
