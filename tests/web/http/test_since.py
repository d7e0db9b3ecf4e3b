"""Tests of where a digest begins, and of who may request it."""

from __future__ import annotations

from typing import Any

from trunkline.game.actions import Action, validated
from trunkline.players.random_player import RandomPlayer
from web.http.api import Api
from web.http.house import SEATS, Browser, House

EAST, WEST, NORTH = SEATS


def seated(house: House, *, private: bool = True) -> tuple[str, Browser, Browser, Browser]:
    """Return a table with three people in its seats."""
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    game = ann.table(private=private)
    for browser, seat in ((bob, WEST), (cy, NORTH)):
        browser.comes_by_link(ann, game)
        browser.join(game, seat)
    return game, ann, bob, cy


def play(house: House, game: str, actions: int) -> None:
    """Let random players act in all seats."""
    hosted = house.app.state.backend.games[game]
    player = RandomPlayer(5)
    for _ in range(actions):
        now = hosted.view_at().game
        hosted.act(hosted.version, validated(player.choose(now, min(now.to_act))))


def start(found: dict[str, Any]) -> tuple[str, int]:
    """Return the start of a digest and its version."""
    return found["start"], found["after"]


def test_a_digest_begins_at_the_last_visit_else_at_the_last_action_else_at_the_start(house: House) -> None:
    game, ann, bob, _ = seated(house, private=False)
    stan = house.person("Stan")
    path = f"/api/games/{game}/since"
    play(house, game, 12)
    log = ann.get(f"/api/games/{game}/log")
    acted = max(entry["number"] for entry in log if entry["seat"] == EAST)
    assert start(ann.get(path)) == ("action", acted)
    assert start(stan.get(path)) == ("start", 0)
    # A visit counts even if the seat has acted since: a program may have acted for it.
    ann.post(f"/api/games/{game}/seen", 204, {"version": 3})
    assert start(ann.get(path)) == ("visit", 3)
    assert start(ann.get(path, **{"from": 7})) == ("request", 7)
    assert start(bob.get(path))[0] == "action"
    ann.post(f"/api/games/{game}/seen", 204, {"version": 12})
    nothing = ann.get(path)
    assert (start(nothing), nothing["lines"], nothing["groups"]) == (("visit", 12), [], [])


def test_the_lines_speak_to_the_seat_of_the_caller(house: House) -> None:
    game, ann, _, _ = seated(house, private=False)
    path = f"/api/games/{game}/since"
    play(house, game, 12)
    assert ann.get(path, **{"from": 0})["seat"] == EAST
    watched = house.person("Stan").get(path, **{"from": 0})
    assert watched["seat"] == ""
    assert not any("Your" in line for line in watched["lines"])


def test_who_may_not_see_the_game_gets_no_digest(house: House) -> None:
    game, ann, _, _ = seated(house)
    path = f"/api/games/{game}/since"
    house.person("Stan").get(path, 404)
    Browser(house).get(path, 404)
    refused = ann.get(path, 403, seat=WEST)
    assert refused["error"] == "You do not play for West: leave out the seat, or name your own."


def test_a_version_that_does_not_exist_is_refused(house: House) -> None:
    game, ann, _, _ = seated(house)
    refused = ann.get(f"/api/games/{game}/since", 422, **{"from": 5})
    assert refused["error"] == "The game has no version 5 yet: the newest is 0."
    ann.get(f"/api/games/{game}/since", 400, **{"from": -1})


def test_without_accounts_the_digest_begins_at_the_last_action_of_a_person(api: Api) -> None:
    table = api.new("18GL", people=("Ann",), bots=("Bot",))
    path = f"{table.path}/since"
    assert start(api.get(path)) == ("start", 0)
    api.get(path, 403, seat="Bot")
    assert api.get(path, seat="Ann")["seat"] == "Ann"


def test_moves_that_were_known_and_undone_since_are_counted(api: Api) -> None:
    table = api.new("18GL", people=("Ann", "Bob"))
    hosted = api.client.app.state.backend.games[table.id]
    player = RandomPlayer(2)
    for _ in range(20):
        now = hosted.view_at().game
        hosted.act(hosted.version, validated(player.choose(now, min(now.to_act))))
    hosted.undo(20, 15)
    other = [
        choice
        for choice in hosted.view_at().game.legal()
        if isinstance(choice, Action) and choice != hosted.action_at(16)
    ]
    hosted.act(hosted.version, validated(other[0]))
    found = api.get(f"{table.path}/since", **{"from": 20})
    assert (found["lost"], found["undone"]) == (5, 0)
    assert [step["number"] for group in found["groups"] for step in group["steps"]] in ([22], [])
    later = api.get(f"{table.path}/since", **{"from": 15})
    assert (later["lost"], later["undone"]) == (0, 5)
