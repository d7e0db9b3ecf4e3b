"""API endpoint for the digest of a game."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.responses import json_response
from trunkline.web.http.services.since import digest_of
from trunkline.web.schemas.digest import Digest

FromVersion = Annotated[
    int | None, QueryParameter(name="from", ge=0, le=2**31, description="The version that you know.")
]


class Digests(Controller):
    """Digests of games."""

    path = "/api/games/{id:str}"
    tags = ("games",)

    @get("/since", responses=QUERY_ERRORS, opt=requires(Operation.ASK))
    async def since(
        self,
        id: FromPath[str],
        context: ContextDep,
        version: FromVersion = None,
        seat: Annotated[str, QueryParameter(max_length=40)] = "",
    ) -> Response[Digest]:
        """Return the changes of a game since you were here.

        Without ``from``, they begin at your last visit, else at your last action, else at the start of the
        game. ``seat`` is one of your seats, if you have several.
        """
        found = await digest_of(context, id, version, seat)
        return await context.read(lambda: json_response(found))
