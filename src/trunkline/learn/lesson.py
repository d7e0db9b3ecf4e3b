"""The format of a lesson: exercises on positions of a game, each with steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from trunkline.util.messages import SOURCE

Text = Annotated[str, Meta(min_length=1, max_length=1200)]
Line = Annotated[str, Meta(min_length=1, max_length=200)]
Language = Annotated[str, Meta(pattern="^[a-z]{2,3}$")]
Pattern = Annotated[dict[str, Any], Meta(min_length=1)]
"""Fields of an action in the notation of saves. A list admits each of its values."""
HINTS = 3
"""The maximum number of hints of a step."""
TRIES = 8
"""The maximum number of actions in a step."""


class BestRun(Struct, frozen=True, forbid_unknown_fields=True, tag="best_run", tag_field="kind"):
    """The goal that the best runs of a corporation earn at least an amount in dollars."""

    corporation: str
    least: int


class Fact(Struct, frozen=True, forbid_unknown_fields=True, tag="state", tag_field="kind"):
    """The goal that a value of the position is in a range, equals something, or contains something.

    ``of`` is its path in the state of a game as plain data (``Game.view``): corporations.CPR.cash, or
    players.Ann.shares.CPR.
    """

    of: str
    least: int | None = None
    most: int | None = None
    equals: str | int | bool | None = None
    has: str | None = None

    def __post_init__(self) -> None:
        """Refuse a goal that any value would meet. Raises ``ValueError``."""
        if self.least is self.most is self.equals is self.has is None:
            raise ValueError("A goal of kind state needs least, most, equals or has")


class Revenue(Struct, frozen=True, forbid_unknown_fields=True, tag="revenue", tag_field="kind"):
    """The goal that the last runs of a corporation have earned at least an amount in dollars."""

    corporation: str
    least: int


class Worth(Struct, frozen=True, forbid_unknown_fields=True, tag="worth", tag_field="kind"):
    """The goal that the worth of a player is at least an amount in dollars."""

    player: str
    least: int


class Played(Struct, frozen=True, forbid_unknown_fields=True, tag="played", tag_field="kind"):
    """The goal that the learner has played an action with these fields in this step."""

    action: Pattern


Goal = BestRun | Revenue | Fact | Worth | Played


class Reply(Struct, frozen=True, forbid_unknown_fields=True):
    """The comment on a legal action that does not reach the goal."""

    when: Pattern
    say: Text


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the answers to a question, with the comment of the coach."""

    text: Line
    say: Text
    right: bool = False


class Targets(Struct, frozen=True, forbid_unknown_fields=True):
    """The places that the page highlights."""

    hexes: tuple[str, ...] = ()
    corporations: tuple[str, ...] = ()


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson. It is a task if it has a goal, a question if it has answers, else a text to read.

    ``actions`` is the maximum number of actions for the goal. ``solution`` has actions that reach it, for the
    checks. ``refusals`` adds a sentence about this position to the refusals of a rule.
    """

    heading: Line
    text: Text
    task: str = ""
    goal: tuple[Goal, ...] = ()
    actions: Annotated[int, Meta(ge=1, le=TRIES)] = 1
    solution: tuple[Pattern, ...] = ()
    replies: tuple[Reply, ...] = ()
    otherwise: str = ""
    refusals: dict[str, str] = {}
    hints: Annotated[tuple[Line, ...], Meta(max_length=HINTS)] = ()
    done: str = ""
    """The comment once the goal is reached."""
    answers: tuple[Answer, ...] = ()
    targets: Targets = Targets()


class Exercise(Struct, frozen=True, forbid_unknown_fields=True):
    """Steps that start from one position: a saved game next to the lesson, and the number of its actions."""

    position: str
    player: str
    steps: Annotated[tuple[Step, ...], Meta(min_length=1)]
    at: Annotated[int, Meta(ge=0)] | None = None
    """The number of actions of the saved game to play. None plays all."""


class Place(NamedTuple):
    """A step of a lesson in its exercise."""

    exercise: Exercise
    step: Step
    first: bool
    """True if the exercise begins with this step."""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson. ``about`` says in one line what it teaches, and ``minutes`` how long it takes."""

    name: Line
    about: Line
    title: str
    minutes: Annotated[int, Meta(ge=1, le=60)]
    exercises: Annotated[tuple[Exercise, ...], Meta(min_length=1)]
    language: Language = SOURCE
    """The language of the texts."""
    lacking: dict[str, str] = {}
    """The languages of the texts that a translation lacks, by text."""

    def places(self) -> Iterator[Place]:
        """Yield the steps in order."""
        for exercise in self.exercises:
            for number, step in enumerate(exercise.steps):
                yield Place(exercise, step, not number)
