"""``trunkline lessons``: the list, and the checks of a folder of lessons."""

from __future__ import annotations

import shutil
from pathlib import Path

from cli.terminal import call
from trunkline.cli.exit_codes import BAD_INPUT, FINDINGS
from trunkline.learn.library import OWN


def test_lessons_are_listed_in_teaching_order() -> None:
    listed = call("lessons", "list")
    assert listed.returncode == 0
    first, second, *_ = listed.stdout.splitlines()
    assert first == "goal: What you are trying to do. 1856, 7 steps, 5 minutes"
    assert second.startswith("opening: ")


def test_a_folder_of_lessons_is_checked_and_its_faults_are_shown(tmp_path: Path) -> None:
    shutil.copy(OWN / "goal.json", tmp_path)
    text = (OWN / "goal.yaml").read_text()
    (tmp_path / "goal.yaml").write_text(text)
    sound = call("lessons", "check", "--folder", tmp_path)
    assert (sound.returncode, sound.stderr) == (0, "")
    assert sound.stdout == "goal: 7 steps\n  step 5: 1 of 3 legal actions reach the goal\n"
    (tmp_path / "goal.yaml").write_text(text.replace("{kind: dividend, payout: pay}", "{kind: take_loan}"))
    faulty = call("lessons", "check", "--folder", tmp_path)
    assert faulty.returncode == FINDINGS
    assert "its solution does not reach the goal" in faulty.stdout
    assert faulty.stderr.endswith("One fault was found.\n")
    unknown = call("lessons", "check", "gaol", "--folder", tmp_path)
    assert unknown.returncode == BAD_INPUT
    assert unknown.stderr.endswith("There is no lesson gaol. There are goal.\n")
