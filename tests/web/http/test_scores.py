"""Tests of the scores of a player: the games that count, and the people who may see them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update

from trunkline.web.database.people_tables import chairs
from web.http.api import Api
from web.http.house import SEATS, Browser, House
from web.http.recorded import recorded
from web.http.test_lobby import filled


@pytest.fixture(name="house")
def _house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "table.sqlite") as found:
        yield found


def over(house: House, game: str, *places: int) -> str:
    """Set a game as over, with the places of its seats in order."""
    with house.porter.database.writing() as link:
        for seat, place in zip(SEATS, places, strict=True):
            here = chairs.c.game_id == game, chairs.c.seat == seat
            link.execute(update(chairs).where(*here).values(place=place, worth=1000 - place, since=None))
        link.execute(text("UPDATE games SET over = 1 WHERE id = :id"), {"id": game})
        link.execute(text("UPDATE owned SET stage = 'over' WHERE game_id = :id"), {"id": game})
    return game


def scores(browser: Browser, name: str) -> Any:
    """Return a player's scores as another person sees them."""
    return browser.get("/api/lobby/scores", player=name)


def none(name: str) -> dict[str, Any]:
    """Return the empty scores of a name."""
    return {"name": name, "games": 0, "wins": 0, "shared": 0, "titles": [], "rivals": []}


def test_games_are_counted_by_title_seat_and_who_else_played(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    over(house, filled(ann, bob, cy), 1, 2, 3)
    over(house, filled(ann, bob, cy), 1, 3, 1)
    over(house, filled(bob, ann, cy), 2, 3, 1)
    over(house, filled(ann, bob, cy, title="1851"), 2, 1, 3)
    # A game in progress counts for no player.
    filled(ann, bob, cy)
    found = scores(bob, "aNN")
    assert (found["name"], found["games"], found["wins"], found["shared"]) == ("Ann", 4, 1, 1)
    assert found["rivals"] == [
        {"name": "Bob", "games": 4, "ahead": 2, "behind": 2},
        {"name": "Cy", "games": 4, "ahead": 2, "behind": 1},
    ]
    first, second = found["titles"]
    assert (first["title"], first["games"], first["wins"]) == ("1851", 1, 0)
    assert (second["title"], second["games"], second["wins"], second["shared"]) == ("1856", 3, 1, 1)
    assert second["seats"] == [
        {"seat": 1, "games": 2, "wins": 1, "shared": 1},
        {"seat": 2, "games": 1, "wins": 0, "shared": 0},
    ]
    assert second["rivals"][0] == {"name": "Bob", "games": 3, "ahead": 2, "behind": 1}


def test_private_games_count_for_who_may_look_at_them(house: House) -> None:
    ann, bob, cy, dee = (house.person(name) for name in ("Ann", "Bob", "Cy", "Dee"))
    guest, op, nobody = house.person("Gus"), house.person("Op", operator=True), Browser(house)
    game = filled(ann, bob, cy)
    guest.comes_by_link(ann, game)
    over(house, game, 1, 2, 3)
    for browser in (ann, bob, guest, op):
        assert scores(browser, "Ann")["wins"] == 1
    # A person without visible scores looks like a person who does not exist.
    for browser in (dee, nobody):
        for name in ("Ann", "ann", "Zoe"):
            assert scores(browser, name) == none(name)
    ann.post(f"/api/games/{game}/privacy", 204, {"private": False})
    for browser in (dee, nobody):
        assert scores(browser, "Cy")["rivals"] == [
            {"name": "Ann", "games": 1, "ahead": 0, "behind": 1},
            {"name": "Bob", "games": 1, "ahead": 0, "behind": 1},
        ]


def test_what_is_no_contest_does_not_count(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    # Ann plays two of three seats. The game counts for Bob, but without a rival to compare with.
    game = ann.table()
    house.porter.membership.join(game, ann.id, SEATS[2], several=True)
    house.porter.membership.join(game, bob.id, SEATS[1])
    over(house, game, 1, 2, 3)
    assert scores(ann, "Ann") == none("Ann")
    found = scores(bob, "Bob")
    assert (found["games"], found["rivals"]) == (1, [])
    # A sandbox does not count as a game.
    with house.porter.database.writing() as link:
        link.execute(text("UPDATE games SET branched_from = 'another' WHERE id = :id"), {"id": game})
    assert scores(bob, "Bob") == none("Bob")


def test_at_one_screen_it_goes_by_the_names_of_seats(api: Api) -> None:
    table = api.taken_in(recorded("1851").to_bytes())
    [listed] = api.get("/api/lobby", shelf="finished")["games"]
    assert listed["id"] == table.id
    first = listed["standings"][0]["seat"]
    found = api.get("/api/lobby/scores", player=first)
    assert (found["games"], found["wins"] + found["shared"]) == (1, 1)
    assert {each["name"] for each in found["rivals"]} == {each["seat"] for each in listed["standings"][1:]}
    api.get("/api/lobby/scores", 400)
