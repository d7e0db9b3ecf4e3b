"""Reviews at the table: of finished games, piece by piece beside all else, looked at while they go on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.api import Api, Table, table_at
from server.recorded import short
from trunkline.game import Game
from trunkline.tables.limits import USUAL

SMALL = replace(USUAL, review=1_000)
PEOPLE = ("Ann", "Bob")


@pytest.fixture(scope="module")
def finished() -> Game:
    """A game that is over."""
    return short()


@pytest.fixture
def small(store: Path) -> Iterator[Api]:
    """A table whose reviews are short."""
    with table_at(store, limits=SMALL) as client:
        yield Api(client)


def over(table: Table) -> dict[str, Any]:
    """The review once nothing more will come."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        found: dict[str, Any] = table.api.get(f"{table.path}/review")
        if found["over"]:
            return found
        # Others are answered meanwhile.
        assert table.view()["result"]
        time.sleep(0.05)
    raise AssertionError("the review has come to no end")


def test_a_finished_game_is_reviewed_and_the_same_way_again(small: Api, finished: Game, store: Path) -> None:
    table = small.taken_in(finished.to_bytes())
    assert small.get(f"{table.path}/review") is None
    begun = small.post(f"{table.path}/review", 200, {})
    assert (begun["over"], begun["failed"]) == (False, "")
    found = over(table)
    assert (found["failed"], found["done"], found["budget"]) == ("", 1_000, 1_000)
    assert found["decisions"] > found["agreed"] > 0
    assert [each["player"] for each in found["worst"]] == list(PEOPLE)
    costly = [cost for each in found["worst"] for cost in each["decisions"]]
    assert costly
    for cost in (*costly, *found["turning"]):
        before = finished.at(cost["number"])
        assert cost["player"] in before.to_act
        assert cost["low"] <= cost["loss"] <= cost["high"]
        assert cost["played"] != cost["better"]
        key = (before.state.round.kind, before.state.round.number, before.state.round.index)
        assert tuple(cost["round_key"].values()) == key
    # Asked for again it is the same one, and it is kept; of another budget it is another one.
    assert small.post(f"{table.path}/review", 200, {}) == found
    small.restart(store, limits=SMALL)
    assert small.get(f"{table.path}/review") == found
    small.restart(store, limits=replace(SMALL, review=999))
    assert small.get(f"{table.path}/review") is None
    # Worked out again, after a process that was ended in the middle of it, it says the same.
    small.post(f"{table.path}/review", 200, {})
    small.restart(store, limits=SMALL)
    small.post(f"{table.path}/review", 200, {})
    assert over(table) == found
    # A moment of it is tried out in a sandbox.
    made = small.post(f"{table.path}/branch", 201, {"at": costly[0]["number"]})
    assert Table(small, made["id"]).view()["decision"]["seats"] == [costly[0]["player"]]


def test_a_game_that_is_not_over_is_not_reviewed(small: Api) -> None:
    table = small.new()
    said = small.post(f"{table.path}/review", 422, {})
    assert said["error"] == "Games are reviewed once they are over."
    assert small.get(f"{table.path}/review") is None
    small.post("/api/games/nothing/review", 404, {})


def test_a_review_that_fails_says_so_and_may_be_begun_again(
    small: Api, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = small.taken_in(finished.to_bytes())
    with monkeypatch.context() as patched:
        # The process that works knows it, wherever it began, and it fails at a piece of work.
        patched.setattr("trunkline.tables.reviewing.worked", abs)
        small.post(f"{table.path}/review", 200, {})
        assert over(table)["failed"] == "The review has failed; the log of the table says why."
    small.post(f"{table.path}/review", 200, {})
    assert over(table)["failed"] == ""
