"""Tests of studies: comments on finished games and sandboxes, with and without accounts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from trunkline.game import Game
from trunkline.game.notation.text import read
from trunkline.web.games.limits import USUAL
from trunkline.web.games.repository import ExpiryTimes
from web.http.api import Api, Table
from web.http.house import Browser, House
from web.http.recorded import short
from web.http.test_review import over

RING = {"board": "map", "at": "F15", "to": None, "colour": "green"}
ARROW = {"board": "map", "at": "F15", "to": "F17", "colour": "red"}
BOX = {"board": "chart", "at": "0.3", "to": None, "colour": "blue"}
SEATS = [{"name": "East"}, {"name": "West"}, {"name": "North"}]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with accounts."""
    with House(tmp_path / "table.sqlite") as found:
        yield found


def opening(game: str, asker: Any) -> None:
    """Play the first two actions of a game."""
    for version, (player, private) in enumerate([("Ann", "flos"), ("Bob", "ws")]):
        action = {"kind": "buy_offered", "player": player, "private": private}
        asker.post(f"/api/games/{game}/actions", 200, {"version": version, "action": action})


def sandbox(api: Api) -> Table:
    """Return a sandbox after two actions."""
    table = api.new()
    opening(table.id, api)
    made = api.post(f"{table.path}/branch", 201, {"at": 2})
    found = Table(api, made["id"])
    found.version = 2
    return found


def test_a_lone_person_comments_on_a_sandbox_and_exports_it(api: Api) -> None:
    table = sandbox(api)
    assert api.get(f"{table.path}/comments") == {"name": "", "can_comment": True, "comments": []}
    api.post(f"{table.path}/comments", 201, {"at": 0, "text": "Ann should {wait}."})
    late = api.post(
        f"{table.path}/comments", 201, {"at": 2, "text": "  Dear.\n\nVery. ", "marks": [RING, ARROW, BOX]}
    )
    assert (late["moment"], late["text"], late["author"], late["mine"]) == (2, "Dear.\n\nVery.", "", True)
    assert late["heading"] == "Bob buys Waterloo & Saugeen Railway Co. for $40"
    assert late["marks"] == [RING, ARROW, BOX]
    # Another line of play after the first action. Its moment has a comment too.
    table.undo(1)
    passes = {"kind": "pass", "player": "Bob"}
    api.post(f"{table.path}/actions", 200, {"version": 3, "action": passes})
    other = api.post(f"{table.path}/comments", 201, {"at": 4, "text": "Bob waits."})
    assert other["moment"] == 4
    # The moment after the undo is that after the first action.
    again = api.post(f"{table.path}/comments", 201, {"at": 3, "text": "Here it begins."})
    assert again["moment"] == 1
    found = api.get(f"{table.path}/comments")["comments"]
    assert [each["moment"] for each in found] == [0, 1, 2, 4]
    text = api.client.get(f"{table.path}/study.18xx").content
    written = read(text, "The text")
    assert written.comments == {
        0: "Ann should {wait}.",
        1: "Here it begins.",
        2: "Bob waits.",
        3: "Dear.\n\nVery.\n\nMarks: green F15, red F15 to F17, blue 0.3 on the chart.",
    }
    game = Game.from_bytes(text)
    assert [each.player for each in game.actions] == ["Ann", "Bob"]
    assert len(game.undone) == 1


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"at": 0}, 422, "A comment needs a text or a mark."),
        ({"at": 0, "text": "\u200b \n"}, 422, "A comment needs a text or a mark."),
        ({"at": 9, "text": "Late."}, 404, "no moment 9"),
        ({"at": 0, "marks": [{"board": "map", "at": "Z99"}]}, 422, "The map of this game has no place Z99."),
        ({"at": 0, "marks": [{**ARROW, "to": "0.3"}]}, 422, "has no place 0.3"),
        ({"at": 0, "marks": [{"board": "chart", "at": "F15"}]}, 422, "The chart of this game has no place"),
        ({"at": 0, "marks": [RING] * 41}, 400, "Expected `array` of length <= 40"),
    ],
)
def test_a_wrong_comment_is_refused_in_one_sentence(
    api: Api, body: dict[str, Any], status: int, says: str
) -> None:
    table = sandbox(api)
    assert says in api.post(f"{table.path}/comments", status, body)["error"]
    assert api.get(f"{table.path}/comments")["comments"] == []


def test_a_game_in_progress_takes_no_comments(api: Api) -> None:
    table = api.new()
    assert api.get(f"{table.path}/comments")["can_comment"] is False
    refused = api.post(f"{table.path}/comments", 422, {"at": 0, "text": "Buy!"})
    assert "would be advice to its players" in refused["error"]
    lesson = api.post("/api/lessons/track/games", 201, {"step": 0})
    assert api.post(f"/api/games/{lesson['id']}/comments", 422, {"at": 0, "text": "No."})


