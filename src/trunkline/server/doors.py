"""Authentication and permission checks for HTTP requests.

Without accounts, everyone may do everything (``OneScreen``). With accounts, ``Porter`` checks permissions.
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
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from sqlalchemy.engine import URL

from trunkline.facts.answers import Failure
from trunkline.people import access, errors
from trunkline.people.access import NOBODY, Operation, Place, Visitor
from trunkline.people.accounts import Accounts, Person
from trunkline.people.counts import InDatabase
from trunkline.people.database import Database, Unavailable
from trunkline.people.keys import Keys
from trunkline.people.mail import Letters, Post, Smtp
from trunkline.people.passwords import SOLID, Passwords
from trunkline.people.rates import Rate, Rates, network
from trunkline.people.seating import AWAY, Seating
from trunkline.people.upkeep import tidied
from trunkline.server import metrics
from trunkline.server.operations import operation_of, rate_of
from trunkline.tables.lanes import Lane

log = logging.getLogger(__name__)
T = TypeVar("T")
Asked = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]
CALLER = "caller"
"""The key of the caller in the state of a request."""
AGAIN = 20.0
"""Seconds between permission checks on an open event stream."""
BEARER = "bearer "


@dataclass(frozen=True)
class PeopleSettings:
    """The settings of a server with accounts."""

    database: str | URL
    """The address of the database of accounts, which is also the database of the games."""
    origin: str = ""
    """The public origin, used for links in emails. With HTTPS, session cookies are sent over HTTPS only."""
    smtp: Smtp | None = None
    rates: Mapping[Rate, str] = field(default_factory=dict)
    hasher: PasswordHasher = SOLID
    hashing: int = 2
    """The number of passwords hashed at the same time. Each takes 64 MiB of memory."""


@dataclass(frozen=True)
class Caller:
    """The sender of a request, with their relation to the table that the request is about."""

    who: str
    """The key for rate limits: the id of the person, or else the network address."""
    free: bool = True
    """True if everyone may do everything, because the server has no accounts."""
    visitor: Visitor = NOBODY
    place: Place | None = None
    person: Person | None = None
    session: str = ""
    token: str = ""
    here: str = ""
    """The network address of the request.

    Sign-in attempts are limited by it: an attacker with many accounts could get around a limit per account.
    """

    def plays(self, seat: str) -> None:
        """Raise ``Denied`` unless the caller has a seat."""
        if not self.free:
            access.own_seat(self.place or Place(True), seat)

    def plays_or_owns(self, seat: str) -> None:
        """Raise ``Denied`` unless the caller has the seat or owns the table."""
        if not (self.place and self.place.owner):
            self.plays(seat)

    def others(self, seats: Collection[str]) -> list[str]:
        """Return the seats among these that other people play."""
        return [] if self.free else sorted(set(seats) - (self.place.seats if self.place else set()))


class Door(ABC):
    """The interface for authentication and permission checks."""

    @abstractmethod
    async def admit(self, request: Connection, handler: BaseRouteHandler) -> None:
        """Identify the sender of a request and check the permission. Raises an error if it is denied."""

    @abstractmethod
    async def founded(
        self, caller: Caller, game: str, seats: Collection[str], *, private: bool, away: int = AWAY
    ) -> None:
        """Record the owner of a new table, and give the owner these seats."""

    @abstractmethod
    async def watching(self, caller: Caller, game: str, told: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Return the event stream ``told``, limited to the time in which the caller may watch.

        Raises ``TooOften``.
        """

    @abstractmethod
    def tidy(self) -> None:
        """Delete expired personal data."""

    @abstractmethod
    def close(self) -> None:
        """Close connections and other resources."""


