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
    assert (proved.returncode, proved.stdout) == (OK, "The solutions of 1 puzzles are proved.\n")
    collection.write([sound, msgspec.structs.replace(sound, best=sound.best + 10)], path)
    faulty = call("puzzles", "check", "--file", path)
    assert faulty.returncode == FINDINGS
    assert "has another solution" in faulty.stdout
    assert faulty.stderr.endswith("1 of 2 puzzles have another solution.\n")
    assert call("puzzles", "check", "--file", tmp_path / "none.xz").returncode == BAD_INPUT
