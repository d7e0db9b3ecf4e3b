"""The games of lessons, and the judgement of what learners do in them."""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.game.game import Game
from trunkline.learn.judging import judge
from trunkline.learn.library import StoredLesson
from trunkline.learn.solutions import opened_at
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.files import take_in
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.games.repository import LessonStart
from trunkline.web.presenters.lessons import find_lesson
from trunkline.web.schemas.lessons import TaskView
from trunkline.web.schemas.log import Made

NO_LESSON = gettext_noop("This game is not that of a lesson.")


def begin(games: GameCache, known: Mapping[str, StoredLesson], lesson: str, step: int) -> Made:
    """Create a game at the start of a step. Raises ``GameNotFound``."""
    stored = find_lesson(known, lesson)
    places = stored.places
    if step >= len(places):
        raise GameNotFound(
            gettext(
                "This lesson has {count} steps, so there is no step {step}.",
                count=len(places),
                step=str(step + 1),
            )
        )
    start = LessonStart(lesson, step, places[step].exercise.player)
    return games.import_game(take_in(opened_at(stored, step)), start)


def judged(hosted_game: HostedGame, known: Mapping[str, StoredLesson], step: int, since: int) -> TaskView:
    """Return the judgement of the actions after version ``since``. They belong to a step.

    Raises ``GameNotFound`` if the game is not that of a lesson, and ``NotPossible`` for another step.
    """
    start = hosted_game.row.lesson
    if start is None:
        raise GameNotFound(gettext(NO_LESSON))
    places = find_lesson(known, start.lesson).places
    if step >= len(places) or not places[step].step.goal:
        raise NotPossible(gettext("Step {step} of this lesson is not a task.", step=str(step + 1)))
    began = hosted_game.moment_at(since)
    path = hosted_game.path(hosted_game.moment_at(hosted_game.version))
    # After an undo to before the step, there is nothing to judge.
    reached = path[began.depth + 1 :] if began in path else []
    moments = [Game.at_state(hosted_game.options, hosted_game.state(moment)) for moment in reached]
    try:
        verdict = judge(places[step].step, moments, [moment.action() for moment in reached])
    except UsageError as error:
        raise NotPossible(str(error)) from error
    return TaskView(verdict.status.value, verdict.say)
