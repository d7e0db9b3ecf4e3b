"""Tests of seats that take the account name of the person who sits down."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from patience import until
from trunkline import actions as A
from trunkline.web.accounts.usernames import FORMER
from trunkline.web.storage.urls import Place, parse_url
from web.http.api import Api, table_at
from web.http.house import Browser, House
from web.storage.cluster import Cluster

THREE: list[dict[str, str]] = [{}, {}, {}]
ZOE, TWO, SIX = "Zoe", "Seat 2", "Seat 3"


@pytest.fixture
def house(kept_in: Place) -> Iterator[House]:
    """A server with accounts, on either database."""
    with House(kept_in) as found:
        yield found


def table(owner: Browser, seats: list[dict[str, str]], **more: Any) -> str:
    """Create a public table and return its id."""
    body = {"title": "1856", "seats": seats, "seed": 4, "private": False, **more}
    return str(owner.post("/api/games", 201, body)["id"])


def players(browser: Browser, game: str) -> list[str]:
    """Return the players of a game in seat order."""
    return [each["name"] for each in browser.get(f"/api/games/{game}", brief=True)["players"]]


def seats(browser: Browser, game: str) -> list[tuple[str, str | None, bool]]:
    """Return the seats of people: the seat's name, the person, and whether a person will name the seat."""
    found = browser.get(f"/api/games/{game}/people")["seats"]
    return [(each["seat"], each["person"], each["open"]) for each in found]


def log(browser: Browser, game: str) -> list[str]:
    """Return the lines of the log."""
    entries = browser.get(f"/api/games/{game}/log")
    return [line["text"] for entry in entries for line in entry["lines"]]


def test_seat_takes_name_of_account_everywhere(kept_in: Place) -> None:
    with House(kept_in) as house:
        zoe, max_ = house.person(ZOE), house.person("Max")
        game = table(zoe, [*THREE[:2], {"kind": "random"}])
        assert players(zoe, game) == [ZOE, TWO, SIX]
        assert seats(zoe, game) == [(ZOE, ZOE, False), (TWO, None, True)]
        said = zoe.act(game, 0, A.Pass(ZOE), 422)["error"]
        assert said == f"The game begins when every seat is taken: {TWO} is free."
        joined = max_.join(game, TWO)
        assert [each["seat"] for each in joined["seats"] if each["mine"]] == ["Max"]
        assert seats(zoe, game) == [(ZOE, ZOE, False), ("Max", "Max", False)]
        assert log(zoe, game) == [f"Max takes {TWO}."]
        zoe.act(game, 0, A.Pass(ZOE), 409)
        zoe.act(game, 1, A.Pass(ZOE))
        max_.act(game, 2, A.Pass("Max"))
    with House(kept_in) as again:
        reader = again.person("Reader")
        until(lambda: len(log(reader, game)) > 3)
        assert players(reader, game) == [ZOE, "Max", SIX]
        assert players(reader, game) == [
            each["name"] for each in reader.get(f"/api/games/{game}", at=0)["players"]
        ]
        (listed,) = reader.get("/api/games")
        assert [each["name"] for each in listed["seats"]] == [ZOE, "Max", SIX]
        assert TWO not in json.dumps(reader.get(f"/api/games/{game}/export"))
        (found,) = reader.get("/api/lobby", shelf="watched", player="Max")["games"]
        assert found["id"] == game


def test_programs_wait_until_everybody_has_joined(house: House) -> None:
    zoe, max_ = house.person(ZOE), house.person("Max")
    game = table(zoe, [{"name": "One", "kind": "random"}, *THREE[:2]])
    assert seats(zoe, game) == [(ZOE, ZOE, False), (SIX, None, True)]
    house.app.state.backend.games.on_entry_added(game)
    # If the bot did not wait, it would have acted by now, because its turn came before this one.
    other = table(zoe, [{"name": "One", "kind": "random"}, {}, {"name": "Two", "kind": "random"}])
    until(lambda: len(log(zoe, other)) > 0)
    assert log(zoe, game) == []
    max_.join(game, SIX)
    until(lambda: len(log(zoe, game)) > 1)
    assert players(zoe, game) == ["One", ZOE, "Max"]


def test_program_takes_open_seat_and_play_begins(house: House) -> None:
    zoe = house.person(ZOE)
    game = table(zoe, [{}, {}, {"name": "Bot", "kind": "random"}])
    zoe.post(f"/api/games/{game}/seats", 200, {"version": 0, "seat": TWO, "kind": "random"})
    zoe.act(game, 1, A.Pass(ZOE))
    until(lambda: len(log(zoe, game)) > 3)
    assert players(zoe, game) == [ZOE, TWO, "Bot"]
    assert seats(zoe, game) == [(ZOE, ZOE, False)]


