"""The coach of a guided game as the page shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trunkline.game.game import Game
from trunkline.game.wording.glossary import explained
from trunkline.learn.guided.guide import PERSON, STOP, Guide
from trunkline.learn.guided.speaking import Spoken, due_now, stop_due, stop_text
from trunkline.learn.library import StoredLesson
from trunkline.players.descriptions import levels
from trunkline.web.schemas.guided import (
    CoachFacts,
    CoachStop,
    CoachTopic,
    CoachWord,
    GuidedGame,
    LessonLink,
)
from trunkline.web.schemas.lessons import LessonTargets


def summary(guide: Guide) -> GuidedGame:
    """Return the guided game for the list of lessons."""
    return GuidedGame(
        guide.id,
        guide.name,
        guide.about,
        guide.title,
        guide.minutes,
        guide.stop.after if guide.stop else 0,
        list(guide.after),
        guide.learner,
        [levels()[seat.plays].label for seat in guide.seats if seat.plays != PERSON],
        len(guide.topics),
        guide.language,
    )


def coach(
    guide: Guide, game: Game, version: int, told: Mapping[str, int], lessons: Mapping[str, StoredLesson]
) -> CoachFacts:
    """Return what the coach says at a position. ``told`` has the version at which each topic was read."""
    known = [topic.id for topic in guide.topics if topic.id in told]
    here = sum(told[topic] == version for topic in known)
    return CoachFacts(
        guide.learner,
        version,
        [_topic(each, lessons) for each in due_now(guide, game, known, here)],
        len(known),
        len(guide.topics),
        CoachStop(guide.stop.heading, stop_text(guide, game), STOP in told)
        if guide.stop and stop_due(guide, game)
        else None,
        guide.language,
    )


def link_to(lesson: str, lessons: Mapping[str, StoredLesson]) -> LessonLink | None:
    """Return the link to a lesson, or None without one."""
    if lesson not in lessons:
        return None
    found = lessons[lesson].lesson
    return LessonLink(
        lesson, found.name, list(lessons).index(lesson) + 1, found.lacking.get(found.name, found.language)
    )


def _topic(spoken: Spoken, lessons: Mapping[str, StoredLesson]) -> CoachTopic:
    topic = spoken.topic
    return CoachTopic(
        topic.id,
        spoken.heading,
        spoken.text,
        LessonTargets(list(spoken.hexes), list(spoken.corporations)),
        _words(topic.words),
        link_to(topic.lesson, lessons),
    )


def _words(words: Sequence[str]) -> list[CoachWord]:
    return [CoachWord(*explained(word)) for word in words]
