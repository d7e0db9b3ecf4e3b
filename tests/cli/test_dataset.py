"""``trunkline dataset``: its operations, options and errors."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.terminal import call
from trunkline.cli import main
from trunkline.cli.exit_codes import BAD_INPUT, FINDINGS, OK


def test_a_data_set_is_made_checked_described_and_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("trunkline.lab.arena.match.MOST_ACTIONS", 60)
    folder, page, packed = (str(tmp_path / name) for name in ("data", "page.html", "games.xz"))
    make = [
        "dataset",
        "make",
        folder,
        "--title",
        "1851",
        "--players",
        "3",
        "--bots",
        "random",
        "--games",
        "2",
    ]
    assert main(make) == OK
    assert capsys.readouterr().out == f"2 games in 4 files are in {folder}. Licence: CC0-1.0.\n"
    assert main(["dataset", "check", folder]) == OK
    assert capsys.readouterr().out == "The files of 2 games are whole.\n"
    assert main(["dataset", "stats", folder, "--out", page]) == OK
    assert "2 games, played by: random. Seed 1." in Path(page).read_text()
    assert main(["dataset", "pack", folder, "--out", packed, "--first", "1"]) == OK
    capsys.readouterr()
    again = str(tmp_path / "again")
    assert main(["dataset", "make", again, "--from", packed]) == OK
    assert main([*make, "--seed", "2"]) == BAD_INPUT
    assert main(["dataset", "stats", folder, "--out", str(tmp_path / "page.pdf")]) == BAD_INPUT
    assert main(["dataset", "stats", folder]) == BAD_INPUT
    assert main(["dataset", "make", folder, "--from", packed, "--seed", "3"]) == BAD_INPUT
    assert main([*make, "--bots", "random", "clerk", "clerk"]) == BAD_INPUT
    assert main(["dataset", "check", str(tmp_path)]) == BAD_INPUT
    assert capsys.readouterr().err == (
        f"{folder} was made with other options (seed). Repeat those options, or name another folder.\n"
        f"{tmp_path / 'page.pdf'} is not a page. Its name ends in .html or .md.\n"
        "Name the file to write with --out.\n"
        "--from fixes the games. Leave out the options that choose others.\n"
        "Name one bot for every seat with --players, or a bot for each seat without it.\n"
        f"{tmp_path} is not a data set: it has no manifest.json.\n"
    )
    cut = tmp_path / "data" / "results" / "games-00000.parquet"
    size = cut.stat().st_size
    cut.write_bytes(cut.read_bytes()[:100])
    sentence = f"{cut} is cut off: it has 100 of {size} bytes. Copy it again, or make the data set again.\n"
    assert main(["dataset", "check", folder]) == FINDINGS
    assert capsys.readouterr() == (sentence, f"{folder} has 1 fault.\n")
    Path(page).unlink()
    assert main(["dataset", "stats", folder, "--out", page]) == BAD_INPUT
    assert capsys.readouterr() == ("", sentence)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "data", "games.xz"]


def test_the_extra_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [
        name for name in sys.modules if name.startswith(("trunkline.lab.dataset", "trunkline.cli.optional"))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["dataset", "check", str(tmp_path)]) == BAD_INPUT
    assert capsys.readouterr().err == (
        "A data set needs pyarrow, which is not there: pip install 'trunkline[data]'.\n"
    )


def test_the_command_runs_in_a_process() -> None:
    done = call("dataset", "check", "nowhere")
    assert (done.returncode, done.stderr) == (
        BAD_INPUT,
        "nowhere is not a data set: it has no manifest.json.\n",
    )
