"""Tests of random players in seats: one entry for each action, also after a restart."""

from __future__ import annotations

import time
from pathlib import Path

from trunkline import actions as A
from web.http.api import Api, Table, table_at


def settled(table: Table, version: int) -> list[dict[str, object]]:
    """Wait until the log has ``version`` entries, then a little longer, and return it."""
    until = time.monotonic() + 20
    while len(table.log()) < version and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(0.1)
    return table.log()


def test_programs_act_after_a_person_one_entry_each(api: Api) -> None:
    table = api.new(people=("Ann",), bots=("Bob", "Cy"))
    table.act(A.BuyOffered("Ann", "flos"))
    log = settled(table, 3)
    assert [entry["seat"] for entry in log] == ["Ann", "Bob", "Cy"]
    assert table.view()["decision"]["seats"] == ["Ann"]


def test_undo_goes_back_to_the_last_decision_of_a_person(api: Api) -> None:
    table = api.new(people=("Ann",), bots=("Bob", "Cy"))
    table.act(A.BuyOffered("Ann", "flos"))
    settled(table, 3)
    table.version = 3
    table.undo()
    assert table.view()["players"] == table.view(0)["players"]
    assert len(settled(table, 4)) == 4
    table.redo()
    assert table.view()["players"] == table.view(3)["players"]
    assert len(settled(table, 5)) == 5


def test_the_same_seats_play_the_same_game(api: Api) -> None:
    logs = []
    for _ in range(2):
        table = api.new(people=("Ann",), bots=("Bob", "Cy"), seed=11)
        table.act(A.Pass("Ann"))
        logs.append([entry["lines"] for entry in settled(table, 3)])
    assert logs[0] == logs[1]


def test_a_game_that_waits_for_a_program_goes_on_after_a_restart(store: Path) -> None:
    with table_at(store, delay=60) as client:
        table = Api(client).new(people=("Ann",), bots=("Bob", "Cy"))
        table.act(A.Pass("Ann"))
        waiting = len(settled(table, 2))
    assert waiting == 2
    with table_at(store) as client:
        again = Table(Api(client), table.id)
        assert [entry["seat"] for entry in settled(again, 3)] == ["Ann", "Bob", "Cy"]


def test_seats_of_programs_alone_play_to_the_end(api: Api) -> None:
    table = api.new("1851", people=(), bots=("Ann", "Bob", "Cy"), seed=2)
    until = time.monotonic() + 60
    while not api.get("/api/games")[0]["over"] and time.monotonic() < until:
        time.sleep(0.05)
    view = table.view()
    assert view["over"]
    assert min(place["place"] for place in view["result"]["standings"]) == 1
