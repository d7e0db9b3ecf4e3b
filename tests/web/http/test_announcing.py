"""Tests of announced earnings: the questions to other players and the facts that a client receives."""

from __future__ import annotations

from typing import Any

import pytest

import trunkline
from trunkline import actions as A
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Announcement
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from web.http.api import Api


def asked(title: str = "1851") -> Game:
    """Return a random game at the first question for higher earnings."""
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=2, runs="announced")
    for _ in play_turns(game, RandomPlayer(2)):
        if game.state.pending and isinstance(game.state.pending[-1], Announcement):
            return game
    raise AssertionError("Nobody was asked.")


@pytest.mark.parametrize(
    ("title", "people", "wish", "runs"),
    [
        ("1856", 3, {}, "announced"),
        ("1851", 2, {}, "announced"),
        ("1851", 1, {}, "best"),
        ("1856", 0, {}, "best"),
        ("1856", 3, {"rules": "18xx.games"}, "best"),
        ("1856", 3, {"runs": "best"}, "best"),
        ("1851", 1, {"runs": "announced"}, "announced"),
    ],
)
def test_several_people_announce(api: Api, title: str, people: int, wish: dict[str, Any], runs: str) -> None:
    names = ("Ann", "Bob", "Cy")
    table = api.new(title, names[:people], names[people:], **wish)
    assert api.get(f"{table.path}/export")["options"]["runs"] == runs


def test_an_unknown_setting_is_refused(api: Api) -> None:
    seats = [{"name": name} for name in ("Ann", "Bob", "Cy")]
    told = api.post("/api/games", 422, {"title": "1851", "seats": seats, "runs": "most"})
    assert "setting of runs" in told["error"]


def test_who_is_asked_sees_what_stands_and_may_announce_more(api: Api) -> None:
    game = asked()
    waiting = Context(game.title, game.state).waiting(Announcement)
    (player,) = game.to_act
    table = api.taken_in(game.to_bytes())
    decision = table.view()["decision"]
    assert decision["seats"] == [player]
    groups = {group["kind"]: group["choices"][0] for group in decision["groups"]}
    assert list(groups) == ["announce", "ask_no_more", "pass"]
    assert (groups["announce"]["open"], groups["announce"]["corp"]) == (True, waiting.corp)
    assert groups["pass"]["text"] == f"let ${waiting.amount} stand"
    routes = f"{table.path}/routes/{waiting.corp}"
    runs = A.encode(waiting.stands)["runs"]
    (broken,) = api.post(f"{routes}/check", 200, {"runs": runs})["problems"]
    assert f"${waiting.amount} stand already" in broken["text"]
    best = api.get(routes)
    assert best["total"] > waiting.amount
    shown = [{"train": route["train"], "path": route["path"]} for route in best["routes"]]
    assert not api.post(f"{routes}/check", 200, {"runs": shown})["problems"]
    body = {"kind": "announce", "player": player, "corp": waiting.corp, "runs": shown}
    answer = api.post(f"{table.path}/actions", 200, {"version": table.version, "action": body})
    after = table.view()
    corp = next(corp for corp in after["corporations"] if corp["id"] == waiting.corp)
    assert (corp["revenue"], corp["last_run"]["number"]) == (best["total"], answer["version"])
    assert api.get(f"{routes}/last")["total"] == best["total"]


def test_a_proposal_is_an_announcement(api: Api) -> None:
    table = api.taken_in(asked().to_bytes())
    choices = [choice for group in table.view()["decision"]["groups"] for choice in group["choices"]]
    wish = {"version": table.version, "choice": next(choice["id"] for choice in choices if choice["open"])}
    proposal = api.post(f"{table.path}/propose", 200, wish)
    assert proposal["action"]["kind"] == "announce"
    assert proposal["text"].startswith(proposal["action"]["corp"])
