"""Tests of failures: the log has each once, without request data. A damaged game does not affect others."""

from __future__ import annotations

import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

import pytest
from litestar.testing import TestClient
from sqlalchemy import text

from trunkline import actions as A
from trunkline.util.errors import UsageError
from trunkline.web.games.repository import StorageUnavailable
from trunkline.web.http.app import create
from trunkline.web.storage.sqlite import SqliteStore
from web.http.api import Api, Table


def changed(store: Path, *statements: str) -> None:
    """Change a store that is not open."""
    with closing(sqlite3.connect(store)) as link, link:
        for statement in statements:
            link.execute(statement)


def test_what_nobody_thought_of_is_logged_once_and_without_secrets(
    api: Api, store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = api.new(people=("Ann", "Bob", "Secret Cy"))
    api.close()
    api.client = TestClient(create(store, hosts=None), raise_server_exceptions=False)
    api.client.__enter__()

    def fail(*args: Any) -> NoReturn:
        raise RuntimeError("the roof")

    monkeypatch.setattr(SqliteStore, "append", fail)
    body = {"version": 0, "action": A.encode(A.Pass("Ann"))}
    with caplog.at_level(logging.WARNING):
        answer = api.client.post(f"{table.path}/actions?x=Secret", json=body)
    assert answer.status_code == 500
    number = answer.headers["x-request-id"]
    assert answer.json()["error"] == f"The table failed at this request; its log says why, under {number}."
    assert answer.json()["rule"] is None
    (record,) = [each for each in caplog.records if each.exc_info]
    assert f"Request {number} failed: POST {table.path}/actions" in record.getMessage()
    assert "the roof" in caplog.text
    assert "Secret" not in caplog.text
    assert '"pass"' not in caplog.text
    monkeypatch.undo()
    table.act(A.Pass("Ann"))


def test_what_the_store_fails_at_says_nothing_of_what_was_written(
    api: Api, store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    api.new()
    api.close()
    changed(store, "CREATE TRIGGER no BEFORE INSERT ON games BEGIN SELECT raise(ABORT, 'no'); END")
    api.restart(store)
    seats = [{"name": name} for name in ("Ann", "Bob", "Secret")]
    answer = api.post("/api/games", 503, {"title": "1856", "seats": seats})
    assert answer["error"] == "The store cannot be written: no."
    assert "Secret" not in caplog.text


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET options = '{' WHERE id = '{id}'",
        "UPDATE games SET to_act = '7' WHERE id = '{id}'",
        "UPDATE games SET seats = '[{\"kind\":\"robot\"}]' WHERE id = '{id}'",
        "UPDATE entries SET kind = 'undo', data = x'00' WHERE game_id = '{id}' AND number = 1",
        "UPDATE entries SET kind = 'undo', data = '{\"to\":9}' WHERE game_id = '{id}' AND number = 1",
        "DELETE FROM entries WHERE game_id = '{id}' AND number = 1",
    ],
)
def test_a_damaged_game_takes_no_other_with_it(
    api: Api, store: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    sound, hurt = api.new(), api.new(bots=("Dot",), people=("Ann", "Bob"))
    for table in (sound, hurt):
        table.act(A.Pass("Ann"))
    hurt.act(A.Pass("Bob"))
    api.close()
    changed(store, damage.replace("{id}", hurt.id))
    api.client = TestClient(create(store, hosts=None))
    api.client.__enter__()
    sound.act(A.Pass("Bob"))
    listed = {game["id"] for game in api.get("/api/games")}
    assert sound.id in listed
    assert api.get(hurt.path, 422)["error"].endswith(".")
    if hurt.id not in listed:
        assert [each.getMessage() for each in caplog.records if hurt.id in each.getMessage()]
    assert api.get(f"{hurt.path}/log", 422)["error"].endswith(".")


def test_what_was_told_of_one_entry_may_be_damaged(api: Api, store: Path) -> None:
    table = api.new()
    table.act(A.Pass("Ann"))
    api.close()
    changed(store, "UPDATE entries SET told = x'ff'")
    api.client = TestClient(create(store, hosts=None))
    api.client.__enter__()
    assert api.get(f"{table.path}/log", 422)["error"] == "The stored events of entry 1 are damaged."


def test_a_store_of_a_newer_version_is_refused_in_one_sentence(store: Path) -> None:
    SqliteStore(store).close()
    changed(store, "UPDATE alembic_version SET version_num = '999'")
    with pytest.raises(UsageError, match=r"was written by a newer version of this program, in form 999; "):
        SqliteStore(store)


def test_nothing_is_acknowledged_once_the_store_is_gone(api: Api, store: Path) -> None:
    table = api.new()
    table.act(A.Pass("Ann"))
    for path in (store, Path(f"{store}-wal"), Path(f"{store}-shm")):
        path.unlink()
    for _ in range(2):
        answer = table.act(A.Pass("Bob"), 503)
        assert answer["error"].endswith("has been removed or replaced: nothing can be kept.")
    assert table.view()["version"] == 1
    # A new file with the same name is not the store.
    store.write_bytes(b"")
    table.act(A.Pass("Bob"), 503)


@pytest.mark.parametrize("lost", ["-wal"])
def test_nothing_is_acknowledged_once_a_part_of_the_store_is_gone(api: Api, store: Path, lost: str) -> None:
    table = api.new()
    Path(f"{store}{lost}").unlink()
    table.act(A.Pass("Ann"), 503)


def test_a_store_that_cannot_be_read_any_more_says_so(store: Path) -> None:
    kept = SqliteStore(store)
    with kept.engine.connect() as link, kept.engine.connect():
        link.execute(text("SELECT count(*) FROM games"))
        Path(f"{store}-wal").unlink()
        with pytest.raises(StorageUnavailable, match=r"^The store cannot be read: "):
            kept.games()
    kept.close()


def test_every_error_has_one_shape(api: Api) -> None:
    table: Table = api.new()
    answers = [
        api.client.get("/api/nothing"),
        api.client.get("/nothing"),
        api.client.delete(table.path),
        api.client.post("/api/games", content=b"{"),
        api.client.post("/api/games", content=b" " * 300_000),
        api.client.post(f"{table.path}/undo", json={"version": 0}),
        api.client.post(f"{table.path}/undo", json={"version": 9}),
        api.client.get(f"{table.path}?at=-1"),
        api.client.post("/api/games", json={}, headers={"origin": "http://evil.example"}),
    ]
    for answer in answers:
        assert answer.status_code >= 400
        assert set(answer.json()) == {"error", "rule", "version", "missed"}, answer.url
        assert re.fullmatch(r"[0-9a-f]{8}", answer.headers["x-request-id"])
