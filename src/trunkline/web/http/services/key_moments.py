"""The course of a game for requests. Facts that are known are not computed again."""

from __future__ import annotations

from trunkline.web.games.hosted_game import MomentView
from trunkline.web.http.request_context import RequestContext
from trunkline.web.presenters import key_moments
from trunkline.web.schemas.key_moments import MomentFacts


async def course_of(context: RequestContext, now: MomentView) -> MomentFacts:
    """Return the rounds and key moments of a game up to a moment. Long replays run in a worker process."""
    hosted_game, course = now.hosted_game, now.hosted_game.course
    line = await context.read(lambda: hosted_game.path(now.moment))
    if any(moment.number not in course.moments for moment in line):
        # Only moments that are not known yet are measured: after an action, one of them.
        found = await context.dispatcher.run_on_line(
            context.client_key, now, key_moments.measured, course.moments
        )
        course.add_moments(found)
    return await context.read(lambda: key_moments.found(hosted_game, course, line, now.at))
