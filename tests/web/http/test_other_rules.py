"""Tests of games played by other rules than the program's.

They open and continue from their last legal entry.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from trunkline import actions as A
from web.http.api import Api, Table, table_at

BREAK = 3


@pytest.fixture
def broken(store: Path) -> Iterator[Table]:
    """A game of five entries whose third is no longer legal."""
    with table_at(store) as client:
        table = Api(client).new()
        for name in ("Ann", "Bob", "Cy", "Ann", "Bob"):
            table.act(A.Pass(name))
        id = table.id
    with closing(sqlite3.connect(store)) as link, link:
        data = json.dumps(A.encode(A.Pass("Bob"))).encode()
        link.execute("UPDATE entries SET data = ? WHERE number = ?", (data, BREAK))
        link.execute("UPDATE states SET bound_by = 'another version'")
    with table_at(store) as client:
        found = Table(Api(client), id)
        found.version = 5
        yield found


def test_the_last_moment_that_holds_is_shown(broken: Table) -> None:
    view = broken.view()
    assert (view["at"], view["version"], view["live"]) == (BREAK - 1, 5, False)
    assert view["broken"].startswith(f"Entry {BREAK} is not legal by the rules of this program")
    assert view["decision"]["groups"] == []
    assert [entry["lines"][0]["text"] for entry in broken.log()] == [
        "Ann passes",
        "Bob passes",
        "Cy passes",
        "Ann passes",
        "Bob passes",
    ], "what was told then stays"
    assert [game["id"] for game in broken.api.get("/api/games")] == [broken.id]


def test_nothing_is_played_after_the_break(broken: Table) -> None:
    told = broken.act(A.Pass("Cy"), status=422)
    assert f"Entry {BREAK}" in told["error"]
    assert f"Entry {BREAK}" in broken.api.get(broken.path, status=422, at=5)["error"]


@pytest.mark.parametrize("to", [None, BREAK - 1, 1])
def test_it_goes_on_from_where_it_holds(broken: Table, to: int | None) -> None:
    broken.undo(to)
    view = broken.view()
    at = BREAK - 1 if to is None else to
    assert (view["version"], view["live"], view["broken"]) == (6, True, "")
    assert view["decision"]["seats"] == [("Ann", "Bob", "Cy")[at % 3]]
    broken.act(A.Pass(view["decision"]["seats"][0]))
    assert broken.version == 7
    assert len(broken.log()) == 7, "nothing is lost"


def test_a_sandbox_can_be_begun_before_the_break(broken: Table) -> None:
    made = broken.api.post(f"{broken.path}/branch", 201, {"at": BREAK - 1})
    assert broken.api.get(f"/api/games/{made['id']}")["live"]
    broken.api.post(f"{broken.path}/branch", 422, {"at": 5})


def test_what_is_no_action_any_more_breaks_a_game_too(store: Path) -> None:
    with table_at(store) as client:
        table = Api(client).new()
        table.act(A.Pass("Ann"))
        table.act(A.Pass("Bob"))
    with closing(sqlite3.connect(store)) as link, link:
        link.execute("UPDATE entries SET data = ? WHERE number = 2", (b'{"kind":"sing","player":"Bob"}',))
        link.execute("UPDATE states SET bound_by = 'another version'")
    with table_at(store) as client:
        table = Table(Api(client), table.id)
        assert table.view()["at"] == 1
        assert table.log()[1]["action"] is None
        table.version = 2
        table.undo()
        assert table.view()["decision"]["seats"] == ["Bob"]
