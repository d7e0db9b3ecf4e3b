"""The HTTP API for titles, bots and games. Each handler is short; other packages do the work."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from trunkline.game import saves
from trunkline.players.descriptions import levels
from trunkline.players.registry import CLERK, advises
from trunkline.titles import catalogue
from trunkline.web.accounts.permissions import Operation
from trunkline.web.errors import GameNotFound
from trunkline.web.games import files
from trunkline.web.games.dispatcher import Dispatcher
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.jobs import ReplayPlan
from trunkline.web.http import replay_page
from trunkline.web.http.auth import AccountAuth, AuthDep, AuthPolicy, RequestUser, UserDep
from trunkline.web.http.chat_feed import AnyFloor
from trunkline.web.http.openapi_responses import (
    BEGUN,
    EXPORTED,
    FOUND,
    LISTED,
    LOOKED,
    PRINTED,
    WATCHED,
    WRITTEN,
)
from trunkline.web.http.permissions import requires
from trunkline.web.http.responses import (
    BODY,
    JSON,
    After,
    AtMoment,
    ClientKey,
    DispatcherDep,
    Req,
    Watchers,
    attachment,
    cached_response,
    json_response,
)
from trunkline.web.http.services import game_lists, play
from trunkline.web.http.services.new_game import options_of_request
from trunkline.web.http.sse import EventStream
from trunkline.web.presenters import maps, moment
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

    @get(sync_to_thread=False, responses=PRINTED, opt=requires(Operation.PRINTED))
    def titles(self) -> list[TitleFacts]:
        """List every title that can be played."""
        return [
            TitleFacts(
                id,
                about.name,
                about.name.removeprefix(f"{id}: "),
                about.players,
                about.variants,
                about.rules,
                about.designers,
                about.board_note,
                about.other_boards,
                dict(about.variant_notes),
                dict(about.reading_notes),
            )
            for id, about in catalogue().items()
        ]

    @get("/{title:str}/board", responses=FOUND, opt=requires(Operation.PRINTED))
    async def board(
        self, title: FromPath[str], request: Req, desk: DispatcherDep, who: ClientKey
    ) -> Response[BoardFacts]:
        """Return the printed board of a title, for drawing."""
        facts = await desk.look(who, lambda: maps.board_facts(maps.board_of(title)))
        return cached_response(request, facts.hash, lambda: facts)

    @get("/{title:str}/symbols.svg", media_type=SVG, responses=FOUND, opt=requires(Operation.PRINTED))
    async def symbols(
        self, title: FromPath[str], request: Req, desk: DispatcherDep, who: ClientKey, h: FromQuery[str] = ""
    ) -> Response[bytes]:
        """Return every hex, tile and token of a title as SVG symbols.

        With its hash, the response can be cached permanently.
        """
        return _symbols(request, h, await desk.look(who, lambda: maps.sheet(maps.board_of(title))))


class Programs(Controller):
    """The bots that can play."""

    path = "/api/programs"
    tags = ("games",)

    @get(sync_to_thread=False, responses=PRINTED, opt=requires(Operation.PRINTED))
    def programs(self, desk: DispatcherDep) -> list[ProgramFacts]:
        """List the bots that can play a seat: the built-in ones, weakest first, then the server's own."""
        return [
            ProgramFacts(name, level.label, level.about, advises(name), name == CLERK)
            for name, level in levels(desk.programs).items()
        ]


