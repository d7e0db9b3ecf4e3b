"""The web application: the API and the client's pages on one store of games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath

from trunkline.game import saves
from trunkline.web.accounts.permissions import Operation
from trunkline.web.games.limits import USUAL, Limits
from trunkline.web.http import error_handlers, static_client
from trunkline.web.http.auth import PeopleSettings
from trunkline.web.http.backend import Backend
from trunkline.web.http.controllers.accounts import Account, Myself, People, Resets, Sessions, Tokens
from trunkline.web.http.controllers.advice import BotAdvice
from trunkline.web.http.controllers.auto_actions import TableAutoActions
from trunkline.web.http.controllers.calculator import Calculator
from trunkline.web.http.controllers.calendars import Calendars
from trunkline.web.http.controllers.chat import TableChat
from trunkline.web.http.controllers.clocks import PersonalTime, TableClocks
from trunkline.web.http.controllers.community import PeopleReports, PersonalBlocklist, TableReports
from trunkline.web.http.controllers.confirmations import Confirmations
from trunkline.web.http.controllers.digests import Digests
from trunkline.web.http.controllers.followed_games import GameFollowing
from trunkline.web.http.controllers.game_queries import GameQueries
from trunkline.web.http.controllers.games import Games, Imports, Programs, Titles
from trunkline.web.http.controllers.guided import Guided
from trunkline.web.http.controllers.health import HealthChecks
from trunkline.web.http.controllers.leagues import LeagueList
from trunkline.web.http.controllers.lesson_progress import OwnLessons
from trunkline.web.http.controllers.lessons import Lessons
from trunkline.web.http.controllers.lobby import Lobby
from trunkline.web.http.controllers.my_games import OwnGames
from trunkline.web.http.controllers.notices import NoticeChannels, NoticeLinks, Notices, NoticesOfGame
from trunkline.web.http.controllers.operators import (
    OperatorGames,
    OperatorPeople,
    OperatorReports,
    OperatorServer,
    ServerInvitationLinks,
)
from trunkline.web.http.controllers.passkeys import OwnPasskeys, PasskeySessions
from trunkline.web.http.controllers.plans import TablePlans
from trunkline.web.http.controllers.puzzles import Puzzles
from trunkline.web.http.controllers.ratings import Ratings
from trunkline.web.http.controllers.rematches import Rematches
from trunkline.web.http.controllers.reviews import Reviews
from trunkline.web.http.controllers.rules import Rules
from trunkline.web.http.controllers.seats import Invitations, Seats
from trunkline.web.http.controllers.second_factors import SecondFactors
from trunkline.web.http.controllers.shown_warnings import OwnWarnings
from trunkline.web.http.controllers.studies import GameStudies, StudyLinks, StudyLists, StudyReaders
from trunkline.web.http.controllers.visits import GameVisits
from trunkline.web.http.csrf import LOCAL, OriginGuard
from trunkline.web.http.declared_operations import check_declared, requires
from trunkline.web.http.delivery import CompressionMiddleware, HeadMiddleware
from trunkline.web.http.examples import Examples
from trunkline.web.http.languages import Languages
from trunkline.web.http.request_context import RequestContext
from trunkline.web.http.responses import BODY
from trunkline.web.http.telemetry import Telemetry
from trunkline.web.storage.urls import Place

PAGES = [
    "/",
    "/join",
    "/read",
    "/reset",
    "/me",
    "/mine",
    "/games",
    "/scores",
    "/notices",
    "/invited",
    "/operator",
    "/confirm",
    "/ratings",
    "/leagues",
    "/leagues/{key:str}",
    "/learn",
    "/puzzles",
    "/rules",
    "/rules/{title:str}",
    "/runs",
    "/runs/{title:str}",
    "/studies",
    "/g/{id:str}/follow",
    "/g/{id:str}/follow/{name:path}",
    "/g/{id:str}/sheet",
]
"""The addresses that serve the client's page."""
GAME_PAGES = ["/g/{id:str}", "/g/{id:str}/at/{number:str}", "/learn/{lesson:str}", "/puzzles/{puzzle:str}"]
"""The addresses whose page shows a game."""
ABOUT = (
    "The answers of the examples are real: a server gave them to these requests, one after the other. "
    "Long lists are cut after their first entries."
)
CONTROLLERS = (
    Titles,
    Rules,
    Calculator,
    Guided,
    Lessons,
    Puzzles,
    Programs,
    Games,
    GameQueries,
    Digests,
    BotAdvice,
    Reviews,
    Imports,
    Lobby,
    OwnGames,
    Rematches,
    StudyLists,
    GameStudies,
    HealthChecks,
    Myself,
)
WITH_PEOPLE = (
    Account,
    People,
    Sessions,
    Tokens,
    Resets,
    Confirmations,
    SecondFactors,
    OwnPasskeys,
    PasskeySessions,
    Seats,
    Invitations,
    StudyReaders,
    StudyLinks,
    TableAutoActions,
    TablePlans,
    TableChat,
    TableClocks,
    PersonalTime,
    GameVisits,
    GameFollowing,
    OwnLessons,
    OwnWarnings,
    Notices,
    NoticeChannels,
    NoticeLinks,
    NoticesOfGame,
    Calendars,
    ServerInvitationLinks,
    PersonalBlocklist,
    PeopleReports,
    TableReports,
    OperatorPeople,
    OperatorReports,
    OperatorGames,
    OperatorServer,
    Ratings,
    LeagueList,
)