class OneScreen(Door):
    """The permission checks of a server without accounts: everyone may do everything."""

    async def admit(self, request: Connection, handler: BaseRouteHandler) -> None:
        """Admit every request."""
        request.scope["state"][CALLER] = Caller(address(request))

    async def founded(
        self, caller: Caller, game: str, seats: Collection[str], *, private: bool, away: int = AWAY
    ) -> None:
        """Do nothing: tables have no owner."""

    async def watching(self, caller: Caller, game: str, told: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Return the stream unchanged."""
        return told

    def tidy(self) -> None:
        """Do nothing: no personal data is stored."""

    def close(self) -> None:
        """Do nothing: there are no resources."""


class Porter(Door):
    """Authentication and permission checks for a server with accounts.

    Args:
        wanted: The settings of accounts.
        to_act: Returns the seats that must act in a game.
        clock: Returns the time in seconds since 1970.
    """

    def __init__(
        self,
        wanted: PeopleSettings,
        to_act: Callable[[str], Collection[str]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        database = Database(wanted.database)
        self.origin = wanted.origin
        self.accounts = Accounts(database, Passwords(wanted.hasher), clock)
        self.keys = Keys(database, clock)
        self.seating = Seating(database, clock)
        self.rates = Rates(wanted.rates, counts=InDatabase(database, clock) if database.shared else None)
        self.letters: Post | None = Letters(wanted.smtp) if wanted.smtp else None
        self.secure = wanted.origin.startswith("https:")
        self.cookie = cookie_name(wanted.origin)
        self.database = database
        self._to_act = to_act
        self._room = CapacityLimiter(8)
        many = wanted.hashing
        self._hashing = Lane(many, 1, waiting=4, in_all=20 * many, seconds=3)

    def close(self) -> None:
        """Close the mail sender and the database."""
        if self.letters is not None:
            self.letters.close()
        self.database.close()

    def tidy(self) -> None:
        """Delete expired sessions, links and password resets."""
        tidied(self.database)

    async def admit(self, request: Connection, handler: BaseRouteHandler) -> None:
        """Identify the sender of a request and check the permission.

        Raises ``Hidden``, ``SignIn``, ``Denied`` and ``TooOften``.
        """
        operation = operation_of(handler)
        if operation is None:
            raise errors.Denied("Nobody may do that.")
        here = network(address(request))
        caller = Caller(here, free=False, here=here)
        # Public responses are the same for everyone, so skip the database query for the sender.
        if operation not in (Operation.PAGE, Operation.PRINTED):
            game = str(request.path_params.get("id", "")) if operation in access.AT_TABLES else ""
            secrets = (request.headers.get("authorization", ""), request.cookies.get(self.cookie, ""))
            rate = rate_of(handler, operation)
            caller = await self.ask(lambda: self._admitted(operation, rate, here, game, *secrets))
        request.scope["state"][CALLER] = caller

    async def count(self, rate: Rate, who: str) -> None:
        """Count one use towards a rate limit. Raises ``TooOften``."""
        await self.ask(lambda: self.rates.count(rate, who))

    def _admitted(
        self, operation: Operation, rate: Rate | None, here: str, game: str, header: str, cookie: str
    ) -> Caller:
        known = None
        if header:
            # A token takes precedence over a cookie. A wrong token is an error even if a valid cookie is
            # sent.
            if header[: len(BEARER)].lower() == BEARER:
                known = self.keys.by_token(header[len(BEARER) :].strip())
            if known is None:
                raise errors.SignIn("That token is not known here.")
        elif cookie:
            known = self.keys.by_session(cookie)
        person = known.person if known else None
        visitor = Visitor(person.id, person.operator, not header) if person else NOBODY
        place = self.seating.place(game, visitor.person) if game else None
        to_act = bool(
            place
            and place.seats
            and access.turn_matters(operation)
            and not place.seats.isdisjoint(self._to_act(game))
        )
        access.check(operation, visitor, place, to_act=to_act)
        session, token = (known.session, known.token) if known else ("", "")
        who = visitor.person or here
        if rate is not None:
            self.rates.count(rate, who)
        return Caller(who, False, visitor, place, person, session, token, here)

    async def founded(
        self, caller: Caller, game: str, seats: Collection[str], *, private: bool, away: int = AWAY
    ) -> None:
        """Record the owner of a new table in the database."""
        person = caller.visitor.person
        await self.ask(lambda: self.seating.found(game, person, seats, private=private, away=away))

    async def watching(self, caller: Caller, game: str, told: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Return the event stream until the caller may no longer watch. Raises ``TooOften``."""
        stream = await self.ask(lambda: self.rates.opened(caller.who))
        found = self._watched(stream, caller, game, told)
        # Start the generator, so that its cleanup runs even if nothing is ever sent.
        await anext(found)
        return found

    async def _watched(
        self, stream: str, caller: Caller, game: str, told: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        try:
            yield b""
            seen = time.monotonic()
            async with aclosing(told) as parts:  # type: ignore[type-var]
                async for part in parts:
                    if time.monotonic() - seen > AGAIN:
                        if not await self.ask(lambda: self._may_watch(caller, game)):
                            return
                        await self.ask(lambda: self.rates.goes_on(stream))
                        seen = time.monotonic()
                    yield part
        finally:
            # If the database is unavailable, the stream counts towards the limit until its entry expires.
            with CancelScope(shield=True), suppress(Unavailable):
                await self.ask(lambda: self.rates.closed(stream))

    def _may_watch(self, caller: Caller, game: str) -> bool:
        visitor = caller.visitor
        if not self.keys.lasts(visitor.person, caller.session, caller.token):
            return False
        try:
            access.check(Operation.LOOK, visitor, self.seating.place(game, visitor.person))
        except errors.Denied:
            return False
        return True

    async def ask(self, do: Callable[[], T]) -> T:
        """Run a database function on a thread."""
        return await to_thread.run_sync(do, limiter=self._room)

    async def slowly(self, caller: Caller, do: Callable[[], T]) -> T:
        """Run a password function. Only a few run at a time. Raises ``Busy``."""
        async with self._hashing.turn(caller.who):
            return await to_thread.run_sync(do)


def cookie_name(origin: str) -> str:
    """Return the name of the session cookie.

    With HTTPS, its prefix stops other servers of the domain from setting it.
    """
    return "__Host-trunkline" if origin.startswith("https:") else "trunkline"


def address(request: Connection) -> str:
    """Return the network address of the sender of a request."""
    return request.client.host if request.client is not None else ""


def caller_of(request: Asked) -> Caller:
    """Return the caller of an admitted request."""
    found: Caller = request.scope["state"][CALLER]
    return found


def _failed(status: int) -> Callable[[Asked, Any], Response[Failure]]:
    def failed(request: Asked, error: Exception) -> Response[Failure]:
        headers = {"retry-after": str(error.seconds)} if isinstance(error, errors.TooOften) else None
        if isinstance(error, Unavailable):
            log.error("People cannot be looked up: %s", error.cause)
            metrics.TROUBLE.inc()
            headers = {"retry-after": "3"}
        return Response(Failure(str(error)), status_code=status, headers=headers)

    return failed


FAILURES: dict[int | type[Exception], Callable[[Asked, Any], Response[Failure]]] = {
    errors.SignIn: _failed(401),
    errors.Hidden: _failed(404),
    errors.Denied: _failed(403),
    errors.Missing: _failed(404),
    errors.Taken: _failed(409),
    errors.Wrong: _failed(422),
    errors.TooOften: _failed(429),
    Unavailable: _failed(503),
}
"""The handlers for permission errors. All of them answer with a ``Failure``."""
Calling = NamedDependency[Caller]
Entrance = NamedDependency[Door]
AtPorter = NamedDependency[Porter]
