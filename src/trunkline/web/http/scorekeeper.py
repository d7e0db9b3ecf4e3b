"""Background work of the elected process: ratings of finished games, and the rounds of leagues."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable

from trunkline.web.database.pool import Database, Unavailable
from trunkline.web.games.repository import StorageUnavailable
from trunkline.web.leagues.rounds import Rounds
from trunkline.web.ratings.updates import update_ratings

log = logging.getLogger(__name__)
PAUSE = 15.0
"""Seconds between two updates."""
COMPLETE = 240
"""The number of updates until the next complete one: an hour."""


@contextlib.asynccontextmanager
async def run_scorekeeper(
    database: Database, rounds: Rounds, is_elected: Callable[[], bool]
) -> AsyncIterator[None]:
    """Update ratings and leagues while the server is open."""
    stopping = asyncio.Event()

    async def run() -> None:
        count = 0
        while not stopping.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), PAUSE)
            if not stopping.is_set() and is_elected():
                # The first update is complete too: games may have ended while the server was closed.
                complete = count % COMPLETE == 0
                count += await asyncio.to_thread(keep_scores, database, rounds, complete=complete)

    task = asyncio.create_task(run())
    try:
        yield
    finally:
        # An update in progress ends first: it uses a connection of the store.
        stopping.set()
        await task


def keep_scores(database: Database, rounds: Rounds, *, complete: bool = False) -> bool:
    """Rate the games that have ended, and start the rounds that can start.

    Return False after an error. The next update tries again.
    """
    try:
        update_ratings(database, complete=complete)
        rounds.advance_all()
    except Unavailable as error:
        log.error("The ratings and leagues cannot be updated: %s", error.cause)
    except StorageUnavailable as error:
        log.error("The ratings and leagues cannot be updated: %s", error.why or error)
    except Exception:
        log.exception("The ratings and leagues cannot be updated")
    else:
        return True
    return False
