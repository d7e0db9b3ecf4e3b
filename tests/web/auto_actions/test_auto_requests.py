"""Requests about auto-actions: offers, previews, and one clear sentence for each fault."""

from __future__ import annotations

from typing import Any

import pytest

from trunkline import actions as A
from web.auto_actions.seated_table import EAST, NORTH, WEST, SeatedTable, bidding, passing
from web.http.house import House


def test_offers_can_be_set_unchanged(house: House) -> None:
    table = SeatedTable(house)
    for browser in table.people.values():
        found = table.mine(browser)["offers"]
        assert {each["auto_action"]["kind"] for each in found} == {"pass", "bid", "answer"}
        body = {"version": 0, "auto_actions": [each["auto_action"] for each in found][:12]}
        for shown in browser.post(f"{table.path}/preview", 200, body):
            assert shown["fault"] == ""
            assert shown["guards"]
            assert shown["now"]


def test_a_preview_says_what_it_would_do_and_sets_nothing(house: House) -> None:
    table = SeatedTable(house)
    body = {"version": 0, "auto_actions": [bidding(WEST, "bridge", 130), bidding(WEST, "bridge", 100)]}
    shown, faulty = table.bob.post(f"{table.path}/preview", 200, body)
    name = "Niagara Falls Suspension Bridge Company"
    assert shown["text"] == f"Bid on {name} up to $130, then pass."
    assert shown["now"] == f"On its turn, if nothing changes, it would: bid $105 on {name}."
    assert faulty["fault"] == f"The lowest bid is $105, above your limit of $100 for {name}. Raise the limit."
    assert table.mine(table.bob)["active"] == []


@pytest.mark.parametrize(
    ("wanted", "status", "said"),
    [
        ([passing(WEST, sells=True)], 422, 'the guard "sells" can never stop it'),
        ([bidding(WEST, "bridge", 10)], 422, "Raise the limit."),
        ([bidding(WEST, "nowhere", 130)], 422, "There is no private nowhere"),
        ([bidding(WEST, "bridge", 130), passing(WEST)], 422, "for the same turns"),
        (
            [{"kind": "buy", "player": WEST, "corp": "GT", "source": "pool", "percent": 30}],
            422,
            "stock round",
        ),
        ([{"kind": "operate", "player": WEST, "corp": "GT", "payout": "pay"}], 422, "not the president"),
        ([{"kind": "answer", "player": WEST, "offer": "private", "accept": True}], 422, "own no private"),
        ([{"kind": "dance", "player": WEST}], 400, ""),
        ([bidding(WEST, "bridge", 10**12)], 400, ""),
        ([], 400, ""),
    ],
)
def test_faults_are_refused_in_one_sentence(
    house: House, wanted: list[dict[str, Any]], status: int, said: str
) -> None:
    table = SeatedTable(house)
    answer = table.bob.post(table.path, status, {"version": 0, "auto_actions": wanted})
    assert said in answer["error"]
    assert table.mine(table.bob)["active"] == []


def test_one_fault_sets_none_of_them(house: House) -> None:
    table = SeatedTable(house)
    offers = {"kind": "answer", "player": WEST, "offer": "private", "accept": False}
    table.set(table.bob, passing(WEST), offers, status=422)
    assert table.mine(table.bob)["active"] == []


def test_an_older_version_is_refused_with_what_was_missed(house: House) -> None:
    table = SeatedTable(house)
    table.act(A.Pass(EAST))
    body = {"version": 0, "auto_actions": [passing(NORTH)]}
    answer = table.cy.post(table.path, 409, body)
    assert answer["version"] == 1


def test_it_is_set_once_every_seat_is_taken(house: House) -> None:
    ann = house.person("Ann")
    game = ann.table(private=False)
    body = {"version": 0, "auto_actions": [passing(EAST)]}
    answer = ann.post(f"/api/games/{game}/auto-actions", 422, body)
    assert "The game begins when every seat is taken" in answer["error"]


def test_a_table_shows_its_auto_pass_to_everybody(house: House) -> None:
    for on in (True, False):
        names = ("Ann", "Bob", "Cy") if on else ("Dan", "Eve", "Fay")
        table = SeatedTable(house, names=names, auto_pass=on)
        for browser in (table.bob, house.person(f"Stan {on}")):
            assert browser.get(f"/api/games/{table.game}/people")["auto_pass"] == on
        table.act(A.Bid(EAST, "tunnel", 500), A.Pass(WEST), A.Pass(NORTH))
        if on:
            table.until(4)
            assert table.log()[-1] == (EAST, "pass")
        else:
            assert table.mine(table.ann)["active"] == []
            assert table.version == 3


def test_a_sandbox_does_not_pass_automatically(house: House) -> None:
    table = SeatedTable(house, auto_pass=True)
    table.act(A.Bid(EAST, "tunnel", 500), A.Pass(WEST))
    made = table.bob.post(f"/api/games/{table.game}/branch", 201, {"at": 2})["id"]
    table.bob.act(made, 2, A.Pass(NORTH))
    assert not house.app.state.backend.auto_runner._has_auto_pass(made)
    assert table.bob.get(f"/api/games/{made}")["version"] == 3
