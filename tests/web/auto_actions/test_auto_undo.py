"""Undo cannot be used to learn about another player's auto-actions."""

from __future__ import annotations

from trunkline import actions as A
from web.auto_actions.seated_table import EAST, NORTH, WEST, SeatedTable, bidding, passing
from web.http.house import House


def test_undo_past_an_automatic_action_needs_its_owner_and_withdraws(house: House) -> None:
    table = SeatedTable(house)
    table.act(A.Pass(EAST))
    table.set(table.cy, passing(NORTH, buys=False))
    table.act(A.Pass(WEST))
    table.until(3)
    body = {"version": 3, "to": 1}
    refused = table.bob.post(f"/api/games/{table.game}/undo", 403, body)
    assert NORTH in refused["error"]
    table.idle()
    assert len(table.mine(table.cy)["active"]) == 1, "the refused request changes nothing"
    table.bob.post(f"/api/games/{table.game}/motions", 200, {"kind": "undo", "version": 3, "to": 1})
    assert table.version == 3
    table.cy.post(f"/api/games/{table.game}/motions/answer", 200, {"kind": "undo", "yes": True})
    assert table.ended(table.cy) == ("withdrawn", "An undo took back an action of yours.")
    assert table.version == 4
    table.act(A.Pass(WEST))
    assert table.log()[-1] == (WEST, "pass"), "it does not act again"


def test_an_undo_of_its_owner_withdraws_it(house: House) -> None:
    table = SeatedTable(house)
    table.set(table.ann, bidding(EAST, "bridge", 130))
    table.until(1)
    table.ann.post(f"/api/games/{table.game}/undo", 200, {"version": 1})
    assert table.ended(table.ann) == ("withdrawn", "An undo took back an action of yours.")
    assert table.log() == [(EAST, "bid"), ("", "undo")]


def test_an_undo_to_before_it_was_set_withdraws_it(house: House) -> None:
    table = SeatedTable(house)
    table.act(A.Pass(EAST), A.Bid(WEST, "bridge", 105))
    table.set(table.ann, bidding(EAST, "bridge", 130))
    table.bob.post(f"/api/games/{table.game}/undo", 200, {"version": 2})
    assert table.ended(table.ann) == ("withdrawn", "The game went back to a moment before you set it.")


def test_an_undo_of_later_actions_of_others_leaves_it_alone(house: House) -> None:
    table = SeatedTable(house)
    table.act(A.Pass(EAST))
    table.set(table.ann, bidding(EAST, "bridge", 130))
    table.act(A.Bid(WEST, "bridge", 105))
    table.bob.post(f"/api/games/{table.game}/undo", 200, {"version": 2})
    table.idle()
    assert len(table.mine(table.ann)["active"]) == 1
    table.bob.post(f"/api/games/{table.game}/redo", 200, {"version": 3})
    table.act(A.Pass(NORTH))
    table.until(6)
    assert table.log()[-1] == (EAST, "bid")


def test_a_guard_that_tripped_stays_tripped_after_an_undo(house: House) -> None:
    """Else a player could act, look whether an auto-action still passes, and take it back."""
    table = SeatedTable(house)
    table.act(A.Pass(EAST))
    table.set(table.ann, passing(EAST))
    table.act(A.BuyOffered(WEST, "flos"))
    assert table.ended(table.ann)[0] == "stopped"
    table.bob.post(f"/api/games/{table.game}/undo", 200, {"version": 2})
    assert table.mine(table.ann)["active"] == []


def test_a_redone_action_of_another_player_trips_a_guard(house: House) -> None:
    table = SeatedTable(house)
    table.act(A.Pass(EAST), A.BuyOffered(WEST, "flos"))
    table.bob.post(f"/api/games/{table.game}/undo", 200, {"version": 2})
    table.set(table.ann, passing(EAST))
    table.bob.post(f"/api/games/{table.game}/redo", 200, {"version": 3})
    assert table.ended(table.ann) == ("stopped", f"{WEST} buys Flos Tramway for $20.")
