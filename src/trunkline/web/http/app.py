"""The web application: the API and the client's pages on one store of games."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath

from trunkline.game import saves
from trunkline.util.errors import UsageError
from trunkline.web.errors import ActionRefused, Conflict, GameNotFound, Overloaded, StaleVersion
from trunkline.web.games.bots import BotRunner, waits_for_program
from trunkline.web.games.dispatcher import Dispatcher
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.limits import USUAL, Limits
from trunkline.web.games.repository import StorageUnavailable, StoreListener
from trunkline.web.games.reviews import Reviewer
from trunkline.web.games.subscriptions import Subscriptions
from trunkline.web.http import metrics, static_client
from trunkline.web.http.auth import FAILURES, AccountAuth, AuthPolicy, OpenAccess, PeopleSettings, user_of
from trunkline.web.http.chat_feed import ChatFeed
from trunkline.web.http.controllers.accounts import Account, Myself, People, Resets, Sessions, Tokens
from trunkline.web.http.controllers.advice import Advising
from trunkline.web.http.controllers.chat import Talks
from trunkline.web.http.controllers.game_queries import Questions
from trunkline.web.http.controllers.games import Games, Imports, Programs, Titles
from trunkline.web.http.controllers.health import Wellbeing
from trunkline.web.http.controllers.lobby import Lobby
from trunkline.web.http.controllers.rematches import Rematches
from trunkline.web.http.controllers.reviews import Reviewed
from trunkline.web.http.controllers.seats import Invitations, Seats
from trunkline.web.http.csrf import LOCAL, REQUEST, OriginGuard
from trunkline.web.http.delivery import Compressed, Heads
from trunkline.web.http.examples import Examples
from trunkline.web.http.maintenance import run_maintenance
from trunkline.web.http.responses import BODY
from trunkline.web.http.telemetry import Telemetry, looked_at
from trunkline.web.presenters import review
from trunkline.web.schemas.answers import Failure
from trunkline.web.storage.urls import Place, opened

log = logging.getLogger(__name__)
TOO_LARGE = 413
LARGEST = (
    f"The request is too large: it may have {BODY // 1024} KiB, a game file {saves.MAX_BYTES // 1_000_000} MB"
)
PAGES = ["/", "/g/{id:str}", "/g/{id:str}/at/{number:str}", "/join", "/reset", "/me", "/games", "/scores"]
"""The addresses that serve the client's page."""
ABOUT = (
    "What the examples answer is what a table has answered to their requests, one after the other; of long "
    "lists they show the beginning."
)
HANDLERS = (
    Titles,
    Programs,
    Games,
    Questions,
    Advising,
    Reviewed,
    Imports,
    Lobby,
    Rematches,
    Wellbeing,
    Myself,
)
WITH_PEOPLE = (Account, People, Sessions, Tokens, Resets, Seats, Invitations, Talks)
BAD = (400, 415)
"""Error statuses of libraries for malformed requests. The server answers all of them with 400."""


