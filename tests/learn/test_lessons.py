"""Every lesson of Trunkline is played through the referee: each task with every legal action."""

from __future__ import annotations

import re

import pytest

from trunkline.learn.checking import check
from trunkline.learn.lesson import HINTS, Step
from trunkline.learn.library import StoredLesson, lessons

SENTENCES, WORDS = 4, 28
"""The most sentences of a text, and the most words of a sentence: newcomers read on a phone."""


@pytest.mark.parametrize("stored", lessons().values(), ids=lessons())
def test_each_task_of_a_lesson_is_solved_and_each_other_action_gets_a_reply(stored: StoredLesson) -> None:
    report = check(stored)
    assert report.faults == ()
    assert [each for each in report.tried if not 0 < each.right < each.legal or each.unanswered] == []


@pytest.mark.parametrize("stored", lessons().values(), ids=lessons())
def test_a_lesson_has_a_question_hints_and_short_texts(stored: StoredLesson) -> None:
    steps = [place.step for place in stored.places]
    assert 3 <= len(steps) <= 8
    assert any(step.answers for step in steps)
    for step in steps:
        assert not step.goal or (len(step.hints) == HINTS and step.done), step.heading
        for text in _texts(step):
            said = re.split(r"(?<=[.!?])\s+", text)
            assert len(said) <= SENTENCES, text
            assert max(len(sentence.split()) for sentence in said) <= WORDS, text


def test_the_place_of_the_right_answer_varies() -> None:
    steps = [place.step for stored in lessons().values() for place in stored.places]
    places = [[answer.right for answer in step.answers].index(True) for step in steps if step.answers]
    assert set(places) == {0, 1, 2}


def _texts(step: Step) -> list[str]:
    comments = [*(each.say for each in step.replies), *(each.say for each in step.answers)]
    return [step.text, step.task, step.done, *comments, *step.refusals.values(), *step.hints]
