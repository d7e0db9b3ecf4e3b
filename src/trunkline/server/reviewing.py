"""API endpoints for reviews of finished games."""

from __future__ import annotations

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from trunkline.facts.review import ReviewFacts
from trunkline.server.answering import Here, Who, encoded
from trunkline.server.responses import LOOKED
from trunkline.tables.reviewing import Reviewer

Reviews = NamedDependency[Reviewer]


class Reviewed(Controller):
    """Reviews: the cost of each decision of a finished game.

    You can request partial results while a review runs.
    """

    path = "/api/games"
    tags = ("games",)

    @post("/{id:str}/review", status_code=200, responses=LOOKED)
    async def begin(self, id: FromPath[str], desk: Here, who: Who, reviews: Reviews) -> Response[ReviewFacts]:
        """Start the review of a finished game, or return the one in progress."""
        seen = await desk.seen(who, id, None, lambda seen: seen)
        return encoded(await reviews.begin(who, seen))

    @get("/{id:str}/review", responses=LOOKED)
    async def look(
        self, id: FromPath[str], desk: Here, who: Who, reviews: Reviews
    ) -> Response[ReviewFacts | None]:
        """Return the review with its results so far. Null if no review was started."""
        seen = await desk.seen(who, id, None, lambda seen: seen)
        return encoded(await reviews.of(who, seen))