def test_entries_before_the_person_comes_are_kept(house: House) -> None:
    zoe, max_ = house.person(ZOE), house.person("Max")
    game = table(zoe, THREE)
    zoe.post(f"/api/games/{game}/seats", 200, {"version": 0, "seat": TWO, "kind": "random"})
    max_.join(game, SIX)
    told = zoe.get(f"/api/games/{game}/log")
    assert [entry["kind"] for entry in told] == ["seat", "seat"]
    assert players(zoe, game) == [ZOE, TWO, "Max"]
    zoe.act(game, 2, A.Pass(ZOE))


def test_seat_is_open_again_when_the_person_leaves(house: House) -> None:
    zoe, max_, pia = (house.person(name) for name in (ZOE, "Max", "Pia"))
    game = table(zoe, THREE)
    max_.join(game, TWO)
    max_.post(f"/api/games/{game}/leave", 204, {"seat": "Max"})
    assert seats(zoe, game) == [(ZOE, ZOE, False), (TWO, None, True), (SIX, None, True)]
    pia.join(game, TWO)
    assert players(zoe, game) == [ZOE, "Pia", SIX]
    zoe.post(f"/api/games/{game}/free", 204, {"seat": "Pia"})
    assert players(zoe, game) == [ZOE, TWO, SIX]
    max_.join(game, TWO)
    assert players(zoe, game) == [ZOE, "Max", SIX]


def test_next_person_names_the_seat_of_a_deleted_account(house: House) -> None:
    zoe, max_, pia = (house.person(name) for name in (ZOE, "Max", "Pia"))
    game = table(zoe, THREE)
    max_.join(game, TWO)
    house.porter.accounts.delete(max_.id)
    assert seats(zoe, game)[1] == ("Max", FORMER, False)
    pia.join(game, "Max")
    assert players(zoe, game) == [ZOE, "Pia", SIX]


@pytest.mark.parametrize("name", ["CPR", "zo\u00e9", "Seat 3", "pool"])
def test_name_that_does_not_fit_stays_out_of_the_game(house: House, name: str) -> None:
    zoe, other = house.person("zo\u00e9x"), house.person(name)
    game = table(zoe, [{}, {}, {"name": "ZO\u00c9"}] if name.startswith("zo") else THREE)
    before = players(zoe, game)
    other.join(game, TWO)
    assert players(zoe, game) == before
    assert seats(zoe, game)[1] == (TWO, name, False)
    other.post(f"/api/games/{game}/leave", 204, {"seat": TWO})
    assert seats(zoe, game)[1] == (TWO, None, True)


def test_account_named_like_a_corporation_plays_under_a_number(house: House) -> None:
    owner = house.person("CPR")
    seats_ = [{}, {"name": "Bot", "kind": "random"}, {"name": "Bit", "kind": "random"}]
    made = owner.post("/api/games", 201, {"title": "1856", "seats": seats_, "seed": 4})
    assert made["note"] == (
        "You play as Seat 1: CPR is the name of a corporation, and cannot be that of a player."
    )
    assert players(owner, made["id"]) == ["Seat 1", "Bot", "Bit"]
    assert seats(owner, made["id"]) == [("Seat 1", "CPR", False)]


def test_typed_names_stay(house: House) -> None:
    zoe, max_ = house.person(ZOE), house.person("Max")
    game = table(zoe, [{"name": "East"}, {"name": "West"}, {"name": "North", "kind": "random"}])
    max_.join(game, "West")
    assert seats(zoe, game) == [("East", ZOE, False), ("West", "Max", False)]
    assert players(zoe, game) == ["East", "West", "North"]


def test_owner_sits_in_own_seat_if_seats_are_drawn(house: House) -> None:
    zoe = house.person(ZOE)
    for seed in range(6):
        game = table(zoe, THREE, seating="random", seed=seed)
        mine = [each for each in seats(zoe, game) if each[1] == ZOE]
        assert mine == [(ZOE, ZOE, False)]


def test_game_stored_before_seats_were_named_by_accounts(tmp_path: Path) -> None:
    kept = tmp_path / "table.sqlite"
    with House(kept) as house:
        zoe = house.person(ZOE)
        game = table(zoe, [{"name": "East"}, {"name": "West"}, {"name": "North", "kind": "random"}])
    old = [{"name": name, "kind": kind, "seed": 7} for name, kind in OLD]
    with contextlib.closing(sqlite3.connect(kept)) as link, link:
        link.execute("UPDATE games SET seats = ?", (json.dumps(old),))
    with House(kept) as house:
        max_ = house.person("Max")
        assert max_.join(game, "West")["seats"][1]["seat"] == "West"
        assert players(max_, game) == ["East", "West", "North"]
        assert log(max_, game) == []


