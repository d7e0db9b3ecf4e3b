"""``trunkline lessons``: the list, and the checks of a folder of lessons."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import pytest

from cli.terminal import call
from trunkline.cli.exit_codes import BAD_INPUT, FINDINGS
from trunkline.cli.server_options import add_server, add_store, add_workers, settings_of
from trunkline.learn.library import OWN
from trunkline.util.errors import UsageError


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
    (tmp_path / "goal.yaml").write_text(text)
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "goal.yaml").write_text("name: Dein Ziel\n")
    partly = call("lessons", "check", "--folder", tmp_path)
    assert partly.returncode == 0
    assert f"goal (de): {tmp_path / 'de' / 'goal.yaml'} has no about (goal.yaml, line 2).\n" in partly.stdout
    (tmp_path / "de" / "goal.yaml").write_text("naame: Dein Ziel\n")
    (tmp_path / "de" / "par.yaml").write_text("name: Kurs\n")
    wrong = call("lessons", "check", "--folder", tmp_path)
    assert wrong.returncode == FINDINGS
    assert "goal.yaml, line 1: There is no field naame here. Check its spelling.\n" in wrong.stdout
    assert "par.yaml translates no lesson of its folder." in wrong.stdout
    assert wrong.stderr.endswith("2 faults were found.\n")
    shutil.rmtree(tmp_path / "de")
    unknown = call("lessons", "check", "gaol", "--folder", tmp_path)
    assert unknown.returncode == BAD_INPUT
    assert unknown.stderr.endswith("There is no lesson gaol. There are goal.\n")


def test_a_server_does_not_start_with_a_faulty_translation(tmp_path: Path) -> None:
    shutil.copy(OWN / "goal.json", tmp_path)
    shutil.copy(OWN / "goal.yaml", tmp_path / "club.yaml")
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "club.yaml").write_text("naame: Dein Ziel\n")
    parser = argparse.ArgumentParser()
    add_server(parser)
    add_store(parser)
    add_workers(parser)
    with pytest.raises(UsageError, match=r"club\.yaml, line 1: There is no field naame here"):
        settings_of(parser.parse_args(["--lessons", str(tmp_path)]), {})
    (tmp_path / "de" / "club.yaml").write_text("name: Dein Ziel\n")
    assert settings_of(parser.parse_args(["--lessons", str(tmp_path)]), {}).lessons == tmp_path
