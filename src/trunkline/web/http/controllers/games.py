"""The HTTP API for titles, bots and games. Each handler is short; other packages do the work."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from trunkline.game import saves
from trunkline.players.descriptions import levels
from trunkline.players.registry import CLERK, advises
from trunkline.util.enumeration import all_of
from trunkline.util.messages import gettext
from trunkline.web.accounts.permissions import Operation
from trunkline.web.errors import GameNotFound
from trunkline.web.games import files
from trunkline.web.games.dispatcher import ReplayNeeded
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.jobs import ReplayPlan
from trunkline.web.http import replay_page
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import (
    CHANGE_ERRORS,
    CREATE_ERRORS,
    EVENT_STREAM,
    FILE_EXPORT,
    LIST_ERRORS,
    LOOKUP_ERRORS,
    QUERY_ERRORS,
    STATIC_ERRORS,
)
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.http.responses import (
    BODY,
    JSON,
    REPRESENTATION,
    After,
    AtMoment,
    Prefer,
    Req,
    attachment,
    cached_response,
    json_response,
    prefers_representation,
)
from trunkline.web.http.services import game_lists, play, studies
from trunkline.web.http.services.clocks import check_new_clock
from trunkline.web.http.services.new_game import build_game_setup
from trunkline.web.http.sse import EventStream
from trunkline.web.presenters import maps, moment
from trunkline.web.presenters.titles import title_facts
from trunkline.web.schemas.answers import ListedGame, ProgramFacts, TitleFacts, Version
from trunkline.web.schemas.log import Made, Wishes
from trunkline.web.schemas.map import BoardFacts
from trunkline.web.schemas.moment import View
from trunkline.web.schemas.requests import Act, BranchAt, NewGame, PutAway, Redo, Sit, Undo

SVG = "image/svg+xml"
LAST = b"last-event-id"
FOREVER = "public, max-age=31536000, immutable"


class Titles(Controller):
    """The available titles."""

    path = "/api/titles"
    tags = ("titles",)

    @get(sync_to_thread=False, responses=STATIC_ERRORS, opt=requires(Operation.PRINTED))
    def titles(self) -> list[TitleFacts]:
        """List every title that can be played."""
        return title_facts()

    @get("/{title:str}/board", responses=LOOKUP_ERRORS, opt=requires(Operation.PRINTED))
    async def board(self, title: FromPath[str], context: ContextDep) -> Response[BoardFacts]:
        """Return the printed board of a title, for drawing."""
        facts = await context.read(lambda: maps.board_facts(maps.board_of(title)))
        return cached_response(context.request, facts.hash, lambda: facts)

    @get("/{title:str}/symbols.svg", media_type=SVG, responses=LOOKUP_ERRORS, opt=requires(Operation.PRINTED))
    async def symbols(
        self, title: FromPath[str], context: ContextDep, h: FromQuery[str] = ""
    ) -> Response[bytes]:
        """Return every hex, tile and token of a title as SVG symbols.

        With its hash, the response can be cached permanently.
        """
        return _symbols(context.request, h, await context.read(lambda: maps.sheet(maps.board_of(title))))

    @get("/{title:str}/map.svg", media_type=SVG, responses=LOOKUP_ERRORS, opt=requires(Operation.PRINTED))
    async def picture(self, title: FromPath[str], context: ContextDep) -> Response[bytes]:
        """Return a small picture of the printed map, without texts and colours, for pages with own styles."""
        data, digest = await context.read(lambda: maps.printed_picture(maps.board_of(title)))
        return cached_response(context.request, digest, lambda: data, kind=SVG)


class Programs(Controller):
    """The bots that can play."""

    path = "/api/programs"
    tags = ("games",)

    @get(sync_to_thread=False, responses=STATIC_ERRORS, opt=requires(Operation.PRINTED))
    def programs(self, context: ContextDep) -> list[ProgramFacts]:
        """List the bots that can play a seat: the built-in ones, weakest first, then the server's own."""
        return [
            ProgramFacts(name, level.label, level.about, advises(name), name == CLERK)
            for name, level in levels(context.dispatcher.programs).items()
        ]


