"""Tests of sign-up by invitation, over HTTP."""

from __future__ import annotations

from pathlib import Path

from trunkline.web.accounts.server_invitations import SignUpPolicy
from web.http.house import PASSWORD, Browser, House


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
