"""Background work of the elected process: hourly deletion of expired data, and the results of old games."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta

from trunkline.web.database.pool import Unavailable
from trunkline.web.database.stored_time import stored_time
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.limits import Limits
from trunkline.web.games.repository import ExpiryTimes, StorageUnavailable

log = logging.getLogger(__name__)
FIRST, AGAIN = 60.0, 3600.0
"""The seconds until the first run, and between later runs."""
LESSON_DAYS = 14
"""The days after which a game of a lesson or a puzzle is deleted if its learner has not come back."""
RESTS = 3
"""The pause after each old game, as a multiple of the time that the game took."""


@contextlib.asynccontextmanager
async def run_maintenance(games: GameCache, delete_expired_people: Callable[[], None]) -> AsyncIterator[None]:
    """Run the background work while the server is open.

    ``delete_expired_people`` deletes expired personal data.
    """

    async def run_hourly() -> None:
        await asyncio.sleep(FIRST)
        while True:
            if games.store.is_elected:
                await asyncio.to_thread(delete_expired, games, delete_expired_people)
            await asyncio.sleep(AGAIN)

    tasks = [asyncio.create_task(run_hourly()), asyncio.create_task(rank(games))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def rank(games: GameCache) -> None:
    """Compute the results of games from before results were stored, one after the other.

    Only games with a stored result count in scores. The pauses leave most of the time to current games.
    """
    await asyncio.sleep(FIRST)
    after: str | None = ""
    while after is not None:
        pause = FIRST
        if games.store.is_elected:
            began = time.monotonic()
            try:
                after = await asyncio.to_thread(rank_next, games, after)
                pause = RESTS * (time.monotonic() - began)
            except StorageUnavailable as error:
                log.error("How games of old ended cannot be kept: %s", error.why or error)
        await asyncio.sleep(pause)


def rank_next(games: GameCache, after: str) -> str | None:
    """Compute the result of the next such game, and return its id. None if there are no more.

    A game that cannot be read is skipped. Raises ``StorageUnavailable``.
    """
    id = games.store.unranked(after)
    if id is not None:
        try:
            games.rank(id)
        except StorageUnavailable:
            raise
        except (NotPossible, GameNotFound):
            pass
        except Exception:
            log.exception("How game %s ended cannot be kept", id)
    return id


def delete_expired(games: GameCache, delete_expired_people: Callable[[], None]) -> None:
    """Delete expired data now. After an error, the next run tries again."""
    limits: Limits = games.limits
    try:
        delete_expired_people()
        days = limits.sandboxes, limits.unfinished, limits.unstarted, LESSON_DAYS
        before = ExpiryTimes(*map(_before, days))
        while deleted_count := games.expire(before):
            log.warning("Deleted %d inactive games.", deleted_count)
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
    return stored_time(datetime.now(UTC) - timedelta(days=days))
