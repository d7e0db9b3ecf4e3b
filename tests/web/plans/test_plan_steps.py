"""Keeping a plan, its steps in the present position, and the hand-in with one click."""

from __future__ import annotations

from pathlib import Path

import pytest

import trunkline
from trunkline import actions as A
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from web.auto_actions.seated_table import EAST, NORTH, WEST
from web.http.house import House
from web.plans.planned_table import PlannedTable

BID, BUY = A.Bid(EAST, "bridge", 105), A.BuyOffered(EAST, "flos")


def test_steps_are_checked_and_handed_in_with_one_click(house: House) -> None:
    table = PlannedTable(house)
    made = table.keep(table.ann, BID, A.Pass(WEST), A.Pass(NORTH), BUY, A.Pass(WEST))
    assert [(step["player"], step["mine"]) for step in made["steps"]] == [
        (EAST, True),
        (WEST, False),
        (NORTH, False),
        (EAST, True),
    ], "the pass after the last own move is left out"
    assert made["steps"][0]["text"] == "bid $105 on Niagara Falls Suspension Bridge Company"
    assert (made["status"], made["mode"], made["ready"]) == ("active", "off", 1)
    assert table.states(table.ann) == ["ready", "waits", "waits", "waits"]
    assert table.planned(table.ann)["steps"][3]["note"] == "It waits for the steps before it."

    mine, theirs = (each.get("/api/me/games", which="waiting")["games"] for each in (table.ann, table.bob))
    assert mine[0]["plan"] == {"key": made["key"], "steps": [made["steps"][0]["text"]]}
    assert theirs == []

    expected = {"version": 1, "made": 1, "stopped": ""}
    assert table.hand_in(table.ann, 0) == expected
    assert table.hand_in(table.ann, 0) == expected, "a repeated request gets the same answer"
    assert table.log() == [(EAST, "bid")]
    assert table.states(table.ann) == ["done", "waits", "waits", "waits"]
    assert table.planned(table.ann)["steps"][3]["note"] == f"It waits for {WEST}."
    answer = table.hand_in(table.ann, 1, 422)
    assert answer["error"] == f"{WEST} must act first."

    table.act(A.Pass(WEST), A.BuyOffered(NORTH, "flos"))
    refused = table.planned(table.ann)
    assert table.states(table.ann) == ["done", "done", "otherwise", "refused"]
    assert refused["moved"] == f"{NORTH} buys Flos Tramway for $20."
    assert refused["steps"][3]["note"].startswith("It is not legal now: ")
    assert refused["ready"] == 0
    answer = table.hand_in(table.ann, 3, 422)
    assert "rule" in answer
    assert table.hand_in(table.ann, 2, 409)["version"] == 3
    assert len(table.log()) == 3

    table.ann.ask("DELETE", f"{table.plans}/{made['key']}", 204)
    table.ann.ask("DELETE", f"{table.plans}/{made['key']}", 404)
    assert table.over(table.ann) == ("withdrawn", "You deleted it.")


def test_a_step_with_other_effects_is_shown_and_can_be_handed_in(house: House) -> None:
    table = PlannedTable(house)
    key = table.keep(table.ann, A.Pass(EAST), A.Pass(WEST), A.Pass(NORTH), BUY)["key"]
    table.act(A.Pass(EAST), A.Bid(WEST, "ws", 45), A.Pass(NORTH))
    assert table.states(table.ann) == ["done", "otherwise", "done", "changed"]
    note = table.planned(table.ann)["steps"][3]["note"]
    assert note.startswith("It would not do what it did in the sandbox: ")
    assert f"{WEST}'s money: −$45 instead of no change" in note
    assert table.hand_in(table.ann, 3) == {"version": 4, "made": 1, "stopped": ""}
    assert table.over(table.ann) == ("done", "All steps of your plan have been made.")
    path, body = f"{table.plans}/{key}/hand-in", {"version": 3}
    again = table.ann.post(path, 200, body)
    assert again == {"version": 4, "made": 1, "stopped": ""}, "the answer to the first request may be lost"
    assert table.ann.post(path, 422, {"version": 4})["error"] == "All steps of your plan have been made."
    table.ann.post(path, 409, {"version": 5})
    assert len(table.log()) == 4


def test_a_new_plan_replaces_the_old_one_and_each_seat_has_its_own(house: House) -> None:
    table = PlannedTable(house)
    table.keep(table.ann, BUY)
    mine = table.keep(table.ann, BID)
    theirs = table.keep(table.bob, A.Pass(EAST), A.Pass(WEST))
    found = table.ann.get(table.plans)
    assert [each["key"] for each in found["active"]] == [mine["key"]]
    assert [each["reason"] for each in found["ended"]] == ["You kept another plan instead."]
    assert table.planned(table.bob)["key"] == theirs["key"]
    assert len(house.app.state.backend.plans.active(table.game)) == 2


