"""Tests of a change of the player of a seat. The server records it outside the game."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

import trunkline
from trunkline import actions as A
from trunkline.web.errors import StaleVersion
from trunkline.web.games.game_cache import GameCache
from trunkline.web.schemas.log import Seat
from trunkline.web.storage.sqlite import SqliteStore
from web.http.api import Api, Table
from web.http.test_programs import begun, texts, waited


def sit(table: Table, seat: str, kind: str, status: int = 200) -> Any:
    """Change the player of a seat at the current version."""
    version = len(table.log())
    answer = table.api.post(f"{table.path}/seats", status, {"version": version, "seat": seat, "kind": kind})
    if status == 200:
        table.version = answer["version"]
    return answer


def kinds(table: Table, at: int | None = None) -> list[str]:
    """Return the kinds of players in the seats."""
    return [player["seat_kind"] for player in table.view(at)["players"]]


def test_a_program_plays_for_who_is_absent_and_gives_the_seat_back(api: Api) -> None:
    table = begun(api, "person", "person", "person")
    sit(table, "Bob", "clerk")
    assert kinds(table) == ["person", "clerk", "person"]
    (entry,) = table.log()
    assert (entry["kind"], entry["seat"], texts(entry)) == ("seat", "", ["A clerk plays for Bob"])
    assert entry["headline"] == "A clerk plays for Bob"
    # The change is not an action of the game, in which Ann still has to decide.
    assert (list(table.game().actions), table.view()["decision"]["seats"]) == ([], ["Ann"])
    table.act(A.Pass("Ann"))
    log = waited(table, 3)
    assert [entry["seat"] for entry in log] == ["", "Ann", "Bob"]
    assert table.view()["decision"]["seats"] == ["Cy"]
    sit(table, "Bob", "person")
    assert kinds(table) == ["person", "person", "person"]
    table.act(A.Pass("Cy"))
    table.act(A.Pass("Ann"))
    assert table.view()["decision"]["seats"] == ["Bob"]
    assert texts(table.log()[3]) == ["Bob is played by a person"]


def test_who_is_to_decide_is_played_for_at_once(api: Api) -> None:
    table = begun(api, "person", "person", "person")
    sit(table, "Ann", "clerk")
    assert [entry["seat"] for entry in waited(table, 2)] == ["", "Ann"]


def test_who_plays_outlasts_a_restart_and_undo(api: Api, store: Path) -> None:
    table = begun(api, "person", "person", "person")
    table.act(A.BuyOffered("Ann", "flos"))
    sit(table, "Cy", "clerk")
    table.undo()
    api.restart(store)
    assert kinds(table) == ["person", "person", "clerk"]
    assert [seat["kind"] for seat in api.get("/api/games")[0]["seats"]] == ["person", "person", "clerk"]
    assert [entry["kind"] for entry in table.log()] == ["action", "seat", "undo"]
    assert table.log()[0]["undone_by"] == 3
    table.version = 3
    table.redo()
    table.act(A.Pass("Bob"))
    assert [entry["seat"] for entry in waited(table, 6)][-2:] == ["Bob", "Cy"]


def test_reasons_are_those_of_who_played_then(api: Api) -> None:
    table = begun(api, "person", "person", "person", reasons=True)
    sit(table, "Ann", "clerk")
    waited(table, 2)
    sit(table, "Ann", "person")
    told = api.get(f"{table.path}/reasons/2")
    assert (told["player"], told["program"]) == ("Ann", "clerk")
    table.act(A.Pass("Bob"))
    assert api.get(f"{table.path}/reasons/4") is None


def test_that_others_have_acted_keeps_no_seat_from_changing_hands_and_that_one_has_changed_hands_does(
    api: Api,
) -> None:
    table = begun(api, "person", "person", "person")
    table.act(A.Pass("Ann"))
    wish = {"version": 0, "seat": "Cy", "kind": "clerk"}
    assert api.post(f"{table.path}/seats", 200, wish)["version"] == 2
    for version, status in ((0, 409), (1, 409), (2, 200)):
        api.post(f"{table.path}/seats", status, {"version": version, "seat": "Ann", "kind": "clerk"})
    assert kinds(table) == ["clerk", "person", "clerk"]


def test_a_seat_changes_hands_though_another_process_was_faster(tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(tmp_path / "table.sqlite")) as store:
        one, other = GameCache(store), GameCache(store)
        options = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4).options
        id = one.create(options, [Seat(name) for name in options.players]).id
        late = other[id]
        one[id].act(0, A.Pass("Ann"))
        # This process does not know the action yet.
        assert late.version == 0
        assert late.change_seat(0, "Cy", "clerk") == 2
        with pytest.raises(StaleVersion):
            one[id].change_seat(1, "Cy", "director")
        assert [seat.kind for seat in one[id].seats] == ["person", "person", "clerk"]


def test_a_seat_is_refused_in_one_sentence(api: Api) -> None:
    table = begun(api, "person", "clerk", "person")
    assert sit(table, "Zoe", "clerk", 422)["error"] == "No player called Zoe is at this table."
    assert sit(table, "Bob", "clerk", 422)["error"] == "A clerk plays for Bob already."
    assert sit(table, "Ann", "person", 422)["error"] == "Ann is played by a person already."
    sit(table, "Ann", "robot", 422)
    api.post(f"{table.path}/seats", 409, {"version": 7, "seat": "Ann", "kind": "clerk"})
    assert table.log() == []
