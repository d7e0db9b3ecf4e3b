"""API endpoints of the lobby: pages of games, and the games that wait for the caller."""

from __future__ import annotations

import base64
from typing import Annotated

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromQuery, QueryParameter

from trunkline.game.wording.endings import why_ended
from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.table_status import stored_time
from trunkline.web.errors import NotPossible
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.http.responses import json_response
from trunkline.web.http.services import game_lists
from trunkline.web.schemas.lists import Asking, Mark, Shelf, Wanted
from trunkline.web.schemas.places import LobbyGame, LobbyPage, WaitingGames
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
        cursor = _decode_cursor(after) if after else None
        wanted = Wanted(shelf, limit, cursor, title.strip(), player.strip(), text.strip())
        return await context.read(lambda: json_response(_page(context, wanted)))

    @get("/scores", responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def scores(
        self,
        context: ContextDep,
        player: Annotated[str, QueryParameter(min_length=1, max_length=100, pattern=TEXT)],
    ) -> Scores:
        """Return a player's results by title, seat and opponent, in the finished games that you may view.

        The response for an unknown player is the same as for a player without such games.
        """
        return await context.read(lambda: context.games.store.scores(_viewer(context), player.strip()))

    @get("/next", responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def next(self, context: ContextDep) -> WaitingGames:
        """Return the number of games that wait for you, and the one that has waited longest."""
        found = await context.read(lambda: context.games.store.waiting(_viewer(context)))
        return WaitingGames(*found)


def _viewer(context: RequestContext) -> Asking:
    """Return the person who requests a list."""
    everyone = not isinstance(context.auth, AccountAuth)
    return Asking(everyone, context.person, context.caller.visitor.operator)


def _page(context: RequestContext, wanted: Wanted) -> LobbyPage:
    auth = context.auth
    found = context.games.store.page(_viewer(context), wanted)
    ids = [entry.game.id for entry in found.entries]
    members, seats, clocks = {}, {}, {}
    deadlines: dict[str, str] = {}
    if isinstance(auth, AccountAuth):
        members = auth.membership.many(ids)
        seats = auth.membership.seats(ids, context.person)
        clocks = auth.clocks.descriptions(ids)
        if context.person and clocks:
            due = auth.clocks.deadlines(list(clocks), context.person)
            deadlines = {id: stored_time(at) for id, at in due.items()}
    games = []
    for entry in found.entries:
        id = entry.game.id
        listed = game_lists.list_entry(
            entry.game, members.get(id), seats.get(id, frozenset()), context.caller
        )
        fields = msgspec.structs.asdict(listed)
        ending = entry.game.ending
        why = None if ending is None else why_ended(ending)
        games.append(
            LobbyGame(
                **fields,
                since=entry.since,
                deadline=deadlines.get(id),
                clock=clocks.get(id, ""),
                ending=why,
                standings=entry.standings,
            )
        )
    return LobbyPage(tuple(games), None if found.next is None else _encode_cursor(found.next))


def _encode_cursor(cursor: Mark) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(cursor)).decode()


def _decode_cursor(text: str) -> Mark:
    try:
        return _cursor_decoder.decode(base64.urlsafe_b64decode(text))
    except (ValueError, msgspec.MsgspecError) as error:
        raise NotPossible("That is no page of this list.") from error


_cursor_decoder = msgspec.json.Decoder(Mark)
