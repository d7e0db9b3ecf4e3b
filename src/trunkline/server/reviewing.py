"""Reviews of finished games."""

from __future__ import annotations

from functools import partial

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from trunkline.facts.review import ReviewFacts
from trunkline.moments import review
from trunkline.server.answering import Here, Who
from trunkline.server.responses import LOOKED
from trunkline.tables.reviewing import Reviewer

Reviews = NamedDependency[Reviewer]


class Reviewed(Controller):
    """What each decision of a game has cost. It is worked out once somebody asks, and looked at meanwhile."""

    path = "/api/games"
    tags = ("games",)

    @post("/{id:str}/review", status_code=200, responses=LOOKED)
    async def begin(self, id: FromPath[str], desk: Here, who: Who, reviews: Reviews) -> ReviewFacts:
        """Begin the review of a finished game; one that has been begun goes on."""
        seen = await desk.seen(who, id, None, lambda seen: seen)
        return await desk.look(who, partial(review.shown, reviews.begin(seen)))

    @get("/{id:str}/review", responses=LOOKED)
    async def look(self, id: FromPath[str], desk: Here, who: Who, reviews: Reviews) -> ReviewFacts | None:
        """The review as far as it has come; null where nobody has asked for one."""
        seen = await desk.seen(who, id, None, lambda seen: seen)
        found = reviews.of(seen)
        return None if found is None else await desk.look(who, partial(review.shown, found))
