"""Tests of the start of a turn, and of the log entries of its actions."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import trunkline
from trunkline import actions as A
from trunkline.engine.kernel.action import tag
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from web.http.api import Api, Table

LENGTH = 220


def operated(api: Api) -> tuple[Table, trunkline.Game]:
    """Import a random game that has reached its operating rounds."""
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=3)
    play_out(game, RandomPlayer(3), LENGTH)
    return api.taken_in(game.to_bytes()), game


def test_a_turn_begins_where_its_corporation_began_to_operate(api: Api) -> None:
    table, _ = operated(api)
    last: dict[str, object] = {}
    again = several = 0
    for number in range(LENGTH + 1):
        view = table.view(number)
        turn = view["turn"]
        key = (view["round"]["text"], turn["corp"] or turn["player"])
        if view["round"]["kind"] == "operating":
            corp = next(facts for facts in view["corporations"] if facts["id"] == turn["corp"])
            assert turn["player"] == corp["president"]
        if key == last.get("key"):
            assert (turn["began"], turn["steps"]) == (last["began"], number - int(str(last["began"])))
            several += 1
        else:
            assert (turn["began"], turn["steps"]) == (number, 0)
            again += turn["player"] == last.get("player")
        last = {"key": key, "began": turn["began"], "player": turn["player"]}
    # The game has turns of several actions, and presidents whose next company operates immediately.
    assert several > 50
    assert again > 3


def test_a_turn_is_restarted_by_an_undo_to_where_it_began(api: Api) -> None:
    table, _ = operated(api)
    while not (turn := table.view()["turn"])["steps"]:
        table.undo()
    table.undo(to=turn["began"])
    restarted = table.view()["turn"]
    assert (restarted["corp"], restarted["began"], restarted["steps"]) == (turn["corp"], turn["began"], 0)


def test_a_store_of_an_older_version_knows_its_turns_too(api: Api, store: Path) -> None:
    table, _ = operated(api)
    view = table.view()
    with sqlite3.connect(store) as link:
        link.execute("UPDATE entries SET told = CAST(json_remove(told, '$.turn') AS BLOB)")
    link.close()
    api.restart(store)
    assert table.view() == view


def test_the_log_says_what_was_done_by_whom_and_for_which_corporation(api: Api) -> None:
    table, game = operated(api)
    for entry, action in zip(table.log(), game.actions, strict=True):
        assert (entry["kind"], entry["action"]) == ("action", tag(type(action)))
        assert entry["seat"] == action.player
        assert entry["corp"] == (getattr(action, "corp", "") or None)
    table.undo()
    last = table.log()[-1]
    assert (last["kind"], last["action"], last["corp"]) == ("undo", None, None)


def test_the_opening_is_a_turn_of_each_player(api: Api) -> None:
    table = api.new()
    assert table.view()["turn"] == {"player": "Ann", "corp": None, "began": 0, "steps": 0}
    table.act(A.BuyOffered("Ann", "flos"))
    assert table.view()["turn"] == {"player": "Bob", "corp": None, "began": 1, "steps": 0}
