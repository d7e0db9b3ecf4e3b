"""Tests of copies of all games, made while the server runs, and restored into either database."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path
from typing import Any

import pytest

import trunkline
from trunkline import actions as A
from trunkline.cli.command_line import main
from trunkline.cli.exit_codes import BAD_INPUT, OK
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.repository import GameRepository
from trunkline.web.schemas.log import PERSON, Seat, SeatKind, Wishes
from trunkline.web.storage.urls import Place, opened, parse_url
from web.storage.cluster import Cluster
from web.storage.test_migrations import played, written_in

NAMES = ("Ann", "Bob", "Cy")


def filled(store: GameRepository, length: int = 9) -> str:
    """Add a game, a sandbox of it and an archived game. Return the id of the first."""
    tables = GameCache(store)
    options = trunkline.new("1856", list(NAMES), seed=4).options
    seats = [Seat(name, SeatKind(PERSON), 7) for name in NAMES]
    id = tables.create(options, seats, Wishes(others_shown=False, hints=True)).id
    for version in range(length):
        tables[id].act(version, A.Pass(NAMES[version % 3]))
    tables[id].undo(length)
    tables.branch(tables[id].view_at(2))
    store.put_away(tables.create(options, seats).id, True)
    return id


def contents(store: GameRepository) -> list[Any]:
    """Return all stored games."""
    return [(game, store.load(game.id)) for game in store.games()]


def words(kept: Place) -> list[str]:
    """Return the command-line options for a store."""
    if isinstance(kept, Path):
        return ["--store", str(kept)]
    return ["--database", kept.render_as_string(hide_password=False)]


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_copy_of_either_database_goes_into_either(
    kept_in: Place, target: str, postgresql: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite"
    with contextlib.closing(opened(kept_in)) as store:
        filled(store)
        before = contents(store)
        assert main(["backup", str(copy), *words(kept_in)]) == OK
    other = tmp_path / "other.sqlite" if target == "sqlite" else parse_url(postgresql.database())
    assert main(["restore", str(copy), *words(other)]) == OK
    assert capsys.readouterr().out.count("all games of ") == 2
    with contextlib.closing(opened(other)) as store:
        assert len(before) == 3
        assert contents(store) == before
    # The commands never overwrite existing data.
    assert main(["restore", str(copy), *words(other)]) == BAD_INPUT
    assert main(["backup", str(copy), *words(kept_in)]) == BAD_INPUT
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert all("already" in line or "is there already" in line for line in said)
    assert sorted(path.name for path in tmp_path.glob("*copy*")) == ["copy.sqlite"]


def test_a_copy_made_under_load_is_as_it_was_at_one_moment(database: str, tmp_path: Path) -> None:
    stop = threading.Event()
    copies = [tmp_path / f"copy{number}.sqlite" for number in range(3)]
    with contextlib.closing(opened(parse_url(database))) as store:
        id = filled(store, 3)

        def play() -> None:
            tables = GameCache(store)
            while not stop.is_set():
                table = tables[id]
                table.act(table.version, A.Pass(min(table.view_at().game.to_act)))

        thread = threading.Thread(target=play)
        thread.start()
        try:
            for copy in copies:
                before = store.version(id)
                assert main(["backup", str(copy), "--database", database]) == OK
                with contextlib.closing(opened(copy)) as kept:
                    found = kept.load(id)
                assert found is not None
                assert before <= found.game.version <= store.version(id)
                assert [entry.number for entry in found.entries] == list(range(1, found.game.version + 1))
                assert found.snapshot is not None
                assert found.snapshot.number == found.game.version
        finally:
            stop.set()
            thread.join()
        assert store.version(id) > 4


def test_a_copy_of_an_older_version_is_brought_up_to_date_on_the_way(database: str, tmp_path: Path) -> None:
    game, copy = played(), tmp_path / "old.sqlite"
    written_in(copy, "001", running123=game)
    before = copy.read_bytes()
    assert main(["restore", str(copy), "--database", database]) == OK
    assert copy.read_bytes() == before
    with contextlib.closing(opened(parse_url(database))) as store:
        assert GameCache(store)["running123"].view_at().game.digest() == game.digest()


def test_what_cannot_be_copied_or_put_back_is_said_in_one_sentence(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, this is no database. " * 100)
    nowhere = "postgresql://ann:secret@127.0.0.1:1/games"
    for arguments, why in (
        (["backup", str(tmp_path / "copy.sqlite"), "--database", database], "There are no games in"),
        (["backup", str(tmp_path / "copy.sqlite"), "--database", nowhere], "cannot be copied"),
        (["restore", str(tmp_path / "none.sqlite"), "--database", database], "There is no copy"),
        (["restore", str(letter), "--database", database], "cannot be copied"),
        (["restore", str(letter), "--store", str(tmp_path / "new.sqlite")], "cannot be copied"),
    ):
        assert main(arguments) == BAD_INPUT
        said = capsys.readouterr().err
        assert why in said, said
        assert (said.count("\n"), "secret" in said) == (1, False)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
