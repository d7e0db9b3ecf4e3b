"""Authentication and permission checks for HTTP requests.

Without accounts, everyone may do everything (``OpenAccess``). With accounts, ``AccountAuth`` checks
permissions.
"""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from anyio import CancelScope, CapacityLimiter, to_thread
from argon2 import PasswordHasher
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from sqlalchemy import Engine

from trunkline.util.messages import gettext
from trunkline.web import errors
from trunkline.web.accounts import permissions
from trunkline.web.accounts.accounts import Accounts, Person
from trunkline.web.accounts.blocklist import Blocklist
from trunkline.web.accounts.calendar_keys import CalendarKeys
from trunkline.web.accounts.cleanup import run_cleanup
from trunkline.web.accounts.credentials import Credentials
from trunkline.web.accounts.email_confirmation import EmailConfirmation
from trunkline.web.accounts.followed_games import FollowedGames
from trunkline.web.accounts.lesson_progress import ProgressStore
from trunkline.web.accounts.mail import Mailer, Smtp, SmtpMailer
from trunkline.web.accounts.membership import AWAY, Membership
from trunkline.web.accounts.passkeys import Passkeys
from trunkline.web.accounts.passwords import SOLID, Passwords
from trunkline.web.accounts.permissions import NOBODY, Operation, TableRole, Visitor
from trunkline.web.accounts.rate_counters import InDatabase
from trunkline.web.accounts.rate_limits import Rate, RateLimiter, network
from trunkline.web.accounts.second_factor import SecondFactor
from trunkline.web.accounts.server_invitations import ServerInvitations, SignUpPolicy
from trunkline.web.accounts.shown_warnings import ShownWarnings
from trunkline.web.accounts.visits import Visits
from trunkline.web.clocks.absences import Absences
from trunkline.web.clocks.table_clocks import TableClocks
from trunkline.web.community.moderation import Moderation
from trunkline.web.community.reports import Reports
from trunkline.web.database.pool import Database, Unavailable
from trunkline.web.games.admission import RequestQueue
from trunkline.web.http import metrics
from trunkline.web.http.declared_operations import operation_of, rate_of
from trunkline.web.leagues.repository import Leagues
from trunkline.web.notices.settings import USUAL as USUAL_NOTICES
from trunkline.web.notices.settings import NoticeSettings
from trunkline.web.puzzles.answers import PuzzleAnswers
from trunkline.web.schemas.answers import Failure
from trunkline.web.schemas.clocks import TableClock

log = logging.getLogger(__name__)
T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]
USER_KEY = "caller"
"""The key of the caller in the state of a request."""
RECHECK_SECONDS = 20.0
"""Seconds between permission checks on an open event stream."""
BEARER = "bearer "
READER_COOKIE = "trunkline-read"
"""The cookie with the secret of the link to a study. Browsers send it in requests about that study."""


@dataclass(frozen=True)
class PeopleSettings:
    """The settings of a server with accounts."""

    origin: str = ""
    """The public origin, used for links in emails. With HTTPS, session cookies are sent over HTTPS only."""
    smtp: Smtp | None = None
    rates: Mapping[Rate, str] = field(default_factory=dict)
    notices: NoticeSettings = USUAL_NOTICES
    hasher: PasswordHasher = SOLID
    hashing: int = 2
    """The number of passwords hashed at the same time. Each takes 64 MiB of memory."""
    sign_up: SignUpPolicy = SignUpPolicy.OPEN
    """The people who may create an account."""