def test_a_sandbox_of_a_sandbox_and_a_game_that_has_continued(house: House) -> None:
    table = PlannedTable(house)
    first = table.sandbox(table.bob, A.Pass(EAST), A.Pass(WEST))
    second = table.sandbox(table.bob, A.Bid(WEST, "bridge", 105), of=first, at=1)
    table.act(A.Pass(EAST))
    body = {"version": 1, "sandbox": second}
    made = table.bob.post(table.plans, 201, body)
    assert [step["state"] for step in made["steps"]] == ["done", "ready"]


@pytest.mark.parametrize(
    ("moves", "status", "said"),
    [
        ((), 422, "The sandbox has no move of East since it began."),
        ((A.Pass(EAST),), 422, "You have made every move of this plan already."),
        ((A.Pass(EAST), A.Pass(WEST), A.Pass(NORTH), BUY), 201, ""),
    ],
)
def test_faults_of_a_plan(house: House, moves: tuple[A.Action, ...], status: int, said: str) -> None:
    table = PlannedTable(house)
    sandbox = table.sandbox(table.ann, *moves)
    table.act(A.Pass(EAST))
    answer = table.ann.post(table.plans, status, {"version": 1, "sandbox": sandbox})
    assert said in str(answer.get("error", ""))


def test_other_faults_are_refused_in_one_sentence(house: House) -> None:
    table = PlannedTable(house)
    other = PlannedTable(house, names=("Dan", "Eve", "Fay"))
    sandbox = table.sandbox(table.ann, BUY)

    def tried(status: int, **more: object) -> str:
        body = {"version": table.version, "sandbox": sandbox, **more}
        return str(table.ann.post(table.plans, status, body)["error"])

    foreign = other.ann.post(f"/api/games/{other.game}/branch", 201, {"at": 0})["id"]
    tried(404, sandbox=foreign)
    tried(404, sandbox="nowhere")
    own = table.ann.table(private=False)
    assert "did not begin in this game" in tried(422, sandbox=own)
    assert "did not begin in this game" in tried(422, sandbox=table.game)
    assert WEST in tried(403, seat=WEST)
    assert table.bob.ask("POST", table.plans, None, {"version": 0, "sandbox": sandbox}).status_code == 404
    table.act(A.Pass(EAST), A.Pass(WEST))
    tried(409, version=0)
    later = table.sandbox(table.ann, A.Pass(NORTH), BUY)
    table.bob.post(f"/api/games/{table.game}/undo", 200, {"version": 2})
    assert "Begin a new sandbox." in tried(422, sandbox=later)
    table.bob.post(f"/api/games/{table.game}/motions", 200, {"kind": "end", "version": 3})
    for browser in (table.ann, table.cy):
        browser.post(f"/api/games/{table.game}/motions/answer", 200, {"kind": "end", "yes": True})
    assert tried(422) == "The game is over."
    waiting = table.ann.table(private=False)
    begun = table.ann.post(f"/api/games/{waiting}/branch", 201, {"at": 0})["id"]
    table.ann.act(begun, 0, A.Pass(EAST))
    answer = table.ann.post(f"/api/games/{waiting}/plans", 422, {"version": 0, "sandbox": begun})
    assert "The game begins when every seat is taken" in answer["error"]


def test_a_whole_plan_leads_to_the_position_of_the_sandbox(house: House, tmp_path: Path) -> None:
    """The game is in operating rounds, so a player has several steps in a row."""
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3)
    play_out(game, RandomPlayer(3), 160)
    ann = house.person("Ann")
    game.save(tmp_path / "game.json")
    made = ann.ask("POST", "/api/import", 201, content=(tmp_path / "game.json").read_bytes())
    begin = made["version"]
    sandbox = ann.post(f"/api/games/{made['id']}/branch", 201, {"at": begin})["id"]
    hand, moves = RandomPlayer(5), []
    for number in range(24):
        moves.append(hand.choose(game, min(game.to_act)))
        game.play(moves[-1])
        ann.act(sandbox, begin + number, moves[-1])
    seat = moves[-1].player
    path = f"/api/games/{made['id']}/plans"
    several = ann.post(path, 422, {"version": begin, "sandbox": sandbox})
    assert "Name the seat" in several["error"]
    plan = ann.post(path, 201, {"version": begin, "sandbox": sandbox, "seat": seat})
    at, clicks = 0, 0
    while at < len(moves):
        if moves[at].player == seat:
            answer = ann.post(f"{path}/{plan['key']}/hand-in", 200, {"version": begin + at})
            at, clicks = answer["version"] - begin, clicks + 1
        else:
            ann.act(made["id"], begin + at, moves[at])
            at += 1
    own = sum(move.player == seat for move in moves)
    assert clicks < own, "several steps are made with one click"
    exports = [ann.ask("GET", f"/api/games/{each}/export").content for each in (made["id"], sandbox)]
    assert exports[0] == exports[1]
