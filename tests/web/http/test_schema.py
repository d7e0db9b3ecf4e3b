"""Tests of the store: its migrations create its tables, and entries are only appended."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

import trunkline
from trunkline import actions as A
from trunkline.cli.command_line import main
from trunkline.cli.exit_codes import BAD_INPUT
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.util.errors import UsageError
from trunkline.web.database.game_tables import metadata
from trunkline.web.games import files
from trunkline.web.schemas.log import Seat
from trunkline.web.storage.sqlite import SqliteStore
from web.http.api import Api, table_at


def test_migrations_make_the_tables_that_the_program_uses(store: Path) -> None:
    SqliteStore(store).close()
    engine = create_engine(f"sqlite:///{store}")
    with engine.connect() as link:
        assert compare_metadata(MigrationContext.configure(link), metadata) == []
        assert link.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    engine.dispose()


def test_a_store_of_an_older_version_is_brought_up_to_date(store: Path) -> None:
    with table_at(store) as client:
        table = Api(client).new()
        table.act(A.Pass("Ann"))
    config = Config()
    config.set_main_option("script_location", "trunkline.web.database:migrations")
    engine = create_engine(f"sqlite:///{store}")
    with engine.connect() as link:
        config.attributes["connection"] = link
        command.downgrade(config, "001")
        link.commit()
        assert MigrationContext.configure(link).get_current_revision() == "001"
    engine.dispose()
    with table_at(store) as client:
        (listed,) = Api(client).get("/api/games")
        assert (listed["id"], listed["put_away"], listed["origin"]) == (table.id, False, None)
        assert Api(client).get(table.path)["version"] == 1


def test_a_connection_writes_to_the_disk_before_it_answers(store: Path) -> None:
    kept = SqliteStore(store)
    with kept.engine.connect() as link:
        assert link.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert link.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    kept.close()


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "letter.txt"
    wrong.write_text("Dear Ann, this is no database. " * 100)
    with pytest.raises(UsageError, match="cannot be used as a store of games"):
        SqliteStore(wrong)
    with pytest.raises(UsageError, match="cannot be used as a store of games"):
        SqliteStore(tmp_path / "none" / "table.sqlite")


def test_a_second_table_on_a_store_is_refused_in_one_sentence(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = SqliteStore(store)
    assert main(["table", "--store", str(store), "--port", "0"]) == BAD_INPUT
    said = capsys.readouterr().err
    assert said == f"{store} is in use by another table, which alone may write to it.\n"
    kept.close()
    SqliteStore(store).close()


def test_a_game_that_was_not_finished_is_never_seen(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=5)
    play_out(game, RandomPlayer(5), 50)
    monkeypatch.setattr(files, "BATCH", 20)
    begun = files.import_game(game.to_bytes(), 100)
    assert len(begun.batches) == 3
    kept = SqliteStore(store)
    seats = [Seat(name) for name in game.players]
    seen: list[int] = []
    broken = begun._replace(batches=[*begun.batches[:2], b"no entries"])
    writing = SqliteStore._writing

    def noted(self: SqliteStore, **how: bool) -> Any:
        seen.append(len(self.games()))
        return writing(self, **how)

    monkeypatch.setattr(SqliteStore, "_writing", noted)
    with pytest.raises(msgspec.DecodeError):
        kept.import_game(broken, seats)
    assert (len(seen), set(seen)) == (4, {0}), "begun, two parts, and taken away"
    # Repeat it without a chance to clean up.
    monkeypatch.setattr(SqliteStore, "_clear", lambda self, id: None)
    with pytest.raises(msgspec.DecodeError):
        kept.import_game(broken, seats)
    assert kept.games() == []
    kept.close()
    monkeypatch.undo()
    with sqlite3.connect(store) as link:
        ((id,),) = link.execute("SELECT id FROM games").fetchall()
        assert link.execute("SELECT count(*) FROM entries").fetchone() == (40,)
    link.close()
    kept = SqliteStore(store)
    assert kept.game(id) is None
    assert kept.load(id) is None
    id = kept.import_game(begun, seats)
    opened = kept.load(id)
    assert opened is not None
    assert [entry.number for entry in opened.entries] == list(range(1, 51))
    kept.close()


def test_an_entry_is_never_changed(api: Api, store: Path) -> None:
    table = api.new()
    table.act(A.Pass("Ann"))
    with sqlite3.connect(store) as link:
        before = link.execute("SELECT * FROM entries").fetchall()
    link.close()
    table.undo()
    table.redo()
    with sqlite3.connect(store) as link:
        after = link.execute("SELECT * FROM entries ORDER BY number").fetchall()
    link.close()
    assert after[:1] == before
    assert [row[1] for row in after] == [1, 2, 3]
