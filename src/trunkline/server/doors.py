"""Who comes in: each request has a caller, who is held against the table of who may do what.

At one screen everybody may do everything (``OneScreen``); with accounts there is a ``Porter``.
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
"""Where a request keeps who made it."""
AGAIN = 20.0
"""Seconds after which it is seen to again whether who watches may still do so."""
BEARER = "bearer "


@dataclass(frozen=True)
class PeopleSettings:
    """That a table has accounts, and with what."""

    database: str | URL
    """Where people are kept: the database of the games."""
    origin: str = ""
    """What browsers call the table: links in letters begin with it. Over HTTPS cookies go no other way."""
    smtp: Smtp | None = None
    rates: Mapping[Rate, str] = field(default_factory=dict)
    hasher: PasswordHasher = SOLID
    hashing: int = 2
    """Passwords that are tried at a time: each takes 64 MiB."""


@dataclass(frozen=True)
class Caller:
    """Who makes a request, and what one has to do with the table that it is about."""

    who: str
    """By which requests are counted: the person, or else where it came from."""
    free: bool = True
    """Whether everybody may do everything: at one screen."""
    visitor: Visitor = NOBODY
    place: Place | None = None
    person: Person | None = None
    session: str = ""
    token: str = ""
    here: str = ""
    """Where it came from; by which tries at the door are counted, for whoever has accounts has as many
    names to be counted by."""

    def plays(self, seat: str) -> None:
        """Raises ``Denied`` where a seat is not one's own."""
        if not self.free:
            access.own_seat(self.place or Place(True), seat)

    def plays_or_owns(self, seat: str) -> None:
        """Raises ``Denied`` where neither the seat nor the table is one's own."""
        if not (self.place and self.place.owner):
            self.plays(seat)

    def others(self, seats: Collection[str]) -> list[str]:
        """Those of some seats that others play."""
        return [] if self.free else sorted(set(seats) - (self.place.seats if self.place else set()))


class Door(ABC):
    """Lets requests in."""

    @abstractmethod
    async def admit(self, request: Connection, handler: BaseRouteHandler) -> None:
        """Find out who makes a request, and let it through or raise."""

    @abstractmethod
    async def founded(
        self, caller: Caller, game: str, seats: Collection[str], *, private: bool, away: int = AWAY
    ) -> None:
        """A table has been made, and its owner takes these seats."""

    @abstractmethod
    async def watching(self, caller: Caller, game: str, told: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """What a watcher is told, as long as watching is allowed. Raises ``TooOften``."""

    @abstractmethod
    def tidy(self) -> None:
        """Take away what is kept of people and has had its time."""

    @abstractmethod
    def close(self) -> None:
        """Let go of everything."""


class OneScreen(Door):
    """People around one screen: whoever reaches the table may do everything."""

    async def admit(self, request: Connection, handler: BaseRouteHandler) -> None:
        """Everybody."""
        request.scope["state"][CALLER] = Caller(address(request))

    async def founded(
        self, caller: Caller, game: str, seats: Collection[str], *, private: bool, away: int = AWAY
    ) -> None:
        """Tables belong to nobody."""

    async def watching(self, caller: Caller, game: str, told: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """All of it."""
        return told

    def tidy(self) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """There is nothing to let go of."""


class Porter(Door):
    """Knows people, and the table of who may do what. ``to_act`` says who must decide in a game."""

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
        """Let go of everything."""
        if self.letters is not None:
            self.letters.close()
        self.database.close()

    def tidy(self) -> None:
        """Take away what has had its time."""
        tidied(self.database)

    async def admit(self, request: Connection, handler: BaseRouteHandler) -> None:
        """Find out who makes a request. Raises ``Hidden``, ``SignIn``, ``Denied`` and ``TooOften``."""
        operation = operation_of(handler)
        if operation is None:
            raise errors.Denied("Nobody may do that.")
        here = network(address(request))
        caller = Caller(here, free=False, here=here)
        # What is for everybody alike is not kept waiting by the question who asks.
        if operation not in (Operation.PAGE, Operation.PRINTED):
            game = str(request.path_params.get("id", "")) if operation in access.AT_TABLES else ""
            secrets = (request.headers.get("authorization", ""), request.cookies.get(self.cookie, ""))
            rate = rate_of(handler, operation)
            caller = await self.ask(lambda: self._admitted(operation, rate, here, game, *secrets))
        request.scope["state"][CALLER] = caller

    async def count(self, rate: Rate, who: str) -> None:
        """Count one more. Raises ``TooOften``."""
        await self.ask(lambda: self.rates.count(rate, who))

    def _admitted(
        self, operation: Operation, rate: Rate | None, here: str, game: str, header: str, cookie: str
    ) -> Caller:
        known = None
        if header:
            # A program says who it is, and is told where that is wrong, whatever cookie came along.
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
        """Keep whose table it is."""
        person = caller.visitor.person
        await self.ask(lambda: self.seating.found(game, person, seats, private=private, away=away))

    async def watching(self, caller: Caller, game: str, told: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """What a watcher is told, until watching is no longer allowed. Raises ``TooOften``."""
        stream = await self.ask(lambda: self.rates.opened(caller.who))
        found = self._watched(stream, caller, game, told)
        # It is counted from here on, and what has begun also ends where nothing of it is ever sent.
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
            # Where it fails the stream counts for a while longer.
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
        """Do something with the database, on a thread."""
        return await to_thread.run_sync(do, limiter=self._room)

    async def slowly(self, caller: Caller, do: Callable[[], T]) -> T:
        """Do something with a password, few at a time. Raises ``Busy``."""
        async with self._hashing.turn(caller.who):
            return await to_thread.run_sync(do)


def cookie_name(origin: str) -> str:
    """What the cookie of a session is called; over HTTPS so that no other server of the domain can set it."""
    return "__Host-trunkline" if origin.startswith("https:") else "trunkline"


def address(request: Connection) -> str:
    """The address that a request came from."""
    return request.client.host if request.client is not None else ""


def caller_of(request: Asked) -> Caller:
    """Who makes a request that was let in."""
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
"""How people are told that they may not, in the shape of every error."""
Calling = NamedDependency[Caller]
Entrance = NamedDependency[Door]
AtPorter = NamedDependency[Porter]
