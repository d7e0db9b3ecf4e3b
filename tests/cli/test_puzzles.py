"""``trunkline puzzles check``: the exit code and the sentence about faults."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cli.terminal import call
from trunkline.cli.exit_codes import BAD_INPUT, FINDINGS, OK
from trunkline.learn.puzzles import collection


def test_faults_have_their_own_exit_code(tmp_path: Path) -> None:
    sound = collection.read()[0]
    path = tmp_path / "few.jsonl.xz"
    collection.write([sound], path)
    proved = call("puzzles", "check", "--file", path)
    assert (proved.returncode, proved.stdout) == (OK, "The solutions of 1 puzzles hold.\n")
    collection.write([sound, msgspec.structs.replace(sound, best=sound.best + 10)], path)
    faulty = call("puzzles", "check", "--file", path)
    assert faulty.returncode == FINDINGS
    assert "has another solution" in faulty.stdout
    assert faulty.stderr.endswith("1 of 2 puzzles have another solution.\n")
    assert call("puzzles", "check", "--file", tmp_path / "none.xz").returncode == BAD_INPUT


def test_the_list_has_a_range_of_ratings(tmp_path: Path) -> None:
    puzzles = collection.read()
    path = tmp_path / "few.jsonl.xz"
    solvers: tuple[tuple[str, ...], ...] = ((), ("clerk",), ("clerk", "director"))
    rated = [msgspec.structs.replace(puzzles[0], solved_by=each) for each in solvers]
    unrated = next(each for each in puzzles if not each.rated)
    collection.write([*rated, unrated], path)
    assert "(not rated; " in call("puzzles", "list", "--file", path).stdout
    found = call("puzzles", "list", "--file", path, "--lowest", "1100", "--highest", "1400").stdout
    assert found.count("\n") == found.count("(rated 1250; ") == 1
    assert call("puzzles", "list", "--file", path, "--lowest", "1501").returncode == BAD_INPUT
