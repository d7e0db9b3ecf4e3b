"""A copy of a store, made by SQLite itself while the table may go on.

Copying the file would leave out what is still in SQLite's log beside it.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from trunkline.errors import UsageError
from trunkline.saves import cause


def backup(store: Path, target: Path) -> int:
    """Copy a store into a new file, whole or not at all; how many games are in it. Raises ``UsageError``."""
    if not store.is_file():
        raise UsageError(f"There is no store {store}.")
    if target.exists():
        raise UsageError(f"{target} is there already: name a file that is not.")
    draft = target.parent / f".trunkline-{secrets.token_hex(8)}"
    try:
        with closing(sqlite3.connect(store)) as source, closing(sqlite3.connect(draft)) as copy:
            ((count,),) = source.execute("SELECT count(*) FROM games").fetchall()
            source.backup(copy)
            found = copy.execute("PRAGMA quick_check").fetchone()[0]
        if found != "ok":
            raise UsageError(f"The copy of {store} is damaged, and perhaps the store is: {found}.")
        draft.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise UsageError(f"{store} cannot be copied to {target}: {cause(error)}.") from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()
    return int(count)
