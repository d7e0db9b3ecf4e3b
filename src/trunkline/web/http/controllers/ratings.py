"""API endpoint of ratings."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get
from litestar.params import QueryParameter

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.controllers.lobby import TEXT, Words
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.services.lobby_pages import viewer_of
from trunkline.web.ratings.lists import listed_ratings
from trunkline.web.schemas.ratings import RatingFacts


class Ratings(Controller):
    """Ratings of people and bots."""

    path = "/api/ratings"
    tags = ("people",)

    @get(responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def ratings(
        self,
        context: ContextDep,
        title: Words = "",
        player: Annotated[str, QueryParameter(max_length=100, pattern=TEXT)] = "",
    ) -> list[RatingFacts]:
        """List the ratings of a title or of a person, best first, at most 500.

        You see the people of whom you may view a rated game.
        """
        auth, asking = context.account_auth, viewer_of(context)

        def respond() -> list[RatingFacts]:
            with auth.database.reading() as link:
                return listed_ratings(link, asking, title.strip(), player.strip())

        return await auth.run_in_thread(respond)
