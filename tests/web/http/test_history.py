"""Tests of undo, redo and branches: they are log entries, and no played action is lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from trunkline import actions as A
from web.http.api import Api, Table
from web.http.recorded import after_purchase


def three(api: Api) -> Table:
    """Return a game in which Ann, Bob and Cy have acted."""
    table = api.new()
    for action in (A.BuyOffered("Ann", "flos"), A.Bid("Bob", "canada", 55), A.Pass("Cy")):
        table.act(action)
    return table


def test_undo_is_an_entry_that_leads_back(api: Api) -> None:
    table = three(api)
    before = table.view(2)
    assert table.undo() == {"version": 4}
    view = table.view()
    assert view["players"] == before["players"]
    assert [branch["number"] for branch in view["branches"]] == [3]
    assert view["can_redo"]
    last = table.log()[-1]
    assert (last["kind"], last["lines"][0]["text"]) == ("undo", "Undone: pass")


def test_undo_to_an_earlier_moment_and_redo_along_the_line(api: Api) -> None:
    table = three(api)
    table.undo(to=0)
    assert table.view()["players"] == table.view(0)["players"]
    table.redo()
    table.redo()
    assert table.version == 6
    assert table.view()["players"] == table.view(2)["players"]
    assert [entry["kind"] for entry in table.log()] == ["action"] * 3 + ["undo", "redo", "redo"]


def test_an_action_after_an_undo_begins_a_branch_and_the_old_one_is_kept(api: Api) -> None:
    table = three(api)
    table.undo(to=1)
    table.act(A.Bid("Bob", "lakes", 75))
    table.undo()
    view = table.view()
    assert [(branch["number"], branch["text"][:12]) for branch in view["branches"]] == [
        (2, "Bob bids $55"),
        (5, "Bob bids $75"),
    ]
    table.redo(branch=2)
    assert table.view()["players"] == table.view(2)["players"]
    assert [type(action) for action in table.game().actions] == [A.BuyOffered, A.Bid]


def test_an_undo_goes_back_past_an_action_that_needed_no_decision(api: Api) -> None:
    game = after_purchase()
    table = api.taken_in(game.to_bytes())
    bought, (seat,) = table.version, game.to_act
    assert table.view()["decision"]["obvious"] == {"why": "bought", "action": A.encode(A.Pass(seat))}
    table.act(A.Pass(seat), automatic=True)
    assert table.log()[-1]["lines"][-1]["text"] == "Made automatically: after a purchase, the turn ends."
    after = table.view()["decision"]["seats"]
    assert after != [seat]
    # The last decision was the purchase.
    table.undo()
    assert table.view()["players"] == table.view(bought - 1)["players"]
    table.redo()
    assert table.view()["decision"]["seats"] == after
    # A player who returns to the moment after the purchase can choose to sell.
    table.undo(to=bought)
    assert table.view()["decision"]["obvious"] is None
    table.redo()
    assert "more than one choice" in table.act(A.Pass(after[0]), 422, automatic=True)["error"]


def test_the_same_action_again_goes_on_along_its_branch(api: Api) -> None:
    table = three(api)
    table.undo()
    table.act(A.Pass("Cy"))
    assert table.view()["branches"] == []
    table.undo()
    assert [branch["number"] for branch in table.view()["branches"]] == [3]


def test_what_cannot_be_undone_or_redone_is_said_and_changes_nothing(api: Api) -> None:
    table = api.new()
    assert table.undo(status=422)["error"] == "There is nothing to undo."
    assert table.redo(status=422)["error"] == "There is nothing to redo."
    table.act(A.Pass("Ann"))
    table.undo(to=1, status=422)
    table.undo(to=9, status=404)
    table.redo(branch=1, status=422)
    body = {"version": 0}
    assert api.post(f"{table.path}/undo", 409, body)["version"] == 1
    assert len(table.log()) == 1


def test_every_moment_can_be_seen_as_it_was(api: Api) -> None:
    table = api.new()
    seen = [table.view()["players"]]
    for action in (A.BuyOffered("Ann", "flos"), A.Bid("Bob", "canada", 55), A.Pass("Cy")):
        table.act(action)
        seen.append(table.view()["players"])
    for number, players in enumerate(seen):
        view = table.view(number)
        assert view["players"] == players
        assert (view["at"], view["version"], view["live"]) == (number, 3, number == 3)
    assert api.get(table.path, at=1, brief=True)["decision"]["groups"] == []
    assert api.get(table.path, 404, at=4)["rule"] is None


@pytest.mark.parametrize("what", ["", "?brief=true", "/sheet", "/hexes/P9", "/routes/GT"])
def test_what_is_known_of_a_moment_is_not_sent_again(api: Api, what: str) -> None:
    table = api.new()
    first = api.client.get(f"{table.path}{what}")
    assert first.headers["cache-control"] == "no-cache"
    # A compressed answer has a weak tag. Weak and strong tags name the same answer here.
    tag = first.headers["etag"].removeprefix("W/")
    for sent in (tag, f"W/{tag}", f'"other", {tag}'):
        again = api.client.get(f"{table.path}{what}", headers={"if-none-match": sent})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"].removeprefix("W/") == tag
    table.act(A.Pass("Ann"))
    later = api.client.get(f"{table.path}{what}", headers={"if-none-match": tag})
    assert later.status_code == 200
    assert later.headers["etag"].removeprefix("W/") != tag


def test_an_old_moment_stays_known_while_the_game_goes_on(api: Api) -> None:
    table = three(api)
    first = api.client.get(f"{table.path}/sheet?at=1")
    table.act(A.Pass("Ann"))
    again = api.client.get(f"{table.path}/sheet?at=1", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


def test_what_is_printed_is_not_sent_again(api: Api) -> None:
    board = api.client.get("/api/titles/1856/board")
    for path in ("/api/titles/1856/board", f"/api/titles/1856/symbols.svg?h={board.json()['hash']}"):
        first = api.client.get(path)
        again = api.client.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert "immutable" in first.headers["cache-control"]


def test_a_sandbox_begins_as_the_game_did(api: Api) -> None:
    table = three(api)
    made = api.post(f"{table.path}/branch", 201, {"at": 2})
    sandbox = Table(api, made["id"])
    sandbox.version = made["version"]
    assert sandbox.version == 2
    assert sandbox.view()["players"] == table.view(2)["players"]
    sandbox.act(A.Pass("Cy"))
    assert len(table.log()) == 3
    origin = {"game": table.id, "at": 2}
    assert (sandbox.view()["origin"], table.view()["origin"]) == (origin, None)
    listed = {game["id"]: game["origin"] for game in api.get("/api/games")}
    assert listed == {sandbox.id: origin, table.id: None}


def test_a_sandbox_of_a_game_that_went_back_has_the_line_in_play_alone(api: Api) -> None:
    table = three(api)
    table.undo(to=1)
    table.act(A.Bid("Bob", "lakes", 75))
    table.act(A.Pass("Cy"))
    sandbox = Table(api, api.post(f"{table.path}/branch", 201, {"at": 6})["id"])
    assert sandbox.game().digest() == table.game().digest()
    assert [(entry["number"], entry["lines"]) for entry in sandbox.log()] == [
        (number, table.log()[old - 1]["lines"]) for number, old in ((1, 1), (2, 5), (3, 6))
    ]


def test_a_game_is_laid_aside_and_taken_out_again(api: Api, store: Path) -> None:
    table = three(api)
    for away in (True, False, True):
        api.post(f"{table.path}/put-away", 200, {"away": away})
        assert [game["put_away"] for game in api.get("/api/games")] == [away]
    table.act(A.Pass("Ann"))
    api.post("/api/games/nothere/put-away", 404, {"away": True})
    api.post(f"{table.path}/put-away", 400, {"away": "perhaps"})
    api.restart(store)
    assert [game["put_away"] for game in api.get("/api/games")] == [True]


def test_a_store_that_is_opened_again_has_everything(api: Api, store: Path) -> None:
    table = three(api)
    table.undo(to=1)
    table.act(A.Pass("Bob"))
    table.undo()
    view, log, old = table.view(), table.log(), table.view(3)
    api.restart(store)
    assert table.view() == view
    assert table.log() == log
    assert table.view(3) == old


def test_a_stored_state_that_is_not_to_be_trusted_is_replayed(api: Api, store: Path) -> None:
    table = three(api)
    view = table.view()
    for change in (
        "UPDATE states SET bound_by = 'another program'",
        "UPDATE states SET number = 2",
        "UPDATE states SET state = '{}'",
        "UPDATE states SET digest = ''",
        "DELETE FROM states",
    ):
        with sqlite3.connect(store) as link:
            link.execute(change)
        link.close()
        api.restart(store)
        assert table.view() == view, change
