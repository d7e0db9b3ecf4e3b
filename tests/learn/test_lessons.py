"""Every lesson of Trunkline is played through the referee: each task with every legal action."""

from __future__ import annotations

import pytest

from trunkline.learn.checking import check
from trunkline.learn.library import StoredLesson, lessons


@pytest.mark.parametrize("stored", lessons().values(), ids=lessons())
def test_each_task_of_a_lesson_is_solved_and_other_actions_are_not(stored: StoredLesson) -> None:
    report = check(stored)
    assert report.faults == ()
    assert all(
        0 < each.right < each.legal for each in report.tried if stored.places[each.step].step.actions == 1
    )
