"""API endpoints for reviews of finished games."""

from __future__ import annotations

from litestar import Controller, Response, get, post
from litestar.params import FromPath

from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.responses import json_response
from trunkline.web.schemas.review import ReviewFacts


class Reviews(Controller):
    """Reviews: the cost of each decision of a finished game.

    You can request partial results while a review runs.
    """

    path = "/api/games"
    tags = ("games",)

    @post(
        "/{id:str}/review",
        status_code=200,
        responses=QUERY_ERRORS,
        opt=requires(Operation.ASK, rate=Rate.REVIEW),
    )
    async def begin(self, id: FromPath[str], context: ContextDep) -> Response[ReviewFacts]:
        """Start the review of a finished game, or return the one in progress."""
        moment_view = await context.moment(id)
        moment_view.hosted_game.check_past()
        return json_response(await context.reviewer.begin(context.client_key, moment_view))

    @get("/{id:str}/review", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def look(self, id: FromPath[str], context: ContextDep) -> Response[ReviewFacts | None]:
        """Return the review with its results so far. Null if no review was started."""
        moment_view = await context.moment(id)
        return json_response(await context.reviewer.get(context.client_key, moment_view))
