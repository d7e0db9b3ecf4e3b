"""API endpoints of the lobby: pages of games, and the games that wait for the caller."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get
from litestar.params import FromQuery, QueryParameter

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.responses import json_response
from trunkline.web.http.services.lobby_pages import decode_cursor, lobby_page, viewer_of
from trunkline.web.http.services.open_requests import open_requests
from trunkline.web.schemas.lists import Shelf, Waiting, Wanted
from trunkline.web.schemas.places import LobbyPage, WaitingGames
from trunkline.web.schemas.scores import Scores

TEXT = r"^[^\x00]*$"
"""The pattern for search texts. No database can store a null character."""
Words = Annotated[str, QueryParameter(max_length=100, pattern=TEXT)]


class Lobby(Controller):
    """Lists of games of all people."""

    path = "/api/lobby"
    tags = ("games",)

    @get(responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def page(
        self,
        context: ContextDep,
        shelf: FromQuery[Shelf],
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
        after: Annotated[str, QueryParameter(max_length=200)] = "",
        title: Words = "",
        player: Words = "",
        text: Words = "",
    ) -> Response[LobbyPage]:
        """Return a page of a list: games that wait for you first, then the most recently changed.

        ``player`` is the name of a seat or of the person in it. ``text`` is searched in the names, the title
        and the round. ``after`` is the value of ``next`` on the previous page.
        """
        cursor = decode_cursor(after) if after else None
        wanted = Wanted(shelf, limit, cursor, title.strip(), player.strip(), text.strip())
        return await context.read(lambda: json_response(lobby_page(context, wanted)))

    @get("/scores", responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def scores(
        self,
        context: ContextDep,
        player: Annotated[str, QueryParameter(min_length=1, max_length=100, pattern=TEXT)],
    ) -> Scores:
        """Return a player's results by title, seat and opponent, in the finished games that you may view.

        The response for an unknown player is the same as for a player without such games.
        """
        return await context.read(lambda: context.games.store.scores(viewer_of(context), player.strip()))

    @get("/next", responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def next(self, context: ContextDep) -> WaitingGames:
        """Return the number of games that wait for you, and the one that has waited longest.

        A game also waits for your answer to a request, or if a bot has taken your seat.
        """

        def count() -> Waiting:
            return context.games.store.waiting(open_requests(context).asking(context))

        found = await context.read(count)
        return WaitingGames(*found)
