"""Reviews of finished games."""

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
    """What each decision of a game has cost. It is worked out once somebody asks, and looked at meanwhile."""

    path = "/api/games"
    tags = ("games",)

    @post("/{id:str}/review", status_code=200, responses=LOOKED)
    async def begin(self, id: FromPath[str], desk: Here, who: Who, reviews: Reviews) -> Response[ReviewFacts]:
        """Begin the review of a finished game; one that has been begun goes on."""
        seen = await desk.seen(who, id, None, lambda seen: seen)
        return encoded(await reviews.begin(who, seen))

    @get("/{id:str}/review", responses=LOOKED)
    async def look(
        self, id: FromPath[str], desk: Here, who: Who, reviews: Reviews
    ) -> Response[ReviewFacts | None]:
        """The review as far as it has come; null where nobody has asked for one."""
        seen = await desk.seen(who, id, None, lambda seen: seen)
        return encoded(await reviews.of(who, seen))
