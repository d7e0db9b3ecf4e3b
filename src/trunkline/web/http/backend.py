"""The long-lived parts of a server process: the store, the games, the bots and the event streams."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path

import msgspec
from sqlalchemy import Connection

from trunkline.web.auto_actions.repository import AutoActions
from trunkline.web.auto_actions.runner import AutoActionRunner
from trunkline.web.auto_actions.source import AutoActionSource, Source
from trunkline.web.community.reports import ReportKind
from trunkline.web.database.pool import Database
from trunkline.web.games.bots import BotRunner, waits_for_program
from trunkline.web.games.dispatcher import Dispatcher
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.limits import Limits
from trunkline.web.games.repository import StoreListener
from trunkline.web.games.reviews import Reviewer
from trunkline.web.games.subscriptions import Subscriptions
from trunkline.web.http.auth import AccountAuth, AuthPolicy, OpenAccess, PeopleSettings
from trunkline.web.http.chat_feed import ChatFeed, NoFeed
from trunkline.web.http.maintenance import run_maintenance
from trunkline.web.http.metrics import record_notice
from trunkline.web.http.reach import Reach
from trunkline.web.http.scorekeeper import run_scorekeeper
from trunkline.web.http.static_client import StaticClient
from trunkline.web.http.telemetry import update_gauges
from trunkline.web.http.timekeeper import run_timekeeper
from trunkline.web.leagues.rounds import Rounds
from trunkline.web.notices.service import NoticeService
from trunkline.web.plans.repository import Plans
from trunkline.web.plans.source import PlanSource
from trunkline.web.presenters import review
from trunkline.web.storage.urls import Place, opened
from trunkline.web.studies.repository import Studies

AUTO = "auto"
"""The notification of other processes that the auto-actions or plans of a game have changed."""
COMMENTS = "comments"
"""The notification of other processes that the comments on a game have changed."""


class Backend:
    """The parts that all requests of an application share. ``running`` starts and stops them."""

    def __init__(
        self,
        store: Place,
        *,
        delay: float,
        auto_pause: float,
        pages: Path,
        limits: Limits,
        programs: Mapping[str, str] | None,
        release_tag: str,
        accounts: PeopleSettings | None,
        lessons: Path | None,
    ) -> None:
        """Open the store. The arguments are those of ``app.create``."""
        self.store = opened(store)
        self.subscriptions = Subscriptions()
        self.games = GameCache(self.store, limits)
        self.dispatcher = Dispatcher(self.games, limits, programs or ())
        self.reviewer = Reviewer(
            self.dispatcher, limits.review, lambda found: msgspec.json.encode(review.shown(found))
        )
        self.bots = BotRunner(self.games, delay, programs)
        self.client = StaticClient(pages)
        self.auth: AuthPolicy
        self.chat: NoFeed
        self.auto_actions: AutoActions | None
        self.plans: Plans | None
        sources: list[Source] = []
        if accounts is None:
            self.auth, self.chat = OpenAccess(), NoFeed()
            self.auto_actions, self.plans = None, None
            self.notices: NoticeService | None = None
            self.league_rounds: Rounds | None = None
        else:
            self.auth = AccountAuth(accounts, self.store.engine, self._to_act)
            self.chat = ChatFeed(self.auth, self.store, self.subscriptions)
            self.notices = NoticeService(
                self.auth.database,
                self.games,
                accounts.notices,
                accounts.smtp,
                accounts.origin,
                lambda: self.store.is_elected,
            )
            self.notices.worker.on_attempt = record_notice
            self.auto_actions = AutoActions(self.auth.database, self._notify_auto)
            self.plans = Plans(self.auth.database, self._notify_auto)
            sources += [PlanSource(self.plans), AutoActionSource(self.auto_actions)]
            self.auth.moderation.tells = {
                ReportKind.MESSAGE: self.chat.notify_chat,
                ReportKind.COMMENT: self._notify_comments,
            }
            self.league_rounds = Rounds(self.auth.database, self.games)
        self.studies = Studies(Database(self.store.engine), self._notify_comments, self._on_comments_changed)
        self.auto_runner = AutoActionRunner(self.games, sources, auto_pause)
        self.lessons = lessons
        """A folder with more lessons than those of Trunkline."""
        self.release_tag = release_tag or secrets.token_hex(3)
        """The tag of this process, or of all processes of one release, in entity tags."""
        self.reach: Reach | None = None
        """The address on which the server listens. None for an application without a socket."""
        self.games.on_entry_added = self._on_entry_added

    @property
    def cookie(self) -> str:
        """The name of the session cookie; empty without accounts."""
        return self.auth.cookie if isinstance(self.auth, AccountAuth) else ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the background work while the application serves requests, then close the store."""
        self.subscriptions.attach(asyncio.get_running_loop())
        self.bots.start()
        self.auto_runner.start()
        self.chat.start()
        self.store.subscribe(
            StoreListener(
                entry_added=self._on_remote_entry_added,
                reconnected=self._on_reconnect,
                elected=self._on_election,
                notified=self._on_notification,
            )
        )
        if self.notices is not None:
            self.notices.worker.start()
        try:
            async with (
                update_gauges(self.games, self.dispatcher, self.subscriptions, self.bots),
                run_maintenance(self.games, self.auth.delete_expired),
                self._timekeeper(),
                self._scorekeeper(),
            ):
                yield
        finally:
            self.subscriptions.close()
            await self.chat.stop()
            await self.reviewer.stop()
            await asyncio.to_thread(self.auto_runner.stop)
            await asyncio.to_thread(self.bots.stop)
            if self.notices is not None:
                await asyncio.to_thread(self.notices.worker.stop)
            await asyncio.to_thread(self.auth.close)
            self.store.close()

    def _timekeeper(self) -> AbstractAsyncContextManager[None]:
        if isinstance(self.auth, AccountAuth) and isinstance(self.chat, ChatFeed):
            return run_timekeeper(self.games, self.auth, self.chat)
        return nullcontext()

    def _notify_auto(self, link: Connection, game: str) -> None:
        self.store.notify(game, AUTO, link)

    def _notify_comments(self, link: Connection, game: str) -> None:
        self.store.notify(game, COMMENTS, link)

    def _on_comments_changed(self, game: str) -> None:
        self.subscriptions.wake(game, comments=True)

    def _scorekeeper(self) -> AbstractAsyncContextManager[None]:
        if isinstance(self.auth, AccountAuth) and self.league_rounds is not None:
            return run_scorekeeper(self.auth.database, self.league_rounds, lambda: self.store.is_elected)
        return nullcontext()

    def _to_act(self, game: str) -> Collection[str]:
        row = self.store.game(game)
        return row.to_act if row is not None else ()

    def _on_entry_added(self, game: str) -> None:
        self.subscriptions.wake(game)
        self.bots.wake(game)
        self.auto_runner.wake(game)

    def _on_election(self) -> None:
        self.bots.queue_waiting_games()
        self.auto_runner.queue_waiting_games()

    def _on_notification(self, process: str, game: str, what: str) -> None:
        if what == AUTO:
            self.auto_runner.wake(game)
        elif what == COMMENTS:
            self._on_comments_changed(game)
        else:
            self.chat.on_notification(process, game, what)

    def _on_remote_entry_added(self, game: str, version: int) -> None:
        # Load a game that has no viewers in this process only if one of its bots must act.
        if not self.games.catch_up_to(game, version) and self.store.is_elected:
            row = self.store.game(game)
            if row is not None and waits_for_program(row):
                self.bots.wake(game)
            self.auto_runner.wake(game)

    def _on_reconnect(self) -> None:
        self.chat.on_reconnect()
        self.subscriptions.wake_all()
        if self.store.is_elected:
            self.auto_runner.queue_waiting_games()
        self.games.catch_up()
