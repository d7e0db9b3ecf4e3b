"""Tests of personal data: people can read their own, and it is deleted with the account."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from trunkline.cli.command_line import main
from trunkline.cli.exit_codes import BAD_INPUT, OK
from trunkline.web.database.game_tables import metadata
from web.http.house import PASSWORD, House


def test_all_that_is_kept_of_a_person_is_printed_without_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "table.sqlite"

    def data(name: str, code: int = OK) -> str:
        assert main(["people", "data", name, "--store", str(store)]) == code
        found = capsys.readouterr()
        return found.out + found.err

    with House(store) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        ann.post("/api/me/email", 204, {"email": "ann@example.org", "password": PASSWORD})
        token = ann.post("/api/tokens", 201, {"name": "a program"})["secret"]
        game = ann.table()
        bob.comes_by_link(ann, game)
        bob.join(game, "West")
        ann.post(f"/api/games/{game}/talk", 201, {"text": "Good morning"})
        ann.ask("PUT", f"/api/games/{game}/note", 204, {"text": "Bob bluffs"})

        said = data("ANN")
        found: dict[str, list[dict[str, Any]]] = json.loads(said)
        assert [(each["name"], each["email"]) for each in found["people"]] == [("Ann", "ann@example.org")]
        assert [each["name"] for each in found["tokens"]] == ["a program"]
        assert [each["agent"] for each in found["sessions"]] == ["a test"]
        assert [each["seat"] for each in found["seated"]] == ["East"]
        assert [each["text"] for each in found["said"]] == ["Good morning"]
        assert [each["text"] for each in found["notes"]] == ["Bob bluffs"]
        assert [each["game_id"] for each in found["owned"]] == [game]
        assert "guests" in json.loads(data("Bob"))
        for secret in (token, "argon2", ann.cookies[house.porter.cookie], "hash", 'Bob"'):
            assert secret not in said

        house.porter.accounts.delete(ann.id)
        assert data("Ann", BAD_INPUT) == "No account is named Ann.\n"


def test_whatever_names_a_person_is_found_by_that() -> None:
    keys = [
        column
        for table in metadata.sorted_tables
        for column in table.c
        if any(key.target_fullname == "people.id" for key in column.foreign_keys)
    ]
    # The others are a second person of a row, whom a person blocks or reports, and the organiser of a league.
    assert {column.name for column in keys} == {"person", "other", "subject", "organiser"}
    of_person = [column for column in keys if column.name == "person"]
    assert len({column.table for column in of_person}) == len(of_person) > 8
    others = {column.table.name for column in keys} - {column.table.name for column in of_person}
    assert others == {"leagues"}
