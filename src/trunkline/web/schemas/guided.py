"""Schemas of the guided games and their coach."""

from __future__ import annotations

from msgspec import Struct

from trunkline.web.schemas.lessons import LessonTargets
from trunkline.web.schemas.requests import Request, Whole


class GuidedGame(Struct, frozen=True):
    """A guided game."""

    id: str
    name: str
    about: str
    title: str
    minutes: int
    """The time until the coach offers to end the game, or until its end."""
    sets: int
    """The number of sets of rounds until the coach offers to end the game; 0 if the coach offers no end."""
    after: list[str]
    """The lessons that are enough before it."""
    learner: str
    """The seat of the learner. Bots play the other seats."""
    bots: list[str]
    topics: int
    """The number of topics of the coach."""
    language: str
    """The language of the texts, such as ``de``: yours if they are translated, else English."""


class CoachWord(Struct, frozen=True):
    """A word of the glossary, and its meaning."""

    word: str
    meaning: str


class LessonLink(Struct, frozen=True):
    """A lesson, and its place in the list of lessons, from 1."""

    id: str
    name: str
    number: int
    language: str
    """The language of its name."""


class CoachTopic(Struct, frozen=True):
    """A new thing about which the coach speaks, with the figures of the position."""

    id: str
    heading: str
    text: str
    targets: LessonTargets
    words: list[CoachWord]
    lesson: LessonLink | None


class CoachStop(Struct, frozen=True):
    """The offer to end the game by agreement. ``read`` is true once the learner has read it and played on."""

    heading: str
    text: str
    read: bool


class CoachFacts(Struct, frozen=True):
    """The coach of a guided game at its newest moment.

    ``topics`` are those to speak about now, in order. ``stop`` is null until the sets of the first game are
    played, and in a game without such an offer.
    """

    learner: str
    version: int
    topics: list[CoachTopic]
    told: int
    """The number of topics that the learner has read in this game."""
    of: int
    stop: CoachStop | None
    language: str
    """The language of the topics and of the offer."""


class EndFirstGame(Request, frozen=True):
    """A request to end a guided game by agreement, at the version that the learner has seen."""

    version: Whole


class ReviewSentence(Struct, frozen=True):
    """A sentence of the review of a guided game. ``number`` is the moment that it is about, if any."""

    about: str
    text: str
    number: int | None = None
    lesson: LessonLink | None = None


class GuidedReview(Struct, frozen=True):
    """The review of a finished guided game.

    ``whole`` is false until the review of all decisions (``POST /api/games/{id}/review``) is finished. The
    sentences about the best and the costliest decision are then compared in simulated games.
    """

    sentences: list[ReviewSentence]
    whole: bool