def test_a_review_becomes_a_study_in_one_step(store: Path, api: Api) -> None:
    api.restart(store, limits=replace(USUAL, review=600))
    table = api.taken_in(short().to_bytes())
    at = table.version
    early = {"name": "Our game", "at": at, "review": True}
    assert "is not finished" in api.post(f"{table.path}/studies", 422, early)["error"]
    api.post(f"{table.path}/review", 200, {})
    review = over(table)
    made = api.post(f"{table.path}/studies", 201, early)
    study = api.get(f"/api/games/{made['id']}/comments")
    costs = {each["number"]: each for worst in review["worst"] for each in worst["decisions"]}
    costs |= {each["number"]: each for each in review["turning"]}
    assert costs
    assert study["name"] == "Our game"
    assert [each["moment"] for each in study["comments"]] == sorted(costs)
    for comment in study["comments"]:
        cost = costs[comment["moment"]]
        assert f"{cost['player']}: {cost['played']}. Better: {cost['better']}." in comment["text"]
        assert f"about {cost['loss']:.1f}%" in comment["text"]
    # The comment is on the position in which the decision was made.
    first = study["comments"][0]
    seen = api.get(f"/api/games/{made['id']}", at=first["moment"])
    assert costs[first["moment"]]["player"] in seen["decision"]["seats"]
    # A study is in the list and is not deleted with old sandboxes.
    plain = api.post(f"{table.path}/branch", 201, {"at": at})["id"]
    listed = api.get("/api/studies")
    assert [(each["game"], each["name"], each["comments"]) for each in listed["studies"]] == [
        (made["id"], "Our game", len(costs))
    ]
    later = ExpiryTimes(sandboxes="9999-01-01", unfinished="", unstarted="", lessons="")
    assert api.client.app.state.backend.store.expire(later) == [plain]


def test_people_share_a_study_and_change_only_their_own_comments(house: House) -> None:
    ann, bob, cy, eve = (house.person(name) for name in ("Ann", "Bob", "Cy", "Eve"))
    boss = house.person("Boss", operator=True)
    game = ann.post("/api/games", 201, {"title": "1856", "seats": SEATS, "seed": 4, "private": False})["id"]
    # A game in progress takes no comments, but a sandbox of it does.
    made = ann.post(f"/api/games/{game}/studies", 201, {"name": " Which   private? ", "at": 0})["id"]
    here = f"/api/games/{made}"
    mine = ann.post(f"{here}/comments", 201, {"at": 0, "text": "What do you think?"})["key"]
    assert ann.get("/api/studies")["studies"][0]["name"] == "Which private?"
    # It is private at first.
    bob.get(f"{here}/comments", 404)
    assert bob.get("/api/studies") == {"studies": [], "more": False}
    bob.comes_by_link(ann, made)
    theirs = bob.post(f"{here}/comments", 201, {"at": 0, "text": "Flos."})["key"]
    assert [(each["author"], each["mine"]) for each in bob.get(f"{here}/comments")["comments"]] == [
        ("Ann", False),
        ("Bob", True),
    ]
    bob.ask("PUT", f"{here}/comments/{mine}", 404, {"text": "Ha."})
    bob.ask("DELETE", f"{here}/comments/{mine}", 404)
    bob.ask("PUT", f"{here}/study", 403, {"name": "Mine"})
    changed = bob.ask("PUT", f"{here}/comments/{theirs}", 200, {"text": "Waterloo.", "marks": [RING]})
    assert (changed["text"], changed["marks"]) == ("Waterloo.", [RING])
    assert changed["changed"] >= changed["at"]
    # Public: everybody may read it, and only those who are invited may write.
    ann.post(f"{here}/privacy", 204, {"private": False})
    assert len(Browser(house).get(f"{here}/comments")["comments"]) == 2
    assert eve.get(f"{here}/comments")["can_comment"] is False
    eve.ask("POST", f"{here}/comments", 403, {"at": 0, "text": "Hello."})
    assert [each["mine"] for each in eve.get("/api/studies")["studies"]] == [False]
    # Muted people's comments are hidden, and people who are muted by an operator write none.
    cy.ask("PUT", "/api/me/blocklist", 200, {"name": "Bob", "mute": True, "block": False})
    assert [each["author"] for each in cy.get(f"{here}/comments")["comments"]] == ["Ann"]
    # The owner and operators delete every comment. A deleted account takes its comments along.
    boss.ask("DELETE", f"{here}/comments/{theirs}", 204)
    again = bob.post(f"{here}/comments", 201, {"at": 0, "text": "Flos!"})["key"]
    ann.ask("DELETE", f"{here}/comments/{again}", 204)
    ann.ask("DELETE", f"{here}/comments/{again}", 404)
    bob.post(f"{here}/comments", 201, {"at": 0, "text": "Bye."})
    house.porter.accounts.delete(bob.id)
    assert [each["author"] for each in ann.get(f"{here}/comments")["comments"]] == ["Ann"]
    renamed = ann.ask("PUT", f"{here}/study", 200, {"name": "The opening"})
    assert renamed == {"name": "The opening"} == {"name": ann.get(f"{here}/comments")["name"]}
    ann.ask("PUT", f"/api/games/{game}/study", 404, {"name": "None"})
