"""The thread that acts for auto-actions, and the reasons for which they end."""

from __future__ import annotations

from sqlalchemy import select

from trunkline import actions as A
from trunkline.web.database.notice_tables import notices
from trunkline.web.storage.urls import Place
from web.auto_actions.seated_table import EAST, NORTH, WEST, SeatedTable, bidding, passing
from web.http.house import House


def test_it_bids_the_minimum_each_time_and_then_passes(house: House) -> None:
    table = SeatedTable(house)
    made = table.set(table.ann, bidding(EAST, "bridge", 118))
    assert [each["status"] for each in made] == ["active"]
    table.until(1)
    table.act(A.Bid(WEST, "bridge", 110), A.Pass(NORTH))
    table.until(4)
    table.act(A.Bid(WEST, "bridge", 120), A.Pass(NORTH))
    table.until(7)
    assert table.log() == [
        (EAST, "bid"),
        (WEST, "bid"),
        (NORTH, "pass"),
        (EAST, "bid"),
        (WEST, "bid"),
        (NORTH, "pass"),
        (EAST, "pass"),
    ]
    bids = table.bob.get(f"/api/games/{table.game}/log")
    amounts = [entry["events"][0]["amount"] for entry in bids if entry["action"] == "bid"]
    assert amounts == [105, 110, 115, 120]
    table.idle()
    (active,) = table.mine(table.ann)["active"]
    assert active["acted"] == 3


def test_a_guard_stops_it_and_its_owner_learns_why(house: House) -> None:
    table = SeatedTable(house)
    table.set(table.ann, passing(EAST))
    table.until(1)
    table.act(A.BuyOffered(WEST, "flos"))
    assert table.ended(table.ann) == ("stopped", f"{WEST} buys Flos Tramway for $20.")
    with house.porter.database.reading() as link:
        notice = link.execute(select(notices).where(notices.c.event == "stopped")).one()
    assert (notice.person, notice.game_id, notice.text) == (
        table.ann.id,
        table.game,
        f"{WEST} buys Flos Tramway for $20.",
    )
    (ended,) = table.mine(table.ann)["ended"]
    assert (ended["ended"], ended["acted"]) == (2, 1)
    table.act(A.Pass(NORTH))
    assert table.log()[-1] == (NORTH, "pass"), "it is Ann's turn again"


def test_several_people_play_by_auto_actions_alone(house: House) -> None:
    table = SeatedTable(house)
    for seat in (WEST, NORTH):
        table.set(table.people[seat], passing(seat, buys=False))
    table.set(table.ann, bidding(EAST, "flos", 20))
    table.until(3)
    assert table.log() == [(EAST, "buy_offered"), (WEST, "pass"), (NORTH, "pass")]
    assert table.ended(table.ann) == ("done", "You bought Flos Tramway.")
    with house.porter.database.reading() as link:
        told = link.execute(select(notices.c.event, notices.c.text).where(notices.c.text != "")).all()
    assert ("done", "You bought Flos Tramway.") in told


def test_a_new_one_replaces_the_old_one_and_it_can_be_cancelled(house: House) -> None:
    table = SeatedTable(house)
    table.set(table.bob, bidding(WEST, "bridge", 150))
    (made,) = table.set(table.bob, passing(WEST))
    found = table.mine(table.bob)
    assert [each["key"] for each in found["active"]] == [made["key"]]
    assert [(each["status"], each["reason"]) for each in found["ended"]] == [
        ("withdrawn", "You set another one instead.")
    ]
    table.bob.ask("DELETE", f"{table.path}/{made['key']}", 204)
    assert table.ended(table.bob) == ("withdrawn", "You cancelled it.")
    table.bob.ask("DELETE", f"{table.path}/{made['key']}", 404)
    table.act(A.Pass(EAST), A.Pass(WEST))
    assert table.log() == [(EAST, "pass"), (WEST, "pass")], "Bob plays by hand again"


def test_entries_without_the_thread_are_seen_once_after_a_restart(place: Place) -> None:
    with House(place) as house:
        table = SeatedTable(house)
        table.set(table.bob, passing(WEST, buys=False))
        table.set(table.cy, passing(NORTH))
        table.idle()
        house.app.state.backend.auto_runner.stop()
        table.act(A.Pass(EAST), A.BuyOffered(WEST, "flos"))
        before = table.log()
    with House(place) as again:
        table.house = again
        for browser in table.people.values():
            browser.house = again
        assert table.ended(table.cy) == ("stopped", f"{WEST} buys Flos Tramway for $20.")
        table.idle()
        assert table.log() == before, "nothing is done twice"
        table.act(A.Pass(NORTH), A.Pass(EAST))
        table.until(5)
        assert table.log()[4:] == [(WEST, "pass")]


def test_a_seat_that_changes_hands_withdraws_it(house: House) -> None:
    table = SeatedTable(house)
    table.act(A.Pass(EAST), A.Pass(WEST), A.Pass(NORTH))
    table.set(table.bob, passing(WEST))
    version = table.version
    body = {"version": version, "seat": WEST, "kind": "random"}
    table.bob.post(f"/api/games/{table.game}/seats", 200, body)
    assert table.ended(table.bob) == ("withdrawn", "You do not play this seat any more.")


def test_a_deleted_account_takes_its_auto_actions_along(house: House) -> None:
    table = SeatedTable(house)
    table.set(table.bob, passing(WEST))
    stored = house.app.state.backend.auto_actions
    assert len(stored.active(table.game)) == 1
    house.porter.accounts.delete(table.bob.id)
    assert stored.active(table.game) == []


def test_each_automatic_action_draws_one_pause_from_the_same_distribution(house: House) -> None:
    table = SeatedTable(house, auto_pass=True)
    drawn: list[float] = []

    def draw() -> float:
        drawn.append(0.0)
        return 0.0

    house.app.state.backend.auto_runner.draw_pause = draw
    cash = 500
    table.act(A.Bid(EAST, "tunnel", cash))
    table.set(table.bob, passing(WEST, buys=False))
    table.until(2)
    table.act(A.Pass(NORTH))
    table.until(5)
    assert table.log()[1:] == [(WEST, "pass"), (NORTH, "pass"), (EAST, "pass"), (WEST, "pass")]
    assert len(drawn) == 3, "two for Bob's auto-action, and one for Ann, who can only pass"
