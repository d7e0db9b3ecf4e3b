"""Error responses in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from litestar.openapi.datastructures import ResponseSpec

from trunkline.web.schemas.answers import EntryNotice, Failure

DESCRIPTIONS = {
    400: "The request is malformed.",
    401: "You must be signed in.",
    403: "You do not have permission to do this.",
    404: "The resource does not exist.",
    409: "Your version is out of date, or the seat is taken. The response lists the missed entries.",
    413: "The request is too large.",
    422: "The request is not possible. If a rule forbids it, the response has the id of the rule.",
    429: "This client has too many requests in progress. Retry-After says when to try again.",
    503: "The server is busy or cannot write now. You can try the request again.",
}


def _errors(*statuses: int) -> dict[int, ResponseSpec]:
    return {
        status: ResponseSpec(Failure, generate_examples=False, description=DESCRIPTIONS[status])
        for status in statuses
    }


BUSY = 429, 503
AUTH = 401, 403
"""The statuses for authentication and permissions: an unknown token, or a cross-site request."""
STATIC_ERRORS = _errors(403)
READING_ERRORS = _errors(400, 403)
READY_ERRORS = _errors(403, *BUSY)
ACCOUNT_STATUS_ERRORS = _errors(*AUTH, 503)
LIST_ERRORS = _errors(400, *AUTH, *BUSY)
CREATE_ERRORS = _errors(400, *AUTH, 413, 422, *BUSY)
LOOKUP_ERRORS = _errors(400, *AUTH, 404, *BUSY)
QUERY_ERRORS = _errors(400, *AUTH, 404, 413, 422, *BUSY)
CHANGE_ERRORS = _errors(400, *AUTH, 404, 409, 413, 422, *BUSY)
EVENT_STREAM = {
    200: ResponseSpec(
        EntryNotice,
        generate_examples=False,
        description="Events named entry. The data of each is this object as JSON.",
        media_type="text/event-stream",
    ),
    **LOOKUP_ERRORS,
}
FILE_EXPORT = {
    200: ResponseSpec(
        dict[str, Any], generate_examples=False, description="The file.", media_type="application/json"
    ),
    **QUERY_ERRORS,
}
SIGN_OUT = {
    204: ResponseSpec(None, description="The session has ended, and the response deletes its cookie.")
}
EMAIL_CHANGED = {204: ResponseSpec(None, description="The address is stored.")}
ACCOUNT_ERRORS = _errors(400, *AUTH, 404, 413, 422, *BUSY)
