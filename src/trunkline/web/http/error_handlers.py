"""The answers to errors: each exception of the server becomes a status and a ``Failure``."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, NotFoundException
from litestar.types import ExceptionHandlersMap

from trunkline.game import saves
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext
from trunkline.web.errors import ActionRefused, GameNotFound, NotPossible, Overloaded, StaleVersion
from trunkline.web.games.repository import StorageUnavailable
from trunkline.web.http import metrics
from trunkline.web.http.auth import FAILURE_HANDLERS
from trunkline.web.http.backend import Backend
from trunkline.web.http.csrf import REQUEST
from trunkline.web.http.responses import BODY
from trunkline.web.schemas.answers import Failure

log = logging.getLogger(__name__)
TOO_LARGE = 413
BAD = (400, 415)
"""Error statuses of libraries for malformed requests. The server answers all of them with 400."""


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Failure]:
    """Convert an error of the framework to a ``Failure``."""
    status = 400 if error.status_code in BAD else error.status_code
    text = str(error.detail)
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        found = extra[0]
        text = ": ".join(str(found[key]) for key in ("key", "message") if found.get(key)) or text
    if error.status_code == TOO_LARGE:
        text = gettext(
            "The request is too large: it may have {request} KiB, a game file {file} MB",
            request=BODY // 1024,
            file=saves.MAX_BYTES // 1_000_000,
        )
    if status == 404:
        text = gettext("There is no such page")
    if status == 405:
        text = gettext("This address takes no such request")
    return Response(Failure(_sentence(text)), status_code=status)


def _stale(request: Request[Any, Any, Any], error: StaleVersion) -> Response[Failure]:
    return Response(Failure(str(error), None, error.version, error.missed), status_code=409)


def _overloaded(request: Request[Any, Any, Any], error: Overloaded) -> Response[Failure]:
    headers = {"retry-after": str(error.seconds)}
    return Response(Failure(str(error)), status_code=error.status, headers=headers)


def _action_refused(request: Request[Any, Any, Any], error: ActionRefused) -> Response[Failure]:
    return Response(Failure(_sentence(str(error)), error.rule), status_code=422)


def _not_possible(request: Request[Any, Any, Any], error: NotPossible) -> Response[Failure]:
    return Response(Failure(_sentence(str(error))), status_code=422)


def _bad_request(request: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    return Response(Failure(_sentence(str(error))), status_code=400)


def _nested_too_deeply(request: Request[Any, Any, Any], error: RecursionError) -> Response[Failure]:
    return Response(Failure(gettext("The request is nested too deeply.")), status_code=400)


def _not_found(request: Request[Any, Any, Any], error: GameNotFound) -> Response[Failure]:
    return Response(Failure(str(error)), status_code=404)


def _storage_unavailable(request: Request[Any, Any, Any], error: StorageUnavailable) -> Response[Failure]:
    log.error("%s %s", error, error.why)
    metrics.TROUBLE.inc()
    return Response(Failure(str(error)), status_code=503, headers={"retry-after": "1"})


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    """Answer an unexpected error. Do not log the request body: it may hold personal data."""
    number = request.scope["state"].get(REQUEST, "")
    log.error("Request %s failed: %s %s", number, request.method, request.url.path, exc_info=error)
    text = gettext("The table failed at this request; its log says why, under {number}.", number=str(number))
    return Response(Failure(text), status_code=500)


def _page_or_not_found(
    request: Request[Any, Any, Any], error: GameNotFound | NotFoundException
) -> Response[Any]:
    """Serve the client's page to a browser with an unknown address. The page shows the error."""
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api"):
        backend: Backend = request.app.state.backend
        return backend.client.page(request, status=404)
    return _not_found(request, error) if isinstance(error, GameNotFound) else _http(request, error)


def _sentence(text: str) -> str:
    """Return a text as one line that ends with a full stop."""
    return f"{UsageError(text)}".rstrip(".") + "."


HANDLERS: ExceptionHandlersMap = {
    HTTPException: _http,
    NotFoundException: _page_or_not_found,
    StaleVersion: _stale,
    ActionRefused: _action_refused,
    NotPossible: _not_possible,
    UsageError: _bad_request,
    GameNotFound: _page_or_not_found,
    RecursionError: _nested_too_deeply,
    msgspec.MsgspecError: _bad_request,
    UnicodeError: _bad_request,
    StorageUnavailable: _storage_unavailable,
    Overloaded: _overloaded,
    **FAILURE_HANDLERS,
    Exception: _failed,
}
"""The handler of each exception."""
