"""Tests of the questions of new players."""

from __future__ import annotations

from trunkline.game.wording.questions import questions
from trunkline.titles import catalogue, rules_of


def test_each_question_has_an_answer_and_its_rules_exist() -> None:
    found = questions()
    assert len({each.question for each in found}) == len(found) >= 30
    assert all(each.question.endswith("?") and each.answer.endswith(".") for each in found)
    for each in found:
        assert set(each.rules) <= set(catalogue())
        for title, ids in each.rules.items():
            assert {f"{title.lower()}.{id}" for id in ids} <= set(rules_of(title)), each.question
