"""A folder with one small lesson that tests may spoil."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from trunkline.learn.library import OWN

LESSON = """\
name: A small lesson
about: Pay or withhold
title: "1856"
minutes: 1
exercises:
  - position: goal.json
    player: Ann
    steps:
      - heading: Pay
        text: GT has earned $90.
        task: Become worth $700.
        goal:
          - {kind: worth, player: Ann, least: 700}
        solution:
          - {kind: dividend, payout: pay}
        replies:
          - when: {kind: dividend, payout: withhold}
            say: You get nothing.
          - when: {kind: take_loan}
            say: A loan gives you nothing.
        refusals: {1856.sequence.company-steps: Pay or withhold first.}
        targets: {hexes: [P9], corporations: [GT]}
        hints: [Money must reach you.]
      - heading: Count
        text: Who has most?
        answers:
          - {text: Ann, right: true, say: Yes.}
          - {text: Bob, say: No.}
"""


@pytest.fixture
def folder_with(tmp_path: Path) -> Callable[[str, str], Path]:
    """A function that writes the lesson with one text replaced, and returns its folder."""

    def write(old: str, new: str) -> Path:
        assert old in LESSON
        shutil.copy(OWN / "goal.json", tmp_path)
        (tmp_path / "small.yaml").write_text(LESSON.replace(old, new, 1))
        return tmp_path

    return write