@dataclass(frozen=True)
class RequestUser:
    """The sender of a request, with their relation to the table that the request is about."""

    client_key: str
    """The key for rate limits: the id of the person, or else the network address."""
    unrestricted: bool = True
    """True if everyone may do everything, because the server has no accounts."""
    visitor: Visitor = NOBODY
    table_role: TableRole | None = None
    person: Person | None = None
    session: str = ""
    token: str = ""
    link: str = ""
    """The secret of the link to a study. Empty without one."""
    client_address: str = ""
    """The network address of the request.

    Sign-in attempts are limited by it: an attacker with many accounts could get around a limit per account.
    """

    def require_seat(self, seat: str) -> None:
        """Raise ``Denied`` unless the caller plays this seat."""
        if not self.unrestricted:
            permissions.own_seat(self.table_role or TableRole(True), seat)

    def require_corrector(self, seat: str) -> None:
        """Raise ``Denied`` unless the caller may correct the game, as the player of this seat.

        With accounts, only the owner of the table may. Without them, everyone may, as a moderator, too.
        """
        if not self.unrestricted and not (self.table_role and self.table_role.owner):
            raise errors.Denied(gettext("Only the owner of the table may correct the game."))
        self.require_seat(seat)

    def require_seat_or_owner(self, seat: str) -> None:
        """Raise ``Denied`` unless the caller plays this seat or owns the table."""
        if not (self.table_role and self.table_role.owner):
            self.require_seat(seat)

    def seats_of_others(self, seats: Collection[str]) -> list[str]:
        """Return the seats among these that other people play."""
        return (
            []
            if self.unrestricted
            else sorted(set(seats) - (self.table_role.seats if self.table_role else set()))
        )


