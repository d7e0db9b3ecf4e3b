"""Background work of the elected process: hourly deletion of expired data, and the results of old games."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta

from trunkline.web.database.pool import Unavailable
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.limits import Limits
from trunkline.web.games.repository import StorageUnavailable

log = logging.getLogger(__name__)
FIRST, AGAIN = 60.0, 3600.0
"""The seconds until the first run, and between later runs."""
RESTS = 3
"""The pause after each old game, as a multiple of the time that the game took."""


@contextlib.asynccontextmanager
async def run_maintenance(tables: GameCache, tidy: Callable[[], None]) -> AsyncIterator[None]:
    """Run the background work while the server is open. ``tidy`` deletes expired personal data."""

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


async def rank(tables: GameCache) -> None:
    """Compute the results of games from before results were stored, one after the other.

    Only games with a stored result count in scores. The pauses leave most of the time to current games.
    """
    await asyncio.sleep(FIRST)
    after: str | None = ""
    while after is not None:
        rest = FIRST
        if tables.store.on_duty:
            began = time.monotonic()
            try:
                after = await asyncio.to_thread(rank_next, tables, after)
                rest = RESTS * (time.monotonic() - began)
            except StorageUnavailable as error:
                log.error("How games of old ended cannot be kept: %s", error.why or error)
        await asyncio.sleep(rest)


def rank_next(tables: GameCache, after: str) -> str | None:
    """Compute the result of the next such game, and return its id. None if there are no more.

    A game that cannot be read is skipped. Raises ``StorageUnavailable``.
    """
    id = tables.store.unranked(after)
    if id is not None:
        try:
            tables.rank(id)
        except StorageUnavailable:
            raise
        except (NotPossible, GameNotFound):
            pass
        except Exception:
            log.exception("How game %s ended cannot be kept", id)
    return id


def once(tables: GameCache, tidy: Callable[[], None]) -> None:
    """Delete expired data now. After an error, the next run tries again."""
    limits: Limits = tables.limits
    try:
        tidy()
        while gone := tables.expire(_before(limits.sandboxes), _before(limits.unfinished)):
            log.warning("Deleted %d inactive games.", gone)
    except Unavailable as error:
        log.error("What is kept of people cannot be tidied up: %s", error.cause)
    except StorageUnavailable as error:
        log.error("Cannot delete inactive games: %s", error.why or error)
    except Exception:
        log.exception("Cannot delete expired data")


def _before(days: int) -> str:
    """Return the time that many days ago in the stored format. Empty for 0 days."""
    if not days:
        return ""
    return (
        (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )
