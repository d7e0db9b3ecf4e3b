"""API endpoints for the calendar of the games that wait for a person, and for its secret key."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from litestar import Controller, Response, delete, get, post
from litestar.params import QueryParameter

from trunkline.util.messages import gettext
from trunkline.web.accounts.permissions import Operation
from trunkline.web.errors import NotFound
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS, LOOKUP_ERRORS
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.http.services.open_requests import requests_to
from trunkline.web.presenters.calendar import Asked, Due, calendar_of, named
from trunkline.web.schemas.lists import Asking, Wanted
from trunkline.web.schemas.people import CalendarFacts, CalendarKey

CALENDAR = "text/calendar"
MOST = 200
"""The maximum number of games in a calendar."""


class Calendars(Controller):
    """The calendar of the games that wait for you."""

    path = "/api/me"
    tags = ("people",)

    @get("/calendar.ics", media_type=CALENDAR, responses=LOOKUP_ERRORS, opt=requires(Operation.CALENDAR))
    async def feed(
        self,
        context: ContextDep,
        key: Annotated[str, QueryParameter(max_length=100, description="The secret key of the calendar.")],
    ) -> Response[bytes]:
        """Return the games and requests that wait for the owner of a key as a calendar (RFC 5545).

        Calendar programs cannot sign in, so the address contains a secret key.
        """
        auth = context.account_auth
        person = await auth.run_in_thread(lambda: auth.calendar_keys.person(key))
        if person is None:
            raise NotFound(
                gettext("This calendar address is not valid. Make a new one on the page My games.")
            )
        body = await context.read(
            lambda: calendar_of(_due(context, person), _asked(context, person), auth.clocks.now())
        )
        return Response(body, media_type=CALENDAR, headers={"cache-control": "private, no-cache"})

    @get("/calendar", responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def facts(self, context: ContextDep) -> CalendarFacts:
        """Return when the key of your calendar was made. Null if you have none."""
        auth = context.account_auth
        return CalendarFacts(await auth.run_in_thread(lambda: auth.calendar_keys.created(context.person)))

    @post("/calendar", responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def renew(self, context: ContextDep) -> CalendarKey:
        """Make a new key for your calendar. The address with the key before it is no longer valid.

        Only this response contains the key.
        """
        auth = context.account_auth
        return CalendarKey(await auth.run_in_thread(lambda: auth.calendar_keys.renew(context.person)))

    @delete("/calendar", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def remove(self, context: ContextDep) -> None:
        """Remove the key of your calendar, so that its address is no longer valid."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.calendar_keys.remove(context.person))


def _due(context: RequestContext, person: str) -> list[Due]:
    """Return the games that wait for a person, the longest waiting one first."""
    wanted = Wanted("mine", MOST, state="waiting")
    page = context.games.store.page(Asking(False, person), wanted)
    ids = [entry.game.id for entry in page.entries]
    seats = context.account_auth.membership.seats(ids, person)
    deadlines = context.account_auth.clocks.deadlines(ids, person)
    return [
        Due(
            entry.game.id,
            entry.game.options.title,
            entry.game.round,
            tuple(
                seat.name
                for seat in entry.game.seats
                if seat.name not in seats.get(entry.game.id, frozenset())
            ),
            entry.since,
            _url(context, entry.game.id),
            deadlines.get(entry.game.id),
        )
        for entry in page.entries
        if entry.since is not None
    ]


def _asked(context: RequestContext, person: str) -> list[Asked]:
    """Return the requests that wait for the answer of a person."""
    made = context.chat_feed.motions.asked_at(person)
    found = []
    for game, motion, text in requests_to(context, person):
        at = made.get((game, motion.version, motion.number))
        row = context.games.store.game(game)
        # The notice says when the request was made. It is deleted after a month.
        if at is None or row is None:
            continue
        people = context.chat_feed.people_in_seats(game)
        others = [seat.name for seat in row.seats if people.get(seat.name) != person]
        key = f"{game}-{motion.kind.value}-{motion.version}"
        name, when = named(row.options.title, others), datetime.fromtimestamp(at, UTC)
        found.append(Asked(key, name, text, when, _url(context, game)))
    return found


def _url(context: RequestContext, game: str) -> str:
    base = context.account_auth.origin or str(context.request.base_url).rstrip("/")
    return f"{base}/g/{game}"
