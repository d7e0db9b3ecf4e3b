"""Tests of tables with a custom board."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from trunkline import titles
from trunkline.engine.board.loading import MOST_VALUES
from trunkline.titles import t18gl
from web.http.api import Api

PRINTED = Path(t18gl.__file__).with_name("board.yaml").read_text()
OWN = PRINTED.replace("name: Omaha", "name: Lincoln")


def test_a_table_draws_the_board_it_is_played_on(api: Api) -> None:
    usual = api.get("/api/titles/18GL/board")
    table, other = api.new("18GL", board=OWN), api.new("18GL")
    drawn = api.get(f"/api/games/{table.id}/board")
    assert drawn["hexes"]["A11"]["name"] == "Lincoln"
    assert usual["hexes"]["A11"]["name"] == "Omaha"
    assert api.get(f"/api/games/{other.id}/board") == usual
    answer = api.client.get(f"/api/games/{table.id}/symbols.svg?h={drawn['hash']}")
    assert (answer.status_code, "Lincoln" in answer.text) == (200, True)
    assert "immutable" in answer.headers["cache-control"]


def test_a_board_with_a_fault_makes_no_table(api: Api) -> None:
    body = {"title": "18GL", "seats": [{"name": "Ann"}, {"name": "Bob"}], "board": OWN + "bonk: 1\n"}
    said = api.post("/api/games", 422, body)
    last = len(OWN.splitlines()) + 1
    assert said["error"].startswith(f"The board file, line {last}: unknown key `bonk` in the board; ")
    body = {"title": "1856", "seats": [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cy"}], "board": OWN}
    assert "on its own board only" in api.post("/api/games", 422, body)["error"]
    assert api.get("/api/games") == []


def test_a_board_of_players_own_is_read_beside_the_server(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    here: list[int] = []
    monkeypatch.setattr(titles, "own_board", lambda *words: here.append(threading.get_ident()))
    api.post("/api/games", 422, {"title": "18GL", "seats": [{"name": "Ann"}, {"name": "Bob"}], "board": "[]"})
    assert here == []


def test_a_board_of_very_many_values_is_not_read(api: Api) -> None:
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    body = {"title": "18GL", "seats": seats, "board": f"[{'a,' * MOST_VALUES}]"}
    said = api.post("/api/games", 422, body)["error"]
    assert said == f"The board file cannot be read: it holds more than {MOST_VALUES} values."