class Games(Controller):
    """Games and actions in them."""

    path = "/api/games"
    tags = ("games",)
    request_max_body_size = BODY

    @get(responses=LIST_ERRORS, opt=requires(Operation.LIST))
    async def games(
        self,
        context: ContextDep,
        mine: FromQuery[bool] = False,
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 100,
        before: Annotated[str, QueryParameter(max_length=40)] = "",
    ) -> Response[list[ListedGame]]:
        """List games, newest first.

        Without accounts, all games are listed. With accounts, the list has up to ``limit`` games that you may
        view, or take part in with ``mine``. ``before`` is the id of a game: only older games are listed.
        """

        def respond() -> Response[list[ListedGame]]:
            store = context.games.store
            if isinstance(context.auth, AccountAuth):
                return json_response(
                    game_lists.list_visible(
                        store, context.auth, context.caller, mine=mine, limit=limit, before=before
                    )
                )
            return json_response([game_lists.list_entry(row) for row in store.games()])

        return await context.read(respond)

    @post(responses=CREATE_ERRORS, opt=requires(Operation.CREATE))
    async def create(self, data: JSONBody[NewGame], context: ContextDep) -> Made:
        """Create a game."""
        for seat in data.seats:
            context.dispatcher.check_seat_kind(seat.kind)
        check_new_clock(context, data.clock)
        wishes = Wishes(data.others_shown, data.reasons, data.hints, data.auto_pass)
        read = partial(
            build_game_setup, account=context.caller.person.name if context.caller.person else None
        )
        # A custom board takes long to read, and its sender may be hostile.
        read_options = (
            context.dispatcher.run_in_worker(context.client_key, read, data)
            if data.board
            else context.read(lambda: read(data))
        )
        options, seats, mine, note = await read_options
        made = await context.write(lambda: context.games.create(options, seats, wishes))
        await context.auth.record_owner(
            context.caller,
            made.id,
            mine,
            private=data.private,
            away=data.away_hours,
            clock=data.clock,
        )
        return msgspec.structs.replace(made, note=note)

    @get("/{id:str}", responses=QUERY_ERRORS, opt=requires(Operation.LOOK, solving=True))
    async def view(
        self, id: FromPath[str], context: ContextDep, at: AtMoment = None, brief: FromQuery[bool] = False
    ) -> Response[View]:
        """Return one moment of a game, with everything needed to display it.

        ``brief`` omits the refused actions.
        """

        def respond(moment_view: MomentView) -> Response[View]:
            tag = f"{moment_view.version}-{moment_view.at}-{int(brief)}"
            return cached_response(context.request, tag, lambda: moment.encoded(moment_view, brief=brief))

        return await context.read_moment(id, at, respond)

    @get("/{id:str}/board", responses=LOOKUP_ERRORS, opt=requires(Operation.LOOK, solving=True))
    async def board(self, id: FromPath[str], context: ContextDep) -> Response[BoardFacts]:
        """Return the printed board of a game, for drawing."""
        facts = await context.read_moment(
            id, None, lambda moment_view: maps.board_facts(moment_view.game.board)
        )
        return cached_response(context.request, facts.hash, lambda: facts)

    @get(
        "/{id:str}/symbols.svg",
        media_type=SVG,
        responses=LOOKUP_ERRORS,
        opt=requires(Operation.LOOK, solving=True),
    )
    async def symbols(
        self, id: FromPath[str], context: ContextDep, h: FromQuery[str] = ""
    ) -> Response[bytes]:
        """Return every hex, tile and token of a game's board as SVG symbols.

        With its hash, the response can be cached permanently.
        """
        found = await context.read_moment(id, None, lambda moment_view: maps.sheet(moment_view.game.board))
        return _symbols(context.request, h, found)

    @get(
        "/{id:str}/map.svg",
        media_type=SVG,
        responses=LOOKUP_ERRORS,
        opt=requires(Operation.LOOK, solving=True),
    )
    async def picture(self, id: FromPath[str], context: ContextDep) -> Response[bytes]:
        """Return a small picture of the map with tiles and tokens, without texts and colours."""

        def respond(moment_view: MomentView) -> Response[bytes]:
            return cached_response(
                context.request,
                f"{moment_view.version}-{moment_view.at}",
                lambda: maps.picture(moment_view.game),
                kind=SVG,
            )

        return await context.read_moment(id, None, respond)

    @post("/{id:str}/actions", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def act(
        self, id: FromPath[str], data: JSONBody[Act], context: ContextDep, prefer: Prefer = ""
    ) -> Response[Version | View]:
        """Carry out an action. The response is sent once the action is stored on disk."""
        return await _write_game(
            context, id, prefer, lambda hosted_game: play.act(context.auth, context.caller, hosted_game, data)
        )

    @post("/{id:str}/undo", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.UNDO))
    async def undo(
        self, id: FromPath[str], data: JSONBody[Undo], context: ContextDep, prefer: Prefer = ""
    ) -> Response[Version | View]:
        """Undo to an earlier moment. The undone actions remain available as a branch."""

        def replay_needed(hosted_game: HostedGame) -> ReplayPlan | None:
            return hosted_game.long_undo_replay(data.version, data.to)

        return await _write_game(
            context,
            id,
            prefer,
            lambda hosted_game: play.undo(context.caller, hosted_game, data),
            replay_needed,
        )

    @post("/{id:str}/redo", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.UNDO))
    async def redo(
        self, id: FromPath[str], data: JSONBody[Redo], context: ContextDep, prefer: Prefer = ""
    ) -> Response[Version | View]:
        """Redo the actions of a branch."""

        def replay_needed(hosted_game: HostedGame) -> ReplayPlan | None:
            return hosted_game.long_redo_replay(data.version, data.branch)

        return await _write_game(
            context,
            id,
            prefer,
            lambda hosted_game: play.redo(context.caller, hosted_game, data),
            replay_needed,
        )

    @post("/{id:str}/seats", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.HAND_OVER))
    async def sit(
        self, id: FromPath[str], data: JSONBody[Sit], context: ContextDep, prefer: Prefer = ""
    ) -> Response[Version | View]:
        """Hand a seat to a bot, or take it back. The position does not change.

        The owner needs the other players' consent before a bot plays another person's seat.
        """
        feed = context.feed
        context.dispatcher.check_seat_kind(data.kind)
        away = await feed.is_away(id, data.seat)
        return await _write_game(
            context,
            id,
            prefer,
            lambda hosted_game: play.sit(feed, context.caller, hosted_game, data, away=away),
        )

    @get("/{id:str}/export", media_type=JSON, responses=FILE_EXPORT, opt=requires(Operation.EXPORT))
    async def export(
        self,
        id: FromPath[str],
        context: ContextDep,
        format: Annotated[str, QueryParameter(max_length=40)] = files.NATIVE,
        at: AtMoment = None,
    ) -> Response[bytes]:
        """Export the current line of play as a file."""
        if format not in files.FORMATS:
            raise GameNotFound(
                gettext(
                    "There is no such format; there are {formats}.",
                    formats=all_of(files.FORMATS),
                )
            )
        data = await context.dispatcher.export_file(context.client_key, id, at, format)
        text = format == files.TEXT
        name = f"{id}.18xx" if text else f"{id}.json"
        return Response(data, media_type=MediaType.TEXT if text else JSON, headers=attachment(name))

    @get(
        "/{id:str}/replay.html",
        media_type=MediaType.HTML,
        responses=QUERY_ERRORS,
        opt=requires(Operation.EXPORT),
    )
    async def replay(self, id: FromPath[str], context: ContextDep, at: AtMoment = None) -> Response[bytes]:
        """Export the current line of play as one web page that works without a server or a network.

        The page has the comments, and the other lines of play that have some of them.
        """
        moment_view = await context.moment(id, at)
        moment_view.hosted_game.check_past()
        comments, lines = await context.read(
            lambda: studies.comments_on_line(context.studies, context.caller, moment_view)
        )
        data = await context.dispatcher.run_on_line_in_worker(
            context.client_key, moment_view, partial(replay_page.render_line, comments, lines)
        )
        return Response(data, media_type=MediaType.HTML, headers=attachment(f"{id}.html"))

    @post("/{id:str}/branch", responses=CHANGE_ERRORS, opt=requires(Operation.BRANCH))
    async def branch(self, id: FromPath[str], data: JSONBody[BranchAt], context: ContextDep) -> Made:
        """Create a sandbox: a separate game that starts with this game's actions up to a moment."""
        return await give_to_caller(await context.dispatcher.branch(context.client_key, id, data.at), context)

    @post("/{id:str}/put-away", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.PUT_AWAY))
    async def put_away(self, id: FromPath[str], data: JSONBody[PutAway], context: ContextDep) -> PutAway:
        """Archive a game, so that lists can omit it, or restore it. Nothing is deleted."""
        if not await context.write(lambda: context.games.store.put_away(id, data.away)):
            raise GameNotFound(gettext("There is no such game."))
        return data

    @get(
        "/{id:str}/events",
        media_type="text/event-stream",
        responses=EVENT_STREAM,
        opt=requires(Operation.LOOK),
    )
    async def events(
        self,
        id: FromPath[str],
        context: ContextDep,
        after: After = 0,
        said: Annotated[int | None, QueryParameter(ge=0, le=2**31, description="Up to this message.")] = None,
    ) -> EventStream:
        """Stream every entry after a number as Server-Sent Events.

        The event ``id`` is the version of the game. ``comments`` says that comments on the game have changed.

        With accounts, the stream also has chat messages (``said``), motions (``motions``), presence
        (``present``) and changes of seats (``seats``). The event id is then the version, a point and the
        number of the last message. ``said`` as a parameter is the number of the last message you have.
        """
        feed = context.feed
        hosted_game = await context.read(lambda: context.games[id])
        # Read the header from the scope: the framework would keep its parsed headers while the stream is
        # open.
        last = next((value for name, value in context.request.scope["headers"] if name == LAST), b"").decode(
            "latin-1"
        )
        version, _, number = last.partition(".")
        begin = int(version) if version.isdecimal() and len(version) < 10 else after
        last_message = int(number) if number.isdecimal() and len(number) < 10 else said
        side_channel = await feed.stream(context.caller, id, last_message)
        return EventStream(
            await context.auth.limit_stream(
                context.caller, id, context.subscriptions.event_stream(hosted_game, begin, side_channel)
            )
        )


