"""Tests of bots in other people's seats: by consent, by majority or after a long absence."""

from __future__ import annotations

import time

import pytest

from trunkline import actions as A
from trunkline.web.chat.motions import Motion, MotionRequest, MotionStatus
from trunkline.web.http.motion_votes import vote
from web.http.house import SEATS, Browser, House

EAST, WEST, NORTH = SEATS


def motion(agreed: str = "", declined: str = "") -> Motion:
    """Return E's motion that a bot plays W's seat, with the answers so far."""
    sides = frozenset(agreed), MotionStatus.OPEN, "", "random", frozenset(declined)
    return Motion(MotionRequest.SEAT, "E", "E", 1, None, frozenset("w"), *sides)


def begun(house: House, *names: str, **more: object) -> tuple[str, list[Browser]]:
    """Return a game in which its owner, the first person, has acted."""
    people = [house.person(name) for name in names]
    game = people[0].table(**more)
    for browser, seat in zip(people[1:], SEATS[1:], strict=False):
        browser.comes_by_link(people[0], game)
        browser.join(game, seat)
    people[0].act(game, 0, A.Pass(EAST))
    return game, people


def kind_of(browser: Browser, game: str, seat: str) -> str:
    """Return the kind of player in a seat."""
    players = browser.get(f"/api/games/{game}")["players"]
    return next(str(each["seat_kind"]) for each in players if each["name"] == seat)


def asks(
    browser: Browser, game: str, status: int = 200, seat: str = WEST, program: str = "random"
) -> list[dict[str, object]]:
    """Send a motion that a bot plays a seat."""
    body = {"kind": "seat", "version": 1, "seat": seat, "program": program}
    found: list[dict[str, object]] = browser.post(f"/api/games/{game}/motions", status, body)
    return found


def answers(browser: Browser, game: str, yes: bool, status: int = 200) -> list[dict[str, object]]:
    """Answer a motion."""
    found: list[dict[str, object]] = browser.post(
        f"/api/games/{game}/motions/answer", status, {"kind": "seat", "yes": yes}
    )
    return found


def test_owner_asks_before_a_program_plays_for_another(house: House) -> None:
    game, (ann, bob, _) = begun(house, "Ann", "Bob", "Cy")
    people = ann.get(f"/api/games/{game}/people")
    assert (people["asks_for"], people["away_hours"]) == ([NORTH, WEST], 72)
    assert bob.get(f"/api/games/{game}/people")["asks_for"] == []
    body = {"version": 1, "seat": WEST, "kind": "random"}
    said = ann.post(f"/api/games/{game}/seats", 403, body)["error"]
    assert said.startswith(f"Somebody else sits as {WEST}: ask the table.")
    asks(bob, game, 403, NORTH)
    asks(ann, game, 422, EAST)
    [asked] = asks(ann, game)
    assert (asked["seat"], asked["program"], asked["waits"]) == (WEST, "random", [NORTH, WEST])
    assert answers(bob, game, True) == []
    assert kind_of(ann, game, WEST) == "random"
    assert f"(Asked for by Ann; {EAST} and {WEST} agreed to it)" in str(ann.get(f"/api/games/{game}/log"))


def test_most_of_the_others_suffice(house: House) -> None:
    game, (ann, bob, cy) = begun(house, "Ann", "Bob", "Cy")
    asks(ann, game)
    [asked] = answers(bob, game, False)
    assert (asked["standing"], asked["waits"]) == ("open", [NORTH])
    assert answers(cy, game, True) == []
    assert kind_of(ann, game, WEST) == "random"
    # The seat's person can take it back at any time.
    version = bob.get(f"/api/games/{game}")["version"]
    bob.post(f"/api/games/{game}/seats", 200, {"version": version, "seat": WEST, "kind": "person"})


def test_a_declined_motion_ends(house: House) -> None:
    game, (ann, bob, cy) = begun(house, "Ann", "Bob", "Cy")
    asks(ann, game)
    answers(cy, game, False)
    [asked] = answers(bob, game, False)
    assert (asked["standing"], asked["answered"]) == ("declined", "Bob")
    assert kind_of(ann, game, WEST) == "person"


def test_a_person_who_stays_away_is_replaced_without_being_asked(house: House) -> None:
    game, (ann, _, _) = begun(house, "Ann", "Bob", "Cy", away_hours=24)
    seating = house.porter.membership
    assert seating.away(game) == 24
    now = time.time()
    for hours, overdue in ((23, False), (25, True)):
        seating._clock = lambda hours=hours: now + 3600 * hours  # type: ignore[misc]
        # The game waits for West; North is not late.
        assert (seating.overdue(game, WEST), seating.overdue(game, NORTH)) == (overdue, False)
    asks(ann, game)
    assert kind_of(ann, game, WEST) == "random"
    assert "(the game has waited longer than the table allows)" in str(ann.get(f"/api/games/{game}/log"))
    seating._clock = time.time
    body = {"version": 2, "seat": NORTH, "kind": "random"}
    ann.post(f"/api/games/{game}/seats", 403, body)


@pytest.mark.parametrize(
    ("agreed", "declined", "passed"),
    [
        ("w", "", True),
        ("w", "nso", True),
        ("", "w", None),
        ("n", "", None),
        ("ns", "w", True),
        ("n", "ws", None),
        ("n", "wso", False),
        ("e", "", None),
    ],
)
def test_votes(agreed: str, declined: str, passed: bool | None) -> None:
    # E asks for W's seat; N, S and O are the others.
    sits = {each: each.upper() for each in "ewnso"}
    assert vote(motion(agreed, declined), sits) is passed


def test_of_two_people_the_other_decides() -> None:
    sits = {"e": "E", "w": "W"}
    assert vote(motion("e"), sits) is None
    assert vote(motion("e", "w"), sits) is False
    assert vote(motion("e"), {"e": "E"}) is True
