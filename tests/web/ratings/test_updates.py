"""Tests of ratings: the games that count, and the figures against openskill itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import delete, select, update

from trunkline.web.database.game_tables import games
from trunkline.web.database.people_tables import chairs, owned, seated
from trunkline.web.database.rating_tables import ratings
from trunkline.web.ratings.updates import rebuild_ratings, update_ratings
from trunkline.web.storage.urls import Place
from web.http.house import SEATS, Browser, House
from web.http.recorded import short
from web.http.test_lobby import filled
from web.ratings.finishing import finish

TITLE = "1856"


@pytest.fixture(name="house")
def _house(kept_in: Place) -> Iterator[House]:
    with House(kept_in) as found:
        yield found


def stored(house: House) -> dict[tuple[str, str], tuple[float, float, int]]:
    """Return all ratings by title and player."""
    with house.porter.database.reading() as link:
        return {
            (row.title, row.player): (row.mu, row.sigma, row.games) for row in link.execute(select(ratings))
        }


def ended(number: int) -> str:
    """Return the stored time of the end of the game with a number."""
    return f"2026-11-{1 + number // 24:02}T{number % 24:02}:00:00.000Z"


def expected(played: list[dict[str, int]]) -> dict[str, tuple[float, float]]:
    """Return the ratings of players after games with these places, by openskill alone."""
    model = PlackettLuce()
    known: dict[str, Any] = {}
    for places in played:
        teams = [[known.setdefault(player, model.rating())] for player in sorted(places)]
        ranks = [float(places[player]) for player in sorted(places)]
        for player, (after,) in zip(sorted(places), model.rate(teams, ranks=ranks), strict=True):
            known[player] = after
    return {player: (rating.mu, rating.sigma) for player, rating in known.items()}


def test_the_ratings_are_those_of_openskill_in_any_order_of_updates(house: House) -> None:
    people = [house.person(name) for name in ("Ann", "Bob", "Cy", "Dee")]
    rng = random.Random(4)
    made, played = [], []
    for number in range(6):
        three = rng.sample(people, 3)
        places = [rng.choice((1, 2, 3)) for _ in three]
        made.append((filled(*three), dict(zip(SEATS, places, strict=True)), ended(number)))
        played.append({person.id: place for person, place in zip(three, places, strict=True)})
    database = house.porter.database
    # The third game is looked at last, and the two after it in separate updates.
    for order in ((0, 1), (3,), (4, 5), (2,)):
        for number in order:
            finish(database, *made[number])
        assert update_ratings(database) == len(order)
        assert update_ratings(database) == 0, "a game is rated once"
    found = stored(house)
    for person, (mu, sigma) in expected(played).items():
        assert found[TITLE, person][:2] == pytest.approx((mu, sigma), abs=1e-9)
        assert found[TITLE, person][2] == sum(person in places for places in played)
    assert rebuild_ratings(database) == 6
    assert stored(house) == found
    # A game that an operator takes down no longer counts, and counts again once it is restored.
    for hidden in (True, False):
        with database.writing() as link:
            here = owned.c.game_id == made[1][0]
            link.execute(update(owned).where(here).values(hidden=hidden))
        update_ratings(database, complete=True)
        now = stored(house)
        assert (now == found) is not hidden
    # A deleted account has no rating. The figures of the others stay, also when they are computed again.
    house.porter.accounts.delete(people[0].id)
    rebuild_ratings(database)
    assert stored(house) == {key: value for key, value in found.items() if key[1] != people[0].id}


def test_an_end_that_is_undone_is_rated_by_the_last_end(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    database = house.porter.database
    game = filled(ann, bob, cy)
    finish(database, game, dict(zip(SEATS, (1, 2, 3), strict=True)))
    update_ratings(database)
    assert stored(house)[TITLE, ann.id] > stored(house)[TITLE, cy.id]
    finish(database, game, dict(zip(SEATS, (3, 2, 1), strict=True)))
    update_ratings(database)
    assert stored(house)[TITLE, ann.id] < stored(house)[TITLE, cy.id]
    assert stored(house)[TITLE, ann.id][2] == 1
    with database.writing() as link:
        link.execute(update(games).where(games.c.id == game).values(over=False, ending=None))
    update_ratings(database, complete=True)
    assert stored(house) == {}


def test_games_that_are_no_contest_do_not_count(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    database = house.porter.database
    places = dict(zip(SEATS, (1, 2, 3), strict=True))
    # Ann has two seats of the first table. The second is a sandbox. Bots alone play the third, and Ann alone
    # plays against bots at the fourth.
    twice = ann.table()
    house.porter.membership.join(twice, ann.id, SEATS[2], several=True)
    house.porter.membership.join(twice, bob.id, SEATS[1])
    cy = house.person("Cy")
    sandbox, machines, alone = (filled(ann, bob, cy) for _ in range(3))
    with database.writing() as link:
        link.execute(update(games).where(games.c.id == sandbox).values(branched_from="another"))
        link.execute(update(chairs).where(chairs.c.game_id == machines).values(kind="clerk"))
        link.execute(delete(seated).where(seated.c.game_id == machines))
        others = chairs.c.game_id == alone, chairs.c.seat != SEATS[0]
        link.execute(update(chairs).where(*others).values(kind="clerk"))
        link.execute(delete(seated).where(seated.c.game_id == alone, seated.c.person != ann.id))
    for game in (twice, sandbox, machines, alone):
        finish(database, game, places)
    imported = ann.ask("POST", "/api/import", content=short().to_bytes()).json()["id"]
    update_ratings(database, complete=True)
    assert stored(house) == {}
    with database.reading() as link:
        assert link.execute(select(games.c.over).where(games.c.id == imported)).scalar_one()


def test_a_bot_has_a_rating_and_a_person_keeps_the_result_of_a_bot_in_the_seat(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    seats = [{"name": SEATS[0]}, {"name": SEATS[1]}, {"name": SEATS[2], "kind": "clerk"}]
    game = ann.post("/api/games", 201, {"title": TITLE, "seats": seats, "seed": 4, "private": False})["id"]
    bob.join(game, SEATS[1])
    hosted = house.app.state.backend.games[game]
    hosted.change_seat(hosted.version, SEATS[1], "random")
    hosted.end(hosted.version, "agreed")
    update_ratings(house.porter.database)
    assert {player for _, player in stored(house)} == {ann.id, bob.id, "clerk"}
    # A game ended by agreement counts with the places at that moment.
    shown = {each["name"]: each for each in Browser(house).get("/api/ratings", title=TITLE)}
    assert set(shown) == {"Ann", "Bob", "clerk"}
    assert shown["clerk"]["bot"]
    assert (shown["Ann"]["games"], shown["Ann"]["provisional"]) == (1, True)
    assert 1300 < shown["Ann"]["rating"] < 1700
    assert 0 < shown["Ann"]["range"] < 333


def test_people_are_listed_for_those_who_may_see_their_games(house: House) -> None:
    ann, bob, cy, dee = (house.person(name) for name in ("Ann", "Bob", "Cy", "Dee"))
    nobody = Browser(house)
    game = filled(ann, bob, cy)
    finish(house.porter.database, game, dict(zip(SEATS, (1, 2, 3), strict=True)))
    update_ratings(house.porter.database)

    def names(browser: Browser, **more: Any) -> list[str]:
        return [each["name"] for each in browser.get("/api/ratings", **more)]

    assert names(ann, title=TITLE) == ["Ann", "Bob", "Cy"]
    assert names(bob, player="aNN") == ["Ann"]
    assert names(dee) == names(nobody, player="Ann") == names(nobody, player="Zoe") == []
    ann.post(f"/api/games/{game}/privacy", 204, {"private": False})
    assert names(dee, title=TITLE) == names(nobody) == ["Ann", "Bob", "Cy"]
