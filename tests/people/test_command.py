"""What an operator does on the machine, while the table goes on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from people.world import PASSWORD, World
from trunkline.cli import BAD_INPUT, OK, main
from trunkline.stores.sqlite import SqliteStore


def test_people_are_listed_reset_promoted_and_forgotten(
    filed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.sqlite"
    ann = filed.person("Ann", "ann@example.org")
    filed.person("Bob")
    # A table has the store open all the while.
    store = SqliteStore(path)

    def said(*words: str, code: int = OK) -> str:
        assert main(["people", *words, "--store", str(path), "--public-url", "https://g.example/"]) == code
        found = capsys.readouterr()
        return found.out + found.err

    said("operator", "BOB")
    assert said("list") == "Ann\nBob, operator, no e-mail\n"
    said("not-operator", "Bob")
    link = said("reset", "ann").split()[-1]
    assert link.startswith("https://g.example/reset#")
    filed.now = time.time()
    filed.accounts.reset(link.partition("#")[2], "another long password")
    assert filed.accounts.signed_in("Ann", PASSWORD) is None
    said("delete", "Ann")
    assert said("list") == "Bob, no e-mail\n"
    assert ann not in filed.rows()
    assert said("reset", "Ann", code=BAD_INPUT) == "Nobody is called Ann.\n"
    assert said("reset", code=BAD_INPUT) == "reset needs the name of a person.\n"
    assert said("list", "Ann", code=BAD_INPUT) == "Name nobody to list everybody.\n"
    assert said("promote", "Ann", code=BAD_INPUT).startswith("There is no promote among list, ")
    store.close()


def test_without_a_store_there_are_no_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.sqlite"
    assert main(["people", "list", "--store", str(path)]) == BAD_INPUT
    assert capsys.readouterr().err == f"There is no store {path}.\n"
    assert not path.exists()
