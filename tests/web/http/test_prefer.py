"""Tests of the answer to a change of a game: its version or, on request, its newest moment."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from trunkline import actions as A
from trunkline.web.schemas.moment import View
from web.http.api import Api, Table

WISH = {"prefer": "return=representation"}
BUY = A.BuyOffered("Ann", "flos")


def changed(table: Table, what: str, body: dict[str, Any], headers: dict[str, str]) -> Any:
    answer = table.api.client.post(f"{table.path}/{what}", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    wished = "representation" in headers.get("prefer", "").lower()
    assert answer.headers.get("preference-applied") == ("return=representation" if wished else None)
    return answer.json()


def test_each_change_returns_the_newest_moment_to_clients_that_prefer_it(api: Api) -> None:
    table = api.new()
    changes: list[tuple[str, dict[str, Any]]] = [
        ("actions", {"action": A.encode(BUY)}),
        ("undo", {}),
        ("redo", {}),
        ("seats", {"seat": "Cy", "kind": "clerk"}),
    ]
    for number, (what, body) in enumerate(changes, 1):
        answer = changed(table, what, {"version": number - 1, **body}, WISH)
        assert answer["version"] == answer["at"] == number
        assert answer == api.get(table.path, brief=True)


@pytest.mark.parametrize("wish", ["", "return=minimal", "respond-async", "representation"])
def test_other_clients_get_the_version_alone(api: Api, wish: str) -> None:
    table = api.new()
    body = {"version": 0, "action": A.encode(BUY)}
    answer = table.api.client.post(f"{table.path}/actions", json=body, headers={"prefer": wish})
    assert answer.json() == {"version": 1}
    assert "preference-applied" not in answer.headers


@pytest.mark.parametrize("wish", ['return="representation"', "respond-async, Return=Representation; a=1"])
def test_the_preference_is_read_as_its_standard_says(api: Api, wish: str) -> None:
    table = api.new()
    body = {"version": 0, "action": A.encode(BUY)}
    assert changed(table, "actions", body, {"prefer": wish})["at"] == 1


def test_a_refused_action_is_refused_all_the_same(api: Api) -> None:
    table = api.new()
    body = {"version": 0, "action": A.encode(A.Bid("Ann", "ws", 41))}
    answer = table.api.client.post(f"{table.path}/actions", json=body, headers=WISH)
    assert answer.status_code == 422
    assert answer.json()["rule"].startswith("1856.")


def test_an_old_moment_has_the_version_of_the_game_as_it_grows(api: Api) -> None:
    table = api.new()
    table.act(BUY)
    for version in (1, 2, 3):
        found = api.client.get(table.path, params={"at": 1})
        view = msgspec.json.decode(found.content, type=View)
        assert (view.version, view.at, view.live) == (version, 1, version == 1)
        # The answer has one version field, so a name in the game cannot be mistaken for it.
        assert found.text.count('"version"') == 1
        if version < 3:
            table.act(A.Pass(next(iter(table.game().to_act))))