def create(
    store: Place,
    *,
    hosts: Iterable[str] | None = LOCAL,
    origin: str = "",
    delay: float = 0.0,
    auto_pause: float = 0.0,
    pages: Path = static_client.FOLDER,
    limits: Limits = USUAL,
    programs: Mapping[str, str] | None = None,
    release_tag: str = "",
    accounts: PeopleSettings | None = None,
    lessons: Path | None = None,
) -> Litestar:
    """Create the application for a store of games.

    Args:
        store: The database of games.
        hosts: The host names that the server accepts. None accepts any.
        origin: The public origin for browsers behind a proxy.
        delay: Seconds that bots wait after each entry.
        auto_pause: The mean pause in seconds before an automatic action for a person.
        pages: The folder of the built client.
        limits: The limits on memory, queues and storage.
        programs: Bots that replace built-in ones of the same name, or add to them.
        release_tag: A tag shared by all worker processes of one release, used in entity tags.
        accounts: The settings of accounts. With accounts, ``AccountAuth`` decides on permissions; without
            them, everyone may do everything.
        lessons: A folder with more lessons than those of Trunkline.
    """
    backend = Backend(
        store,
        delay=delay,
        auto_pause=auto_pause,
        pages=pages,
        limits=limits,
        programs=programs,
        release_tag=release_tag,
        accounts=accounts,
        lessons=lessons,
    )
    app = routes(people=accounts is not None)
    app.state.backend = backend
    # Wrap the whole application: a middleware would not see requests without a handler.
    app.asgi_handler = Telemetry(
        OriginGuard(
            HeadMiddleware(CompressionMiddleware(Languages(app.asgi_handler))), hosts, origin, backend.cookie
        )
    )
    return app


def routes(*, people: bool) -> Litestar:
    """Return an application without a backend: its routes, with or without those of accounts."""
    app = Litestar(
        route_handlers=[*CONTROLLERS, *(WITH_PEOPLE if people else ()), page, game_page, file],
        guards=[_admit],
        dependencies={"context": Provide(_context, sync_to_thread=False)},
        lifespan=[_lifespan],
        before_request=_check_body_types,
        request_max_body_size=BODY,
        # The command configures logging, not the framework.
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Trunkline's table",
            version=saves.PROGRAM_VERSION,
            description=ABOUT,
            render_plugins=[JsonRenderPlugin(path="/")],
            # For unknown addresses below this path, the framework answers in HTML.
            openapi_router=Router(
                "/api/openapi.json",
                route_handlers=[],
                include_in_schema=False,
                opt=requires(Operation.PRINTED),
            ),
        ),
        plugins=[Examples()],
        exception_handlers=error_handlers.HANDLERS,
    )
    check_declared(app)
    return app


def _backend(connection: ASGIConnection[Any, Any, Any, Any]) -> Backend:
    backend: Backend = connection.app.state.backend
    return backend


def _context(request: Request[Any, Any, Any]) -> RequestContext:
    """Return the context of a request, for its handler."""
    return RequestContext(request, _backend(request))


async def _admit(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Check the permission for a request before its handler runs."""
    await _backend(connection).auth.admit(connection, handler)


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    backend: Backend = app.state.backend
    async with backend.running():
        yield


@get(PAGES, include_in_schema=False, sync_to_thread=False, opt=requires(Operation.PAGE))
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Serve the client's page."""
    return _backend(request).client.page(request)


@get(GAME_PAGES, include_in_schema=False, sync_to_thread=False, opt=requires(Operation.PAGE))
def game_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Serve the client's page for an address that shows a game."""
    return _backend(request).client.game_page(request)


@get("/{path:path}", include_in_schema=False, sync_to_thread=False, opt=requires(Operation.PAGE))
def file(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    """Serve a file of the client."""
    return _backend(request).client.file(request, path)


async def _check_body_types(request: Request[Any, Any, Any]) -> None:
    """Refuse a body of the wrong type. Without this check, Litestar converts "0" to 0 and "no" to false."""
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    if data is not None:
        msgspec.json.decode(await request.body(), type=data.annotation)
