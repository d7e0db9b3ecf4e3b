"""Schemas of lessons."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from trunkline.web.schemas.requests import Request

StepKind = Literal["read", "task", "question"]
TaskStatus = Literal["open", "done", "wrong"]


class LessonSummary(Struct, frozen=True):
    """A lesson in the list."""

    id: str
    name: str
    about: str
    title: str
    minutes: int
    steps: int
    """The number of its steps."""
    language: str
    """The language of its texts, such as ``de``: yours if it is translated, else that of its authors."""
    lacking: dict[str, str]
    """The languages of the texts that its translation lacks, by text."""


class LessonAnswer(Struct, frozen=True):
    """An answer to a question, and the comment on it."""

    text: str
    say: str
    right: bool


class LessonTargets(Struct, frozen=True):
    """The places to highlight."""

    hexes: list[str]
    corporations: list[str]


class LessonStep(Struct, frozen=True):
    """A step of a lesson.

    ``first`` is true if the step needs a new game (``POST /api/lessons/{lesson}/games``). ``refusals`` has a
    sentence about this position for some rules. ``hints`` go from vague to exact.
    """

    kind: StepKind
    heading: str
    text: str
    task: str
    first: bool
    player: str
    hints: list[str]
    targets: LessonTargets
    refusals: dict[str, str]
    answers: list[LessonAnswer]
    gains: bool
    """True if the task is about revenue. Only then the page shows how lays and tokens change the best runs,
    because in other steps these figures would contradict the task."""


class LessonView(Struct, frozen=True):
    """A lesson with its steps."""

    id: str
    name: str
    about: str
    title: str
    minutes: int
    symbols: str
    """The hash of the drawings of its board, for the address ``/api/titles/{title}/symbols.svg?h=``. A page
    can request them before the game."""
    steps: list[LessonStep]
    language: str
    """The language of its texts."""
    lacking: dict[str, str]
    """The languages of the texts that its translation lacks, by text."""


class BeginLesson(Request, frozen=True):
    """A request for a game of a lesson, at the start of a step."""

    step: Annotated[int, Meta(ge=0, le=1000)] = 0


class TaskView(Struct, frozen=True):
    """The state of a task, and the comment of the coach. After ``wrong``, the learner takes back."""

    status: TaskStatus
    say: str


class LessonPlace(Request, frozen=True):
    """The place of a learner in a lesson.

    ``game`` is the game of the current exercise; empty outside one. ``since`` has the version of that game at
    the start of each step, by the number of the step. ``at`` is the time of the last change, in milliseconds
    since 1970.
    """

    step: Annotated[int, Meta(ge=0, le=1000)] = 0
    done: bool = False
    game: Annotated[str, Meta(max_length=40)] = ""
    since: Annotated[
        dict[Annotated[str, Meta(pattern="^[0-9]{1,4}$")], Annotated[int, Meta(ge=0, le=2**31)]],
        Meta(max_length=100),
    ] = {}
    at: Annotated[int, Meta(ge=0, le=2**53)] = 0


class LessonProgress(Request, frozen=True):
    """The places of a learner, by lesson."""

    lessons: Annotated[dict[str, LessonPlace], Meta(max_length=200)]
