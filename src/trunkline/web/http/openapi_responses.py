"""Error responses in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from litestar.openapi.datastructures import ResponseSpec

from trunkline.web.schemas.answers import EntryNotice, Failure

WHY = {
    400: "The request cannot be understood.",
    401: "One must be signed in.",
    403: "You do not have permission to do this.",
    404: "There is no such thing.",
    409: "The table has moved on; what was missed comes along.",
    413: "The request is too large.",
    422: "It cannot be done; where a rule forbids it, that rule's id comes along.",
    429: "This client has so much under way that it must wait; Retry-After says how long.",
    503: "The table has too much to do, or cannot write now; the request may be tried again.",
}


def _problems(*statuses: int) -> dict[int, ResponseSpec]:
    return {
        status: ResponseSpec(Failure, generate_examples=False, description=WHY[status]) for status in statuses
    }


BUSY = 429, 503
WHO = 401, 403
"""The statuses for authentication and permissions: an unknown token, or a cross-site request."""
PRINTED = _problems(403)
READY = _problems(403, *BUSY)
ASKED = _problems(*WHO, 503)
LISTED = _problems(400, *WHO, *BUSY)
BEGUN = _problems(400, *WHO, 413, 422, *BUSY)
FOUND = _problems(400, *WHO, 404, *BUSY)
LOOKED = _problems(400, *WHO, 404, 413, 422, *BUSY)
TRIED = _problems(400, *WHO, 404, 409, 413, 422, *BUSY)
WRITTEN = _problems(400, *WHO, 404, 409, 413, 422, *BUSY)
WATCHED = {
    200: ResponseSpec(
        EntryNotice,
        generate_examples=False,
        description="Events named entry; the data of each is this, as JSON.",
        media_type="text/event-stream",
    ),
    **FOUND,
}
EXPORTED = {
    200: ResponseSpec(
        dict[str, Any], generate_examples=False, description="The file.", media_type="application/json"
    ),
    **LOOKED,
}
SIGNED_OUT = {204: ResponseSpec(None, description="The session has ended, and its cookie goes.")}
SIGNING = _problems(400, *WHO, 404, 409, 413, 422, *BUSY)
ACCOUNT = _problems(400, *WHO, 404, 413, 422, *BUSY)
SEATED = _problems(400, *WHO, 404, 409, 413, 422, *BUSY)
