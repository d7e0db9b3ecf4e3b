"""Plans that are handed in by themselves: they act once, stop with a reason, and stay private."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from trunkline import actions as A
from trunkline.web.accounts.data_export import export_person
from trunkline.web.database.notice_tables import notices
from trunkline.web.errors import StaleVersion
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.notices import messages
from trunkline.web.storage.urls import Place
from web.auto_actions.seated_table import EAST, NORTH, WEST, passing
from web.auto_actions.test_auto_privacy import fetched
from web.http.house import Browser, House
from web.plans.planned_table import PlannedTable

BUY = A.BuyOffered(EAST, "flos")
ROUND = A.Pass(EAST), A.Pass(WEST), A.Pass(NORTH), BUY
"""A round of passes, after which Flos Tramway costs $15."""
WITH_BID = A.Pass(EAST), A.Bid(WEST, "tunnel", 105), A.Pass(NORTH), BUY
"""A round with a bid, after which it still costs $20."""


def test_it_acts_each_turn_until_it_is_done(house: House) -> None:
    table = PlannedTable(house)
    table.keep(table.ann, *WITH_BID, mode="same")
    table.until(1)
    table.act(A.Pass(WEST), A.Bid(NORTH, "bridge", 105))
    table.until(4)
    assert table.log() == [(EAST, "pass"), (WEST, "pass"), (NORTH, "bid"), (EAST, "buy_offered")]
    assert table.over(table.ann) == ("done", "All steps of your plan have been made.")


def test_a_change_of_its_figures_stops_it_with_a_notice(house: House) -> None:
    table = PlannedTable(house)
    key = table.keep(table.ann, *ROUND, mode="same")["key"]
    table.until(1)
    table.act(A.Bid(WEST, "ws", 45), A.Pass(NORTH))
    reason = table.stopped(table.ann)
    assert reason.startswith(f"{WEST} bids $45 on Waterloo & Saugeen Railway Co. ")
    assert 'Your next step is "buy Flos Tramway for $15"' in reason
    assert f"{WEST}'s money: −$45 instead of no change" in reason
    with house.porter.database.reading() as link:
        notice = link.execute(select(notices).where(notices.c.event == "plan-stopped")).one()
    assert (notice.person, notice.text) == (table.ann.id, reason)
    hosted = house.app.state.backend.games[table.game]
    message = messages.plan_ended(hosted, {EAST}, notice.text, "", done=False)
    assert message.title == "1856: your plan has stopped"
    assert message.body.count(f"{WEST} bids $45 on Waterloo & Saugeen Railway Co.") == 1
    again = {"version": 3, "mode": "same"}
    answer = table.ann.ask("PUT", f"{table.plans}/{key}", 422, again)
    assert answer["error"].startswith("The plan cannot be handed in by itself. ")
    assert len(table.log()) == 3
    assert table.hand_in(table.ann, 3)["made"] == 1, "its owner may still hand it in"


def test_exact_stops_at_once_if_others_move_otherwise(house: House) -> None:
    table = PlannedTable(house)
    key = table.keep(table.ann, *WITH_BID, mode="exact")["key"]
    table.until(1)
    table.act(A.Bid(WEST, "tunnel", 105))
    table.quiet()
    assert table.planned(table.ann)["mode"] == "exact"
    table.act(A.Bid(NORTH, "bridge", 105))
    assert table.stopped(table.ann).startswith(f"{NORTH} bids $105 on ")
    table.ann.ask("PUT", f"{table.plans}/{key}", 422, {"version": 3, "mode": "exact"})
    table.ann.ask("PUT", f"{table.plans}/{key}", 200, {"version": 3, "mode": "same"})
    table.until(4)
    assert table.log()[-1] == (EAST, "buy_offered")


def test_another_action_of_its_owner_stops_it(house: House) -> None:
    table = PlannedTable(house)
    table.keep(table.bob, A.Pass(EAST), A.Pass(WEST), A.Pass(NORTH), A.Pass(EAST), A.Pass(WEST), mode="same")
    table.house.app.state.backend.auto_runner.draw_pause = lambda: 3600.0
    table.act(A.Pass(EAST), A.BuyOffered(WEST, "flos"))
    assert table.stopped(table.bob) == "You acted otherwise than planned."
    assert table.states(table.bob)[:2] == ["done", "waits"]


def test_undo_past_a_step_needs_its_owner_and_withdraws(house: House) -> None:
    table = PlannedTable(house)
    table.act(A.Pass(EAST))
    table.keep(table.cy, A.Pass(WEST), A.Pass(NORTH), A.Pass(EAST), A.Pass(WEST), A.Pass(NORTH), mode="same")
    table.act(A.Pass(WEST))
    table.until(3)
    table.bob.post(f"/api/games/{table.game}/undo", 403, {"version": 3, "to": 1})
    table.quiet()
    assert table.planned(table.cy)["mode"] == "same"
    table.bob.post(f"/api/games/{table.game}/motions", 200, {"kind": "undo", "version": 3, "to": 1})
    table.cy.post(f"/api/games/{table.game}/motions/answer", 200, {"kind": "undo", "yes": True})
    expected = ("withdrawn", "An undo took back a step that was handed in by itself.")
    assert table.over(table.cy) == expected
    table.act(A.Pass(WEST))
    assert table.log()[-1] == (WEST, "pass"), "it does not act again"


def test_other_undos(house: House) -> None:
    table = PlannedTable(house)
    table.act(A.Pass(EAST))
    table.keep(table.ann, A.Pass(WEST), A.Pass(NORTH), BUY, mode="same")
    table.act(A.Bid(WEST, "bridge", 105))
    table.bob.post(f"/api/games/{table.game}/undo", 200, {"version": 2})
    table.quiet()
    assert table.states(table.ann) == ["waits", "waits", "waits"], "an undo of later actions of others"
    table.act(A.Pass(WEST), A.Pass(NORTH))
    table.until(6)
    assert table.over(table.ann)[0] == "done"

    manual = PlannedTable(house, names=("Dan", "Eve", "Fay"))
    key = manual.keep(manual.ann, *ROUND)["key"]
    manual.hand_in(manual.ann, 0)
    manual.ann.ask("PUT", f"{manual.plans}/{key}", 200, {"version": 1, "mode": "same"})
    manual.ann.post(f"/api/games/{manual.game}/undo", 200, {"version": 1})
    assert manual.stopped(manual.ann) == "An undo took back an action of yours."
    manual.quiet()
    assert manual.log() == [(EAST, "pass"), ("", "undo")]
    assert manual.states(manual.ann)[0] == "ready"


def test_nothing_differs_for_others_until_it_acts(slow: House) -> None:
    table = PlannedTable(slow)
    everybody = [table.ann, table.bob, slow.person("Stan"), Browser(slow)]
    woken: list[str] = []
    table.act(A.Pass(EAST), A.Pass(WEST))
    sandbox = table.sandbox(table.cy, A.Pass(NORTH), BUY)
    before = [fetched(table, each) for each in everybody]
    subscriptions = slow.app.state.backend.subscriptions
    wake = subscriptions.wake
    subscriptions.wake = woken.append
    body = {"version": 2, "sandbox": sandbox, "mode": "same"}
    key = table.cy.post(table.plans, 201, body)["key"]
    table.quiet()
    assert [fetched(table, each) for each in everybody] == before
    assert woken == []
    subscriptions.wake = wake
    for browser in everybody[:2]:
        found = browser.get(table.plans)
        assert found["active"] == found["ended"] == []
        browser.post(f"{table.plans}/{key}/hand-in", 404, {"version": 2})
        browser.ask("PUT", f"{table.plans}/{key}", 404, {"version": 2, "mode": "off"})
        browser.ask("DELETE", f"{table.plans}/{key}", 404)
    assert everybody[2].ask("GET", table.plans).status_code == 403
    assert everybody[3].ask("GET", table.plans).status_code == 401
    assert "plans" in export_person(slow.porter.database, table.cy.id)
    assert "plans" not in export_person(slow.porter.database, table.ann.id)
    slow.porter.accounts.delete(table.cy.id)
    assert slow.app.state.backend.plans.active(table.game) == []


def test_a_plan_acts_before_an_auto_action(house: House) -> None:
    table = PlannedTable(house)
    runner = house.app.state.backend.auto_runner
    # The thread would act for the first of them before the second is kept.
    runner.stop()
    table.set(table.ann, passing(EAST))
    table.keep(table.ann, BUY, mode="same")
    runner._look(table.game)
    assert table.log() == [(EAST, "buy_offered")]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_step_is_made_once_if_the_server_stops(
    place: Place, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server stops directly before or after the step is stored."""
    act = HostedGame.act

    def interrupted(self: HostedGame, version: int, action: A.AnyAction, note: str = "") -> int:
        if moment == "after":
            act(self, version, action, note)
        raise StaleVersion(version, version, ())

    with House(place) as house:
        table = PlannedTable(house)
        runner = house.app.state.backend.auto_runner
        table.act(A.Pass(EAST), A.Pass(WEST))
        table.keep(table.cy, A.Pass(NORTH), A.Pass(EAST), A.Pass(WEST), A.Pass(NORTH))
        row = house.app.state.backend.plans.active(table.game)[0]
        runner.stop()
        monkeypatch.setattr(HostedGame, "act", interrupted)
        table.cy.ask("PUT", f"{table.plans}/{row.key}", 200, {"version": 2, "mode": "same"})
        runner._look(table.game)
        assert house.app.state.backend.plans.active(table.game)[0].acted == (2,)
        monkeypatch.undo()
    with House(place) as again:
        table.house = again
        for browser in table.people.values():
            browser.house = again
        table.until(3)
        table.quiet()
        assert table.log() == [(EAST, "pass"), (WEST, "pass"), (NORTH, "pass")]
        table.act(A.Pass(EAST), A.Pass(WEST))
        table.until(6)
        assert table.log()[5:] == [(NORTH, "pass")]
        assert table.over(table.cy)[0] == "done"