class Games(Controller):
    """Games and actions in them."""

    path = "/api/games"
    tags = ("games",)
    request_max_body_size = BODY

    @get(responses=LISTED, opt=requires(Operation.LIST))
    async def games(
        self,
        desk: DispatcherDep,
        who: ClientKey,
        caller: UserDep,
        door: AuthDep,
        mine: FromQuery[bool] = False,
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 100,
        before: Annotated[str, QueryParameter(max_length=40)] = "",
    ) -> Response[list[ListedGame]]:
        """List games, newest first.

        Without accounts, all games are listed. With accounts, the list has up to ``limit`` games that you may
        view, or take part in with ``mine``. ``before`` is the id of a game: only older games are listed.
        """

        def found() -> Response[list[ListedGame]]:
            store = desk.tables.store
            if isinstance(door, AccountAuth):
                return json_response(
                    game_lists.visible(store, door, caller, mine=mine, limit=limit, before=before)
                )
            return json_response([game_lists.listed(kept) for kept in store.games()])

        return await desk.look(who, found)

    @post(responses=BEGUN, opt=requires(Operation.CREATE))
    async def create(
        self, data: JSONBody[NewGame], desk: DispatcherDep, who: ClientKey, caller: UserDep, door: AuthDep
    ) -> Made:
        """Create a game."""
        for seat in data.seats:
            desk.admitted(seat.kind)
        wishes = Wishes(data.others_shown, data.reasons, data.hints)
        read = partial(options_of_request, account=caller.person.name if caller.person else None)
        # A board of their own takes long to read, and whoever sends it need not mean well.
        own = desk.aside(who, read, data) if data.board else desk.look(who, lambda: read(data))
        options, seats, mine, note = await own
        made = await desk.act(who, lambda: desk.tables.create(options, seats, wishes))
        await door.founded(caller, made.id, mine, private=data.private, away=data.away_hours)
        return msgspec.structs.replace(made, note=note)

    @get("/{id:str}", responses=LOOKED, opt=requires(Operation.LOOK))
    async def view(
        self,
        id: FromPath[str],
        desk: DispatcherDep,
        who: ClientKey,
        request: Req,
        at: AtMoment = None,
        brief: FromQuery[bool] = False,
    ) -> Response[View]:
        """Return one moment of a game, with everything needed to display it.

        ``brief`` omits the refused actions.
        """

        def shown(seen: MomentView) -> Response[View]:
            tag = f"{seen.version}-{seen.at}-{int(brief)}"
            return cached_response(request, tag, lambda: moment.encoded(seen, brief=brief))

        return await desk.seen(who, id, at, shown)

    @get("/{id:str}/board", responses=FOUND, opt=requires(Operation.LOOK))
    async def board(
        self, id: FromPath[str], request: Req, desk: DispatcherDep, who: ClientKey
    ) -> Response[BoardFacts]:
        """Return the printed board of a game, for drawing."""
        facts = await desk.seen(who, id, None, lambda seen: maps.board_facts(seen.game.board))
        return cached_response(request, facts.hash, lambda: facts)

    @get("/{id:str}/symbols.svg", media_type=SVG, responses=FOUND, opt=requires(Operation.LOOK))
    async def symbols(
        self, id: FromPath[str], request: Req, desk: DispatcherDep, who: ClientKey, h: FromQuery[str] = ""
    ) -> Response[bytes]:
        """Return every hex, tile and token of a game's board as SVG symbols.

        With its hash, the response can be cached permanently.
        """
        found = await desk.seen(who, id, None, lambda seen: maps.sheet(seen.game.board))
        return _symbols(request, h, found)

    @post("/{id:str}/actions", status_code=200, responses=WRITTEN, opt=requires(Operation.ACT))
    async def act(
        self,
        id: FromPath[str],
        data: JSONBody[Act],
        desk: DispatcherDep,
        who: ClientKey,
        caller: UserDep,
        door: AuthDep,
    ) -> Version:
        """Carry out an action. The response is sent once the action is stored on disk."""
        return Version(await desk.acted(who, id, lambda table: play.act(door, caller, table, data)))

    @post("/{id:str}/undo", status_code=200, responses=WRITTEN, opt=requires(Operation.UNDO))
    async def undo(
        self, id: FromPath[str], data: JSONBody[Undo], desk: DispatcherDep, who: ClientKey, caller: UserDep
    ) -> Version:
        """Undo to an earlier moment. The undone actions remain available as a branch."""

        def ways(table: HostedGame) -> ReplayPlan | None:
            return table.far_back(data.version, data.to)

        return Version(await desk.acted(who, id, lambda table: play.undo(caller, table, data), ways))

    @post("/{id:str}/redo", status_code=200, responses=WRITTEN, opt=requires(Operation.UNDO))
    async def redo(
        self, id: FromPath[str], data: JSONBody[Redo], desk: DispatcherDep, who: ClientKey, caller: UserDep
    ) -> Version:
        """Redo the actions of a branch."""

        def ways(table: HostedGame) -> ReplayPlan | None:
            return table.far_on(data.version, data.branch)

        return Version(await desk.acted(who, id, lambda table: play.redo(caller, table, data), ways))

    @post("/{id:str}/seats", status_code=200, responses=WRITTEN, opt=requires(Operation.HAND_OVER))
    async def sit(
        self,
        id: FromPath[str],
        data: JSONBody[Sit],
        desk: DispatcherDep,
        who: ClientKey,
        caller: UserDep,
        floor: AnyFloor,
    ) -> Version:
        """Hand a seat to a bot, or take it back. The position does not change.

        The owner needs the other players' consent before a bot plays another person's seat.
        """
        desk.admitted(data.kind)
        away = await floor.away(id, data.seat)
        return Version(
            await desk.acted(who, id, lambda table: play.sit(floor, caller, table, data, away=away))
        )

    @get("/{id:str}/export", media_type=JSON, responses=EXPORTED, opt=requires(Operation.EXPORT))
    async def export(
        self,
        id: FromPath[str],
        desk: DispatcherDep,
        who: ClientKey,
        format: Annotated[str, QueryParameter(max_length=40)] = files.OURS,
        at: AtMoment = None,
    ) -> Response[bytes]:
        """Export the current line of play as a file."""
        if format not in files.FORMATS:
            raise GameNotFound(f"There is no such format; there are {' and '.join(files.FORMATS)}.")
        data = await desk.write_out(who, id, at, format)
        text = format == files.TEXT
        name = f"{id}.18xx" if text else f"{id}.json"
        return Response(data, media_type=MediaType.TEXT if text else JSON, headers=attachment(name))

    @get("/{id:str}/replay.html", media_type=MediaType.HTML, responses=LOOKED, opt=requires(Operation.EXPORT))
    async def replay(
        self, id: FromPath[str], desk: DispatcherDep, who: ClientKey, at: AtMoment = None
    ) -> Response[bytes]:
        """Export the current line of play as one web page that works without a server or a network."""
        seen = await desk.seen(who, id, at, lambda seen: seen)
        data = await desk.apart(who, seen, replay_page.render_line)
        return Response(data, media_type=MediaType.HTML, headers=attachment(f"{id}.html"))

    @post("/{id:str}/branch", responses=WRITTEN, opt=requires(Operation.BRANCH))
    async def branch(
        self,
        id: FromPath[str],
        data: JSONBody[BranchAt],
        desk: DispatcherDep,
        who: ClientKey,
        caller: UserDep,
        door: AuthDep,
    ) -> Made:
        """Create a sandbox: a separate game that starts with this game's actions up to a moment."""
        return await _taken_home(await desk.branch(who, id, data.at), desk, caller, door)

    @post("/{id:str}/put-away", status_code=200, responses=WRITTEN, opt=requires(Operation.PUT_AWAY))
    async def put_away(
        self, id: FromPath[str], data: JSONBody[PutAway], desk: DispatcherDep, who: ClientKey
    ) -> PutAway:
        """Archive a game, so that lists can omit it, or restore it. Nothing is deleted."""
        if not await desk.act(who, lambda: desk.tables.store.put_away(id, data.away)):
            raise GameNotFound("There is no such game.")
        return data

    @get("/{id:str}/events", media_type="text/event-stream", responses=WATCHED, opt=requires(Operation.LOOK))
    async def events(
        self,
        id: FromPath[str],
        request: Req,
        desk: DispatcherDep,
        who: ClientKey,
        hub: Watchers,
        caller: UserDep,
        door: AuthDep,
        floor: AnyFloor,
        after: After = 0,
        said: Annotated[int | None, QueryParameter(ge=0, le=2**31, description="Up to this message.")] = None,
    ) -> EventStream:
        """Stream every entry after a number as Server-Sent Events.

        The event ``id`` is the version of the game.

        With accounts, the stream also has chat messages (``said``), motions (``motions``), presence
        (``present``) and changes of seats (``seats``). The event id is then the version, a point and the
        number of the last message. ``said`` as a parameter is the number of the last message you have.
        """
        table = await desk.look(who, lambda: desk.tables[id])
        # Read the header from the scope: the framework would keep its parsed headers while the stream is
        # open.
        last = next((value for name, value in request.scope["headers"] if name == LAST), b"").decode(
            "latin-1"
        )
        version, _, number = last.partition(".")
        begin = int(version) if version.isdecimal() and len(version) < 10 else after
        heard = int(number) if number.isdecimal() and len(number) < 10 else said
        beside = await floor.stream(caller, id, heard)
        return EventStream(await door.watching(caller, id, hub.told(table, begin, beside)))


class Imports(Controller):
    """Games recorded elsewhere."""

    path = "/api/import"
    tags = ("games",)
    request_max_body_size = saves.MAX_BYTES

    @post(responses=BEGUN, opt=requires(Operation.TAKE_IN))
    async def take_in(
        self, request: Req, desk: DispatcherDep, who: ClientKey, caller: UserDep, door: AuthDep
    ) -> Made:
        """Import a game from a file: a Trunkline save, an 18xx.games export or a Rails save."""
        return await _taken_home(await desk.take_in(who, await request.body()), desk, caller, door)


async def _taken_home(made: Made, desk: Dispatcher, caller: RequestUser, door: AuthPolicy) -> Made:
    """Make the caller the owner of a private game with all seats."""
    if isinstance(door, AccountAuth):
        people = await desk.look(caller.who, lambda: desk.tables[made.id].people)
        await door.founded(caller, made.id, people, private=True)
    return made


def _symbols(request: Req, h: str, sheet: tuple[bytes, str]) -> Response[bytes]:
    data, digest = sheet
    cache = FOREVER if h == digest else "no-cache"
    return cached_response(request, digest, lambda: data, cache=cache, kind=SVG)
