"""Parameter types of request handlers, and responses with entity tags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.openapi.spec import Example
from litestar.params import HeaderParameter, QueryParameter

from trunkline.util.messages import SOURCE, language

JSON = "application/json"
BODY = 256 * 1024
"""The maximum size of a request body in bytes. Imports may be larger."""

Req = Request[Any, Any, Any]
AtMoment = Annotated[int | None, QueryParameter(ge=0, le=2**31, description="After so many entries.")]
Corps = Annotated[list[str] | None, QueryParameter(max_items=20, description="Corporations, once each.")]
After = Annotated[int, QueryParameter(ge=0, le=2**31)]
REPRESENTATION = "return=representation"
Prefer = Annotated[
    str,
    HeaderParameter(
        name="Prefer",
        max_length=200,
        examples=[Example(value=REPRESENTATION)],
        description=f"With ``{REPRESENTATION}``, the answer is the newest moment, brief (RFC 7240).",
    ),
]


def cached_response(
    request: Req, tag: str, make: Callable[[], object], *, cache: str = "no-cache", kind: str = JSON
) -> Response[Any]:
    """Return a response, or status 304 if the client has it already.

    ``tag`` identifies the content. A moment never changes, but the next release of the server may describe it
    differently, and each language does. So the entity tag includes a tag of the release, and the language
    unless it is English.
    """
    headers = {"etag": _entity_tag(request, tag), "cache-control": cache}
    if is_not_modified(request, tag):
        return Response(b"", status_code=304, headers=headers)
    return json_response(make(), kind, headers)


def is_not_modified(request: Req, tag: str) -> bool:
    """Return whether the client already has the content with this tag."""
    tags = request.headers.get("if-none-match", "").split(",")
    return _entity_tag(request, tag) in (each.strip().removeprefix("W/") for each in tags)


def prefers_representation(prefer: str) -> bool:
    """Return whether a ``Prefer`` header asks for the changed resource in the answer."""
    wishes = (wish.partition(";")[0] for wish in prefer.split(","))
    return any(wish.replace(" ", "").replace('"', "").lower() == REPRESENTATION for wish in wishes)


def _entity_tag(request: Req, tag: str) -> str:
    # English tags stay as they were before there were other languages.
    spoken = "" if language() == SOURCE else f"-{language()}"
    return f'"{tag}-{request.app.state.backend.release_tag}{spoken}"'


def json_response(found: object, kind: str = JSON, headers: dict[str, str] | None = None) -> Response[Any]:
    """Return a response with bytes. Encode here, on a thread, so that the event loop does not have to."""
    data = found if isinstance(found, bytes) else msgspec.json.encode(found)
    return Response(data, media_type=kind, headers=headers)


def attachment(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
