"""Tests of importing and exporting games as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import trunkline
from trunkline import actions as A
from trunkline.game.wording.events import sentences
from trunkline.interop.eighteenxx.export import encoded, export
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.web.games import files
from trunkline.web.games.limits import Limits
from trunkline.web.games.log_entries import unpack
from web.http.api import Api, table_at


def some_game(rules: str = "printed", length: int = 120) -> trunkline.Game:
    """Return a random game after its first actions."""
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=5, rules=rules)
    play_out(game, RandomPlayer(5), length)
    return game


def test_a_save_of_ours_comes_in_and_goes_out_again(api: Api) -> None:
    game = some_game()
    table = api.taken_in(game.to_bytes())
    assert table.version == len(game.actions)
    assert table.game().digest() == game.digest()
    assert [line["text"] for entry in table.log() for line in entry["lines"]] == sentences(
        game.title, game.log
    )
    answer = api.client.get(f"{table.path}/export")
    assert answer.headers["content-disposition"] == f'attachment; filename="{table.id}.json"'
    assert answer.content == game.to_bytes()


def test_a_game_of_the_library_is_replayed_once_and_gets_the_present_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = some_game(length=7)
    times = iter(("yesterday", "today"))
    monkeypatch.setattr(files, "now", lambda: next(times))
    first = files.take_in(game)
    monkeypatch.delattr(files, "_outcomes")
    second = files.take_in(game)
    assert (first.last, first.snapshot) == (second.last, second.snapshot)
    [before], [after] = first.batches, second.batches
    assert unpack(after) == [entry._replace(at="today") for entry in unpack(before)]
    assert {entry.at for entry in unpack(before)} == {"yesterday"}


def test_a_game_text_comes_in_and_goes_out_again(api: Api) -> None:
    game = some_game()
    game.undo()
    table = api.taken_in(game.to_text().encode())
    assert table.game().digest() == game.digest()
    answer = api.client.get(f"{table.path}/export", params={"format": "text"})
    assert answer.headers["content-disposition"] == f'attachment; filename="{table.id}.18xx"'
    assert answer.headers["content-type"].startswith("text/plain")
    assert trunkline.Game.from_bytes(answer.content) == game


def test_a_game_of_another_program_comes_in(api: Api) -> None:
    game = some_game("18xx.games", 60)
    data = encoded(export(game))
    table = api.taken_in(data)
    view = table.view()
    assert {facts["name"]: facts["cash"] for facts in view["players"]} == {
        name: player.cash for name, player in game.state.players.items()
    }


def test_a_game_under_the_sites_rules_goes_out_in_its_format(api: Api) -> None:
    table = api.new(rules="18xx.games")
    table.act(A.BuyOffered("Ann", "flos"))
    data = api.client.get(f"{table.path}/export", params={"format": "18xx.games"}).json()
    assert [action["type"] for action in data["actions"]] == ["bid"]
    printed = api.new()
    answer = api.get(f"{printed.path}/export", 422, format="18xx.games")
    assert "printed rules" in answer["error"]


def test_a_file_of_more_than_a_game_or_with_odd_names_is_not_taken_in(store: Path) -> None:
    with table_at(store, limits=Limits(max_entries=19)) as client:
        check_odd_files(Api(client))


def check_odd_files(api: Api) -> None:
    """Check files that a server with a limit of 19 entries refuses, and one at the limit."""
    save = json.loads(some_game(length=0).to_bytes())
    for name in ("x" * 41, "\u2066Cy", "\u200b"):
        save["options"]["players"] = ["Ann", "Bob", name]
        assert api.client.post("/api/import", content=json.dumps(save).encode()).status_code == 400
    assert api.client.post("/api/import", content=some_game(length=20).to_bytes()).status_code == 400
    assert api.get("/api/games") == []
    api.taken_in(some_game(length=19).to_bytes())


def test_what_is_no_game_is_refused_in_one_sentence(api: Api) -> None:
    save = some_game(length=20).to_bytes()
    broken = json.loads(save)
    broken["actions"][3] = A.encode(A.Pass("Zoe"))
    for data in (
        b"",
        b"x",
        b"{}",
        b"[" * 50_000,
        save[:-40],
        b"\x00" * 1000,
        json.dumps({**json.loads(save), "options": {**json.loads(save)["options"], "rulings": 99}}).encode(),
        json.dumps({**json.loads(save), "board": "another"}).encode(),
    ):
        answer = api.client.post("/api/import", content=data)
        assert answer.status_code == 400, answer.text
        assert answer.json()["error"].endswith(".")
    answer = api.client.post("/api/import", content=json.dumps(broken).encode())
    assert answer.status_code == 422
    assert answer.json()["rule"]
    assert api.client.post("/api/import", content=b" " * 10_000_002).status_code == 413
    assert api.get("/api/games") == []
