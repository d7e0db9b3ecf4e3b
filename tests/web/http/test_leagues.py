"""Tests of leagues over HTTP: a whole season, the rights of people, and requests that are not possible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event

from trunkline.game.actions import validated
from trunkline.players.random_player import RandomPlayer
from trunkline.web.leagues.rounds import Rounds
from trunkline.web.storage.urls import Place
from web.http.house import Browser, House
from web.ratings.finishing import finish

NEW = {"name": "Winter cup", "titles": [{"title": "1851"}], "players": 3, "rounds": 2}


@pytest.fixture(name="house")
def _house(kept_in: Place) -> Iterator[House]:
    with House(kept_in) as found:
        yield found


def league(organiser: Browser, *members: Browser, **more: Any) -> str:
    """Create a league with these members and return its id."""
    id = str(organiser.post("/api/leagues", 201, {**NEW, **more})["id"])
    for member in members:
        member.post(f"/api/leagues/{id}/join", 200, {})
    return id


def organise(organiser: Browser, id: str, action: str, status: int = 200, **more: str) -> Any:
    """Act as the organiser."""
    return organiser.post(f"/api/leagues/{id}/organise", status, {"action": action, **more})


def tables(facts: Any, number: int) -> list[Any]:
    """Return the tables of a round."""
    (found,) = (each for each in facts["played"] if each["number"] == number)
    return list(found["tables"])


def sitting(table: Any) -> list[str]:
    """Return the people at a table."""
    return [seat["name"] for seat in table["seats"]]


def test_a_whole_season(house: House) -> None:
    names = "Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus"
    people = {name: house.person(name) for name in names}
    ann, gus = people["Ann"], people["Gus"]
    rounds: Rounds = house.app.state.backend.league_rounds
    id = league(ann, *people.values(), clock={"move_hours": 24})
    assert [each["id"] for each in Browser(house).get("/api/leagues")] == [id]
    facts = organise(ann, id, "start")
    assert (facts["stage"], facts["round"], facts["members"]) == ("playing", 1, 7)
    first = tables(facts, 1)
    assert sorted(map(len, map(sitting, first))) == [3, 4]
    assert sorted(name for table in first for name in sitting(table)) == sorted(names)
    # The tables are ordinary games with a clock, the members in their seats, and a link to the league.
    for table in first:
        one = people[sitting(table)[0]]
        around = one.get(f"/api/games/{table['game']}/people")
        assert (around["owner"], around["private"]) == ("Ann", False)
        assert around["league"] == {"id": id, "name": "Winter cup", "season": 1, "round": 1}
        assert {seat["seat"]: seat["person"] for seat in around["seats"]} == {
            name: name for name in sitting(table)
        }
        assert one.get(f"/api/games/{table['game']}/clock")["clock"]["move_hours"] == 24
    # A short game that ends by agreement counts with the places at that moment.
    agreed, played = first
    game = house.app.state.backend.games[agreed["game"]]
    mover = min(game.view_at().game.to_act)
    people[mover].act(agreed["game"], 0, validated(RandomPlayer(1).choose(game.view_at().game, mover)))
    game.end(game.version, "agreed")
    rounds.advance_all()
    facts = ann.get(f"/api/leagues/{id}")
    assert facts["round"] == 1, "a game is in progress"
    result = game.view_at().game.result
    assert result is not None
    ranks = {each.player: each.place for each in result.standings}
    assert {each["name"]: each["points"] for each in facts["standings"] if each["games"]} == {
        name: round((sum((rank > mine) + (rank == mine) / 2 for rank in ranks.values()) - 0.5) / 3, 4)
        for name, mine in ranks.items()
    }
    places = {name: place for place, name in enumerate(sitting(played), 1)}
    finish(house.porter.database, played["game"], places)
    # Gus withdraws between the rounds.
    gus.post(f"/api/leagues/{id}/withdraw", 200, None)
    rounds.advance_all()
    facts = ann.get(f"/api/leagues/{id}")
    assert (facts["round"], facts["members"]) == (2, 6)
    points = {each["name"]: each["points"] for each in facts["standings"]}
    assert [points[name] for name in sitting(played)] == [1.0, 0.5, 0.0]
    assert list(points.values()) == sorted(points.values(), reverse=True)
    second = tables(facts, 2)
    assert sorted(map(len, map(sitting, second))) == [3, 3]
    assert sorted(name for table in second for name in sitting(table)) == sorted(set(names) - {"Gus"})
    met = [set(sitting(table)) for table in first]
    assert all(not any(set(sitting(table)) <= group for group in met) for table in second)
    # The organiser annuls one game of the last round; the other one ends the season.
    finish(house.porter.database, second[0]["game"], dict.fromkeys(sitting(second[0]), 1))
    facts = organise(ann, id, "annul", game=second[1]["game"])
    assert facts["stage"] == "ended"
    assert tables(facts, 2)[1]["annulled"]
    assert {each["name"]: each["games"] for each in facts["standings"]} == {
        name: 1 + (name in sitting(second[0])) for name in names
    }
    assert [each["gone"] for each in facts["standings"] if each["name"] == "Gus"] == [True]
    facts = organise(ann, id, "next-season")
    assert (facts["stage"], facts["season"], facts["members"]) == ("joining", 2, 6)
    assert facts["played"] == []
    assert gus.post(f"/api/leagues/{id}/join", 200, {})["members"] == 7
    old = ann.get(f"/api/leagues/{id}", season=1)
    assert (old["shown_season"], len(old["played"])) == (1, 2)


def test_a_league_by_invitation_is_for_its_members(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    op = house.person("Op", operator=True)
    id = league(ann, open=False)
    path = f"/api/leagues/{id}"
    for other in (bob, Browser(house)):
        assert other.get("/api/leagues") == []
        assert other.get(path, 404)["error"] == "There is no such league."
    bob.post(f"{path}/join", 404, {})
    old = ann.post(f"{path}/links", 201, None)["secret"]
    secret = ann.post(f"{path}/links", 201, None)["secret"]
    assert "replaced" in bob.post(f"{path}/join", 404, {"secret": old})["error"]
    assert bob.post(f"{path}/join", 200, {"secret": secret})["member"]
    assert op.get(path)["organises"]
    for action in ("start", "remove"):
        assert "Only the organiser" in organise(bob, id, action, 403)["error"]
    organise(ann, id, "remove", name="bob")
    bob.get(path, 404)
    assert "removed you" in bob.post(f"{path}/join", 403, {"secret": secret})["error"]
    # The league stays without its organiser's account, and an operator can organise it.
    cy.post(f"{path}/join", 200, {"secret": secret})
    house.porter.accounts.delete(ann.id)
    assert cy.get(path)["organiser"] is None
    assert organise(op, id, "remove", name="Cy")["members"] == 0


def test_settings_that_are_not_possible(house: House) -> None:
    ann = house.person("Ann")
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"name": "x"}, "has 3 to 40 characters"),
        ({"name": "Win\u200bter"}, "does not show"),
        ({"titles": [{"title": "1999"}]}, "There is no title 1999"),
        ({"titles": [{"title": "1851"}, {"title": "1856"}], "players": 6}, "1851 is for"),
        ({"titles": [{"title": "1851", "rules": "house"}]}, "house"),
        ({"at_deadline": "annul"}, "Give the days for a round"),
        ({"clock": {"move_hours": 0}}, "leaves no time to move"),
    ]
    for more, says in wrong:
        assert says in ann.post("/api/leagues", 422, {**NEW, **more})["error"]


def test_requests_that_are_not_possible(house: House) -> None:
    ann, bob, cy, dee = (house.person(name) for name in ("Ann", "Bob", "Cy", "Dee"))
    id = league(ann, ann, bob)
    path = f"/api/leagues/{id}"
    assert "has that name" in bob.post("/api/leagues", 409, {**NEW, "name": " WINTER  cup"})["error"]
    assert "member of this league already" in bob.post(f"{path}/join", 422, {})["error"]
    assert organise(ann, id, "start", 422)["error"].startswith("2 people cannot sit at tables of")
    assert "No season" in organise(ann, id, "end", 422)["error"]
    assert "has not ended" in organise(ann, id, "next-season", 422)["error"]
    assert "no member" in cy.post(f"{path}/withdraw", 422, None)["error"]
    assert "no member" in organise(ann, id, "remove", 422, name="Cy")["error"]
    assert "Sign in" in Browser(house).post(f"{path}/join", 401, {})["error"]
    ann.ask("PUT", "/api/me/blocklist", 200, {"name": "Dee", "mute": False, "block": True})
    assert "has blocked you" in dee.post(f"{path}/join", 403, {})["error"]
    cy.post(f"{path}/join", 200, {})
    facts = organise(ann, id, "start")
    assert "has started already" in organise(ann, id, "start", 422)["error"]
    assert "has started" in house.person("Eve").post(f"{path}/join", 422, {})["error"]
    assert "can be annulled" in organise(ann, id, "annul", 422, game="nothing")["error"]
    # With too few people, the next round waits, and the league says why.
    bob.post(f"{path}/withdraw", 200, None)
    (table,) = tables(facts, 1)
    facts = organise(ann, id, "annul", game=table["game"])
    assert (facts["round"], facts["stage"]) == (1, "playing")
    assert "2 people cannot sit" in facts["problem"]
    assert organise(ann, id, "end")["stage"] == "ended"


def test_the_organiser_renames_a_league_at_any_time(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    id, other = league(ann, ann, bob, cy), league(bob, name="Spring cup")
    organise(ann, id, "start")
    assert organise(ann, id, "rename", name=" Autumn  cup ")["name"] == "Autumn cup"
    # A league may change the capitals of its own name, and frees its former one.
    assert organise(ann, id, "rename", name="AUTUMN cup")["name"] == "AUTUMN cup"
    assert organise(bob, other, "rename", name="Winter cup")["name"] == "Winter cup"
    assert "has that name" in organise(bob, other, "rename", 409, name="autumn CUP")["error"]
    assert "3 to 40 characters" in organise(bob, other, "rename", 422, name="x")["error"]
    organise(bob, id, "rename", 403, name="Bob's cup")
    assert ann.get(f"/api/leagues/{id}")["name"] == "AUTUMN cup"


def test_the_organiser_deletes_a_league_that_has_not_begun(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    id = league(ann, ann, bob, cy)
    bob.ask("DELETE", f"/api/leagues/{id}", 403)
    ann.ask("DELETE", f"/api/leagues/{id}", 204)
    assert ann.get("/api/leagues") == []
    # The name is free again. A league that has begun stays, in later seasons too.
    again = league(ann, ann, bob, cy)
    for action in ("start", "end", "next-season"):
        organise(ann, again, action)
        assert "end the season instead" in ann.ask("DELETE", f"/api/leagues/{again}", 409)["error"]


def test_members_watch_the_private_tables_of_their_league(house: House) -> None:
    names = "Ann", "Bob", "Cy", "Dee", "Eve", "Fay"
    people = {name: house.person(name) for name in names}
    ann, stan = people["Ann"], house.person("Stan")
    id = league(ann, open=False)
    secret = ann.post(f"/api/leagues/{id}/links", 201, None)["secret"]
    for one in people.values():
        one.post(f"/api/leagues/{id}/join", 200, {"secret": secret})
    first, second = tables(organise(ann, id, "start"), 1)
    game = first["game"] if "Ann" in sitting(first) else second["game"]
    away = second if game == first["game"] else first
    one, other = (people[name] for name in sitting(away)[:2])
    path = f"/api/games/{game}"

    def listed(browser: Browser) -> set[bool]:
        """Return whether each list has the game."""
        lobby = browser.get("/api/lobby", shelf="watched")["games"]
        return {game in {each["id"] for each in games} for games in (lobby, browser.get("/api/games"))}

    one.get(path)
    one.ask("PUT", f"{path}/follow", 204)
    assert one.get("/api/me/games", which="followed")["games"][0]["game"]["id"] == game
    assert listed(one) == {True}
    assert game not in {each["id"] for each in one.get("/api/games", mine=True)}
    assert one.get(f"{path}/people")["own_seats"] == []
    # A member who withdraws still watches; a removed one and strangers do not.
    one.post(f"/api/leagues/{id}/withdraw", 200, None)
    one.get(path)
    organise(ann, id, "remove", name=sitting(away)[1])
    for browser in (other, stan, Browser(house)):
        browser.get(path, 404)
        assert listed(browser) == {False}


def test_the_list_of_leagues_takes_the_same_queries_for_any_number(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    engine = house.app.state.backend.games.store.engine
    asked: list[str] = []

    def note(link: object, cursor: object, statement: str, *more: object) -> None:
        if "league" in statement:
            asked.append(statement)

    def queries(*names: str) -> int:
        asked.clear()
        first, *others = bob.get("/api/leagues")
        assert (first["name"], first["members"], first["member"]) == ("Cup 1", 2, True)
        assert sorted((each["name"], each["members"], each["member"]) for each in others) == [
            (name, 1, False) for name in names
        ]
        assert {each["organiser"] for each in (first, *others)} == {"Ann"}
        return len(asked)

    league(ann, ann, bob, name="Cup 1")
    event.listen(engine, "before_cursor_execute", note)
    try:
        one = queries()
        for name in ("Cup 2", "Cup 3", "Cup 4"):
            league(ann, ann, name=name)
        assert 0 < queries("Cup 2", "Cup 3", "Cup 4") == one
    finally:
        event.remove(engine, "before_cursor_execute", note)
