"""API endpoints of leagues."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS, QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.http.services.clocks import check_new_clock
from trunkline.web.http.services.lobby_pages import viewer_of
from trunkline.web.leagues.facts import league_facts, summaries
from trunkline.web.schemas.leagues import (
    JoinLeague,
    LeagueFacts,
    LeagueSummary,
    NewLeague,
    OrganiseLeague,
)
from trunkline.web.schemas.people import LeagueLink

SHOWN = 100
"""The maximum number of leagues in a list."""


class LeagueList(Controller):
    """The leagues of the server."""

    path = "/api/leagues"
    tags = ("leagues",)

    @get(responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def leagues(self, context: ContextDep) -> list[LeagueSummary]:
        """List the leagues that you may see: your own first, then the newest. There are at most 100."""
        asking = viewer_of(context)
        auth = context.account_auth

        def respond() -> list[LeagueSummary]:
            ids = auth.leagues.listed(asking, SHOWN)
            with auth.database.reading() as link:
                return summaries(link, ids, asking)

        return await auth.run_in_thread(respond)

    @post(responses=CHANGE_ERRORS, opt=requires(Operation.LEAGUE, rate=Rate.CREATE))
    async def create(self, data: JSONBody[NewLeague], context: ContextDep) -> LeagueFacts:
        """Create a league, which you organise. You join it with a separate request."""
        check_new_clock(context, data.clock)
        auth = context.account_auth
        id = await auth.run_in_thread(lambda: auth.leagues.create(context.person, data))
        return await _facts(context, id)

    @get("/{key:str}", responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def league(
        self,
        key: FromPath[str],
        context: ContextDep,
        season: Annotated[int, QueryParameter(ge=0, le=1000)] = 0,
    ) -> LeagueFacts:
        """Return a league with the standings and the tables of a season. 0 is the current season."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.leagues.visible(key, viewer_of(context)))
        return await _facts(context, key, season)

    @post("/{key:str}/join", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.LEAGUE))
    async def join(self, key: FromPath[str], data: JSONBody[JoinLeague], context: ContextDep) -> LeagueFacts:
        """Join a league before its season starts. A league that is not open needs the invitation link."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.leagues.join(key, context.person, data.secret))
        return await _facts(context, key)

    @post("/{key:str}/withdraw", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.LEAGUE))
    async def withdraw(self, key: FromPath[str], context: ContextDep) -> LeagueFacts:
        """Withdraw from a league. You finish your games, and sit at no table of later rounds."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.leagues.visible(key, viewer_of(context)))
        await auth.run_in_thread(lambda: auth.leagues.withdraw(key, context.person))
        return await _facts(context, key)

    @post("/{key:str}/links", responses=CHANGE_ERRORS, opt=requires(Operation.ORGANISE))
    async def invite(self, key: FromPath[str], context: ContextDep) -> LeagueLink:
        """Create the invitation link to a league. It replaces the former one.

        Only this response contains its secret.
        """
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.leagues.organised(key, viewer_of(context)))
        return LeagueLink(await auth.run_in_thread(lambda: auth.leagues.invite(key)))

    @post("/{key:str}/organise", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.ORGANISE))
    async def organise(
        self, key: FromPath[str], data: JSONBody[OrganiseLeague], context: ContextDep
    ) -> LeagueFacts:
        """Act as the organiser of a league.

        - ``start``: start the season. The server makes the tables of the first round.
        - ``end``: end the season. Games that are not over count for no member.
        - ``next-season``: open the next season for new members. The members stay.
        - ``remove``: remove the member ``name``, who cannot join again.
        - ``rename``: give the league the name ``name``, at any time.
        - ``annul``: let the unfinished game ``game`` count for no member.
        """
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.leagues.organised(key, viewer_of(context)))
        await context.write(lambda: _organise(context, key, data))
        return await _facts(context, key)

    @delete("/{key:str}", responses=CHANGE_ERRORS, opt=requires(Operation.ORGANISE))
    async def delete(self, key: FromPath[str], context: ContextDep) -> None:
        """Delete a league that has not begun its first season."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.leagues.organised(key, viewer_of(context)))
        await auth.run_in_thread(lambda: auth.leagues.delete(key))


def _organise(context: RequestContext, key: str, wish: OrganiseLeague) -> None:
    rounds = context.league_rounds
    match wish.action:
        case "start":
            rounds.start(key)
        case "end":
            rounds.end(key)
        case "next-season":
            rounds.next_season(key)
        case "remove":
            context.account_auth.leagues.remove(key, wish.name)
        case "rename":
            context.account_auth.leagues.rename(key, wish.name)
        case "annul":
            rounds.annul(key, wish.game)


async def _facts(context: RequestContext, key: str, season: int = 0) -> LeagueFacts:
    auth, asking = context.account_auth, viewer_of(context)

    def respond() -> LeagueFacts:
        with auth.database.reading() as link:
            return league_facts(link, key, asking, season)

    return await auth.run_in_thread(respond)
