"""How requests are answered: what each handler is given, and answers that a client may have already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from trunkline.tables.desk import Desk
from trunkline.tables.watchers import Hub

JSON = "application/json"
BODY = 256 * 1024
"""Bytes of a request; what is imported may have more."""

Asked = Request[Any, Any, Any]
At = Annotated[int | None, QueryParameter(ge=0, le=2**31, description="After so many entries.")]
Corps = Annotated[list[str] | None, QueryParameter(max_items=20, description="Corporations, once each.")]
Here = NamedDependency[Desk]
Who = NamedDependency[str]
Watchers = NamedDependency[Hub]
After = Annotated[int, QueryParameter(ge=0, le=2**31)]


def known(
    request: Asked, tag: str, make: Callable[[], object], *, cache: str = "no-cache", kind: str = JSON
) -> Response[Any]:
    """What is made, or where the client has it already only that it has; ``tag`` says of what it is made.

    A moment never changes, but another process may say something else of it: the next version of the program.
    """
    headers = {"etag": _tag(request, tag), "cache-control": cache}
    if knows(request, tag):
        return Response(b"", status_code=304, headers=headers)
    return encoded(make(), kind, headers)


def knows(request: Asked, tag: str) -> bool:
    """Whether the client has what this tag is that of."""
    tags = request.headers.get("if-none-match", "").split(",")
    return _tag(request, tag) in (each.strip().removeprefix("W/") for each in tags)


def _tag(request: Asked, tag: str) -> str:
    return f'"{tag}-{request.app.state.process}"'


def encoded(found: object, kind: str = JSON, headers: dict[str, str] | None = None) -> Response[Any]:
    """An answer that is bytes already: the event loop has better things to do."""
    data = found if isinstance(found, bytes) else msgspec.json.encode(found)
    return Response(data, media_type=kind, headers=headers)


def attached(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
