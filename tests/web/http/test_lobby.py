"""Tests of the lobby: its lists, the next game that waits for a person, and private games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trunkline import actions as A
from web.http.api import Api
from web.http.house import SEATS, Browser, House
from web.http.recorded import recorded


@pytest.fixture(name="house")
def _house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "table.sqlite") as found:
        yield found


def shelf(browser: Browser | Api, name: str, **more: Any) -> list[str]:
    """Return the ids of the games in a list."""
    return [each["id"] for each in browser.get("/api/lobby", shelf=name, **more)["games"]]


def filled(owner: Browser, *others: Browser, **more: Any) -> str:
    """Return the id of a table with a person in every seat."""
    game = owner.table(**more)
    for other, seat in zip(others, SEATS[1:], strict=True):
        other.comes_by_link(owner, game)
        other.join(game, seat)
    return game


def test_a_table_goes_from_list_to_list(house: House) -> None:
    ann, bob, cy, dee = (house.person(name) for name in ("Ann", "Bob", "Cy", "Dee"))
    nobody = Browser(house)
    game = ann.table(private=False)
    assert shelf(bob, "open") == shelf(nobody, "open") == shelf(ann, "mine") == [game]
    assert shelf(ann, "open") == shelf(bob, "mine") == shelf(bob, "watched") == []
    # The game cannot start yet, so it waits for no player.
    assert ann.get("/api/lobby/next") == {"games": 0, "first": None}
    bob.join(game, SEATS[1])
    cy.join(game, SEATS[2])
    assert shelf(dee, "open") == []
    assert shelf(dee, "watched") == shelf(nobody, "watched") == [game]
    assert shelf(bob, "watched") == []
    assert ann.get("/api/lobby/next") == {"games": 1, "first": game}
    assert bob.get("/api/lobby/next") == dee.get("/api/lobby/next") == {"games": 0, "first": None}
    ann.act(game, 0, A.Pass(SEATS[0]))
    assert ann.get("/api/lobby/next")["games"] == 0
    assert bob.get("/api/lobby/next") == {"games": 1, "first": game}
    assert bob.get("/api/lobby", shelf="mine")["games"][0]["since"]
    assert nobody.get("/api/lobby/next") == {"games": 0, "first": None}
    assert shelf(bob, "mine", player="ann") == [game]
    ann.post(f"/api/games/{game}/put-away", 200, {"away": True})
    assert shelf(ann, "away") == shelf(bob, "away") == [game]
    assert shelf(ann, "mine") == shelf(dee, "watched") == shelf(dee, "away") == []


def test_who_leaves_frees_a_seat_and_so_does_who_is_gone(house: House) -> None:
    ann, bob, cy, dee = (house.person(name) for name in ("Ann", "Bob", "Cy", "Dee"))
    game = ann.table(private=False)
    for browser, seat in ((bob, SEATS[1]), (cy, SEATS[2])):
        browser.join(game, seat)
    assert shelf(dee, "open") == []
    bob.post(f"/api/games/{game}/leave", 204, {"seat": SEATS[1]})
    assert shelf(dee, "open") == [game]
    dee.join(game, SEATS[1])
    assert shelf(bob, "open") == []
    ann.post(f"/api/games/{game}/free", 204, {"seat": SEATS[1]})
    assert shelf(bob, "open") == [game]
    bob.join(game, SEATS[1])
    house.porter.accounts.delete(cy.id)
    assert shelf(dee, "open") == [game]


def test_the_game_that_has_waited_for_longest_comes_first(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    first, second = (filled(ann, bob, cy) for _ in range(2))
    assert ann.get("/api/lobby/next") == {"games": 2, "first": first}
    ann.act(first, 0, A.Pass(SEATS[0]))
    assert ann.get("/api/lobby/next") == {"games": 1, "first": second}


def test_a_private_table_is_in_no_list_of_who_may_not_look(house: House) -> None:
    ann, bob, cy, dee = (house.person(name) for name in ("Ann", "Bob", "Cy", "Dee"))
    eve, root = house.person("Eve"), house.person("Root", operator=True)
    waits, runs = ann.table(), filled(ann, bob, cy)
    eve.comes_by_link(ann, waits)
    eve.comes_by_link(ann, runs)
    for name in ("open", "mine", "watched", "finished", "away"):
        for browser in (dee, Browser(house)):
            assert shelf(browser, name) == shelf(browser, name, player="Ann") == []
    assert shelf(eve, "open") == shelf(root, "open") == [waits]
    assert shelf(eve, "watched") == shelf(root, "watched") == [runs]


def test_a_page_leads_to_the_next(api: Api) -> None:
    games = [api.new().id for _ in range(3)]
    one = api.get("/api/lobby", shelf="mine", limit=2)
    api.new()
    two = api.get("/api/lobby", shelf="mine", limit=2, after=one["next"])
    assert [each["id"] for each in one["games"] + two["games"]] == games[::-1]
    assert two["next"] is None
    for after in ("nonsense", "eA==", "%%%"):
        answer = api.get("/api/lobby", 422, shelf="mine", after=after)
        assert answer["error"] == "That is no page of this list."
    api.get("/api/lobby", 400, shelf="none")


def test_no_list_is_asked_for_by_what_no_text_holds(api: Api) -> None:
    for address, name in (("/api/lobby", "text"), ("/api/lobby", "player"), ("/api/lobby/scores", "player")):
        assert name in api.get(address, 400, **{name: "A\0B"})["error"]


def test_at_one_screen_every_game_is_everybodys(api: Api) -> None:
    game = api.new(bots=())
    game.act(A.Pass("Ann"))
    assert api.get("/api/lobby/next") == {"games": 1, "first": game.id}
    assert shelf(api, "mine") == [game.id]
    assert shelf(api, "open") == shelf(api, "watched") == shelf(api, "finished") == []


def over(ann: Browser, bob: Browser) -> tuple[str, list[str]]:
    """Return a finished game and its seats. Bob has the second seat, and Ann the others."""
    answer = ann.ask("POST", "/api/import", content=recorded("1851").to_bytes())
    game = answer.json()["id"]
    seats = [each["seat"] for each in ann.get(f"/api/games/{game}/people")["seats"]]
    seating = ann.house.porter.membership
    seating.leave(game, ann.id, seats[1])
    seating.join(game, bob.id, seats[1])
    return game, seats


def test_a_finished_game_is_listed_with_its_standings(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    game, seats = over(ann, bob)
    for browser in (ann, bob):
        (listed,) = browser.get("/api/lobby", shelf="finished")["games"]
        result = browser.get(f"/api/games/{game}")["result"]
        assert listed["ending"] == result["reason"]
        ranks = [(each["player"], each["worth"], each["place"]) for each in result["standings"]]
        assert [(each["seat"], each["worth"], each["place"]) for each in listed["standings"]] == ranks
    assert len(ranks) == len(seats)
    assert shelf(ann, "mine") == []


def test_a_game_has_one_rematch_which_offers_the_seats_again(house: House) -> None:
    ann, bob, dee = house.person("Ann"), house.person("Bob"), house.person("Dee")
    game, seats = over(ann, bob)
    path = f"/api/games/{game}/rematch"
    made = bob.post(path, 201, None)["id"]
    assert made != game
    assert ann.post(path, 201, None)["id"] == bob.post(path, 201, None)["id"] == made
    dee.post(path, 404, None)
    # The person who asked first is seated. The others find the table and take their seats.
    around = bob.get(f"/api/games/{made}/people")
    assert around["private"] is True
    assert around["owner"] == "Bob"
    assert {each["seat"]: each["person"] for each in around["seats"]} == {
        seat: "Bob" if seat == seats[1] else None for seat in seats
    }
    assert shelf(ann, "open") == [made]
    assert shelf(dee, "open") == []
    assert {each["seat"]: each["held"] for each in around["seats"]} == {
        seat: None if seat == seats[1] else "Ann" for seat in seats
    }
    ann.join(made, seats[0])
    was, now = (ann.get(f"/api/games/{id}") for id in (game, made))
    assert was["title"] == now["title"]
    assert now["version"] == 0


def test_the_seats_of_a_rematch_are_held_for_who_sat_there(house: House) -> None:
    ann, bob, dee = house.person("Ann"), house.person("Bob"), house.person("Dee")
    op, nobody = house.person("Op", operator=True), Browser(house)
    game, seats = over(ann, bob)
    house.porter.membership.leave(game, ann.id, seats[2])
    ann.post(f"/api/games/{game}/privacy", 204, {"private": False})
    everybody = (ann, bob, dee, op, nobody)
    for browser in everybody:
        assert browser.get(f"/api/games/{game}/rematch") == {"id": None}
    made = ann.post(f"/api/games/{game}/rematch", 201, None)["id"]
    for browser in everybody:
        assert browser.get(f"/api/games/{game}/rematch") == {"id": made}
    path = f"/api/games/{made}"
    # The second seat is held for Bob. The third is a recorded seat without a person.
    for browser, free in ((bob, [1, 2]), (dee, [2]), (nobody, [2]), (op, [2])):
        found = [each["free"] for each in browser.get(f"{path}/people")["seats"]][:3]
        assert [index for index, each in enumerate(found) if each] == free
    assert "held for Bob" in dee.join(made, seats[1], 409)["error"]
    assert "held for Bob" in ann.join(made, seats[1], 409)["error"]
    nobody.join(made, seats[1], 401)
    # If all free seats are held, only the people they are held for see the table as open.
    dee.join(made, seats[2])
    op.post(f"{path}/free", 403, {"seat": seats[1]})
    dee.post(f"{path}/free", 403, {"seat": seats[1]})
    assert shelf(bob, "open") == [made]
    assert shelf(op, "open") == shelf(nobody, "open") == []
    bob.join(made, seats[1])
    bob.post(f"{path}/leave", 204, {"seat": seats[1]})
    assert shelf(op, "open") == [made]

    # While the table is private, people outside it do not see the rematch.
    ann.post(f"{path}/privacy", 204, {"private": True})
    stranger = house.person("Stan")
    assert stranger.get(f"/api/games/{game}/rematch") == {"id": None}
    assert op.get(f"/api/games/{game}/rematch") == bob.get(f"/api/games/{game}/rematch") == {"id": made}


def test_the_owner_frees_a_seat_that_is_held(house: House) -> None:
    ann, bob, dee = house.person("Ann"), house.person("Bob"), house.person("Dee")
    game, seats = over(ann, bob)
    made = ann.post(f"/api/games/{game}/rematch", 201, None)["id"]
    path = f"/api/games/{made}"
    ann.post(f"{path}/privacy", 204, {"private": False})
    first = ann.get(path)["decision"]["seats"][0]
    if first != seats[1]:
        said = ann.act(made, 0, A.Pass(first), 422)["error"]
        assert said.endswith(f"{seats[1]} is held for Bob.")
    dee.join(made, seats[1], 409)
    ann.post(f"{path}/free", 204, {"seat": seats[1]})
    dee.join(made, seats[1])
    bob.join(made, seats[1], 409)


def test_no_rematch_while_a_game_goes_on(api: Api) -> None:
    said = "The game is not over yet: a rematch comes after it."
    table = api.new(bots=("Robo",))
    assert api.post(f"{table.path}/rematch", 422, None)["error"] == said


def test_at_one_screen_all_sit_again(api: Api) -> None:
    table = api.taken_in(recorded("1851").to_bytes())
    made = api.post(f"{table.path}/rematch", 201, None)["id"]
    assert api.post(f"{table.path}/rematch", 201, None)["id"] == made
    old, new = (api.get("/api/lobby", shelf=name)["games"][0] for name in ("finished", "mine"))
    assert [(each["name"], each["kind"]) for each in new["seats"]] == [
        (each["name"], each["kind"]) for each in old["seats"]
    ]
