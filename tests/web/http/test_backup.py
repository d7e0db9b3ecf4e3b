"""Tests of copies of a store while the server is running."""

from __future__ import annotations

from pathlib import Path

import pytest

from trunkline import actions as A
from trunkline.cli.command_line import main
from trunkline.cli.exit_codes import BAD_INPUT, OK
from web.http.api import Api, table_at


def test_a_copy_has_everything_while_the_table_goes_on(
    api: Api, store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = api.new()
    table.act(A.Pass("Ann"))
    target = tmp_path / "copy.sqlite"
    assert main(["backup", str(target), "--store", str(store)]) == OK
    assert capsys.readouterr().out == f"{target} has all games of {store}: 1.\n"
    # The copy may contain addresses and password hashes.
    assert target.stat().st_mode & 0o777 == 0o600
    table.act(A.Pass("Bob"))
    with table_at(target) as client:
        assert [game["version"] for game in Api(client).get("/api/games")] == [1]
    assert not list(tmp_path.glob(".trunkline-*"))


def test_what_cannot_be_copied_is_said_in_one_sentence(
    api: Api, store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, this is no database. " * 100)
    for source, target, why in (
        (tmp_path / "none.sqlite", tmp_path / "copy.sqlite", "There is no store"),
        (store, letter, "is there already"),
        (store, tmp_path / "none" / "copy.sqlite", "cannot be copied"),
        (letter, tmp_path / "copy.sqlite", "cannot be copied"),
    ):
        assert main(["backup", str(target), "--store", str(source)]) == BAD_INPUT
        said = capsys.readouterr().err
        assert why in said
        assert said.count("\n") == 1
    assert letter.read_text().startswith("Dear Ann")
    assert not list(tmp_path.glob(".trunkline-*"))