class Imports(Controller):
    """Games recorded elsewhere."""

    path = "/api/import"
    tags = ("games",)
    request_max_body_size = saves.MAX_BYTES

    @post(responses=CREATE_ERRORS, opt=requires(Operation.TAKE_IN))
    async def take_in(self, context: ContextDep) -> Made:
        """Import a game from a file: a Trunkline save, an 18xx.games export or a Rails save."""
        return await give_to_caller(
            await context.dispatcher.import_file(context.client_key, await context.request.body()), context
        )


async def _write_game(
    context: RequestContext,
    id: str,
    prefer: str,
    do: Callable[[HostedGame], int],
    replay_needed: ReplayNeeded = HostedGame.long_replay,
) -> Response[Version | View]:
    """Change a game. Return its version or, to clients that prefer it, the view of the newest moment."""

    def write(hosted_game: HostedGame) -> Response[Version | View]:
        version = do(hosted_game)
        if not prefers_representation(prefer):
            return json_response(Version(version))
        view = moment.encoded(hosted_game.view_at(), brief=True)
        return json_response(view, headers={"preference-applied": REPRESENTATION})

    return await context.write_game(id, write, replay_needed)


async def give_to_caller(made: Made, context: RequestContext) -> Made:
    """Make the caller the owner of a private game with all seats."""
    if isinstance(context.auth, AccountAuth):
        people = await context.read(lambda: context.games[made.id].people)
        await context.auth.record_owner(context.caller, made.id, people, private=True)
    return made


def _symbols(request: Req, h: str, sheet: tuple[bytes, str]) -> Response[bytes]:
    data, digest = sheet
    cache = FOREVER if h == digest else "no-cache"
    return cached_response(request, digest, lambda: data, cache=cache, kind=SVG)
