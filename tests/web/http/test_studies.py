"""Tests of studies: comments on finished games and sandboxes, with and without accounts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from cli.test_film import data_of
from trunkline import actions as A
from trunkline.game import Game
from trunkline.game.notation.text import read
from trunkline.util.catalogues import catalogue
from trunkline.util.messages import speak
from trunkline.web.database.game_tables import reviews
from trunkline.web.games.limits import USUAL
from trunkline.web.games.repository import ExpiryTimes
from trunkline.web.http.services.studies import criticism
from trunkline.web.schemas.log import RoundKey
from trunkline.web.schemas.review import CostFacts
from web.http.api import Api, Table
from web.http.house import Browser, House
from web.http.recorded import short
from web.http.test_review import over

RING = {"board": "map", "at": "F15", "to": None, "colour": "green"}
ARROW = {"board": "map", "at": "F15", "to": "F17", "colour": "red"}
BOX = {"board": "chart", "at": "0.3", "to": None, "colour": "blue"}
SHARE = {"board": "market", "at": "GT.offering", "to": "GT.Bob", "colour": "yellow"}
SEATS = [{"name": "East"}, {"name": "West"}, {"name": "North"}]


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
    assert api.get(f"{table.path}/comments") == {
        "name": "",
        "can_comment": True,
        "owned": False,
        "comments": [],
    }
    api.post(f"{table.path}/comments", 201, {"at": 0, "text": "Ann should {wait}."})
    late = api.post(
        f"{table.path}/comments",
        201,
        {"at": 2, "text": "  Dear.\n\nVery. ", "marks": [RING, ARROW, BOX, SHARE]},
    )
    assert (late["moment"], late["text"], late["author"], late["mine"]) == (2, "Dear.\n\nVery.", "", True)
    assert late["heading"] == "Bob buys Waterloo & Saugeen Railway Co. for $40"
    assert late["marks"] == [RING, ARROW, BOX, SHARE]
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
        3: "Dear.\n\nVery.\n\nMarks: green F15, red F15 to F17, blue 0.3 on the chart, "
        "yellow GT.offering to GT.Bob on the market.",
    }
    game = Game.from_bytes(text)
    assert [each.player for each in game.actions] == ["Ann", "Bob"]
    assert len(game.undone) == 1


def test_a_page_of_a_game_has_the_lines_of_play_that_have_comments(api: Api) -> None:
    table = sandbox(api)
    table.undo(1)
    table.act(A.Pass("Bob"))
    table.act(A.Pass("Cy"))
    table.undo(4)
    table.act(A.BuyOffered("Cy", "ws"))
    table.undo(1)
    table.redo(2)

    def page(**more: int) -> tuple[list[tuple[str | None, int | None]], list[tuple[int, str]]]:
        """Return the entries of the page, and its comments by moment."""
        found = data_of(api.client.get(f"{table.path}/replay.html", params=more).content)
        assert len(found["changes"]) == len(found["log"])
        comments = [(each["moment"], each["text"]) for each in found["comments"]["comments"]]
        return [(each["action"], each["to"]) for each in found["log"]], comments

    def comment(at: int, text: str) -> None:
        api.post(f"{table.path}/comments", 201, {"at": at, "text": text})

    comment(2, "Dear.")
    assert page() == ([("buy_offered", None), ("buy_offered", None)], [(2, "Dear.")])
    # With a comment on one of its moments, a line of play comes along with those that leave it.
    comment(7, "Or Cy buys it.")
    comment(5, "Or not.")
    assert page() == (
        [
            ("buy_offered", None),
            ("buy_offered", None),
            (None, 1),
            ("pass", None),
            ("buy_offered", None),
            (None, 4),
            ("pass", None),
            (None, 1),
            (None, 2),
        ],
        [(2, "Dear."), (7, "Or not."), (5, "Or Cy buys it.")],
    )
    # A page up to an earlier moment has no later moments of the line of play.
    entries, comments = page(at=1)
    assert entries[1:] == [("pass", None), ("buy_offered", None), (None, 2), ("pass", None), (None, 1)]
    assert comments == [(5, "Or not."), (3, "Or Cy buys it.")]


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"at": 0}, 422, "A comment needs a text or a mark."),
        ({"at": 0, "text": "\u200b \n"}, 422, "A comment needs a text or a mark."),
        ({"at": 9, "text": "Late."}, 404, "no moment 9"),
        ({"at": 0, "marks": [{"board": "map", "at": "Z99"}]}, 422, "The map of this game has no place Z99."),
        ({"at": 0, "marks": [{**ARROW, "to": "0.3"}]}, 422, "has no place 0.3"),
        ({"at": 0, "marks": [{"board": "chart", "at": "F15"}]}, 422, "The chart of this game has no place"),
        (
            {"at": 0, "marks": [{"board": "market", "at": "GT.Dee"}]},
            422,
            "market of this game has no place GT.Dee",
        ),
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


def test_a_comment_of_a_review_has_true_minus_signs_and_the_decimals_of_its_language() -> None:
    cost = CostFacts(7, "Ann", "SR 1", RoundKey("stock", 1, 0), "pass", "bid $45", 2.04, -1.3, 5.36, 40)
    assert criticism(cost) == (
        "Ann: pass. Better: bid $45. That would have brought Ann about 2.0% of the total worth "
        "(between −1.3 and 5.4%). Perhaps it cost nothing."
    )
    with speak(catalogue("de")):
        assert "−1,3" in criticism(cost)
        assert "5,4" in criticism(cost)


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
    criticisms, variations = study["comments"][: len(costs)], study["comments"][len(costs) :]
    assert [each["moment"] for each in criticisms] == sorted(costs)
    for comment in criticisms:
        cost = costs[comment["moment"]]
        assert f"{cost['player']}: {cost['played']}. Better: {cost['better']}." in comment["text"]
        assert f"about {cost['loss']:.1f}%" in comment["text"]
    # Each better action and those after it are a line of play. The study continues at the end of the game.
    log = api.get(f"/api/games/{made['id']}/log")
    moves = {number: [cost["better_action"], *cost["line"]] for number, cost in costs.items()}
    assert made["version"] == len(log) == at + sum(len(line) + 1 for line in moves.values()) + 2
    assert len(variations) == len(costs)
    now = api.get(f"/api/games/{made['id']}")
    assert (now["at"], now["over"], log[-1]["to"]) == (made["version"], True, at)
    tree = api.client.app.state.backend.games[made["id"]]
    for variation in variations:
        first = variation["moment"]
        before = log[first - 2]["to"]
        line = moves[before]
        assert [A.encode(tree.action_at(first + more)) for more in range(len(line))] == line
        # The referee accepted each of them from the position of the decision.
        game = short().at(before)
        for action in line:
            game.play(A.decode(action))
        assert tree.view_at(first + len(line) - 1).game.digest() == game.digest()
        assert len(line) > 1
        assert costs[before]["then"]
        assert variation["text"].startswith(f"The review prefers this to: {costs[before]['played']}.")
        assert f"The next {len(line) - 1} steps are from the simulated game" in variation["text"]
        assert variation["heading"]
    # The text has the lines, each move after the one before it.
    written = read(api.client.get(f"/api/games/{made['id']}/study.18xx").content, "The text")
    assert [A.encode(action) for _, action in written.undone] == [
        action for number in sorted(moves) for action in moves[number]
    ]
    assert {before for before, _ in written.undone} & set(range(at)) == set(moves)
    # The page of the game has the lines after the end, with their comments.
    page = data_of(api.client.get(f"/api/games/{made['id']}/replay.html").content)
    assert [each["action"] for each in page["log"]] == [each["action"] for each in log]
    assert [each["to"] for each in page["log"]] == [each["to"] for each in log]
    assert [(each["moment"], each["text"]) for each in page["comments"]["comments"]] == [
        (each["moment"], each["text"]) for each in study["comments"]
    ]
    # It can be played on from there.
    one = variations[-1]["moment"]
    first = min(costs)
    api.post(f"/api/games/{made['id']}/undo", 200, {"version": made["version"], "to": first})
    api.post(f"/api/games/{made['id']}/redo", 200, {"version": made["version"] + 1, "branch": one})
    there = api.get(f"/api/games/{made['id']}")
    legal = there["decision"]["groups"]
    assert (bool(legal), there["over"]) == (True, False)
    # The comment is on the position in which the decision was made.
    first = study["comments"][0]
    seen = api.get(f"/api/games/{made['id']}", at=first["moment"])
    assert costs[first["moment"]]["player"] in seen["decision"]["seats"]
    # A study is in the list and is not deleted with old sandboxes.
    plain = api.post(f"{table.path}/branch", 201, {"at": at})["id"]
    listed = api.get("/api/studies")
    assert [(each["game"], each["name"], each["comments"]) for each in listed["studies"]] == [
        (made["id"], "Our game", 2 * len(costs))
    ]
    later = ExpiryTimes(sandboxes="9999-01-01", unfinished="", unstarted="", lessons="")
    stored = api.client.app.state.backend.store
    assert stored.expire(later) == [plain]
    # A review of an older version has no lines. Its study has the better actions.
    older = {**review, "turning": [], "worst": [{**each, "decisions": []} for each in review["worst"]]}
    some = next(cost for worst in review["worst"] for cost in worst["decisions"])
    older["turning"] = [{key: value for key, value in some.items() if key not in ("line", "then")}]
    with stored.engine.begin() as link:
        link.execute(update(reviews).values(said=json.dumps(older).encode()))
    assert api.get(f"{table.path}/review")["turning"] == older["turning"]
    made = api.post(f"{table.path}/studies", 201, early)
    assert made["version"] == at + 4
    last = api.get(f"/api/games/{made['id']}/comments")["comments"][-1]["text"]
    assert last.endswith(f"{some['played']}. Play on from here to see where it leads.")


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
    # A reader does not see the comments of people that they have muted.
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


def shared(owner: Browser) -> tuple[str, str]:
    """Return a new private study with a comment, and the secret of its link."""
    game = owner.table(private=True)
    study = owner.post(f"/api/games/{game}/studies", 201, {"name": "Why the bank broke", "at": 0})["id"]
    owner.post(f"/api/games/{study}/comments", 201, {"at": 0, "text": "Look at the bank."})
    assert owner.get(f"/api/games/{study}/study/link") == {"secret": None}
    return study, owner.ask("PUT", f"/api/games/{study}/study/link", 200)["secret"]


def test_anyone_with_the_link_of_a_study_reads_it_and_does_no_more(house: House) -> None:
    ann, eve = house.person("Ann"), house.person("Eve")
    study, secret = shared(ann)
    here = f"/api/games/{study}"
    assert len(secret) == 43
    assert ann.get(f"{here}/study/link") == {"secret": secret}
    for reader in (Browser(house), eve):
        reader.get(here, 404)
        assert reader.post("/api/read", 200, {"secret": secret}) == {"id": study}
        assert reader.get(here)["at"] == 0
        found = reader.get(f"{here}/comments")
        assert (found["name"], found["can_comment"]) == ("Why the bank broke", False)
        assert [each["text"] for each in found["comments"]] == ["Look at the bank."]
        assert "Look at the bank." in reader.ask("GET", f"{here}/study.18xx").text
        # It is in no list, and the link gives no seat, no comment and no study of one's own.
        assert reader.get("/api/studies")["studies"] == []
        assert study not in str(reader.get("/api/lobby", shelf="open"))
        denied = 401 if reader is not eve else 403
        reader.post(f"{here}/comments", denied, {"at": 0, "text": "Mine."})
        reader.join(study, SEATS[0]["name"], denied)
        reader.ask("GET", f"{here}/study/link", denied)
        reader.get(f"{here}/talk", denied)
    listed = ann.get("/api/studies")["studies"]
    assert [(each["private"], each["by_link"]) for each in listed] == [(True, True)]
    # The link of one study opens no other game.
    other, _ = shared(ann)
    eve.get(f"/api/games/{other}", 404)
    # Without an account a visitor gets the same answer to a wrong secret as to an ended one.
    assert "not valid" in Browser(house).post("/api/read", 404, {"secret": "x" * 43})["error"]


@pytest.mark.parametrize("way", ["another link", "no link", "private", "public", "account deleted", "hidden"])
def test_the_link_of_a_study_ends(house: House, way: str) -> None:
    ann, reader = house.person("Ann"), Browser(house)
    study, secret = shared(ann)
    here = f"/api/games/{study}"
    reader.post("/api/read", 200, {"secret": secret})
    reader.get(f"{here}/comments")
    if way == "another link":
        assert ann.ask("PUT", f"{here}/study/link", 200)["secret"] != secret
    elif way == "no link":
        ann.ask("DELETE", f"{here}/study/link", 204)
    elif way in ("private", "public"):
        ann.post(f"{here}/privacy", 204, {"private": way == "private"})
        assert ann.get(f"{here}/study/link") == {"secret": None}
        # A public study that becomes private again has no link either.
        ann.post(f"{here}/privacy", 204, {"private": True})
    elif way == "account deleted":
        house.porter.accounts.delete(ann.id)
    else:
        house.porter.moderation.set_hidden("", study, hidden=True, reason="A test")
    reader.get(f"{here}/comments", 404)
    reader.get(here, 404)
    Browser(house).post("/api/read", 404, {"secret": secret})


def test_a_link_makes_a_public_study_private_and_other_games_have_none(house: House) -> None:
    ann, eve = house.person("Ann"), house.person("Eve")
    game = ann.table(private=False)
    ann.ask("PUT", f"/api/games/{game}/study/link", 404)
    study = ann.post(f"/api/games/{game}/studies", 201, {"name": "Open", "at": 0})["id"]
    ann.post(f"/api/games/{study}/privacy", 204, {"private": False})
    assert len(eve.get("/api/studies")["studies"]) == 1
    secret = ann.ask("PUT", f"/api/games/{study}/study/link", 200)["secret"]
    assert eve.get("/api/studies")["studies"] == []
    eve.get(f"/api/games/{study}", 404)
    eve.post("/api/read", 200, {"secret": secret})
    eve.get(f"/api/games/{study}")


def test_a_comment_is_reported_and_taken_down_and_its_author_muted(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    olga = house.person("Olga", operator=True)
    game = ann.table(private=False)
    study = ann.post(f"/api/games/{game}/studies", 201, {"name": "The start", "at": 0})["id"]
    here = f"/api/games/{study}/comments"
    bob.comes_by_link(ann, study)
    ann.post(here, 201, {"at": 0, "text": "What do you think?"})
    rude = bob.post(here, 201, {"at": 0, "text": "A rude word.", "marks": [RING]})
    report = {"kind": "comment", "game": study, "reason": "This is rude"}
    assert "needs its number" in ann.post("/api/reports", 422, report)["error"]
    assert "no such comment" in ann.post("/api/reports", 404, {**report, "number": 3})["error"]
    report["number"] = rude["number"]
    assert "yourself" in bob.post("/api/reports", 422, report)["error"]
    house.person("Eve").post("/api/reports", 404, report)
    ann.post("/api/reports", 201, report)
    (found,) = olga.get("/api/operator/reports")
    assert (found["kind"], found["subject"], found["number"]) == ("comment", "Bob", rude["number"])
    assert found["copy"] == "A rude word.\n\nMarks: green F15."
    assert [(each["name"], each["text"]) for each in found["around"]] == [
        ("Ann", "What do you think?"),
        ("Bob", "A rude word.\nMarks: green F15."),
    ]
    # Its number is not given to another comment, so that the report stays about it.
    bob.ask("DELETE", f"{here}/{rude['key']}", 204)
    again = bob.post(here, 201, {"at": 0, "text": "Another rude word.", "marks": [ARROW]})
    assert again["number"] > rude["number"]
    removal = {"kind": "comment", "game": study, "number": rude["number"], "reason": "Against the rules"}
    ann.post("/api/operator/messages", 403, removal)
    assert "no such comment" in olga.post("/api/operator/messages", 404, removal)["error"]
    removal["number"] = again["number"]
    olga.post("/api/operator/messages", 204, removal)
    olga.post("/api/operator/messages", 404, removal)
    shown = bob.get(here)["comments"][-1]
    assert (shown["text"], shown["marks"], shown["mine"]) == ("An operator removed this comment.", [], False)
    bob.ask("PUT", f"{here}/{again['key']}", 404, {"text": "Another rude word."})
    (entry,) = [each for each in olga.get("/api/operator/log") if each["action"] == "remove comment"]
    assert (entry["subject"], entry["thing"], entry["detail"]) == ("Bob", study, f"comment {again['number']}")
    # A person whom an operator has muted writes and changes no comments, but deletes theirs.
    mine = bob.post(here, 201, {"at": 0, "text": "Sorry."})["key"]
    olga.post(f"/api/operator/people/{bob.id}", 200, {"action": "mute", "days": 1, "reason": "Rude words"})
    for method, path in (("POST", here), ("PUT", f"{here}/{mine}")):
        body = {"text": "Hello.", **({"at": 0} if method == "POST" else {})}
        assert "has muted you until" in bob.ask(method, path, 403, body)["error"]
    bob.ask("DELETE", f"{here}/{mine}", 204)
    assert [each["author"] for each in ann.get(here)["comments"]] == ["Ann", "Bob"]
