"""Dependencies of request handlers, and responses with entity tags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from trunkline.web.games.dispatcher import Dispatcher
from trunkline.web.games.subscriptions import Subscriptions

JSON = "application/json"
BODY = 256 * 1024
"""The maximum size of a request body in bytes. Imports may be larger."""

Req = Request[Any, Any, Any]
AtMoment = Annotated[int | None, QueryParameter(ge=0, le=2**31, description="After so many entries.")]
Corps = Annotated[list[str] | None, QueryParameter(max_items=20, description="Corporations, once each.")]
DispatcherDep = NamedDependency[Dispatcher]
ClientKey = NamedDependency[str]
Watchers = NamedDependency[Subscriptions]
After = Annotated[int, QueryParameter(ge=0, le=2**31)]


def cached_response(
    request: Req, tag: str, make: Callable[[], object], *, cache: str = "no-cache", kind: str = JSON
) -> Response[Any]:
    """Return a response, or status 304 if the client has it already.

    ``tag`` identifies the content. A moment never changes, but the next release of the server may describe it
    differently, so the entity tag includes a tag of the release.
    """
    headers = {"etag": _tag(request, tag), "cache-control": cache}
    if is_not_modified(request, tag):
        return Response(b"", status_code=304, headers=headers)
    return json_response(make(), kind, headers)


def is_not_modified(request: Req, tag: str) -> bool:
    """Return whether the client already has the content with this tag."""
    tags = request.headers.get("if-none-match", "").split(",")
    return _tag(request, tag) in (each.strip().removeprefix("W/") for each in tags)


def _tag(request: Req, tag: str) -> str:
    return f'"{tag}-{request.app.state.backend.process}"'


def json_response(found: object, kind: str = JSON, headers: dict[str, str] | None = None) -> Response[Any]:
    """Return a response with bytes. Encode here, on a thread, so that the event loop does not have to."""
    data = found if isinstance(found, bytes) else msgspec.json.encode(found)
    return Response(data, media_type=kind, headers=headers)


def attachment(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
