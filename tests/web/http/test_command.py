"""Tests of the commands that start a server and draw a map."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

import trunkline
from trunkline.cli.command_line import main
from trunkline.cli.exit_codes import BAD_INPUT, OK
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer


def test_a_table_that_cannot_be_opened_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = str(tmp_path / "table.sqlite")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for arguments, why in (
            (["--port", port], f"in use. Try --port {int(port) + 1}."),
            (["--port", "99999999"], "there is no such port"),
            (["--host", "no.such.host.invalid"], "cannot be opened at"),
            (["--open", str(tmp_path / "none.json")], "cannot be read"),
        ):
            assert main(["table", "--store", store, *arguments]) == BAD_INPUT
            assert why in capsys.readouterr().err
    assert main(["table", "--store", str(tmp_path / "none" / "t.sqlite")]) == BAD_INPUT
    assert "cannot be used as a store" in capsys.readouterr().err
    assert main(["table", "--self-test", "1899"]) == BAD_INPUT
    assert "1899" in capsys.readouterr().err


def test_a_table_of_its_own_takes_a_game_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=3)
    play_out(game, RandomPlayer(3), 40)
    game.save(tmp_path / "game.json")
    assert main(["table", "--self-test", "--open", str(tmp_path / "game.json")]) == OK
    said = capsys.readouterr().out
    assert "game.json has been taken in" in said
    assert f"{len(game.actions)} entries. Not finished." in said
    for standing in game.standings():
        assert f"{standing.player:<16} ${standing.worth}" in said
    false = game.to_text().replace('[Result "unfinished"]', '[Result "agreed"]')
    (tmp_path / "game.18xx").write_text(false)
    assert main(["table", "--self-test", "--open", str(tmp_path / "game.18xx")]) == OK
    assert "the state of the game at action 40 is finished in the file" in capsys.readouterr().err
    (tmp_path / "game.json").write_text("{}")
    assert main(["table", "--self-test", "--open", str(tmp_path / "game.json")]) == BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1


def test_a_map_is_drawn_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "map.svg"
    assert main(["map", "1851", "-o", str(out)]) == OK
    bare = out.read_text()
    assert bare.startswith("<svg ")
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"])
    game.save(tmp_path / "game.json")
    assert main(["map", "--game", str(tmp_path / "game.json"), "--at", "0", "-o", str(out)]) == OK
    assert out.read_text() == game.svg()
    capsys.readouterr()
    for arguments in (
        ["1856", "--game", str(tmp_path / "game.json")],
        ["--at", "3", "1851"],
        [],
        ["1899"],
        ["--game", str(tmp_path / "game.json"), "--at", "99"],
    ):
        assert main(["map", *arguments, "-o", str(out)]) == BAD_INPUT
        assert capsys.readouterr().err.count("\n") == 1