def create(
    store: Place,
    *,
    hosts: Iterable[str] | None = LOCAL,
    origin: str = "",
    delay: float = 0.0,
    pages: Path = static_client.FOLDER,
    limits: Limits = USUAL,
    programs: Mapping[str, str] | None = None,
    mark: str = "",
    accounts: PeopleSettings | None = None,
) -> Litestar:
    """Create the application for a store of games.

    Args:
        store: The database of games.
        hosts: The host names that the server accepts. None accepts any.
        origin: The public origin for browsers behind a proxy.
        delay: Seconds that bots wait after each entry.
        pages: The folder of the built client.
        limits: The limits on memory, queues and storage.
        programs: Bots that replace built-in ones of the same name, or add to them.
        mark: A tag shared by all worker processes of one release, used in entity tags.
        accounts: The settings of accounts. With accounts, ``people.access`` decides on permissions; without
            them, everyone may do everything.
    """
    kept = opened(store)
    hub = Subscriptions()
    tables = GameCache(kept, limits)
    desk = Dispatcher(tables, limits, programs or ())
    reviews = Reviewer(desk, limits.review, lambda found: msgspec.json.encode(review.shown(found)))
    bots = BotRunner(tables, delay, programs)
    built = static_client.StaticClient(pages)

    def to_act(game: str) -> Collection[str]:
        row = kept.game(game)
        return row.to_act if row is not None else ()

    door: AuthPolicy = OpenAccess() if accounts is None else AccountAuth(accounts, to_act)

    floor = ChatFeed(door, kept, hub) if isinstance(door, AccountAuth) else None

    def moved(game: str) -> None:
        hub.ring(game)
        bots.wake(game)

    def moved_elsewhere(game: str, version: int) -> None:
        # Load a game that has no viewers in this process only if one of its bots must act.
        if not tables.heard(game, version) and kept.on_duty:
            row = kept.game(game)
            if row is not None and waits_for_program(row):
                bots.wake(game)

    def missed() -> None:
        if floor is not None:
            floor.missed()
        tables.catch_up()

    tables.moved = moved

    async def admit(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        await door.admit(connection, handler)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        hub.attach(asyncio.get_running_loop())
        bots.start()
        if floor is None:
            kept.follow(StoreListener(moved_elsewhere, tables.catch_up, bots.look_round))
        else:
            floor.start()
            kept.follow(StoreListener(moved_elsewhere, missed, bots.look_round, floor.told))
        try:
            async with looked_at(tables, desk, hub, bots), run_maintenance(tables, door.tidy):
                yield
        finally:
            hub.close()
            if floor is not None:
                await floor.stop()
            await reviews.stop()
            await asyncio.to_thread(bots.stop)
            await asyncio.to_thread(door.close)
            kept.close()

    @get(PAGES, include_in_schema=False, sync_to_thread=False)
    def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        """Serve the client's page."""
        return built.page(request)

    @get("/{path:path}", include_in_schema=False, sync_to_thread=False)
    def file(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
        """Serve a file of the client."""
        return built.file(request, path)

    def missing(request: Request[Any, Any, Any], error: GameNotFound | NotFoundException) -> Response[Any]:
        """Serve the client's page to a browser with an unknown address. The page shows the error."""
        if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api"):
            return built.page(request, status=404)
        return _unknown(request, error) if isinstance(error, GameNotFound) else _http(request, error)

    app = Litestar(
        route_handlers=[*HANDLERS, *(() if accounts is None else WITH_PEOPLE), page, file],
        guards=[admit],
        dependencies={
            "desk": Provide(lambda: desk, sync_to_thread=False),
            "who": Provide(_who, sync_to_thread=False),
            "reviews": Provide(lambda: reviews, sync_to_thread=False),
            "hub": Provide(lambda: hub, sync_to_thread=False),
            "caller": Provide(user_of, sync_to_thread=False),
            "door": Provide(lambda: door, sync_to_thread=False),
            "floor": Provide(lambda: floor, sync_to_thread=False),
            "porter": Provide(lambda: door, sync_to_thread=False),
        },
        lifespan=[lifespan],
        before_request=_strictly,
        request_max_body_size=BODY,
        # The command configures logging, not the framework.
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Trunkline's table",
            version=saves.PROGRAM_VERSION,
            description=ABOUT,
            # For unknown addresses below this path, the framework answers in HTML.
            path="/api/openapi.json",
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
        plugins=[Examples()],
        exception_handlers={
            HTTPException: _http,
            NotFoundException: missing,
            StaleVersion: _stale,
            ActionRefused: _refused,
            Conflict: _impossible,
            UsageError: _bad,
            GameNotFound: missing,
            RecursionError: _deep,
            msgspec.MsgspecError: _bad,
            UnicodeError: _bad,
            StorageUnavailable: _full,
            Overloaded: _busy,
            **FAILURES,
            Exception: _failed,
        },
    )
    # Wrap the whole application: a middleware would not see requests without a handler.
    cookie = door.cookie if isinstance(door, AccountAuth) else ""
    app.asgi_handler = Telemetry(OriginGuard(Heads(Compressed(app.asgi_handler)), hosts, origin, cookie))
    app.state.door = door
    app.state.hub = hub
    app.state.floor = floor
    app.state.desk = desk
    app.state.tables = tables
    app.state.process = mark or secrets.token_hex(3)
    return app


def _who(request: Request[Any, Any, Any]) -> str:
    """Return the id of the person who sent a request, or else the address."""
    return user_of(request).who


async def _strictly(request: Request[Any, Any, Any]) -> None:
    """Refuse a body of the wrong type. The framework alone converts "0" to 0 and "no" to false."""
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    if data is not None:
        msgspec.json.decode(await request.body(), type=data.annotation)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Failure]:
    """Convert an error of the framework to a ``Failure``."""
    status = 400 if error.status_code in BAD else error.status_code
    text = str(error.detail)
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        found = extra[0]
        text = ": ".join(str(found[key]) for key in ("key", "message") if found.get(key)) or text
    if error.status_code == TOO_LARGE:
        text = LARGEST
    if status == 404:
        text = "There is no such page"
    if status == 405:
        text = "This address takes no such request"
    return Response(Failure(_sentence(text)), status_code=status)


def _stale(request: Request[Any, Any, Any], error: StaleVersion) -> Response[Failure]:
    return Response(Failure(str(error), None, error.version, error.missed), status_code=409)


def _busy(request: Request[Any, Any, Any], error: Overloaded) -> Response[Failure]:
    headers = {"retry-after": str(error.seconds)}
    return Response(Failure(str(error)), status_code=error.status, headers=headers)


def _refused(request: Request[Any, Any, Any], error: ActionRefused) -> Response[Failure]:
    return Response(Failure(_sentence(str(error)), error.rule), status_code=422)


def _impossible(request: Request[Any, Any, Any], error: Conflict) -> Response[Failure]:
    return Response(Failure(_sentence(str(error))), status_code=422)


def _bad(request: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    return Response(Failure(_sentence(str(error))), status_code=400)


def _deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Failure]:
    return Response(Failure("The request is nested too deeply."), status_code=400)


def _unknown(request: Request[Any, Any, Any], error: GameNotFound) -> Response[Failure]:
    return Response(Failure(str(error)), status_code=404)


def _full(request: Request[Any, Any, Any], error: StorageUnavailable) -> Response[Failure]:
    log.error("%s %s", error, error.why)
    metrics.TROUBLE.inc()
    return Response(Failure(str(error)), status_code=503, headers={"retry-after": "1"})


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    """Answer an unexpected error. Do not log the request body: it may hold personal data."""
    number = request.scope["state"].get(REQUEST, "")
    log.error("Request %s failed: %s %s", number, request.method, request.url.path, exc_info=error)
    return Response(
        Failure(f"The table failed at this request; its log says why, under {number}."), status_code=500
    )


def _sentence(text: str) -> str:
    """Return a text as one line that ends with a full stop."""
    return f"{UsageError(text)}".rstrip(".") + "."
