"""Tests that people play only for their own seats."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from trunkline import actions as A
from trunkline.web.games.bots import BotRunner
from web.http.house import SEATS, Browser, House

EAST, WEST, NORTH = SEATS


@pytest.fixture
def three(house: House) -> tuple[str, Browser, Browser, Browser]:
    """A public table: its owner is in the east, and two others are seated."""
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cyr"))
    game = ann.table(private=False)
    bob.join(game, WEST)
    cy.join(game, NORTH)
    return game, ann, bob, cy


def test_each_acts_for_his_own_seat(three: tuple[str, Browser, Browser, Browser]) -> None:
    game, ann, bob, cy = three
    for other in (bob, cy):
        assert other.act(game, 0, A.Pass(EAST), 403)["error"] == f"You do not play for {EAST}."
    # Bob acts for his own seat out of turn. The rules refuse that, so the error cites a rule.
    assert bob.act(game, 0, A.Pass(WEST), 422)["rule"]
    ann.act(game, 0, A.Pass(EAST))
    ann.act(game, 1, A.Pass(WEST), 403)
    bob.act(game, 1, A.Pass(WEST))
    log = cy.get(f"/api/games/{game}/log")
    assert [entry["seat"] for entry in log] == [EAST, WEST]


def test_the_game_begins_when_every_seat_is_taken(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cyr"))
    game = ann.table(private=False)
    said = ann.act(game, 0, A.Pass(EAST), 422)["error"]
    assert said == f"The game begins when every seat is taken: {NORTH} and {WEST} are free."
    bob.join(game, WEST)
    assert f"{NORTH} is free" in ann.act(game, 0, A.Pass(EAST), 422)["error"]
    cy.join(game, NORTH)
    ann.act(game, 0, A.Pass(EAST))


def test_of_two_who_want_a_seat_one_has_it_and_the_other_is_told(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cyr"))
    game = ann.table(private=False)
    assert bob.join(game, EAST, 409)["error"] == "Another person has that seat."
    gate = threading.Barrier(2)
    answers: list[int] = []

    def sit(browser: Browser) -> None:
        gate.wait()
        body = {"seat": WEST}
        headers = {
            "cookie": "; ".join(f"{k}={v}" for k, v in browser.cookies.items()),
            "origin": browser.origin or "",
        }
        path = f"/api/games/{game}/people"
        answers.append(house._client.post(path, json=body, headers=headers).status_code)

    both = [threading.Thread(target=sit, args=(browser,)) for browser in (bob, cy)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert sorted(answers) == [200, 409]
    for seat in ("South", ""):
        assert cy.ask("POST", f"/api/games/{game}/people", body={"seat": seat}).status_code in (400, 422)


def test_seats_of_programs_are_not_taken(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    seats = [{"name": EAST}, {"name": WEST, "kind": "random"}, {"name": NORTH}]
    game = ann.table(private=False, seats=seats, seat=NORTH)
    assert "no such seat" in bob.join(game, WEST, 422)["error"]
    assert [each["seat"] for each in ann.get(f"/api/games/{game}/people")["seats"]] == [EAST, NORTH]
    assert ann.get(f"/api/games/{game}/people")["seats"][1]["mine"]
    body = {"title": "1856", "seats": seats, "seat": WEST}
    assert ann.post("/api/games", 422, body)["error"] == f"{WEST} is no seat of a person."


def test_people_leave_and_are_replaced_before_the_game_begins(
    three: tuple[str, Browser, Browser, Browser],
) -> None:
    game, ann, bob, cy = three
    path = f"/api/games/{game}"
    bob.post(f"{path}/leave", 204, {"seat": WEST})
    bob.post(f"{path}/leave", 403, {"seat": WEST})
    bob.post(f"{path}/free", 403, {"seat": NORTH})
    ann.post(f"{path}/free", 204, {"seat": NORTH})
    bob.join(game, NORTH)
    cy.join(game, WEST)
    ann.act(game, 0, A.Pass(EAST))
    assert "has begun" in cy.post(f"{path}/leave", 422, {})["error"]
    assert "has begun" in ann.post(f"{path}/free", 422, {"seat": WEST})["error"]


def test_one_takes_back_what_is_ones_own(three: tuple[str, Browser, Browser, Browser]) -> None:
    game, ann, bob, _ = three
    path = f"/api/games/{game}"
    ann.act(game, 0, A.Pass(EAST))
    said = bob.post(f"{path}/undo", 403, {"version": 1})["error"]
    assert said == f"That would take back what {EAST} did: you may only take back your own last actions."
    ann.post(f"{path}/undo", 200, {"version": 1})
    bob.post(f"{path}/redo", 403, {"version": 2})
    ann.post(f"{path}/redo", 200, {"version": 2})
    bob.act(game, 3, A.Pass(WEST))
    ann.post(f"{path}/undo", 403, {"version": 4, "to": 0})
    bob.post(f"{path}/undo", 403, {"version": 4, "to": 0})
    assert ann.ask("POST", f"{path}/undo", body={"version": 3}).status_code == 409
    bob.post(f"{path}/undo", 200, {"version": 4})


def test_a_program_plays_for_the_absent_by_leave_of_the_owner(
    three: tuple[str, Browser, Browser, Browser],
) -> None:
    game, ann, bob, cy = three
    path = f"/api/games/{game}/seats"
    bob.post(path, 403, {"version": 0, "seat": NORTH, "kind": "random"})
    ann.post(path, 200, {"version": 0, "seat": NORTH, "kind": "random"})
    # People take back the seats they gave to a bot. The owner can take back any seat.
    hers, his, theirs = (each.get(f"/api/games/{game}/people")["hands_over"] for each in (ann, bob, cy))
    assert (hers, his, theirs) == ([EAST, WEST, NORTH], [WEST], [NORTH])
    cy.post(path, 200, {"version": 1, "seat": NORTH, "kind": "person"})
    bob.post(path, 200, {"version": 2, "seat": WEST, "kind": "random"})


def test_nobody_loses_a_seat_in_a_game_that_has_begun_by_programs_playing_for_the_others(
    three: tuple[str, Browser, Browser, Browser],
) -> None:
    game, ann, _, cy = three
    path = f"/api/games/{game}"
    ann.act(game, 0, A.Pass(EAST))
    ann.post(f"{path}/seats", 200, {"version": 1, "seat": EAST, "kind": "clerk"})
    assert ann.get(f"{path}/people")["begun"]
    assert "has begun" in ann.post(f"{path}/free", 422, {"seat": NORTH})["error"]
    assert "has begun" in cy.post(f"{path}/leave", 422, {})["error"]


def test_nobody_takes_back_or_does_again_what_another_did_by_letting_a_program_play_for_them(
    three: tuple[str, Browser, Browser, Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A bot that acts at once would move the game on before the next request.
    monkeypatch.setattr(BotRunner, "_play", lambda *_: False)
    game, ann, bob, _ = three
    path = f"/api/games/{game}"
    ann.act(game, 0, A.Pass(EAST))
    bob.act(game, 1, A.Pass(WEST))
    bob.post(f"{path}/seats", 200, {"version": 2, "seat": WEST, "kind": "clerk"})
    said = ann.post(f"{path}/undo", 403, {"version": 3, "to": 0})["error"]
    assert said == f"That would take back what {WEST} did: you may only take back your own last actions."
    ann.post(f"{path}/seats", 200, {"version": 3, "seat": WEST, "kind": "person"})
    bob.post(f"{path}/undo", 200, {"version": 4})
    bob.post(f"{path}/seats", 200, {"version": 5, "seat": WEST, "kind": "clerk"})
    ann.post(f"{path}/redo", 403, {"version": 6})


def test_a_private_table_is_found_by_its_link_alone(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    game = ann.table()
    bob.get(f"/api/games/{game}", 404)
    assert bob.get("/api/games") == []
    link = ann.post(f"/api/games/{game}/links", 201, None)["secret"]
    Browser(house).post("/api/invitations", 401, {"secret": link})
    assert bob.post("/api/invitations", 200, {"secret": link}) == {"id": game}
    bob.get(f"/api/games/{game}")
    assert [each["id"] for each in bob.get("/api/games")] == [game]
    bob.post(f"/api/games/{game}/leave", 204, {})
    bob.get(f"/api/games/{game}", 404)
    ann.ask("DELETE", f"/api/games/{game}/links", 204)
    bob.post("/api/invitations", 404, {"secret": link})
    ann.post(f"/api/games/{game}/privacy", 204, {"private": False})
    bob.get(f"/api/games/{game}")
    (listed,) = Browser(house).get("/api/games")
    assert listed["people"]["owner"] == "Ann"
    assert [each["free"] for each in listed["people"]["seats"]] == [False, True, True]


def test_phones_and_the_sheet_show_a_private_game_only_to_people_at_its_table(house: House) -> None:
    ann, bob, eve, visitor = *(house.person(name) for name in ("Ann", "Bob", "Eve")), Browser(house)
    game = ann.table(variants=["real_table"])
    bob.comes_by_link(ann, game)
    bob.join(game, WEST)
    pages = "/g/{}/follow", f"/g/{{}}/follow/{WEST}", "/g/{}/sheet", "/g/{}/sheet?at=1"
    # The requests of these pages: the moment, an earlier one, the map, and the stream.
    reads = "", "?at=0", "/board", "/calculator/LPS"
    for other in (eve, visitor):
        for read in (*reads, "/events?after=0"):
            refused = other.ask("GET", f"/api/games/{game}{read}", 404)
            assert refused["error"] == "There is no such game."
        for page in pages:
            # The page itself is the same as for a game that does not exist.
            shown, unknown = (other.ask("GET", page.format(id)) for id in (game, "none"))
            assert shown.status_code == unknown.status_code == 200
            assert shown.text.replace(game, "none") == unknown.text
    for player in (ann, bob):
        for read in reads:
            player.get(f"/api/games/{game}{read}")
        view = player.get(f"/api/games/{game}")
        assert [each["name"] for each in view["players"]] == [*SEATS]
        assert view["players"][1]["cash"] > 0
    # A person who has left the table sees it no more.
    bob.post(f"/api/games/{game}/leave", 204, {})
    assert bob.get(f"/api/games/{game}", 404)["error"] == "There is no such game."


def test_the_list_comes_in_pages_and_knows_what_is_mine(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    games = [ann.table(private=False) for _ in range(5)]
    bob.join(games[2], WEST)
    first = bob.get("/api/games", limit=3)
    rest = bob.get("/api/games", limit=3, before=first[-1]["id"])
    assert sorted(each["id"] for each in (*first, *rest)) == sorted(games)
    (mine,) = bob.get("/api/games", mine=True)
    assert mine["id"] == games[2]
    assert [each["mine"] for each in mine["people"]["seats"]] == [False, True, False]


def test_a_sandbox_and_a_game_brought_along_are_ones_own(
    three: tuple[str, Browser, Browser, Browser],
) -> None:
    game, ann, bob, cy = three
    ann.act(game, 0, A.Pass(EAST))
    made = cy.post(f"/api/games/{game}/branch", 201, {"at": 1})["id"]
    cy.act(made, 1, A.Pass(WEST))
    cy.post(f"/api/games/{made}/undo", 200, {"version": 2, "to": 0})
    bob.get(f"/api/games/{made}", 404)
    data = bob.ask("GET", f"/api/games/{game}/export").content
    brought = bob.ask("POST", "/api/import", content=data).json()["id"]
    assert bob.get(f"/api/games/{brought}/people")["private"]
    ann.get(f"/api/games/{brought}", 404)


def test_a_hint_is_for_who_must_decide(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    seats = [{"name": EAST}, {"name": WEST}, {"name": NORTH, "kind": "random"}]
    game = ann.table(private=False, seats=seats, hints=True)
    bob.join(game, WEST)
    # No level has this name, so a request that passes the permission check gets a 422.
    ann.get(f"/api/games/{game}/hint", 422, level="none")
    bob.get(f"/api/games/{game}/hint", 403, level="none")


def test_nobody_learns_by_which_seed_a_program_plays(house: House) -> None:
    ann = house.person("Ann")
    seats = [{"name": EAST}, {"name": WEST}, {"name": NORTH, "kind": "clerk"}]
    tables = house.app.state.backend.games
    # The chosen seed of the deal and a sandbox do not reveal the bots' seeds either.
    games = [ann.table(seats=seats) for _ in range(2)]
    games.append(ann.post(f"/api/games/{games[0]}/branch", 201, {"at": 0})["id"])
    seeds = {seat.seed for game in games for seat in tables[game].seats}
    assert len(seeds) == 9
    listed = [*ann.get("/api/games"), *ann.get("/api/lobby", shelf="mine")["games"]]
    assert all("seed" not in seat for each in listed for seat in each["seats"])


def test_games_of_one_screen_are_an_operators_to_see(tmp_path: Path) -> None:
    from web.http.api import Api, table_at

    store = tmp_path / "table.sqlite"
    with table_at(store) as client:
        game = Api(client).new().id
    with House(store) as house:
        ann, op = house.person("Ann"), house.person("Op", operator=True)
        ann.get(f"/api/games/{game}", 404)
        op.get(f"/api/games/{game}")
        assert op.get(f"/api/games/{game}/people")["owner"] is None
        op.act(game, 0, A.Pass("Ann"), 403)


def test_no_secret_is_ever_in_an_address(house: House) -> None:
    document = json.dumps(sorted(house.app.openapi_schema.to_schema()["paths"]))
    for word in ("secret", "token}", "password"):
        assert f"{{{word}" not in document


def test_only_the_owner_corrects_a_game_on_a_printed_board(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cyr"))
    game = ann.table(private=False, variants=["real_table"])
    bob.join(game, WEST)
    cy.join(game, NORTH)
    said = bob.act(game, 0, A.CorrectCash(WEST, "counted again", WEST, 5), 403)["error"]
    assert said == "Only the owner of the table may correct the game."
    ann.act(game, 0, A.CorrectCash(WEST, "counted again", WEST, 5), 403)
    ann.act(game, 0, A.CorrectCash("", "counted again", WEST, 5), 403)
    ann.act(game, 0, A.CorrectCash(EAST, "counted again", WEST, 5))
