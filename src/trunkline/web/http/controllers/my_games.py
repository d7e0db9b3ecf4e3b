"""API endpoint for your games: those that wait for you, for others, finished and followed ones."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get
from litestar.params import FromQuery, QueryParameter

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.controllers.lobby import Words
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.responses import json_response
from trunkline.web.http.services.lobby_pages import decode_cursor
from trunkline.web.http.services.my_games import my_games
from trunkline.web.schemas.lists import MyState, Shelf, Wanted
from trunkline.web.schemas.my_games import MyGames


class OwnGames(Controller):
    """Your own games."""

    path = "/api/me/games"
    tags = ("games",)

    @get(responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def page(
        self,
        context: ContextDep,
        which: FromQuery[MyState] = "waiting",
        limit: Annotated[int, QueryParameter(ge=1, le=50)] = 10,
        after: Annotated[str, QueryParameter(max_length=200)] = "",
        title: Words = "",
        text: Words = "",
    ) -> Response[MyGames]:
        """Return a page of your games.

        Games that wait for you are in the order of their waiting time, the longest first. Before them are the
        games in which a bot has taken your seat. Games with a request that you have not answered wait for you
        too, since their last change. The others are in the order of their last change. The list ``followed``
        has the games that you follow without a seat. Sandboxes are in no list. ``text`` is searched in the
        names of the seats, the title and the round.
        """
        shelf: Shelf = which if which in ("finished", "followed") else "mine"
        cursor = decode_cursor(after) if after else None
        wanted = Wanted(shelf, limit, cursor, title.strip(), "", text.strip(), which)
        found = await my_games(context, wanted)
        return await context.read(lambda: json_response(found))
