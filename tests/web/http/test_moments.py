"""Tests of the history of a game: captions, undone actions, key moments and played actions."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from system.golden.make import FOLDER
from trunkline import actions as A
from trunkline.game import Game
from web.http.api import Api, Table

GAMES = {
    "1851-printed-announced-5p-2": {"phase", "president", "gain", "loss", "bankruptcy"},
    "1856-18xx.games-best-4p-5": {"phase", "president", "dump", "formation", "gain", "loss"},
    "18GL-printed-announced-4p-2": {"phase", "formation", "gain", "loss"},
}
"""Recorded games, and some kinds of their key moments."""


def three(api: Api) -> Table:
    """Return a game in which Ann, Bob and Cy have acted."""
    table = api.new()
    for action in (A.BuyOffered("Ann", "flos"), A.Bid("Bob", "canada", 55), A.Pass("Cy")):
        table.act(action)
    return table


def recorded(name: str) -> bytes:
    """Return a recorded game as a file."""
    return json.dumps(json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))["save"]).encode()


def moments(table: Table) -> dict[str, Any]:
    """Return the history of the game."""
    found: dict[str, Any] = table.api.get(f"{table.path}/moments")
    return found


@pytest.mark.parametrize("name", GAMES)
def test_key_moments_are_found_in_the_events_and_worth_in_the_states(api: Api, name: str) -> None:
    data = recorded(name)
    table = api.taken_in(data)
    found, log = moments(table), table.log()
    assert GAMES[name] <= {key["kind"] for key in found["keys"]}
    assert [key["number"] for key in found["keys"]] == sorted(key["number"] for key in found["keys"])
    events = {entry["number"]: {event["event"] for event in entry["events"]} for entry in log}
    began = {number for number, kinds in events.items() if "phase_began" in kinds}
    assert {key["number"] for key in found["keys"] if key["kind"] == "phase"} == began
    game = Game.from_bytes(data)
    for key in found["keys"]:
        if key["kind"] in ("gain", "loss"):
            now, before = game.at(key["number"]), game.at(key["number"] - 1)
            assert key["delta"] == now.worth(key["player"]) - before.worth(key["player"])
            assert (key["delta"] > 0) == (key["kind"] == "gain")
    rounds = found["rounds"]
    assert [each["first"] for each in rounds] == [1, *(each["last"] + 1 for each in rounds[:-1])]
    assert rounds[-1]["last"] == len(log)
    last = {each["what"]: each["amount"] for each in rounds[-1]["worth"]}
    assert last == {player: game.worth(player) for player in game.players}


def test_a_caption_says_what_happened_and_why(api: Api) -> None:
    log = api.taken_in(recorded("1856-18xx.games-best-4p-5")).log()
    of = {event["event"]: entry for entry in reversed(log) for event in entry["events"]}
    assert of["phase_began"]["headline"].startswith("Phase 2 begins")
    assert " buys a 3-train " in of["phase_began"]["because"]
    assert " is president" in of["president_changed"]["headline"] + of["cgr_president"]["then"]
    assert of["cgr_forms"]["headline"] == "The Canadian Government Railways form"
    assert of["revenue_earned"]["headline"].count(" earns ") == 1
    assert " runs a " in of["revenue_earned"]["because"]
    assert all(entry["headline"] for entry in log)


def test_what_tells_most_of_a_game_weighs_most(api: Api) -> None:
    log = api.taken_in(recorded("1856-18xx.games-best-4p-5")).log()
    of = {event["event"]: entry["weight"] for entry in reversed(log) for event in entry["events"]}
    order = ("cgr_forms", "phase_began", "private_bought", "started", "shares_sold")
    assert sorted(order, key=lambda kind: -of[kind]) == list(order)
    assert {entry["weight"] for entry in log if entry["passed"]} == {0}
    assert of["shares_sold"] > 0 == of["bid_made"]


def test_what_an_entry_changed_is_named(api: Api) -> None:
    log = api.taken_in(recorded("18GL-printed-announced-4p-2")).log()
    laid = {
        entry["number"]: event for entry in log for event in entry["events"] if event["event"] == "tile_laid"
    }
    assert len(laid) > 20
    assert all(event["hex"] in log[number - 1]["changed"]["hexes"] for number, event in laid.items())
    lay = log[min(laid) - 1]
    assert laid[lay["number"]]["corp"] in lay["changed"]["corps"]
    passed = next(entry for entry in log if entry["passed"])
    assert passed["changed"] is None


def test_undone_entries_say_by_which_entry(api: Api) -> None:
    table = three(api)
    assert [entry["undone_by"] for entry in table.log()] == [None] * 3
    table.undo(to=1)
    assert [entry["undone_by"] for entry in table.log()] == [None, 4, 4, None]
    table.redo(branch=2)
    assert {entry["number"]: entry["undone_by"] for entry in table.log()}[2] is None
    table.undo(to=1)
    table.act(A.Pass("Bob"))
    log = table.log()
    assert [entry["number"] for entry in log if entry["undone_by"]] == [2, 3]
    assert [each["last"] for each in moments(table)["rounds"]] == [len(log)]
    assert {entry["seat"] for entry in log if entry["undone_by"]} == {"Bob", "Cy"}


def test_an_old_moment_says_what_was_played_and_what_else_was_legal(api: Api) -> None:
    table = three(api)
    decision = table.view(1)["decision"]
    played = decision["played"]
    assert (played["number"], played["seat"], played["kind"]) == (2, "Bob", "bid")
    chosen = next(
        choice
        for group in decision["groups"]
        for choice in group["choices"]
        if choice["id"] == played["choice"]
    )
    assert (chosen["action"]["private"], played["amount"]) == ("canada", 55)
    assert len(decision["groups"]) > 1
    assert decision["forbidden"]
    brief = api.get(table.path, at=1, brief=True)["decision"]
    assert (brief["groups"], brief["played"]["text"]) == ([], played["text"])
    assert table.view()["decision"]["played"] is None


def test_what_was_taken_back_is_still_what_was_played(api: Api) -> None:
    table = three(api)
    table.undo(to=1)
    assert table.view(1)["decision"]["played"]["undone"]
    table.act(A.Pass("Bob"))
    # After four entries the game was in the same position as after one. Bob passed there.
    then = table.view(4)["decision"]["played"]
    assert (then["number"], then["kind"], then["undone"]) == (5, "pass", False)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_was_played_is_one_of_the_choices_of_its_moment(api: Api, name: str) -> None:
    table = api.taken_in(recorded(name))
    for at in range(0, table.version, table.version // 9):
        played = table.view(at)["decision"]["played"]
        assert played["number"] == at + 1
        assert played["choice"] is not None, (at, played)
