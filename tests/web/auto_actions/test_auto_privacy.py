"""Only its owner can see an auto-action, or tell its actions from actions by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from trunkline import actions as A
from trunkline.web.accounts.data_export import export_person
from web.auto_actions.seated_table import EAST, NORTH, WEST, SeatedTable, bidding, passing
from web.http.house import Browser, House

SHOWN = (
    "",
    "/log",
    "/moments",
    "/people",
    "/talk",
    "/export",
    "/export?to=text",
    "/sheet",
    "/figures",
    "/present",
)
"""Addresses of everything that others can fetch of a game."""


def fetched(table: SeatedTable, browser: Browser) -> dict[str, tuple[int, bytes, str]]:
    """Return all that a person can fetch of the game and of the lists, with the entity tags."""
    paths = [f"/api/games/{table.game}{what}" for what in SHOWN] + ["/api/games", "/api/lobby", "/api/me"]
    answers = {path: browser.ask("GET", path) for path in paths}
    return {path: (a.status_code, a.content, a.headers.get("etag", "")) for path, a in answers.items()}


def test_nothing_differs_for_others_until_it_acts(slow: House) -> None:
    table = SeatedTable(slow)
    table.act(A.Pass(EAST), A.Pass(WEST))
    outside = slow.person("Stan")
    everybody = [table.ann, table.bob, outside, Browser(slow)]
    before = [fetched(table, each) for each in everybody]
    assert before[0][f"/api/games/{table.game}/log"][0] == 200
    table.set(table.cy, passing(NORTH))
    table.cy.post(f"{table.path}/preview", 200, {"version": 2, "auto_actions": [passing(NORTH)]})
    table.idle()
    assert len(table.mine(table.cy)["active"]) == 1
    assert [fetched(table, each) for each in everybody] == before
    for browser in (table.ann, table.bob):
        assert table.mine(browser)["active"] == table.mine(browser)["ended"] == []


def test_the_event_stream_carries_nothing_of_it(slow: House) -> None:
    """The subscribers of a game are woken by its entries only."""
    table = SeatedTable(slow)
    table.act(A.Pass(EAST), A.Pass(WEST))
    woken: list[str] = []
    subscriptions = slow.app.state.backend.subscriptions
    wake = subscriptions.wake

    def watched(game: str) -> None:
        woken.append(game)
        wake(game)

    subscriptions.wake = watched
    key = table.set(table.cy, passing(NORTH))[0]["key"]
    table.idle()
    table.cy.ask("DELETE", f"{table.path}/{key}", 204)
    assert woken == []
    table.act(A.Pass(NORTH))
    assert woken == [table.game]


def test_an_automatic_action_is_an_ordinary_entry(house: House) -> None:
    by_hand = SeatedTable(house)
    by_hand.act(A.Bid(EAST, "bridge", 105), A.Pass(WEST))
    automatic = SeatedTable(house, names=("Dan", "Eve", "Fay"))
    automatic.set(automatic.bob, passing(WEST, buys=False))
    automatic.set(automatic.ann, bidding(EAST, "bridge", 120))
    automatic.until(2)

    def entries(table: SeatedTable) -> list[dict[str, Any]]:
        found = table.cy.get(f"/api/games/{table.game}/log")
        return [{name: value for name, value in entry.items() if name != "at"} for entry in found]

    def moment(table: SeatedTable) -> dict[str, Any]:
        found = json.loads(table.cy.ask("GET", f"/api/games/{table.game}").content.decode())
        return {name: value for name, value in found.items() if name not in ("id", "created")}

    assert entries(automatic) == entries(by_hand)
    shown, expected = moment(automatic), moment(by_hand)
    assert shown.keys() == expected.keys()
    assert shown["version"] == expected["version"]
    exports = [each.cy.ask("GET", f"/api/games/{each.game}/export").content for each in (automatic, by_hand)]
    assert exports[0] == exports[1]


@pytest.mark.parametrize("way", ["get", "set", "preview", "delete"])
def test_only_the_person_in_a_seat_sets_and_sees_its_auto_actions(house: House, way: str) -> None:
    table = SeatedTable(house)
    (made,) = table.set(table.bob, passing(WEST))
    body = {"version": 0, "auto_actions": [bidding(WEST, "bridge", 130)]}

    def tried(browser: Browser) -> int:
        if way == "get":
            return int(browser.ask("GET", table.path).status_code)
        if way == "delete":
            return int(browser.ask("DELETE", f"{table.path}/{made['key']}").status_code)
        path = table.path if way == "set" else f"{table.path}/preview"
        return int(browser.ask("POST", path, None, body).status_code)

    expected = {"get": 200, "set": 403, "preview": 403, "delete": 404}[way]
    assert tried(table.ann) == expected, "another player, who may do it for her own seat"
    assert tried(house.person("Stan")) == 403
    assert tried(house.person("Op", operator=True)) == 403
    assert tried(Browser(house)) == 401
    assert len(table.mine(table.bob)["active"]) == 1
    assert table.mine(table.ann)["active"] == []


def test_a_personal_export_holds_ones_own(house: House) -> None:
    table = SeatedTable(house)
    table.set(table.bob, passing(WEST))
    assert "auto_actions" in export_person(house.porter.database, table.bob.id)
    assert "auto_actions" not in export_person(house.porter.database, table.ann.id)
