"""``trunkline puzzles``: the exit code of ``check``, the ratings of ``list``, and recorded games."""

from __future__ import annotations

import io
from itertools import islice
from pathlib import Path

import msgspec
import pytest

import trunkline
from cli.terminal import call
from trunkline.cli.exit_codes import BAD_INPUT, FINDINGS, OK
from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.difficulty import rating
from trunkline.learn.puzzles.making import Varied
from trunkline.players import play_turns


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
    solvers: tuple[tuple[str, ...], ...] = ((), ("clerk",), ("clerk", "director", "tycoon"))
    rated = [msgspec.structs.replace(puzzles[0], solved_by=each) for each in solvers]
    unrated = next(each for each in puzzles if not each.rated)
    collection.write([*rated, unrated], path)
    assert "(not rated; " in call("puzzles", "list", "--file", path).stdout
    middle = rating(rated[1])
    limits = "--lowest", str(middle - 10), "--highest", str(middle + 10)
    found = call("puzzles", "list", "--file", path, *limits).stdout
    assert found.count("\n") == found.count(f"(rated {middle}; ") == 1
    assert call("puzzles", "list", "--file", path, "--lowest", "1701").returncode == BAD_INPUT


def test_puzzles_are_made_of_recorded_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = trunkline.new("1851", ["Ann Lee", "Bob", "Cy"], seed=7)
    for _ in islice(play_turns(game, Varied(7)), 90):
        pass
    folder, out = tmp_path / "games", tmp_path / "mine.xz"
    folder.mkdir()
    for name in ("one.json", "two.json"):
        game.save(folder / name)
    (folder / ".hidden").write_text("x")
    (folder / "notes.txt").write_text("no game")

    def made(*arguments: str | Path) -> tuple[int, str, str]:
        done = call("puzzles", "make", "--theme", "lay", "-o", out, *arguments)
        return done.returncode, done.stdout, done.stderr

    code, said, errors = made("--from", folder)
    assert (code, said) == (OK, f"2 puzzles from 2 games are in {out}.\n")
    assert errors.startswith("notes.txt is left out. notes.txt cannot be read as a game")
    assert {each.source for each in collection.read(out)} == {"your game, 1851, 3 players"}
    assert "Which lay" in call("puzzles", "list", "--file", out).stdout
    assert call("puzzles", "check", "--file", out).returncode == OK
    both = made("--from", folder / "one.json", folder / "two.json", "--names")
    assert both == (OK, said, "")
    assert collection.read(out)[0].source == "your game, 1851, Ann Lee, Bob, Cy"
    data = (folder / "one.json").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert made("--from", "-")[1] == said.replace("2 games", "1 games")
    for bad, message in (
        (folder / "none.json", "none.json cannot be read: "),
        (folder / "notes.txt", "notes.txt cannot be read as a game"),
        (tmp_path / "empty", "empty has no recorded games."),
        ("-", "The standard input is empty. "),
    ):
        (tmp_path / "empty").mkdir(exist_ok=True)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n")))
        code, said, errors = made("--from", bad)
        assert (code, said) == (BAD_INPUT, "")
        assert message in errors
