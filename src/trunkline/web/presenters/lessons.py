"""Lessons as the page shows them."""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.learn.lesson import BestRun, Lesson, Place, Revenue
from trunkline.learn.library import StoredLesson
from trunkline.util.messages import gettext
from trunkline.web.errors import GameNotFound
from trunkline.web.presenters.maps import board_of, sheet
from trunkline.web.schemas.lessons import (
    LessonAnswer,
    LessonStep,
    LessonSummary,
    LessonTargets,
    LessonView,
    StepKind,
)


def find_lesson(known: Mapping[str, StoredLesson], id: str) -> StoredLesson:
    """Return a lesson. Raises ``GameNotFound``."""
    found = known.get(id)
    if found is None:
        raise GameNotFound(gettext("There is no lesson {id}. The list of lessons has the others.", id=id))
    return found


def summaries(known: Mapping[str, StoredLesson]) -> list[LessonSummary]:
    """Return all lessons in teaching order."""
    return [
        LessonSummary(
            id,
            stored.lesson.name,
            stored.lesson.about,
            stored.lesson.title,
            stored.lesson.minutes,
            len(stored.places),
            stored.lesson.language,
            {text: tag for text, tag in stored.lesson.lacking.items() if text in _listed(stored.lesson)},
        )
        for id, stored in known.items()
    ]


def lesson_view(stored: StoredLesson) -> LessonView:
    """Return a lesson with its steps."""
    lesson = stored.lesson
    steps = [_step(place) for place in stored.places]
    return LessonView(
        stored.id,
        lesson.name,
        lesson.about,
        lesson.title,
        lesson.minutes,
        sheet(board_of(lesson.title))[1],
        steps,
        lesson.language,
        lesson.lacking,
    )


def _listed(lesson: Lesson) -> tuple[str, str]:
    """Return the texts of a lesson in the list."""
    return lesson.name, lesson.about


def _step(place: Place) -> LessonStep:
    step = place.step
    kind: StepKind = "task" if step.goal else "question" if step.answers else "read"
    return LessonStep(
        kind=kind,
        heading=step.heading,
        text=step.text,
        task=step.task,
        first=place.first,
        player=place.exercise.player,
        hints=list(step.hints),
        targets=LessonTargets(list(step.targets.hexes), list(step.targets.corporations)),
        refusals=step.refusals,
        answers=[LessonAnswer(each.text, each.say, each.right) for each in step.answers],
        gains=any(isinstance(goal, BestRun | Revenue) for goal in step.goal),
    )
