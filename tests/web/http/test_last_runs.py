"""Tests that a corporation's last runs can be drawn at any moment, unchanged since they were made."""

from __future__ import annotations

import pytest

import trunkline
from trunkline import actions as A
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from web.http.api import Api


def played(title: str, length: int) -> trunkline.Game:
    """Return a random game after its first actions, which include runs."""
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=3)
    play_out(game, RandomPlayer(3), length)
    return game


@pytest.mark.parametrize(("title", "length"), [("1856", 420), ("1851", 300), ("18GL", 300)])
def test_each_last_run_earned_what_it_was_told_to_earn(api: Api, title: str, length: int) -> None:
    game = played(title, length)
    table = api.taken_in(game.to_bytes())
    runs = [(n, each) for n, each in enumerate(game.actions, 1) if isinstance(each, A.RunTrains)]
    assert len([each for _, each in runs if each.runs]) >= 8
    for number, action in runs:
        view = table.view(number)
        corp = next(facts for facts in view["corporations"] if facts["id"] == action.corp)
        assert corp["last_run"]["number"] == number
        assert [run["train"] for run in corp["last_run"]["runs"]] == [run.train for run in action.runs]
        made = api.get(f"{table.path}/routes/{action.corp}/last", at=number)
        assert (made["number"], made["total"]) == (number, corp["revenue"])
        assert [route["train"] for route in made["routes"]] == [run.train for run in action.runs]
        assert all(route["track"] and route["stops"] for route in made["routes"])
        assert made["round"] == view["round"]["text"]
    # Later changes of the trains and track do not change the last run.
    latest = {action.corp: number for number, action in runs}
    for corp, number in latest.items():
        then = api.get(f"{table.path}/routes/{corp}/last", at=number)
        assert api.get(f"{table.path}/routes/{corp}/last") == then


def test_who_has_run_nothing_has_no_last_run(api: Api) -> None:
    table = api.new()
    for corp in ("GT", "none"):
        assert api.get(f"{table.path}/routes/{corp}/last", 404)["error"].endswith(".")
