"""Tests of actions through the API: an action succeeds once, breaks a rule, or is out of date."""

from __future__ import annotations

import json

import pytest

from trunkline import actions as A
from trunkline.engine.routing import Run
from trunkline.web.http.responses import BODY
from web.http.api import Api

BOUGHT = {
    "text": "Ann buys Flos Tramway for $20",
    "rule": "",
    "event": 1,
    "actor": "Ann",
    "parts": [{"text": "Ann", "player": "Ann"}, {"text": " buys Flos Tramway for $20"}],
}


def test_an_action_is_the_next_entry(api: Api) -> None:
    table = api.new()
    assert table.act(A.BuyOffered("Ann", "flos")) == {"version": 1}
    (entry,) = table.log()
    assert (entry["number"], entry["kind"], entry["seat"], entry["round"]) == (1, "action", "Ann", "Opening")
    assert entry["lines"] == [BOUGHT]
    view = table.view()
    assert (view["version"], view["at"], view["live"]) == (1, 1, True)
    assert [player["cash"] for player in view["players"]] == [480, 500, 500]


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(api: Api) -> None:
    table = api.new()
    before = table.view()
    answer = table.act(A.Bid("Ann", "ws", 41), 422)
    assert answer["rule"].startswith("1856.")
    assert answer["rule"] in table.game().title.rules
    assert "$41" in answer["error"]
    assert answer["error"].endswith(".")
    assert table.view() == before
    assert table.log() == []


def test_a_doubled_action_does_nothing_twice_and_finds_itself_among_what_was_missed(api: Api) -> None:
    table = api.new()
    table.act(A.BuyOffered("Ann", "flos"))
    answer = table.act(A.BuyOffered("Ann", "flos"), 409, version=0)
    assert answer["version"] == 1
    assert [(entry["number"], entry["seat"]) for entry in answer["missed"]] == [(1, "Ann")]
    assert len(table.log()) == 1


def test_an_action_at_an_older_version_is_stale_and_told_what_was_missed(api: Api) -> None:
    table = api.new()
    for action in (A.Pass("Ann"), A.Pass("Bob"), A.Bid("Cy", "ws", 45)):
        table.act(action)
    answer = table.act(A.Pass("Ann"), 409, version=1)
    assert answer["version"] == 3
    assert [entry["number"] for entry in answer["missed"]] == [2, 3]
    assert table.act(A.Pass("Ann"), 409, version=7)["missed"] == []


def test_what_is_not_there_is_404(api: Api) -> None:
    table = api.new()
    for path in (
        "/api/games/0123456789",
        "/api/games/0123456789/log",
        "/api/games/0123456789/events",
        f"{table.path}/hexes/Z99",
        f"{table.path}/routes/XX",
        f"{table.path}/rules/1856.nothing",
        f"{table.path}/export?format=pdf",
        "/api/titles/1899/board",
        "/api/titles/1899/symbols.svg",
        "/api/nothing",
        "/g",
    ):
        assert api.client.get(path).status_code == 404, path
    assert api.post("/api/games/0123456789/actions", 404, {"version": 0, "action": A.encode(A.Pass("Ann"))})


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"version":0,"action":' + b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"}",
        b'{"version":NaN,"action":{"kind":"pass","player":"Ann"}}',
        b'{"version":0.5,"action":{"kind":"pass","player":"Ann"}}',
        b'{"version":-1,"action":{"kind":"pass","player":"Ann"}}',
        b'{"version":' + b"9" * 400 + b',"action":{"kind":"pass","player":"Ann"}}',
        b'{"version":"x","action":{"kind":"pass","player":"Ann"}}',
        b'{"version":"0","action":{"kind":"pass","player":"Ann"}}',
        b'{"version":0.0,"action":{"kind":"pass","player":"Ann"}}',
        b'{"version":0,"action":{"kind":"bid","player":"Ann","private":"ws","amount":"45"}}',
        b'{"version":0,"action":{"kind":"answer","player":"Ann","accept":"true"}}',
        b'{"version":0,"action":{"kind":"pass","player":"Ann"},"more":1}',
        b'{"version":0,"action":{"kind":"pass","player":"Ann","more":1}}',
        b'{"version":0,"action":{"kind":"pass","player":null}}',
        b'{"version":0,"action":{"kind":"pass"}}',
        b'{"version":0,"action":{"kind":"fly","player":"Ann"}}',
        b'{"version":0,"action":{"player":"Ann"}}',
        b'{"version":0,"action":{"kind":"pass","player":"\\ud800"}}',
        b'{"version":0,"action":{"kind":"bid","player":"Ann","private":"ws","amount":' + b"9" * 5000 + b"}}",
        b'{"version":0,"action":"' + b"x" * (BODY - 100) + b'"}',
    ],
    ids=lambda body: body[:50].decode("latin-1"),
)
def test_what_makes_no_sense_is_400_in_one_sentence(api: Api, body: bytes) -> None:
    table = api.new()
    answer = api.client.post(
        f"{table.path}/actions", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400, answer.text
    error = json.loads(answer.content)["error"]
    assert error.endswith(".")
    assert "\n" not in error
    assert len(error) <= 401
    assert table.log() == []


@pytest.mark.parametrize(
    "action",
    [
        A.Pass("Zoe"),
        A.Pass(""),
        A.Pass("\u202eAnn<script>"),
        A.Bid("Ann", "ws", 10**18),
        A.Bid("Ann", "ws", -5),
        A.Bid("Ann", "\u0000", 45),
        A.BuyShare("Ann", "nothing", "nowhere"),
        A.SellShares("Ann", "GT", 10**9),
        A.LayTile("Ann", "GT", "ZZ", "no", 77),
        A.RunTrains("Ann", "GT", (Run("2-0", ("A1.9", "..", "")),)),
        A.BuyTrain("Ann", "GT", "2", "bank", 0),
        A.EndGame("Ann"),
        A.CreditDestination("Ann", "GT"),
        A.DeclareRevenue("Ann", "GT", 100),
    ],
)
def test_actions_that_name_nothing_real_are_refused(api: Api, action: A.Action) -> None:
    table = api.new()
    table.act(action, 422)
    body = {"version": 0, "action": A.encode(action)}
    assert api.post(f"{table.path}/try", 422, body)["error"]
    assert table.log() == []


def test_trying_says_what_would_follow_and_changes_nothing(api: Api) -> None:
    table = api.new()
    body = {"version": 0, "action": A.encode(A.BuyOffered("Ann", "flos"))}
    answer = api.post(f"{table.path}/try", 200, body)
    assert answer["lines"] == [BOUGHT]
    assert answer["cash"] == [{"what": "Ann", "amount": -20}]
    assert table.log() == []


def test_a_new_game_must_be_one_that_can_be_played(api: Api) -> None:
    seats = [{"name": name} for name in ("Ann", "Bob", "Cy")]
    for wrong in (
        {"title": "1899", "seats": seats},
        {"title": "1856", "seats": seats[:2]},
        {"title": "1856", "seats": [*seats[:2], seats[0]]},
        {"title": "1856", "seats": [*seats[:2], {"name": "pool"}]},
        {"title": "1856", "seats": [*seats[:2], {"name": "C\ny"}]},
        {"title": "1856", "seats": [*seats[:2], {"name": " \u200b "}]},
        {"title": "1856", "seats": [*seats[:2], {"name": "\u202eCy"}]},
        {"title": "1856", "seats": [*seats[:2], {"name": "gt"}]},
        {"title": "1856", "seats": [*seats[:2], {"name": "Cy", "kind": "robot"}]},
        {"title": "1856", "seats": seats, "variants": ["recorded"]},
        {"title": "1856", "seats": seats, "rules": "mine"},
    ):
        assert api.post("/api/games", 422, wrong)["rule"] is None
    for malformed in (
        {"title": "1856"},
        {"title": "1856", "seats": [{"name": "x" * 41}] * 3},
        {"title": "1856", "seats": seats, "seed": 10**30},
    ):
        api.post("/api/games", 400, malformed)
    assert api.get("/api/games") == []


def test_a_game_on_a_printed_board_is_corrected_and_says_what_no_longer_agrees(api: Api) -> None:
    table = api.new(variants=["real_table"])
    assert table.view()["disagreements"] == []
    assert api.new().view()["disagreements"] is None
    for author, version in (("Ann", 1), ("", 2)):
        table.act(A.CorrectCash(author, "counted again", "Bob", 500 + version))
        assert table.version == version
    table.act(A.CorrectTile("Cy", "it lies there", "D17", "5", 0))
    table.act(A.CorrectTile("Cy", "it lies there", "F13", "1", 0))
    table.act(A.CorrectTile("Cy", "it lies there", "H7", "1", 0))
    told = "2 tiles 1 are on the map, and the game has 1."
    assert table.view()["disagreements"] == [told]
    first, second, *_, last = table.log()
    assert [entry["seat"] for entry in (first, second)] == ["Ann", ""]
    assert [line["text"] for line in second["lines"]] == [
        "The moderator corrects the game: counted again",
        "Bob has $502 instead of $501",
    ]
    assert last["lines"][-1]["text"] == f"Does not agree with the rules: {told}"
    assert table.act(A.CorrectTile("Cy", "no reason", "Z99", "1", 0), 422)["error"].endswith(".")
    digest = table.game().digest()
    table.undo()
    assert table.view()["disagreements"] == []
    table.redo()
    assert table.game().digest() == digest
    assert table.game().options.variants == ("real_table",)


def test_other_games_refuse_a_correction(api: Api) -> None:
    table = api.new()
    assert "only a game on a printed board" in table.act(A.CorrectCash("Ann", "x", "Bob", 5), 422)["error"]