OLD = ("East", "person"), ("West", "person"), ("North", "random")


def test_one_of_two_who_join_in_the_same_instant_names_the_seat(house: House) -> None:
    people = [house.person(name) for name in (ZOE, "Max", "Pia")]
    zoe = people[0]
    for _ in range(8):
        game = table(zoe, THREE)
        path = f"/api/games/{game}/people"
        answers = at_once(*(partial(each.ask, "POST", path, body={"seat": TWO}) for each in people[1:]))
        assert sorted(each.status_code for each in answers) == [200, 409]
        assert {each.json()["error"] for each in answers if each.status_code == 409} == {
            "Another person has that seat."
        }
        won = ("Max", "Pia")[answers[1].status_code == 200]
        assert players(zoe, game) == [ZOE, won, SIX]
        assert seats(zoe, game)[1] == (won, won, False)


def test_first_action_never_comes_between_a_person_and_the_name(house: House) -> None:
    zoe, max_ = house.person(ZOE), house.person("Max")
    for _ in range(8):
        game = table(zoe, [{}, {}, {"name": "Bot", "kind": "random"}])
        action = {"version": 0, "action": A.encode(A.Pass(ZOE))}
        joined, acted = at_once(
            partial(max_.ask, "POST", f"/api/games/{game}/people", body={"seat": TWO}),
            partial(zoe.ask, "POST", f"/api/games/{game}/actions", body=action),
        )
        assert joined.status_code == 200
        assert acted.status_code in (409, 422)
        assert players(zoe, game) == [ZOE, "Max", "Bot"]
        zoe.act(game, 1, A.Pass(ZOE))
        max_.act(game, 2, A.Pass("Max"))


def test_leaving_and_the_first_action_in_the_same_instant(house: House) -> None:
    zoe, max_ = house.person(ZOE), house.person("Max")
    for _ in range(8):
        game = table(zoe, [{}, {}, {"name": "Bot", "kind": "random"}])
        max_.join(game, TWO)
        action = {"version": 1, "action": A.encode(A.Pass(ZOE))}
        left, acted = at_once(
            partial(max_.ask, "POST", f"/api/games/{game}/leave", body={"seat": "Max"}),
            partial(zoe.ask, "POST", f"/api/games/{game}/actions", body=action),
        )
        assert (left.status_code, acted.status_code) in ((204, 200), (204, 409), (204, 422), (422, 200))
        # A seat that has acted keeps its name. One that has not is open again.
        played = acted.status_code == 200
        assert players(zoe, game) == [ZOE, "Max" if played else TWO, "Bot"]
        assert seats(zoe, game)[1][2] is not played


def at_once(*doing: Callable[[], Any]) -> list[Any]:
    """Run calls at the same instant and return their results in order."""
    gate, found = threading.Barrier(len(doing)), [None] * len(doing)

    def do(place: int) -> None:
        gate.wait()
        found[place] = doing[place]()

    threads = [threading.Thread(target=do, args=(place,)) for place in range(len(doing))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return found


def test_other_process_follows_a_new_name(postgresql: Cluster) -> None:
    kept = parse_url(postgresql.database())
    with House(kept) as one, House(kept) as other:
        zoe, max_ = one.person(ZOE), one.person("Max")
        there = Browser(other)
        there.cookies = dict(zoe.cookies)
        game = table(zoe, THREE)
        # Both workers have the game in memory.
        assert players(there, game) == players(zoe, game) == [ZOE, TWO, SIX]
        etag = there.ask("GET", f"/api/games/{game}?brief=true").headers["etag"]
        max_.join(game, TWO)
        fresh = there.ask("GET", f"/api/games/{game}?brief=true", headers={"if-none-match": etag})
        assert fresh.status_code == 200
        assert [each["name"] for each in fresh.json()["players"]] == [ZOE, "Max", SIX]
        pia = Browser(other)
        pia.cookies = dict(one.person("Pia").cookies)
        pia.join(game, SIX)
        zoe.act(game, 2, A.Pass(ZOE))
        assert players(there, game) == players(zoe, game) == [ZOE, "Max", "Pia"]
        assert log(there, game)[:2] == [f"Max takes {TWO}.", f"Pia takes {SIX}."]


def test_seats_need_names_without_accounts(tmp_path: Path) -> None:
    with table_at(tmp_path / "table.sqlite") as client:
        body = {"title": "1856", "seats": [{"name": "Ann"}, {}, {"kind": "random"}]}
        said = Api(client).post("/api/games", 422, body)["error"]
    assert said == "Every player needs a name: this table has no accounts that could give one."
