"""Tests of the notices that changes of a game write to the outbox, on both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select, update

from trunkline import actions as A
from trunkline.web.database.notice_tables import NEW, PLANNED, notices
from trunkline.web.storage.urls import Place
from web.http.house import SEATS, Browser, House

EAST, WEST, NORTH = SEATS


@pytest.fixture
def house(kept_in: Place) -> Iterator[House]:
    """A server with accounts, on either database."""
    with House(kept_in) as found:
        yield found


def rows(house: House) -> list[tuple[int, str, str]]:
    """Return the notices in the outbox: version, seat and event."""
    wanted = select(notices.c.version, notices.c.seat, notices.c.event).order_by(
        notices.c.version, notices.c.seat
    )
    with house.porter.database.reading() as link:
        return [tuple(row) for row in link.execute(wanted)]


def three(house: House) -> tuple[str, Browser, Browser, Browser]:
    """Return a table with a person in each seat. East decides first."""
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    game = ann.table()
    for browser, seat in ((bob, WEST), (cy, NORTH)):
        browser.comes_by_link(ann, game)
        browser.join(game, seat)
    return game, ann, bob, cy


def test_the_first_player_is_due_when_the_last_person_has_joined(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    game = ann.table()
    bob.comes_by_link(ann, game)
    bob.join(game, WEST)
    assert rows(house) == []
    cy.comes_by_link(ann, game)
    cy.join(game, NORTH)
    assert rows(house) == [(0, EAST, "turn")]
    # A person who leaves and comes back does not start the game a second time.
    cy.post(f"/api/games/{game}/leave", 204, {})
    cy.comes_by_link(ann, game)
    cy.join(game, NORTH)
    assert rows(house) == [(0, EAST, "turn")]


def test_a_game_that_starts_with_the_turn_of_the_person_who_joins_writes_nothing(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    game = ann.table()
    ann.post(f"/api/games/{game}/leave", 204, {})
    for browser, seat in ((bob, WEST), (cy, NORTH), (ann, EAST)):
        if browser is not ann:
            browser.comes_by_link(ann, game)
        browser.join(game, seat)
    assert rows(house) == []


def test_each_action_notifies_the_person_who_becomes_due(house: House) -> None:
    game, ann, bob, _ = three(house)
    ann.act(game, 0, A.Pass(EAST))
    bob.act(game, 1, A.Pass(WEST))
    assert rows(house) == [(0, EAST, "turn"), (1, WEST, "turn"), (2, NORTH, "turn")]


def test_a_refused_or_repeated_action_writes_nothing(house: House) -> None:
    game, ann, bob, _ = three(house)
    ann.act(game, 0, A.Pass(EAST))
    ann.act(game, 0, A.Pass(EAST), 409)
    bob.act(game, 1, A.Bid(WEST, "FLOS", 1), 422)
    assert rows(house) == [(0, EAST, "turn"), (1, WEST, "turn")]


def test_an_undo_is_like_every_entry(house: House) -> None:
    game, ann, _, _ = three(house)
    ann.act(game, 0, A.Pass(EAST))
    # The log does not say who made an undo, and the others may have agreed to it long after a request.
    ann.post(f"/api/games/{game}/undo", 200, {"version": 1})
    assert rows(house) == [(0, EAST, "turn"), (1, WEST, "turn"), (2, EAST, "turn")]


def test_a_player_who_must_act_again_at_once_is_not_newly_due(house: House) -> None:
    game, ann, bob, cy = three(house)
    for version in range(1, 40):
        seats = ann.get(f"/api/games/{game}")["decision"]["seats"]
        browser = dict(zip(SEATS, (ann, bob, cy), strict=True))[seats[0]]
        group = browser.get(f"/api/games/{game}")["decision"]["groups"][0]
        choice = group["choices"][0]
        if choice["action"] is None:
            break
        body = {"version": version - 1, "action": choice["action"]}
        browser.post(f"/api/games/{game}/actions", 200, body)
        after = ann.get(f"/api/games/{game}")["decision"]["seats"]
        written = [seat for number, seat, _ in rows(house) if number == version]
        assert written == ([] if after == seats else after)
        if after == seats:
            return
    pytest.fail("no player had to act twice in a row")


def test_every_person_learns_that_the_game_is_over(house: House) -> None:
    game, ann, bob, cy = three(house)
    ann.post(f"/api/games/{game}/motions", 200, {"kind": "end", "version": 0})
    for browser in (bob, cy):
        browser.post(f"/api/games/{game}/motions/answer", 200, {"kind": "end", "yes": True})
    asked = [(0, NORTH, "request"), (0, WEST, "request")]
    over = [(1, EAST, "over"), (1, NORTH, "over"), (1, WEST, "over")]
    assert sorted(rows(house)) == sorted([(0, EAST, "turn"), *asked, *over])


def test_a_bot_and_a_sandbox_get_no_notices(house: House) -> None:
    game, ann, _, _ = three(house)
    ann.act(game, 0, A.Pass(EAST))
    sandbox = ann.post(f"/api/games/{game}/branch", 201, {"at": 1})["id"]
    before = rows(house)
    ann.act(sandbox, 1, A.Pass(WEST))
    assert rows(house) == before


def test_messages_that_wait_together_are_one_notice(house: House) -> None:
    game, ann, bob, _ = three(house)
    first = ann.post(f"/api/games/{game}/talk", 201, {"text": "Hello"})["number"]
    ann.post(f"/api/games/{game}/talk", 201, {"text": "Are you there?"})
    assert rows(house)[1:] == [(first, NORTH, "message"), (first, WEST, "message")]
    with house.porter.database.writing() as link:
        link.execute(update(notices).where(notices.c.state == NEW).values(state=PLANNED))
    third = bob.post(f"/api/games/{game}/talk", 201, {"text": "Yes"})["number"]
    assert [row for row in rows(house) if row[0] == third] == [
        (third, EAST, "message"),
        (third, NORTH, "message"),
    ]


def test_a_seat_that_gets_the_name_of_its_person_keeps_its_notice(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    seats = [{"name": None}, {"name": None}, {"name": "Dot", "kind": "clerk"}]
    game = str(ann.post("/api/games", 201, {"title": "1856", "seats": seats, "seed": 4})["id"])
    bob.comes_by_link(ann, game)
    free = next(seat for seat in bob.get(f"/api/games/{game}/people")["seats"] if seat["free"])
    bob.join(game, free["seat"])
    due = bob.get(f"/api/games/{game}")["decision"]["seats"]
    assert {seat for _, seat, _ in rows(house)} <= {"Ann", "Bob"}
    assert due
