"""A request and the parts of the server that its handler uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from litestar.di import NamedDependency

from trunkline.learn.library import StoredLesson, lessons_with
from trunkline.util.messages import gettext, gettext_noop, language
from trunkline.web.auto_actions.repository import AutoActions
from trunkline.web.errors import NotPossible
from trunkline.web.games.dispatcher import Dispatcher, ReplayNeeded
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.reviews import Reviewer
from trunkline.web.games.subscriptions import Subscriptions
from trunkline.web.http.auth import AccountAuth, AuthPolicy, RequestUser, user_of
from trunkline.web.http.backend import Backend
from trunkline.web.http.chat_feed import ChatFeed, NoFeed
from trunkline.web.http.declared_operations import helps_to_solve
from trunkline.web.http.responses import Req
from trunkline.web.leagues.rounds import Rounds
from trunkline.web.notices.service import NoticeService
from trunkline.web.plans.repository import Plans
from trunkline.web.puzzles.answers import PuzzleAnswers
from trunkline.web.studies.repository import Studies

T = TypeVar("T")
WITHHELD = gettext_noop("This puzzle has no answer yet. Answer it first, or give up.")


class RequestContext:
    """An admitted request: its caller, and the parts of the server.

    ``read``, ``write``, ``read_moment`` and ``write_game`` run a function for the caller. It waits in the
    dispatcher's queues.
    """

    def __init__(self, request: Req, backend: Backend) -> None:
        self.request = request
        self.caller: RequestUser = user_of(request)
        self._backend = backend

    @property
    def client_key(self) -> str:
        """The id of the person who sent the request, or else the address."""
        return self.caller.client_key

    @property
    def person(self) -> str:
        """The id of the person who sent the request. Empty if the sender is not signed in."""
        return self.caller.visitor.person

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses at which other devices can open the server."""
        return self._backend.reach.addresses() if self._backend.reach else ()

    @property
    def dispatcher(self) -> Dispatcher:
        """The scheduler of work on threads and processes."""
        return self._backend.dispatcher

    @property
    def games(self) -> GameCache:
        """The games of the server."""
        return self._backend.games

    @property
    def reviewer(self) -> Reviewer:
        """The reviews of finished games."""
        return self._backend.reviewer

    @property
    def subscriptions(self) -> Subscriptions:
        """The event streams."""
        return self._backend.subscriptions

    @property
    def lessons(self) -> dict[str, StoredLesson]:
        """The lessons by id, in teaching order, in the language of the reader.

        Raises ``UsageError`` if one cannot be read any more.
        """
        return lessons_with(self._backend.lessons, language())

    @property
    def auth(self) -> AuthPolicy:
        """The permission checks, with accounts or without."""
        return self._backend.auth

    @property
    def account_auth(self) -> AccountAuth:
        """The permission checks of a server with accounts, for handlers that exist only there."""
        assert isinstance(self._backend.auth, AccountAuth)
        return self._backend.auth

    @property
    def puzzle_answers(self) -> PuzzleAnswers | None:
        """The stored answers to puzzles, if the sender of the request has an account."""
        auth = self._backend.auth
        return auth.puzzle_answers if isinstance(auth, AccountAuth) and self.person else None

    @property
    def notices(self) -> NoticeService:
        """The notices of a server with accounts, for handlers that exist only there."""
        assert self._backend.notices is not None
        return self._backend.notices

    @property
    def league_rounds(self) -> Rounds:
        """The rounds of leagues, for handlers that exist only on a server with accounts."""
        assert self._backend.league_rounds is not None
        return self._backend.league_rounds

    @property
    def feed(self) -> NoFeed:
        """Chat, motions and presence. ``NoFeed`` on a server without accounts."""
        return self._backend.chat

    @property
    def chat_feed(self) -> ChatFeed:
        """Chat, motions and presence, for handlers that exist only on a server with accounts."""
        assert isinstance(self._backend.chat, ChatFeed)
        return self._backend.chat

    @property
    def auto_actions(self) -> AutoActions:
        """The stored auto-actions, for handlers that exist only on a server with accounts."""
        assert self._backend.auto_actions is not None
        return self._backend.auto_actions

    @property
    def plans(self) -> Plans:
        """The stored plans, for handlers that exist only on a server with accounts."""
        assert self._backend.plans is not None
        return self._backend.plans

    @property
    def studies(self) -> Studies:
        """The studies, and the comments on games."""
        return self._backend.studies

    def wake_auto_actions(self, game: str) -> None:
        """Let the auto-actions and plans of a game act, if this process runs them."""
        self._backend.auto_runner.wake(game)

    async def read(self, do: Callable[[], T]) -> T:
        """Run a function that only reads."""
        return await self.dispatcher.read(self.client_key, do)

    async def write(self, do: Callable[[], T]) -> T:
        """Run a function that writes."""
        return await self.dispatcher.write(self.client_key, do)

    async def read_moment(self, id: str, at: int | None, do: Callable[[MomentView], T]) -> T:
        """Run a function on a moment of a game. Without a number, on the newest one."""

        def unless_withheld(moment_view: MomentView) -> T:
            self._check_withheld(moment_view.hosted_game)
            return do(moment_view)

        return await self.dispatcher.read_moment(self.client_key, id, at, unless_withheld)

    async def moment(self, id: str, at: int | None = None) -> MomentView:
        """Return a moment of a game. Without a number, the newest one."""
        return await self.read_moment(id, at, lambda moment_view: moment_view)

    async def write_game(
        self, id: str, do: Callable[[HostedGame], T], replay_needed: ReplayNeeded = HostedGame.long_replay
    ) -> T:
        """Run a function that changes a game."""

        def unless_withheld(hosted_game: HostedGame) -> T:
            self._check_withheld(hosted_game)
            return do(hosted_game)

        return await self.dispatcher.write_game(self.client_key, id, unless_withheld, replay_needed)

    def _check_withheld(self, hosted_game: HostedGame) -> None:
        """Raise ``NotPossible`` if the request could help to solve the puzzle of a game."""
        if hosted_game.withheld and helps_to_solve(self.request.route_handler):
            raise NotPossible(gettext(WITHHELD))


ContextDep = NamedDependency[RequestContext]
"""The request context, as handlers declare it."""
