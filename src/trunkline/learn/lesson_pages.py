"""The lessons as pages of the documentation, with pictures of their positions.

The documentation is built with them, so they are never older than the lessons. The page of Trunkline has the
same lessons with the moves to make.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from trunkline.game.position import Position
from trunkline.game.wording.glossary import glossary
from trunkline.game.wording.rounds import round_name
from trunkline.learn.guided.guide import first_game
from trunkline.learn.lesson import Exercise, Step
from trunkline.learn.library import StoredLesson, lessons

FOLDER: Final = "lessons"
"""The folder of the pages in the documentation."""
TABLE: Final = "http://127.0.0.1:8056"
"""The address of a table that ``trunkline table`` opens on the reader's machine."""
START: Final = len(first_game().after)
"""The number of lessons after which the guided first game makes sense."""
HEAD: Final = f"""\
# Lessons

These lessons teach 18XX games from the beginning. Each one starts from a position of a real game. Read them
here, or play them at a table: there you make the moves, and the rules engine judges them.

To play, start a table with `trunkline table`. Its front page has the lessons under **I’m new**.
The links in the last column open a lesson at a table on your own machine.

A dotted word is in the [glossary](../glossary.md): point at it to read what it means.

Read them in this order. The first {START} are enough for the guided first game at the table.
"""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path of each page and picture in the documentation, with its content."""
    stored = [*lessons().values()]
    yield f"{FOLDER}/index.md", "\n".join(_list(stored))
    for number, lesson in enumerate(stored):
        yield f"{FOLDER}/{lesson.id}.md", "\n".join(_page(stored, number))
        for place, exercise in enumerate(lesson.lesson.exercises, 1):
            first = lesson.lesson.exercises[: place - 1]
            opening = lesson.opening(sum(len(each.steps) for each in first))
            yield f"{FOLDER}/{_picture(lesson, exercise)}", Position.of(opening).svg()


def _list(stored: list[StoredLesson]) -> Iterator[str]:
    yield HEAD
    yield from ("| | lesson | you learn | title | minutes | |", "|---|---|---|---|---|---|")
    for number, each in enumerate(stored, 1):
        lesson = each.lesson
        yield (
            f"| {number} | [{lesson.name}]({each.id}.md) | {lesson.about} | {lesson.title} "
            f"| {lesson.minutes} | [play]({_address(each)}) |"
        )
    yield ""
    minutes = sum(each.lesson.minutes for each in stored)
    first = sum(each.lesson.minutes for each in stored[:START])
    yield f"All {len(stored)} lessons together take about {minutes} minutes, the first {START} about {first}."
    yield ""


def _page(stored: list[StoredLesson], number: int) -> Iterator[str]:
    this = stored[number]
    lesson = this.lesson
    yield f"# {lesson.name}\n"
    yield (
        f"Lesson {number + 1} of {len(stored)}, {lesson.title}, {lesson.minutes} minutes. {lesson.about}. "
        f"[Play it at your table]({_address(this)}), or read on.\n"
    )
    step = 0
    for exercise in lesson.exercises:
        yield from _position(this, exercise, step)
        for each in exercise.steps:
            step += 1
            yield from _step(step, each)
    yield "---\n"
    before = [f"Before it: [{each.lesson.name}]({each.id}.md)." for each in stored[:number][-1:]]
    after = [f"Next: [{each.lesson.name}]({each.id}.md)." for each in stored[number + 1 :][:1]]
    yield " ".join([*before, *after, "[All lessons](index.md)."]) + "\n"
    yield from _meanings(lesson.exercises)


def _position(lesson: StoredLesson, exercise: Exercise, step: int) -> Iterator[str]:
    game = lesson.opening(step)
    where = f"{round_name(game.shared_state)}, you play {exercise.player}"
    yield f"![The map at the start of this part: {where}]({_picture(lesson, exercise)})\n"
    yield f"*The position: {where}.*\n"


def _step(number: int, step: Step) -> Iterator[str]:
    yield f"## {number}. {step.heading}\n"
    yield f"{step.text}\n"
    if step.task:
        yield f"**Your task:** {step.task}\n"
    for answer in step.answers:
        yield f"- {answer.text}"
    if step.answers:
        yield ""
        yield '??? question "The answer"\n'
        for answer in step.answers:
            yield f"    **{answer.text}**: {answer.say}\n"
    elif step.goal:
        yield '??? tip "Hints"\n'
        for text in (*step.hints, *([f"Once it is done: {step.done}"] if step.done else [])):
            yield f"    - {text}"
        yield ""


def _meanings(exercises: tuple[Exercise, ...]) -> Iterator[str]:
    """Yield the meanings of the words of the glossary in the texts. A reader sees them on each word."""
    steps = [step for exercise in exercises for step in exercise.steps]
    texts = " ".join(text for step in steps for text in (step.heading, step.text, step.task, step.done))
    for section in glossary():
        for entry in section.entries:
            for form in entry.found_as:
                if re.search(rf"\b{re.escape(form)}\b", texts):
                    yield f"*[{form}]: {entry.meaning}"


def _picture(lesson: StoredLesson, exercise: Exercise) -> str:
    number = lesson.lesson.exercises.index(exercise) + 1
    return f"{lesson.id}-{number}.svg"


def _address(lesson: StoredLesson) -> str:
    return f"{TABLE}/learn/{lesson.id}"
