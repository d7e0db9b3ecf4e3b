"""Tests of the commands that an operator runs while the server is running."""

from __future__ import annotations

import time
from pathlib import Path

import pyotp
import pytest
from sqlalchemy import insert, select

from authenticator import Authenticator
from trunkline.cli.command_line import main
from trunkline.cli.exit_codes import BAD_INPUT, OK
from trunkline.web.accounts.passkeys import Passkeys
from trunkline.web.accounts.relying_party import RelyingParty
from trunkline.web.accounts.second_factor import SecondFactor
from trunkline.web.accounts.server_invitations import ServerInvitations, SignUpPolicy
from trunkline.web.database.people_tables import people
from trunkline.web.storage.sqlite import SqliteStore
from web.accounts.world import PASSWORD, World


def test_people_are_listed_reset_promoted_and_forgotten(
    filed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.sqlite"
    ann = filed.person("Ann", "ann@example.org")
    filed.person("Bob")
    # The server has the store open during the command.
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
    assert said("reset", "Ann", code=BAD_INPUT) == "No account is named Ann.\n"
    assert said("reset", code=BAD_INPUT) == "reset needs a person's name.\n"
    assert said("list", "Ann", code=BAD_INPUT) == "list is about all people and takes no name.\n"
    assert said("ratings") == "The ratings are those of 0 games.\n"
    assert said("promote", "Ann", code=BAD_INPUT).startswith(
        "There is no operation promote. Use one of list, "
    )
    store.close()


def test_the_command_makes_invitations_and_prints_the_log(
    filed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*words: str, code: int = OK) -> str:
        store = "--store", str(tmp_path / "table.sqlite")
        assert main(["people", *words, *store, "--public-url", "https://g.example/"]) == code
        found = capsys.readouterr()
        return found.out + found.err

    filed.person("Ann")
    link = said("invite", "--uses", "3", "--days", "2", "--reason", "the club").strip()
    assert link.startswith("https://g.example/invited#")
    filed.now = time.time()
    invitations = ServerInvitations(filed.database, lambda: filed.now)
    invitations.check(SignUpPolicy.INVITED, link.partition("#")[2])
    assert said("invite", "--days", "1000", code=BAD_INPUT) == "An invitation is valid for 1 to 365 days.\n"
    said("operator", "Ann")
    factor = SecondFactor(filed.database, lambda: filed.now)
    key, _ = factor.begin(filed.accounts.named("Ann").id)
    factor.enable(filed.accounts.named("Ann").id, pyotp.TOTP(key).at(int(filed.now)))
    lost = "remove-second-factor", "Ann", "--reason", "Ann has lost the phone"
    assert said(*lost) == "Ann signs in with the password alone now.\n"
    assert not factor.enabled(filed.accounts.named("Ann").id)
    assert said(*lost, code=BAD_INPUT) == "This person has no second factor.\n"
    passkeys, party = Passkeys(filed.database), RelyingParty("g.example", "https://g.example")
    ann = filed.accounts.named("Ann").id
    passkeys.add(
        party, ann, "s", "Phone", Authenticator(party.origin).create(passkeys.begin(party, ann, "s"))
    )
    keyless = "remove-passkeys", "Ann", "--reason", "the phone was stolen"
    assert said(*keyless) == "Ann has no passkeys any more, and signs in with the password.\n"
    assert passkeys.listed(ann) == []
    assert said(*keyless, code=BAD_INPUT) == "This person has no passkeys.\n"
    first, second, third, fourth = said("log").splitlines()
    assert fourth.endswith("the command line: remove passkeys Ann. Reason: the phone was stolen")
    assert third.endswith("the command line: remove second factor Ann. Reason: Ann has lost the phone")
    assert "the command line: invite" in first
    assert first.endswith("(accounts: 3, days: 2). Reason: the club")
    assert second.endswith("the command line: operator Ann. Reason: no reason was given")


def test_suspicious_names_of_old_are_listed_and_work_by_id(
    filed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*words: str) -> str:
        assert main(["people", *words, "--store", str(tmp_path / "table.sqlite")]) == OK
        return capsys.readouterr().out

    filed.person("Anna")
    assert said("suspicious") == "No name is suspicious.\n"
    old = "Anna\ufe0f"
    with filed.database.writing() as link:
        row = dict(link.execute(select(people)).mappings().one())
        row |= {"id": "x" * 12, "name": old, "folded": old.casefold(), "looks": old, "looks_small": old}
        link.execute(insert(people).values(row))
    why = "The name has a character that does not show: Anna<U+FE0F>. Type it without that."
    listed = said("suspicious").splitlines()
    assert listed[1] == f"Anna<U+FE0F> (id:{'x' * 12}): It looks like Anna. {why}"
    assert listed[0].endswith("): It looks like Anna<U+FE0F>.")
    # The account still works under its name, and an operator can name it by its id.
    known = filed.accounts.signed_in(old, PASSWORD)
    assert known is not None
    assert known.id == "x" * 12
    assert said("delete", f"id:{'x' * 12}") == f"{old} is forgotten; the games stay.\n"
    assert said("list") == "Anna, no e-mail\n"


def test_without_a_store_there_are_no_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.sqlite"
    assert main(["people", "list", "--store", str(path)]) == BAD_INPUT
    assert capsys.readouterr().err == f"There is no store {path}.\n"
    assert not path.exists()
