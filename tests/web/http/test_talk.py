"""Tests of chat, notes and motions at a table, for every kind of visitor."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from trunkline import actions as A
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.chat import messages
from trunkline.web.chat.text import LONGEST, LONGEST_NOTE
from web.http.house import SEATS, Browser, House

EAST, WEST, NORTH = SEATS


class People(NamedTuple):
    """People at one table, and people outside it."""

    game: str
    ann: Browser
    bob: Browser
    cy: Browser
    guest: Browser
    stranger: Browser
    nobody: Browser
    operator: Browser

    def at(self, what: str) -> str:
        """Return a path of the table."""
        return f"/api/games/{self.game}/{what}"


def around(house: House, *, private: bool = False) -> People:
    """Return a table with three seated people, a guest, and other people."""
    ann, bob, cy, guest = (house.person(name) for name in ("Ann", "Bob", "Cy", "Gus"))
    game = ann.table(private=private)
    for browser, seat in ((bob, WEST), (cy, NORTH), (guest, "")):
        browser.comes_by_link(ann, game)
        if seat:
            browser.join(game, seat)
    operator = house.person("Op", operator=True)
    return People(game, ann, bob, cy, guest, house.person("Stan"), Browser(house), operator)


# -- chat


def test_who_sits_or_was_invited_speaks_and_at_a_public_table_all_listen(house: House) -> None:
    people = around(house)
    for number, (browser, text) in enumerate(((people.ann, "Hello"), (people.guest, "I look on")), 1):
        assert browser.post(people.at("talk"), 201, {"text": text}) == {"number": number}
    people.stranger.post(people.at("talk"), 403, {"text": "And I?"})
    people.operator.post(people.at("talk"), 403, {"text": "And I?"})
    people.nobody.post(people.at("talk"), 401, {"text": "And I?"})
    for browser in (people.bob, people.stranger, people.nobody, people.operator):
        found = browser.get(people.at("talk"))
        said = [(each["name"], each["seats"], each["text"]) for each in found["messages"]]
        assert said == [("Ann", [EAST], "Hello"), ("Gus", [], "I look on")]
        assert found["writes"] == (browser is people.bob)
        assert (found["last"], found["more"]) == (2, False)


def test_at_a_private_table_strangers_hear_nothing(house: House) -> None:
    people = around(house, private=True)
    people.ann.post(people.at("talk"), 201, {"text": "Between us"})
    for browser in (people.stranger, people.nobody):
        for what in ("talk", "note", "present"):
            browser.get(people.at(what), 404)
        browser.post(people.at("talk"), 404, {"text": "Hello?"})
    assert people.guest.get(people.at("talk"))["messages"][0]["text"] == "Between us"


def test_what_is_said_comes_in_pages(house: House) -> None:
    people = around(house)
    for number in range(7):
        people.ann.post(people.at("talk"), 201, {"text": f"No. {number + 1}"})
    newest = people.bob.get(people.at("talk"), limit=3)
    assert [each["number"] for each in newest["messages"]] == [5, 6, 7]
    assert newest["more"]
    older = people.bob.get(people.at("talk"), limit=4, before=5)
    assert [each["number"] for each in older["messages"]] == [1, 2, 3, 4]
    assert not older["more"]


def test_each_is_told_what_they_have_not_read(house: House) -> None:
    people = around(house)
    for text in ("One", "Two"):
        people.ann.post(people.at("talk"), 201, {"text": text})
    assert people.ann.get(people.at("talk"))["unread"] == 0
    assert people.bob.get(people.at("talk"))["unread"] == 2
    people.bob.post(people.at("talk/read"), 204, {"number": 1})
    people.bob.post(people.at("talk/read"), 204, {"number": 0})
    assert people.bob.get(people.at("talk"))["unread"] == 1
    people.bob.post(people.at("talk/read"), 204, {"number": 99})
    assert people.bob.get(people.at("talk"))["read"] == 2
    people.stranger.post(people.at("talk/read"), 403, {"number": 1})


def test_words_are_plain_and_not_without_end(house: House) -> None:
    people = around(house)
    markup = "<b onclick='alert(1)'>you</b> & me\nnext line"
    people.ann.post(people.at("talk"), 201, {"text": f"  {markup}\u0000\u202e "})
    assert people.bob.get(people.at("talk"))["messages"][0]["text"] == markup
    for text in ("x" * (LONGEST + 1), "  \u0007 "):
        people.ann.post(people.at("talk"), 422, {"text": text})
    people.ann.post(people.at("talk"), 400, {"text": "x" * 5000})


def test_a_table_keeps_so_many_words_and_counts_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "KEPT", 3)
    people = around(house)
    for number in range(5):
        people.ann.post(people.at("talk"), 201, {"text": f"No. {number + 1}"})
    found = people.bob.get(people.at("talk"))
    assert [each["number"] for each in found["messages"]] == [3, 4, 5]


def test_nobody_floods_a_table(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite", rates={Rate.SAY: "2/minute"}) as house:
        people = around(house)
        for _ in range(2):
            people.ann.post(people.at("talk"), 201, {"text": "So"})
        people.ann.post(people.at("talk"), 429, {"text": "So"})
        people.bob.post(people.at("talk"), 201, {"text": "Each for themselves"})


def test_whose_account_goes_takes_their_words_along(house: House) -> None:
    people = around(house)
    people.bob.post(people.at("talk"), 201, {"text": "I was here"})
    people.bob.ask("PUT", people.at("note"), 204, {"text": "mine"})
    people.ann.post(people.at("talk"), 201, {"text": "And I am"})
    house.porter.accounts.delete(people.bob.id)
    found = people.ann.get(people.at("talk"))
    assert [each["text"] for each in found["messages"]] == ["And I am"]
    # A number is not used twice, so a reader of the chat misses no message.
    assert people.cy.post(people.at("talk"), 201, {"text": "So"}) == {"number": 3}


# -- notes


def test_a_note_is_its_authors_alone(house: House) -> None:
    people = around(house)
    everybody = (people.ann, people.bob, people.guest)
    for browser in everybody:
        assert browser.get(people.at("note")) == {"text": ""}
        browser.ask("PUT", people.at("note"), 204, {"text": f"of {browser.id}"})
    for browser in everybody:
        assert browser.get(people.at("note")) == {"text": f"of {browser.id}"}
    for browser, status in ((people.stranger, 403), (people.operator, 403), (people.nobody, 401)):
        browser.get(people.at("note"), status)
    people.ann.ask("PUT", people.at("note"), 422, {"text": "x" * (LONGEST_NOTE + 1)})
    people.ann.ask("PUT", people.at("note"), 204, {"text": ""})
    assert people.ann.get(people.at("note")) == {"text": ""}


# -- motions


def passed(people: People) -> int:
    """Pass for East and West and return the version."""
    version = people.ann.act(people.game, 0, A.Pass(EAST))["version"]
    return int(people.bob.act(people.game, version, A.Pass(WEST))["version"])


def test_back_into_the_turn_of_another_goes_by_their_consent(house: House) -> None:
    people = around(house)
    version = passed(people)
    people.ann.post(f"/api/games/{people.game}/undo", 403, {"version": version, "to": 0})
    asked = {"kind": "undo", "version": version, "to": 0}
    [motion] = people.ann.post(people.at("motions"), 200, asked)
    assert (motion["name"], motion["waits"], motion["standing"]) == ("Ann", [WEST], "open")
    people.cy.post(people.at("motions"), 409, asked)
    # Only West may answer.
    people.cy.post(people.at("motions/answer"), 403, {"kind": "undo", "yes": True})
    people.stranger.post(people.at("motions/answer"), 403, {"kind": "undo", "yes": True})
    assert people.bob.post(people.at("motions/answer"), 200, {"kind": "undo", "yes": True}) == []
    view = people.cy.get(f"/api/games/{people.game}")
    assert view["decision"]["seats"] == [EAST]
    entry = people.cy.get(f"/api/games/{people.game}/log")[-1]
    assert [line["text"] for line in entry["lines"]][1:] == ["Asked for by Ann; West agreed to it"]
    # The log still shows undone entries, with the number of the undo.
    log = people.cy.get(f"/api/games/{people.game}/log")
    assert [each["undone_by"] for each in log] == [version + 1, version + 1, None]


def test_who_is_asked_may_decline_and_who_asked_withdraw(house: House) -> None:
    people = around(house)
    version = passed(people)
    asked = {"kind": "undo", "version": version, "to": 0}
    people.ann.post(people.at("motions"), 200, asked)
    [motion] = people.bob.post(people.at("motions/answer"), 200, {"kind": "undo", "yes": False})
    assert (motion["standing"], motion["answered"]) == ("declined", "Bob")
    people.bob.post(people.at("motions/answer"), 404, {"kind": "undo", "yes": True})
    people.ann.post(people.at("motions"), 200, asked)
    [motion] = people.ann.post(people.at("motions/answer"), 200, {"kind": "undo", "yes": False})
    assert motion["standing"] == "withdrawn"
    assert people.ann.get(f"/api/games/{people.game}")["at"] == version


def test_it_lapses_when_somebody_acts(house: House) -> None:
    people = around(house)
    version = passed(people)
    people.ann.post(people.at("motions"), 200, {"kind": "undo", "version": version, "to": 0})
    people.cy.act(people.game, version, A.Pass(NORTH))
    people.bob.post(people.at("motions/answer"), 422, {"kind": "undo", "yes": True})
    people.ann.post(people.at("motions"), 409, {"kind": "undo", "version": version, "to": 0})


def test_what_is_ones_own_needs_no_consent(house: House) -> None:
    people = around(house)
    version = passed(people)
    people.bob.post(people.at("motions"), 422, {"kind": "undo", "version": version})


def test_what_people_did_goes_by_their_consent_alone_when_a_program_plays_for_them_since(
    house: House,
) -> None:
    people = around(house)
    version = passed(people)
    seat = {"version": version, "seat": WEST, "kind": "random"}
    people.bob.post(f"/api/games/{people.game}/seats", 200, seat)
    people.ann.post(f"/api/games/{people.game}/undo", 403, {"version": version + 1, "to": 0})
    asked = {"kind": "undo", "version": version + 1, "to": 0}
    [motion] = people.ann.post(people.at("motions"), 200, asked)
    assert motion["waits"] == [WEST]
    assert people.bob.post(people.at("motions/answer"), 200, {"kind": "undo", "yes": True}) == []
    assert people.ann.get(f"/api/games/{people.game}")["at"] == version + 2


def test_all_who_sit_agree_to_end_the_game(house: House) -> None:
    people = around(house)
    version = passed(people)
    for browser, status in ((people.stranger, 403), (people.guest, 403), (people.nobody, 401)):
        browser.post(people.at("motions"), status, {"kind": "end", "version": version})
    [motion] = people.ann.post(people.at("motions"), 200, {"kind": "end", "version": version})
    assert motion["waits"] == [NORTH, WEST]
    # The motion stays open while the game continues.
    version = people.cy.act(people.game, version, A.Pass(NORTH))["version"]
    [motion] = people.bob.post(people.at("motions/answer"), 200, {"kind": "end", "yes": True})
    assert motion["waits"] == [NORTH]
    before = people.ann.get(f"/api/games/{people.game}")
    assert not before["over"]
    assert people.cy.post(people.at("motions/answer"), 200, {"kind": "end", "yes": True}) == []

    view = people.ann.get(f"/api/games/{people.game}")
    assert view["over"]
    assert view["decision"] is None
    assert "agreed" in view["result"]["reason"]
    worth = {each["name"]: each["worth"] for each in before["players"]}
    assert {each["player"]: each["worth"] for each in view["result"]["standings"]} == worth
    [listed] = people.ann.get("/api/games")
    assert listed["over"]
    assert listed["winners"] == view["result"]["winners"]
    [kept] = people.bob.get("/api/lobby", shelf="finished")["games"]
    assert kept["ending"] == view["result"]["reason"]
    assert {each["seat"]: each["worth"] for each in kept["standings"]} == worth
    # The ended game refuses actions, also after the server has loaded it again.
    people.ann.act(people.game, view["version"], A.Pass(EAST), 422)
    people.cy.post(f"/api/games/{people.game}/undo", 422, {"version": view["version"]})
    assert not view["can_undo"]
    house.app.state.backend.games._alive.clear()
    house.app.state.backend.games._recent.clear()
    assert people.ann.get(f"/api/games/{people.game}")["over"]
    # The moment before the end is not over, and a sandbox continues from the end.
    assert not people.ann.get(f"/api/games/{people.game}", at=version)["over"]
    made = people.ann.post(f"/api/games/{people.game}/branch", 201, {"at": view["version"]})
    assert not people.ann.get(f"/api/games/{made['id']}")["over"]
    # A rematch is possible.
    again = people.bob.post(people.at("rematch"), 201, None)["id"]
    assert people.cy.get(people.at("rematch")) == {"id": again}


def test_one_who_declines_lets_the_game_go_on(house: House) -> None:
    people = around(house)
    people.ann.post(people.at("motions"), 200, {"kind": "end", "version": 0})
    [motion] = people.bob.post(people.at("motions/answer"), 200, {"kind": "end", "yes": False})
    assert motion["standing"] == "declined"
    assert not people.ann.get(f"/api/games/{people.game}")["over"]
