"""Tests of sign-up by invitation, blocks and reports, over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest

from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.accounts.server_invitations import SignUpPolicy
from trunkline.web.http.message_parts import encode_part
from web.http.house import MANY, PASSWORD, Browser, House
from web.http.test_studies import shared


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


def test_a_club_in_one_place_signs_up_with_one_invitation(tmp_path: Path) -> None:
    rates = {**MANY, Rate.SIGN_UP: "1/hour"}
    with House(tmp_path / "table.sqlite", sign_up=SignUpPolicy.INVITED, rates=rates) as house:
        olga = house.person("Olga", operator=True)
        made = olga.post("/api/operator/invitations", 201, {"reason": "a club", "uses": 3})
        for name in ("Ann", "Bob", "Cy"):
            body = {"name": name, "password": PASSWORD, "invitation": made["secret"]}
            assert Browser(house).post("/api/people", 201, body)["name"] == name


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


def test_readers_without_an_account_report_what_they_may_read(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite") as house:
        olga, ann, eve = house.person("Olga", operator=True), house.person("Ann"), house.person("Eve")
        study, secret = shared(ann)
        here = f"/api/games/{study}"
        number = ann.get(f"{here}/comments")["comments"][0]["number"]
        report = {"kind": "comment", "number": number, "reason": "An insult"}
        reader = Browser(house)
        for browser in (reader, eve):
            # Without the link, the private study does not exist.
            browser.post(f"{here}/reports", 404, report)
            browser.post("/api/read", 200, {"secret": secret})
            assert "received your report" in browser.post(f"{here}/reports", 201, report)["text"]
        assert sorted(str(each["reporter"]) for each in olga.get("/api/operator/reports")) == ["Eve", "None"]
        # A link shows no messages. Reports of people and of games by their id need an account.
        reader.post(f"{here}/reports", 401, {**report, "kind": "message"})
        eve.post(f"{here}/reports", 403, {**report, "kind": "message"})
        reader.post("/api/reports", 401, {"kind": "person", "name": "Ann", "reason": "An insult"})
        # At a public table, every visitor may report its messages and the game.
        game = ann.table(private=False)
        message = ann.post(f"/api/games/{game}/talk", 201, {"text": "a rude word"})["number"]
        for about in ({"kind": "message", "number": message}, {"kind": "game"}):
            Browser(house).post(f"/api/games/{game}/reports", 201, {"reason": "rude", **about})


def test_reports_without_an_account_do_not_flood_the_operators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trunkline.web.community.reports.MOST_WITHOUT_ACCOUNT", 2)
    with House(tmp_path / "table.sqlite", rates={**MANY, Rate.REPORT: "4/hour"}) as house:
        olga, ann = house.person("Olga", operator=True), house.person("Ann")
        games = [ann.table(private=False) for _ in range(3)]
        body = {"kind": "game", "reason": "rude"}
        reader = Browser(house)
        reader.post(f"/api/games/{games[0]}/reports", 201, body)
        # The same report of another reader adds nothing.
        assert "already" in Browser(house).post(f"/api/games/{games[0]}/reports", 422, body)["error"]
        reader.post(f"/api/games/{games[1]}/reports", 201, body)
        assert "Sign in" in reader.post(f"/api/games/{games[2]}/reports", 422, body)["error"]
        # The limit of an address is that of a person, and people count for themselves.
        assert "Too many reports" in reader.post(f"/api/games/{games[2]}/reports", 429, body)["error"]
        house.person("Bob").post(f"/api/games/{games[2]}/reports", 201, body)
        (first, *_) = olga.get("/api/operator/reports")[::-1]
        decision = {"decision": "dismissed", "reason": "Not rude"}
        olga.post(f"/api/operator/reports/{first['id']}", 204, decision)
        assert len(olga.get("/api/operator/reports")) == 2


def test_a_ban_ends_a_session_and_is_told_at_sign_in(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite") as house:
        olga, bob = house.person("Olga", operator=True), house.person("Bob")
        token = bob.post("/api/tokens", 201, {"name": "bot"})["secret"]
        body = {"action": "ban", "reason": "Two accounts", "days": 2}
        done = olga.post(f"/api/operator/people/{bob.id}", 200, body)
        assert done["person"]["ban_reason"] == "Two accounts"
        assert bob.get("/api/me")["name"] is None
        Browser(house, token).get("/api/me", 401)
        again = Browser(house).post("/api/sessions", 403, {"name": "Bob", "password": PASSWORD})
        assert "until" in again["error"]
        assert again["error"].endswith("Two accounts")
        # The wrong password does not tell that the person is banned.
        Browser(house).post("/api/sessions", 422, {"name": "Bob", "password": "another password"})
        link = olga.post(f"/api/operator/people/{bob.id}", 200, {"action": "reset", "reason": "forgot"})[
            "link"
        ]
        use = {"secret": link.partition("#")[2], "password": "another long password"}
        assert "banned" in Browser(house).post("/api/resets/use", 403, use)["error"]
        assert [each["action"] for each in olga.get("/api/operator/log")] == ["reset", "ban"]


def test_a_game_is_taken_down_and_restored(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite") as house:
        olga, ann = house.person("Olga", operator=True), house.person("Ann")
        game = ann.table(private=False)
        olga.post(f"/api/operator/games/{game}", 204, {"hidden": True, "reason": "An insult"})
        for browser in (ann, Browser(house)):
            assert browser.get(f"/api/games/{game}", 404)["error"] == "There is no such game."
            for shelf in ("open", "mine", "watched"):
                assert browser.get("/api/lobby", shelf=shelf)["games"] == []
        olga.get(f"/api/games/{game}")
        assert [each["id"] for each in olga.get("/api/lobby", shelf="open")["games"]] == [game]
        assert olga.get("/api/operator/games") == [{"id": game}]
        olga.post(f"/api/operator/games/{game}", 204, {"hidden": False, "reason": "Renamed"})
        ann.get(f"/api/games/{game}")


def test_a_report_shows_the_message_in_place_and_it_is_removed(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite") as house:
        olga, ann, bob = house.person("Olga", operator=True), house.person("Ann"), house.person("Bob")
        game = ann.table(private=False)
        bob.join(game, "West")
        for browser, text in ((ann, "hello"), (bob, "a rude word"), (ann, "stop that")):
            browser.post(f"/api/games/{game}/talk", 201, {"text": text})
        ann.post("/api/reports", 201, {"kind": "message", "game": game, "number": 2, "reason": "rude"})
        (report,) = olga.get("/api/operator/reports")
        assert (report["copy"], report["subject"], report["subject_id"]) == ("a rude word", "Bob", bob.id)
        assert [each["text"] for each in report["around"]] == ["hello", "a rude word", "stop that"]
        removal = {"game": game, "number": 2, "reason": "against the rules"}
        olga.post("/api/operator/messages", 204, removal)
        texts = [each["text"] for each in ann.get(f"/api/games/{game}/talk")["messages"]]
        assert texts == ["hello", "An operator removed this message.", "stop that"]
        olga.post(f"/api/operator/reports/{report['id']}", 204, {"decision": "upheld", "reason": "rude"})
        assert olga.get("/api/operator/reports") == []
        assert olga.get("/api/operator/reports", decided=True)[0]["decision"] == "upheld"


def test_the_state_names_limits_and_refusals(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite", rates={**MANY, Rate.SAY: "1/hour"}) as house:
        olga, ann = house.person("Olga", operator=True), house.person("Ann")
        game = ann.table(private=False)
        for status in (201, 429, 429):
            ann.post(f"/api/games/{game}/talk", status, {"text": "hello"})
        state = olga.get("/api/operator/state")
        rates = {each["name"]: each for each in state["rates"]}
        assert (rates["say"]["limit"], rates["say"]["refused"]) == ("1 per hour", 2)
        assert (state["storage"]["games"], state["storage"]["messages"]) == (1, 1)
