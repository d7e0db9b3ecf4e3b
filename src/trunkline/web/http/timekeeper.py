"""Background work of the elected process: the end of a player's time, as the table has set it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from trunkline.web.chat.motions import MotionRequest
from trunkline.web.clocks.table_clocks import Wait
from trunkline.web.database.pool import Unavailable
from trunkline.web.errors import AlreadyTaken, GameNotFound, NotPossible, StaleVersion
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.notice_texts import BOT_PLAYS, OTHERS_VOTE, TIME_IS_UP
from trunkline.web.games.repository import StorageUnavailable
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.chat_feed import ChatFeed

log = logging.getLogger(__name__)
PAUSE = 15.0
"""Seconds between two checks of all clocks."""
TIME_USED_UP = "the time is used up"
"""The reason in the log if a bot plays the seat of a person without time."""


@contextlib.asynccontextmanager
async def run_timekeeper(games: GameCache, auth: AccountAuth, feed: ChatFeed) -> AsyncIterator[None]:
    """Check the clocks of all tables while the server is open."""

    stopping = asyncio.Event()

    async def run() -> None:
        while not stopping.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), PAUSE)
            if not stopping.is_set() and games.store.is_elected:
                await asyncio.to_thread(check_clocks, games, auth, feed)

    task = asyncio.create_task(run())
    try:
        yield
    finally:
        # A check in progress ends first: it uses a connection of the store.
        stopping.set()
        await task


def check_clocks(games: GameCache, auth: AccountAuth, feed: ChatFeed) -> None:
    """Act for the seats whose time is used up. After an error, the next check tries again."""
    try:
        for wait in auth.clocks.timed_out():
            _time_out(games, auth, feed, wait)
    except Unavailable as error:
        log.error("The clocks cannot be checked: %s", error.cause)
    except StorageUnavailable as error:
        log.error("The clocks cannot be checked: %s", error.why or error)
    except Exception:
        log.exception("The clocks cannot be checked")


def _time_out(games: GameCache, auth: AccountAuth, feed: ChatFeed, wait: Wait) -> None:
    bot = wait.clock.bot
    text = TIME_IS_UP
    version = 0
    try:
        hosted_game = games[wait.game]
        version = hosted_game.version
        if wait.clock.at_zero == "bot":
            hosted_game.change_seat(version, wait.seat, bot, TIME_USED_UP)
            text = BOT_PLAYS.format(bot=bot)
        elif wait.clock.at_zero == "vote" and wait.person:
            # The motion is in the name of the absent player, who does not vote but may withdraw it.
            feed.motions.move(
                wait.game, MotionRequest.SEAT, wait.person, version, asked=[wait.seat], program=bot
            )
            feed.on_chat_change(wait.game)
            text = OTHERS_VOTE.format(bot=bot)
    except StaleVersion:
        # A player has just acted. The next check sees whether the seat still waits.
        return
    except (AlreadyTaken, GameNotFound, NotPossible) as error:
        log.info("Nothing happens at the end of the time of %s in %s: %s", wait.seat, wait.game, error)
    auth.clocks.store_timeout(wait, version, text)