class AuthPolicy(ABC):
    """The interface for authentication and permission checks."""

    @abstractmethod
    async def admit(self, request: Connection, handler: BaseRouteHandler) -> None:
        """Identify the sender of a request and check the permission. Raises an error if it is denied."""

    @abstractmethod
    async def record_owner(
        self,
        caller: RequestUser,
        game: str,
        seats: Collection[str],
        *,
        private: bool,
        away: int = AWAY,
        clock: TableClock | None = None,
    ) -> None:
        """Record the owner of a new table, and give the owner these seats."""

    @abstractmethod
    async def limit_stream(
        self, caller: RequestUser, game: str, events: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """Return the event stream ``events``, limited to the time in which the caller may watch.

        Raises ``RateLimited``.
        """

    @abstractmethod
    def delete_expired(self) -> None:
        """Delete expired personal data."""

    @abstractmethod
    def close(self) -> None:
        """Close connections and other resources."""


class OpenAccess(AuthPolicy):
    """The permission checks of a server without accounts: everyone may do everything."""

    async def admit(self, request: Connection, handler: BaseRouteHandler) -> None:
        """Admit every request."""
        request.scope["state"][USER_KEY] = RequestUser(address(request))

    async def record_owner(
        self,
        caller: RequestUser,
        game: str,
        seats: Collection[str],
        *,
        private: bool,
        away: int = AWAY,
        clock: TableClock | None = None,
    ) -> None:
        """Do nothing: tables have no owner."""

    async def limit_stream(
        self, caller: RequestUser, game: str, events: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """Return the stream unchanged."""
        return events

    def delete_expired(self) -> None:
        """Do nothing: no personal data is stored."""

    def close(self) -> None:
        """Do nothing: there are no resources."""


class AccountAuth(AuthPolicy):
    """Authentication and permission checks for a server with accounts.

    Args:
        settings: The settings of accounts.
        engine: The connections of the store of games.
        to_act: Returns the seats that must act in a game.
        clock: Returns the time in seconds since 1970.
    """

    def __init__(
        self,
        settings: PeopleSettings,
        engine: Engine,
        to_act: Callable[[str], Collection[str]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        database = Database(engine)
        self.origin = settings.origin
        self.sign_up_policy = settings.sign_up
        self.accounts = Accounts(database, Passwords(settings.hasher), clock)
        self.credentials = Credentials(database, clock)
        self.membership = Membership(database, clock)
        self.invitations = ServerInvitations(database, clock)
        self.email_confirmation = EmailConfirmation(database, clock)
        self.second_factor = SecondFactor(database, clock)
        self.passkeys = Passkeys(database, clock)
        self.blocklist = Blocklist(database)
        self.reports = Reports(database, clock)
        self.moderation = Moderation(database, clock)
        self.clocks = TableClocks(database, clock)
        self.absences = Absences(database, clock)
        self.leagues = Leagues(database, clock)
        self.visits = Visits(database, clock)
        self.followed = FollowedGames(database, clock)
        self.puzzle_answers = PuzzleAnswers(database, clock)
        self.lesson_progress = ProgressStore(database, clock)
        self.shown_warnings = ShownWarnings(database)
        self.calendar_keys = CalendarKeys(database, clock)
        self.rates = RateLimiter(
            settings.rates, counts=InDatabase(database, clock) if database.shared else None
        )
        self.mailer: Mailer | None = SmtpMailer(settings.smtp) if settings.smtp else None
        self.secure = settings.origin.startswith("https:")
        self.cookie = cookie_name(settings.origin)
        self.database = database
        self._to_act = to_act
        self._limiter = CapacityLimiter(8)
        many = settings.hashing
        self._hashing = RequestQueue(many, 1, max_waiting=4, total=20 * many, retry_after=3)

    def close(self) -> None:
        """Close the mail sender and the database."""
        if self.mailer is not None:
            self.mailer.close()
        self.database.close()

    def delete_expired(self) -> None:
        """Delete expired sessions, links and password resets."""
        run_cleanup(self.database)

    async def admit(self, request: Connection, handler: BaseRouteHandler) -> None:
        """Identify the sender of a request and check the permission.

        Raises ``NotVisible``, ``Unauthenticated``, ``Denied`` and ``RateLimited``.
        """
        operation = operation_of(handler)
        if operation is None:
            raise errors.Denied(gettext("No account may do that."))
        client_address = network(address(request))
        caller = RequestUser(client_address, unrestricted=False, client_address=client_address)
        # Public responses are the same for everyone, so skip the database query for the sender.
        if operation not in (Operation.PAGE, Operation.PRINTED):
            game = str(request.path_params.get("id", "")) if operation in permissions.AT_TABLES else ""
            secrets = (
                request.headers.get("authorization", ""),
                request.cookies.get(self.cookie, ""),
                request.cookies.get(READER_COOKIE, ""),
            )
            rate = rate_of(handler, operation)
            caller = await self.run_in_thread(
                lambda: self._identify_and_check(operation, rate, client_address, game, *secrets)
            )
        request.scope["state"][USER_KEY] = caller

    async def count(self, rate: Rate, client_key: str) -> None:
        """Count one use towards a rate limit. Raises ``RateLimited``."""
        await self.run_in_thread(lambda: self.rates.count(rate, client_key))

    def _identify_and_check(
        self,
        operation: Operation,
        rate: Rate | None,
        client_address: str,
        game: str,
        header: str,
        cookie: str,
        link: str,
    ) -> RequestUser:
        """Return the sender of a request. Raises ``Denied`` and others if the permission table forbids it."""
        known = None
        if header:
            # A token takes precedence over a cookie. A wrong token is an error even if a valid cookie is
            # sent.
            if header[: len(BEARER)].lower() == BEARER:
                known = self.credentials.by_token(header[len(BEARER) :].strip())
            if known is None:
                raise errors.Unauthenticated(gettext("That token is not known here."))
        elif cookie:
            known = self.credentials.by_session(cookie)
        person = known.person if known else None
        visitor = Visitor(person.id, person.operator, not header) if person else NOBODY
        table_role = self.membership.place(game, visitor.person, link) if game else None
        to_act = bool(
            table_role
            and table_role.seats
            and permissions.turn_matters(operation)
            and not table_role.seats.isdisjoint(self._to_act(game))
        )
        permissions.require(operation, visitor, table_role, to_act=to_act)
        session, token = (known.session, known.token) if known else ("", "")
        client_key = visitor.person or client_address
        if rate is not None:
            self.rates.count(rate, client_key)
        known_by = (person, session, token, link)
        return RequestUser(client_key, False, visitor, table_role, *known_by, client_address)

    async def record_owner(
        self,
        caller: RequestUser,
        game: str,
        seats: Collection[str],
        *,
        private: bool,
        away: int = AWAY,
        clock: TableClock | None = None,
    ) -> None:
        """Record the owner and the settings of a new table in the database."""
        person = caller.visitor.person
        await self.run_in_thread(
            lambda: self.membership.found(game, person, seats, private=private, away=away, clock=clock)
        )

    async def limit_stream(
        self, caller: RequestUser, game: str, events: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """Return the event stream until the caller may no longer watch. Raises ``RateLimited``."""
        stream = await self.run_in_thread(lambda: self.rates.opened(caller.client_key))
        found = self._limited_stream(stream, caller, game, events)
        # Start the generator, so that its cleanup runs even if nothing is ever sent.
        await anext(found)
        return found

    async def _limited_stream(
        self, stream: str, caller: RequestUser, game: str, events: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        try:
            yield b""
            checked_at = time.monotonic()
            async with aclosing(events) as parts:  # type: ignore[type-var]
                async for part in parts:
                    if time.monotonic() - checked_at > RECHECK_SECONDS:
                        if not await self.run_in_thread(lambda: self._may_watch(caller, game)):
                            return
                        await self.run_in_thread(lambda: self.rates.goes_on(stream))
                        checked_at = time.monotonic()
                    yield part
        finally:
            # If the database is unavailable, the stream counts towards the limit until its entry expires.
            with CancelScope(shield=True), suppress(Unavailable):
                await self.run_in_thread(lambda: self.rates.closed(stream))

    def _may_watch(self, caller: RequestUser, game: str) -> bool:
        visitor = caller.visitor
        if not self.credentials.lasts(visitor.person, caller.session, caller.token):
            return False
        table_role = self.membership.place(game, visitor.person, caller.link)
        try:
            permissions.require(Operation.LOOK, visitor, table_role)
        except errors.Denied:
            return False
        return True

    async def run_in_thread(self, do: Callable[[], T]) -> T:
        """Run a database function on a thread."""
        return await to_thread.run_sync(do, limiter=self._limiter)

    async def run_password_work(self, caller: RequestUser, do: Callable[[], T]) -> T:
        """Run a password function. Only a few run at a time. Raises ``Overloaded``."""
        async with self._hashing.slot(caller.client_key):
            return await to_thread.run_sync(do)


def cookie_name(origin: str) -> str:
    """Return the name of the session cookie.

    With HTTPS, its prefix stops other servers of the domain from setting it.
    """
    return "__Host-trunkline" if origin.startswith("https:") else "trunkline"


def address(request: Connection) -> str:
    """Return the network address of the sender of a request."""
    return request.client.host if request.client is not None else ""


def user_of(request: AnyRequest) -> RequestUser:
    """Return the caller of an admitted request."""
    found: RequestUser = request.scope["state"][USER_KEY]
    return found


def _failure_handler(status: int) -> Callable[[AnyRequest, Any], Response[Failure]]:
    def failed(request: AnyRequest, error: Exception) -> Response[Failure]:
        headers = {"retry-after": str(error.seconds)} if isinstance(error, errors.RateLimited) else None
        if isinstance(error, Unavailable):
            log.error("People cannot be looked up: %s", error.cause)
            metrics.TROUBLE.inc()
            headers = {"retry-after": "3"}
        return Response(Failure(str(error)), status_code=status, headers=headers)

    return failed


FAILURE_HANDLERS: dict[int | type[Exception], Callable[[AnyRequest, Any], Response[Failure]]] = {
    errors.Unauthenticated: _failure_handler(401),
    errors.NotVisible: _failure_handler(404),
    errors.Denied: _failure_handler(403),
    errors.NotFound: _failure_handler(404),
    errors.AlreadyTaken: _failure_handler(409),
    errors.Invalid: _failure_handler(422),
    errors.RateLimited: _failure_handler(429),
    Unavailable: _failure_handler(503),
}
"""The handlers for permission errors. All of them answer with a ``Failure``."""
