"""What the process on duty sees to beside all else: each hour it takes away what has had its time, and once
it finds out how games of old ended."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta

from trunkline.people.database import Unavailable
from trunkline.tables.errors import Impossible, Unknown
from trunkline.tables.games import GameTables
from trunkline.tables.keeping import Full
from trunkline.tables.limits import Limits

log = logging.getLogger(__name__)
FIRST, AGAIN = 60.0, 3600.0
"""Seconds until it is seen to for the first time, and again."""
RESTS = 3
"""How much longer it is rested after a game of old than that took."""


@contextlib.asynccontextmanager
async def seen_to(tables: GameTables, tidy: Callable[[], None]) -> AsyncIterator[None]:
    """See to it while the table is open; ``tidy`` takes away what is kept of people."""

    async def see() -> None:
        await asyncio.sleep(FIRST)
        while True:
            if tables.store.on_duty:
                await asyncio.to_thread(once, tables, tidy)
            await asyncio.sleep(AGAIN)

    seeing = [asyncio.create_task(see()), asyncio.create_task(rank(tables))]
    try:
        yield
    finally:
        for task in seeing:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def rank(tables: GameTables) -> None:
    """Have it kept how each game ended that is older than such lists, one after the other: only then it
    counts in scores. It rests for longer than it works, for others want to play."""
    await asyncio.sleep(FIRST)
    after: str | None = ""
    while after is not None:
        rest = FIRST
        if tables.store.on_duty:
            began = time.monotonic()
            try:
                after = await asyncio.to_thread(rank_next, tables, after)
                rest = RESTS * (time.monotonic() - began)
            except Full as error:
                log.error("How games of old ended cannot be kept: %s", error.why or error)
        await asyncio.sleep(rest)


def rank_next(tables: GameTables, after: str) -> str | None:
    """See to the next such game by ids; returns its id, or None where there is none. One that cannot be read
    stays as it is. Raises ``Full``."""
    id = tables.store.unranked(after)
    if id is not None:
        try:
            tables.rank(id)
        except Full:
            raise
        except (Impossible, Unknown):
            pass
        except Exception:
            log.exception("How game %s ended cannot be kept", id)
    return id


def once(tables: GameTables, tidy: Callable[[], None]) -> None:
    """See to it now. What goes wrong is tried again the next time."""
    limits: Limits = tables.limits
    try:
        tidy()
        while gone := tables.expire(_before(limits.sandboxes), _before(limits.unfinished)):
            log.warning("%d games that nobody had touched for long were taken away.", gone)
    except Unavailable as error:
        log.error("What is kept of people cannot be tidied up: %s", error.cause)
    except Full as error:
        log.error("Games cannot be taken away: %s", error.why or error)
    except Exception:
        log.exception("What has had its time cannot be taken away")


def _before(days: int) -> str:
    """The time so many days ago as it is kept; empty for none."""
    if not days:
        return ""
    return (
        (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )
