"""Tests of sign-up by invitation, blocks and reports, over HTTP."""

from __future__ import annotations

from pathlib import Path

from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.accounts.server_invitations import SignUpPolicy
from trunkline.web.http.message_parts import encode_part
from web.http.house import MANY, PASSWORD, Browser, House


def test_people_sign_up_with_an_invitation_to_the_server(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite", sign_up=SignUpPolicy.INVITED) as house:
        olga = house.person("Olga", operator=True)
        ann = Browser(house)
        body = {"name": "Ann", "password": PASSWORD}
        assert ann.get("/api/me")["sign_up"] == "invited"
        assert "by invitation only" in ann.post("/api/people", 403, body)["error"]
        made = olga.post("/api/operator/invitations", 201, {"reason": "a friend"})
        assert ann.post("/api/people", 201, {**body, "invitation": made["secret"]})["name"] == "Ann"
        bob = {"name": "Bob", "password": PASSWORD, "invitation": made["secret"]}
        assert "was used up" in Browser(house).post("/api/people", 404, bob)["error"]
        assert "operator" in ann.post("/api/operator/invitations", 403, {"reason": "mine"})["error"]
        assert olga.get("/api/operator/invitations") == []


def test_a_closed_server_takes_no_accounts(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite", sign_up=SignUpPolicy.CLOSED) as house:
        body = {"name": "Ann", "password": PASSWORD}
        assert Browser(house).post("/api/people", 403, body)["error"] == "This server takes no new accounts."


def test_a_token_of_an_operator_cannot_operate(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite") as house:
        olga = house.person("Olga", operator=True)
        token = olga.post("/api/tokens", 201, {"name": "bot"})["secret"]
        answer = Browser(house, token).get("/api/operator/invitations", 403)
        assert "sign in with a browser" in answer["error"]


def test_a_muted_person_is_left_out_of_the_stream_of_one_reader(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite") as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        game = ann.table(private=False)
        bob.join(game, "West")
        ann.ask("PUT", "/api/me/blocklist", 200, {"name": "Bob", "mute": True, "block": False})
        bob.post(f"/api/games/{game}/talk", 201, {"text": "hello"})
        assert ann.get(f"/api/games/{game}/talk")["messages"] == []
        assert [each["text"] for each in bob.get(f"/api/games/{game}/talk")["messages"]] == ["hello"]
        feed = house.app.state.backend.chat
        part = encode_part(feed.chat.after(game, 0, 10), feed.chat.muted_by, 1)
        assert (part.last, part.data_for(ann.id)) == (1, b"")
        assert b"hello" in part.data_for(bob.id)


def test_a_blocked_person_is_told_so_and_takes_no_seat(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite") as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        game = ann.table(private=False)
        named = ann.post(
            "/api/games", 201, {"title": "1856", "seats": [{"name": None}] * 3, "private": False}
        )["id"]
        ann.ask("PUT", "/api/me/blocklist", 200, {"name": "Bob", "mute": False, "block": True})
        for id in (game, named):
            seats = ann.get(f"/api/games/{id}/people")["seats"]
            free = next(each["seat"] for each in seats if each["free"])
            assert "has blocked you" in bob.join(id, free, 403)["error"]
            assert [each["person"] for each in ann.get(f"/api/games/{id}/people")["seats"]].count("Bob") == 0
        assert ann.get("/api/me/blocklist") == [{"name": "Bob", "mute": False, "block": True}]


def test_reports_name_what_they_are_about_and_are_limited(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite", rates={**MANY, Rate.REPORT: "6/hour"}) as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        game = bob.table(private=True)
        report = {"kind": "game", "reason": "Two seats of one person", "game": game}
        assert ann.post("/api/reports", 404, report)["error"] == "There is no such game."
        ann.comes_by_link(bob, game)
        assert "received your report" in ann.post("/api/reports", 201, report)["text"]
        for lacking in ({"kind": "game"}, {"kind": "person"}, {"kind": "message", "game": game}):
            assert "needs" in ann.post("/api/reports", 422, {"reason": "x", **lacking})["error"]
        assert (
            "No account"
            in ann.post("/api/reports", 404, {"kind": "person", "name": "Zed", "reason": "x"})["error"]
        )
        assert "Too many reports" in ann.post("/api/reports", 429, report)["error"]
